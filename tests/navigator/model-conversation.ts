/**
 * Runs a conversation of a model-driven navigator with real pages, the real session loop and a fake model server. The
 * server's policy sees only the prompt, so a test fails if the prompt lacks information.
 */
import type { Navigator, SessionEvent } from '../../src/contract/index.js';
import { createModel, type Model } from '../../src/llm/index.js';
import type { PageSurface } from '../../src/page/index.js';
import { createLexicalRanker } from '../../src/rank/index.js';
import { createRedactor, createSecretStore, type Redactor } from '../../src/secrets/index.js';
import type { SessionParts, SessionResult } from '../../src/session/index.js';
import { type ModelFixtureOptions, createSettings } from '../llm/model-fixture.js';
import { createTestInstructor, runTestSession } from '../session/doubles.js';
import {
  type ModelRequest,
  type AnswerFunction,
  startFakeModelServer,
} from '../support/fake-model-server.js';

/** Options that the navigators' own helpers pass on. */
export interface ConversationOptions {
  surface: PageSurface;
  url: string;
  lines: string[];
  modelOptions?: ModelFixtureOptions;
  redactor?: Redactor;
  session?: Partial<SessionParts>;
}

export interface ModelConversationResult extends SessionResult {
  log: string[];
  events: SessionEvent[];
  requests: ModelRequest[];
}

export const TEST_SEED = 'a seed for tests';
export const TEST_TODAY = '2026-11-21';

export async function runModelConversation(
  { surface, url, lines, modelOptions: setting, redactor = createRedactor(), session }: ConversationOptions,
  answer: AnswerFunction,
  createNavigator: (model: Model, redactor: Redactor) => Navigator,
): Promise<ModelConversationResult> {
  const server = await startFakeModelServer(answer);
  const model = createModel(createSettings(server.url, setting), { redactor, env: {}, ...setting?.parts });
  const ranker = createLexicalRanker();
  try {
    const result = await runTestSession({
      surface,
      ranker,
      navigator: createNavigator(model, redactor),
      instructor: createTestInstructor(...lines),
      startUrl: url,
      secrets: createSecretStore(redactor),
      ...session,
    });
    return { ...result, requests: server.requests };
  } finally {
    await ranker.close();
    await model.close();
    await server.close();
  }
}
