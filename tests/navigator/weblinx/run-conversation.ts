/** Runs conversations with a weblinx navigator on real pages, with the real session loop and a fake model server. */
import type { Ranker, SessionEvent } from '../../../src/contract/index.js';
import { DemonstrationWriter } from '../../../src/demonstration/index.js';
import { createModel } from '../../../src/llm/index.js';
import { createWeblinxNavigator, type WeblinxNavigatorParts } from '../../../src/navigator/index.js';
import type { PageSurface } from '../../../src/page/index.js';
import { RUN_BUDGET } from '../../../src/policy/index.js';
import { ESTIMATE, findFamily } from '../../../src/prompt/index.js';
import { createLexicalRanker, textSearch } from '../../../src/rank/index.js';
import { createRedactor, type Redactor } from '../../../src/secrets/index.js';
import { runSession, type SessionResult } from '../../../src/session/index.js';
import { type ModelFixtureOptions, createSettings } from '../../llm/model-fixture.js';
import { createTestInstructor } from '../../session/doubles.js';
import { signal } from '../../support/browser.js';
import {
  type ModelRequest,
  startFakeModelServer,
  type AnswerFunction,
} from '../../support/fake-model-server.js';

export interface ConversationOptions {
  surface: PageSurface;
  url: string;
  /** Folder of the recorded demonstration. */
  dir: string;
  family?: string;
  lines?: string[];
  /** Answers in place of the model. */
  policy: AnswerFunction;
  parts?: Partial<WeblinxNavigatorParts>;
  ranker?: Ranker;
  redactor?: Redactor;
  modelOptions?: ModelFixtureOptions;
  /** Maximum number of actions. */
  maxActions?: number;
}

export interface ConversationResult extends SessionResult {
  events: SessionEvent[];
  requests: ModelRequest[];
  phases: string[];
  waitMessages: string[];
  writer: DemonstrationWriter;
}

export async function runConversation(options: ConversationOptions): Promise<ConversationResult> {
  const { surface, url, dir, policy, redactor = createRedactor(), ranker = createLexicalRanker() } = options;
  const server = await startFakeModelServer(policy);
  const model = createModel(createSettings(server.url, options.modelOptions), {
    redactor,
    env: {},
    ...options.modelOptions?.parts,
  });
  const writer = DemonstrationWriter.create(
    dir,
    {
      id: 'abcdefg',
      name: 'talk',
      description: '',
      startedAt: Date.now(),
      navigator: 'weblinx',
      ranker: ranker.name,
      url,
      parley: '0.0.0',
      browser: 'chromium',
    },
    redactor,
  );
  const [events, phases, waits]: [SessionEvent[], string[], string[]] = [[], [], []];
  try {
    const navigator = createWeblinxNavigator({
      model,
      family: findFamily(options.family ?? 'llama')!,
      tokenizer: ESTIMATE,
      template: null,
      listRecordedTurns: () => writer.replayTurns,
      isPaperRanker: false,
      onPhase: (phase) => void phases.push(phase),
      onWait: (message) => void waits.push(message),
      ...options.parts,
    });
    const result = await runSession({
      textSearch,
      surface,
      ranker,
      navigator,
      instructor: createTestInstructor(...(options.lines ?? ['Open the prices'])),
      recorder: writer,
      budget: { ...RUN_BUDGET, ...(options.maxActions ? { actions: options.maxActions } : {}) },
      startUrl: url,
      needsContent: true,
      onEvent: (event) => void events.push(event),
      signal,
    });
    return { ...result, events, requests: server.requests, phases, waitMessages: waits, writer };
  } finally {
    await ranker.close();
    await model.close();
    await server.close();
  }
}

/** Returns the uid of the first candidate whose line in the prompt matches. */
export function findUid(prompt: string, linePattern: RegExp): string | null {
  for (const [line, uid] of prompt.matchAll(/\(uid = (\S+)\) .*$/gm)) if (linePattern.test(line)) return uid!;
  return null;
}

export const hasPage = (prompt: string): boolean => !prompt.includes('Viewport size: Noneh x Nonew');

export const formatSay = (text: string): string => `say(speaker="navigator", utterance="${text}")`;

export const formatTranscript = ({ events }: Pick<ConversationResult, 'events'>): string[] =>
  events.flatMap((event) =>
    event.type === 'say'
      ? [`${event.speaker}${event.kind ? ` (${event.kind})` : ''}: ${event.text}`]
      : event.type === 'action'
        ? [`${event.action.intent} ${event.outcome.status}`]
        : [],
  );

/** Collects the recorded model usage of each decision. */
export const collectModelUsage = ({ events }: Pick<ConversationResult, 'events'>) =>
  events.flatMap((event) =>
    (event.type === 'say' || event.type === 'action') && event.evidence?.model ? [event.evidence.model] : [],
  );
