/** Test doubles for a session's components, such as a page with fixed outcomes and an in-memory recorder. */
import type {
  Action,
  Decision,
  Instructor,
  InstructorMove,
  Navigator,
  Outcome,
  SessionEvent,
  State,
} from '../../src/contract/index.js';
import { RUN_BUDGET } from '../../src/policy/index.js';
import { createLexicalRanker, textSearch } from '../../src/rank/index.js';
import {
  runSession,
  type Recorder,
  type SessionParts,
  type SessionResult,
  type SessionSurface,
} from '../../src/session/index.js';
import { createCandidate, createObservation } from '../support/candidates.js';

export const saveButton = createCandidate({ name: 'Save' });
export const clickSave: Action = { intent: 'click', uid: saveButton.uid };
export const reportSaved: Action = { intent: 'say', kind: 'report', text: 'Saved.' };
export const changedOutcome: Outcome = {
  status: 'done',
  effects: [{ type: 'dom', mutations: 3 }],
  settle: { reason: 'quiet', ms: 1 },
};
export const noEffectOutcome: Outcome = { status: 'no-effect', settle: { reason: 'quiet', ms: 1 } };

/** A page where every action has the same outcome. */
export function createTestSurface(outcome: Outcome, overrides: Partial<SessionSurface> = {}): SessionSurface {
  return {
    observe: async (_spec, signal) => {
      signal.throwIfAborted();
      return createObservation([saveButton]);
    },
    perform: async () => ({ outcome, element: null, mouse: null }),
    findCovered: async () => new Map(),
    takeNumberedScreenshot: async () => null,
    readDownload: async () => ({ status: 'unreadable', reason: 'There is no such download.' }),
    onEarlySnapshot: () => undefined,
    open: async () => ({ settle: { reason: 'quiet', ms: 1 } }),
    back: async () => true,
    probe: { url: () => 'http://127.0.0.1/page', title: async () => 'Page' } as SessionSurface['probe'],
    close: async () => undefined,
    ...overrides,
  };
}

export function createMemoryRecorder(): Recorder & { events: SessionEvent[] } {
  const events: SessionEvent[] = [];
  const recordEvent = (body: object): SessionEvent => {
    const event = { v: 2, seq: events.length, t: 0, ...body } as SessionEvent;
    events.push(event);
    return event;
  };
  return {
    needs: {},
    events,
    say: (speaker, text, kind, evidence) =>
      recordEvent({
        type: 'say',
        speaker,
        text,
        ...(kind ? { kind } : {}),
        ...(evidence ? { evidence } : {}),
      }),
    action: ({ action, target, drop, result, evidence, consent }) =>
      recordEvent({ type: 'action', action, target, drop, outcome: result.outcome, evidence, consent }),
    event: (body) => recordEvent(body),
    end: (body) => recordEvent({ type: 'end', ...body }),
  };
}

export const createTestInstructor = (...lines: string[]): Instructor => ({
  next: async (): Promise<InstructorMove> => {
    const text = lines.shift();
    return text === undefined ? { type: 'stop' } : { type: 'say', text };
  },
});

export const createTestNavigator = (decide: (state: State) => Action[]): Navigator => ({
  name: 'test',
  needs: {},
  decide: async (state): Promise<Decision> => ({
    actions: decide(state) as [Action, ...Action[]],
    evidence: {},
  }),
});

export async function runTestSession(
  overrides: Partial<SessionParts>,
): Promise<SessionResult & { log: string[]; events: SessionEvent[] }> {
  const recorder = createMemoryRecorder();
  const result = await runSession({
    textSearch,
    surface: createTestSurface(changedOutcome),
    ranker: createLexicalRanker(),
    navigator: createTestNavigator(() => [reportSaved]),
    instructor: createTestInstructor('save it'),
    recorder,
    budget: RUN_BUDGET,
    needsContent: true,
    blankPageTimeoutMs: 400,
    onEvent: () => undefined,
    signal: new AbortController().signal,
    ...overrides,
  });
  const log = recorder.events.map((event) => {
    if (event.type === 'say') return `${event.speaker}: ${event.text}`;
    if (event.type === 'action') return `${event.action.intent} ${event.outcome.status}`;
    return event.type === 'end' ? `end ${event.verdict} ${event.exit}` : event.type;
  });
  return { ...result, log, events: recorder.events };
}
