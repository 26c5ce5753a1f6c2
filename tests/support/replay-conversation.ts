/** Creates recorded actions, and runs conversations with the `replay` navigator without a browser. */
import type {
  Action,
  ActionTarget,
  Candidate,
  Decision,
  Inspector,
  Navigator,
  Observation,
  Outcome,
  PageAction,
  ReplayAction,
  ReplayScript,
  ScriptTurn,
  Turn,
} from '../../src/contract/index.js';
import { createActionFingerprints } from '../../src/fingerprint/index.js';
import { createReplayNavigator, type ReplayOptions } from '../../src/navigator/replay/navigator.js';

export const DONE_OUTCOME: Extract<Outcome, { status: 'done' }> = {
  status: 'done',
  effects: [{ type: 'dom', mutations: 2 }],
  settle: { reason: 'quiet', ms: 20 },
};

export function createClick(
  element: Candidate,
  page: Observation,
  overrides: Partial<ReplayAction> = {},
): ReplayAction {
  const action: PageAction = { intent: 'click', uid: element.uid };
  return {
    type: 'action',
    turn: 1,
    action,
    target: null,
    outcome: DONE_OUTCOME,
    url: page.url,
    fingerprint: createActionFingerprints(action, page).fingerprint!,
    dropFingerprint: null,
    isOptional: false,
    isIrreversible: false,
    ...overrides,
  };
}

export const createScript = (turns: ScriptTurn[], text = 'Save it.'): ReplayScript => ({
  source: 'x',
  name: 'x',
  startUrl: 'http://127.0.0.1/page',
  navigator: 'direct',
  lines: [{ text, isAnswer: false, isInterjection: false, visitedUrls: [], turns, checks: [] }],
  finalChecks: [],
  startTitle: '',
  start: {},
  folder: null,
  bannerPolicy: null,
  recordedMs: 0,
  isComplete: true,
});

export const REPORT_TURN: ScriptTurn = { type: 'say', turn: 2, kind: 'report', text: 'Saved.' };
export const HEALED_DECISION: Decision = {
  actions: [{ intent: 'say', kind: 'report', text: 'I did it.' }],
  evidence: {},
};

export const createHealer = (receivedLines: string[] = []): Navigator => ({
  name: 'direct',
  needs: {},
  decide: ({ exchange }) => {
    const lastLine = exchange.turns.findLast((turn) => turn.speaker === 'instructor');
    receivedLines.push(lastLine?.type === 'say' ? lastLine.text : '');
    return Promise.resolve(HEALED_DECISION);
  },
});

const toTarget = ({ uid, tag, role, name, attributes, xpath }: Candidate): ActionTarget => ({
  uid,
  tag,
  role,
  name,
  attributes,
  xpath,
});

/** Passes observations and outcomes to the navigator, one decision at a time. */
export class Conversation {
  readonly turns: Turn[] = [];
  readonly deviations: string[] = [];
  readonly navigator;

  constructor(script: ReplayScript, overrides: Partial<ReplayOptions> = {}) {
    this.navigator = createReplayNavigator({
      script,
      startUrl: undefined,
      healer: createHealer(),
      onDeviation: (message) => void this.deviations.push(message),
      ...overrides,
    });
  }

  addInstructorLine(text: string): void {
    this.turns.push({ index: this.turns.length, speaker: 'instructor', type: 'say', text });
  }

  async decide(page: Observation, outcome: Outcome = DONE_OUTCOME): Promise<Action> {
    const signal = new AbortController().signal;
    const state = { observation: page, exchange: { turns: this.turns } };
    const { actions } = await this.navigator.decide(state, {} as Inspector, signal);
    const [action] = actions;
    const targetElement = 'uid' in action ? page.candidates.find(({ uid }) => uid === action.uid) : undefined;
    if (action.intent !== 'say')
      this.turns.push({
        index: this.turns.length,
        speaker: 'navigator',
        type: 'action',
        action,
        target: targetElement ? toTarget(targetElement) : null,
        outcome,
        url: page.url,
      });
    return action;
  }
}
