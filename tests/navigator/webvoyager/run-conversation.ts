/** Runs conversations of the navigator webvoyager with real pages, the real session loop and a fake model server. */
import type { SessionEvent } from '../../../src/contract/index.js';
import { createModel } from '../../../src/llm/index.js';
import { createWebvoyagerNavigator, type WebvoyagerNavigatorParts } from '../../../src/navigator/index.js';
import type { PageSurface } from '../../../src/page/index.js';
import { createLexicalRanker } from '../../../src/rank/index.js';
import { createRedactor, createSecretStore, type Redactor } from '../../../src/secrets/index.js';
import type { SessionParts, SessionResult } from '../../../src/session/index.js';
import { settingsFor, type ModelFixtureOptions } from '../../llm/model-fixture.js';
import { createTestInstructor, runTestSession } from '../../session/doubles.js';
import { startFakeModelServer, type ServerBehaviour } from '../../support/fake-model-server.js';
import { VoyagerPrompt } from '../../support/voyager-prompt.js';

export interface VoyagerConversationOptions {
  surface: PageSurface;
  url: string;
  lines: string[];
  /** Answers with the whole reply, or as the server behaves. */
  policy: (prompt: VoyagerPrompt) => string | ServerBehaviour;
  parts?: Partial<WebvoyagerNavigatorParts>;
  setting?: ModelFixtureOptions;
  redactor?: Redactor;
  session?: Partial<SessionParts>;
}

export interface VoyagerConversationResult extends SessionResult {
  log: string[];
  events: SessionEvent[];
  prompts: VoyagerPrompt[];
}

export async function runVoyagerConversation({
  surface,
  url,
  lines,
  policy,
  parts,
  setting,
  redactor = createRedactor(),
  session,
}: VoyagerConversationOptions): Promise<VoyagerConversationResult> {
  const prompts: VoyagerPrompt[] = [];
  const server = await startFakeModelServer((request) => {
    const prompt = new VoyagerPrompt(request);
    prompts.push(prompt);
    const answer = policy(prompt);
    return typeof answer === 'string' ? { text: answer } : answer;
  });
  const model = createModel(settingsFor(server.url, setting), { redactor, env: {}, ...setting?.parts });
  const ranker = createLexicalRanker();
  try {
    const navigator = createWebvoyagerNavigator({
      model,
      variant: { compat: 'hardened', mode: 'multimodal' },
      keptObservations: 3,
      maxIterations: 15,
      seed: 'a seed for tests',
      today: '2026-11-21',
      ...parts,
    });
    const result = await runTestSession({
      surface,
      ranker,
      navigator,
      instructor: createTestInstructor(...lines),
      startUrl: url,
      secrets: createSecretStore(redactor),
      ...session,
    });
    return { ...result, prompts };
  } finally {
    await ranker.close();
    await model.close();
    await server.close();
  }
}
