/**
 * Runs conversations of the chat navigator with real pages, the real session loop and a fake model server. The
 * policy of the server sees only the prompt text, so a test fails if the prompt lacks something.
 */
import type { SessionEvent } from '../../../src/contract/index.js';
import { createModel } from '../../../src/llm/index.js';
import { createChatNavigator, type ChatNavigatorParts } from '../../../src/navigator/index.js';
import type { PageSurface } from '../../../src/page/index.js';
import { createLexicalRanker } from '../../../src/rank/index.js';
import { createRedactor, createSecretStore, type Redactor } from '../../../src/secrets/index.js';
import type { SessionResult } from '../../../src/session/index.js';
import { type ModelFixtureOptions, settingsFor } from '../../llm/model-fixture.js';
import { runTestSession, createTestInstructor } from '../../session/doubles.js';
import { formatDecision, Prompt, type AnswerStep } from '../../support/chat-prompt.js';
import {
  type ModelRequest,
  type ServerBehaviour,
  startFakeModelServer,
} from '../../support/fake-model-server.js';

export interface Conversation {
  surface: PageSurface;
  url: string;
  lines: string[];
  policy: (prompt: Prompt, asked: ModelRequest) => AnswerStep[] | ServerBehaviour;
  parts?: Partial<ChatNavigatorParts>;
  setting?: ModelFixtureOptions;
  redactor?: Redactor;
  signal?: AbortSignal;
}

export interface ConversationResult extends SessionResult {
  log: string[];
  events: SessionEvent[];
  asked: ModelRequest[];
}

export async function runConversation(options: Conversation): Promise<ConversationResult> {
  const { surface, url, lines, policy, setting, redactor = createRedactor() } = options;
  const server = await startFakeModelServer((asked) => {
    const reply = policy(new Prompt(asked.prompt), asked);
    const behaviour = Array.isArray(reply) ? { text: formatDecision(reply) } : reply;
    // Real servers count about one token per four characters.
    const usage = { prompt: Math.ceil(asked.prompt.length / 4) };
    return 'text' in behaviour ? { usage, ...behaviour } : behaviour;
  });
  const model = createModel(settingsFor(server.url, setting), { redactor, env: {}, ...setting?.parts });
  const ranker = createLexicalRanker();
  try {
    const navigator = createChatNavigator({
      model,
      seed: 'a seed for tests',
      pictures: 'never',
      pageTokens: null,
      today: '2026-11-21',
      ...options.parts,
    });
    const result = await runTestSession({
      surface,
      ranker,
      navigator,
      instructor: createTestInstructor(...lines),
      startUrl: url,
      secrets: createSecretStore(redactor),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    return { ...result, asked: server.requests };
  } finally {
    await ranker.close();
    await model.close();
    await server.close();
  }
}

/** Model usage of each decision, as recorded. */
export const collectModelUsage = ({ events }: Pick<ConversationResult, 'events'>) =>
  events.flatMap((event) => ('evidence' in event && event.evidence?.model ? [event.evidence.model] : []));
