/** Runs conversations of the navigator step with real pages, the real session loop and a fake model server. */
import type { SessionEvent, StackEvent } from '../../../src/contract/index.js';
import { createModel } from '../../../src/llm/index.js';
import { createStepNavigator, type StepNavigatorParts } from '../../../src/navigator/index.js';
import type { PageSurface } from '../../../src/page/index.js';
import { createLexicalRanker } from '../../../src/rank/index.js';
import { createRedactor, createSecretStore, type Redactor } from '../../../src/secrets/index.js';
import type { SessionParts, SessionResult } from '../../../src/session/index.js';
import { settingsFor } from '../../llm/model-fixture.js';
import { createTestInstructor, runTestSession } from '../../session/doubles.js';
import { startFakeModelServer } from '../../support/fake-model-server.js';
import { createLibrary, createPolicy } from '../../support/step-policies.js';
import { formatStepReply, StepPrompt } from '../../support/step-prompt.js';

const VERBS = [
  'click',
  'type',
  'select',
  'scroll',
  'press',
  'goto',
  'open',
  'go_back',
  'note',
  'ask',
  'stop',
] as const;

/** A root that may call `find`. */
export const LIBRARY = createLibrary([
  createPolicy('root', { actions: VERBS, calls: ['find'] }),
  createPolicy('find', { actions: VERBS, parameters: ['what'] }),
]);

/** An action, or a whole reply. */
export type StepScript = ((prompt: StepPrompt) => string)[];

export interface StepConversationOptions {
  surface: PageSurface;
  url: string;
  lines: string[];
  /** One function per model call; the last one repeats. */
  script: StepScript;
  parts?: Partial<StepNavigatorParts>;
  samples?: number;
  redactor?: Redactor;
  session?: Partial<SessionParts>;
}

export interface StepConversationResult extends SessionResult {
  log: string[];
  events: SessionEvent[];
  prompts: StepPrompt[];
  stack: StackEvent[];
}

export async function runStepConversation({
  surface,
  url,
  lines,
  script,
  parts,
  samples = 1,
  redactor = createRedactor(),
  session,
}: StepConversationOptions): Promise<StepConversationResult> {
  const prompts: StepPrompt[] = [];
  const server = await startFakeModelServer((request) => {
    const prompt = new StepPrompt(request);
    prompts.push(prompt);
    const answer = script[Math.min(prompts.length, script.length) - 1]!(prompt);
    return { text: answer.includes(':\n') ? answer : formatStepReply(answer) };
  });
  const model = createModel(settingsFor(server.url), { redactor, env: {} });
  const ranker = createLexicalRanker();
  try {
    const navigator = createStepNavigator({
      library: LIBRARY,
      mode: { type: 'stack', withExamples: true },
      compat: 'hardened',
      root: null,
      answers: {
        type: 'model',
        model,
        openModel: () => model,
        style: { mode: 'chat', noCot: false },
        promptCap: 4_000,
        samples,
        vote: 'majority',
      },
      redactor,
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
    const stack = result.events.flatMap((event) =>
      event.type === 'say' || event.type === 'action' ? (event.evidence?.stack ?? []) : [],
    );
    return { ...result, prompts, stack };
  } finally {
    await ranker.close();
    await model.close();
    await server.close();
  }
}
