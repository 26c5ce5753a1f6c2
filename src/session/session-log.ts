/** Holds the turns of a session and writes each to the recording. */
import { formatAction } from '../action/index.js';
import type {
  CheckResult,
  Evidence,
  Exchange,
  Observation,
  SayKind,
  Settle,
  Speaker,
  Turn,
} from '../contract/index.js';
import type { ActionRecord } from '../demonstration/index.js';
import { getNextSpeaker, type BudgetUse } from '../policy/index.js';
import type { DoneAction } from './inverse-action.js';
import type { SessionParts } from './parts.js';
import type { NoteSource } from './page-event-collector.js';

export class SessionLog {
  readonly #turns: Turn[] = [];
  /** Facts about each recorded action that its turn does not contain, by turn index. */
  readonly #actionFacts = new Map<number, { urlBefore: string; hadConsent: boolean }>();
  /** Turn index and query of the latest decision that acted on an element. */
  #lastDecisionWithElement: { turnIndex: number; query?: string } | null = null;
  readonly #startedAt = performance.now();
  /** Indices of the session's own turns, such as answering a cookie banner. They do not affect who speaks next. */
  readonly #automaticTurnIndices = new Set<number>();
  #actionCount = 0;
  #decisionCount = 0;

  constructor(private readonly parts: Pick<SessionParts, 'recorder' | 'onEvent'>) {}

  get exchange(): Exchange {
    return { turns: this.#turns };
  }

  get budgetUse(): BudgetUse {
    return {
      turns: this.#turns.length,
      actions: this.#actionCount,
      seconds: (performance.now() - this.#startedAt) / 1000,
    };
  }

  get nextTurnIndex(): number {
    return this.#turns.length;
  }

  getNextSpeaker(): Speaker {
    return getNextSpeaker({
      turns: this.#turns.filter((turn) => !this.#automaticTurnIndices.has(turn.index)),
    });
  }

  /** Marks the next turn as taken by the session itself. */
  markNextTurnAutomatic(): void {
    this.#automaticTurnIndices.add(this.nextTurnIndex);
  }

  get isNextTurnAutomatic(): boolean {
    return this.#automaticTurnIndices.has(this.nextTurnIndex);
  }

  getLastDecisionWithElement(): { turnIndex: number; query?: string } | null {
    return this.#lastDecisionWithElement;
  }

  /** Lists the instructor's utterances, each with the navigator's actions that follow it. Omits the session's own actions. */
  listUtterances(): { text: string; actions: DoneAction[] }[] {
    const utterances: { text: string; actions: DoneAction[] }[] = [];
    for (const turn of this.#turns) {
      if (turn.speaker === 'instructor') utterances.push({ text: turn.text, actions: [] });
      const facts = this.#actionFacts.get(turn.index);
      if (turn.type === 'action' && facts && !this.#automaticTurnIndices.has(turn.index))
        utterances.at(-1)?.actions.push({ turn, ...facts });
    }
    return utterances;
  }

  get decisionCount(): number {
    return this.#decisionCount;
  }

  countDecision(): void {
    this.#decisionCount++;
  }

  recordUtterance(text: string): void {
    const { onEvent, recorder } = this.parts;
    onEvent(recorder.say('instructor', text));
    this.#turns.push({ index: this.nextTurnIndex, speaker: 'instructor', type: 'say', text });
  }

  recordSay(text: string, kind: SayKind, evidence: Evidence | undefined, observation?: Observation): void {
    const { onEvent, recorder } = this.parts;
    onEvent(recorder.say('navigator', text, kind, evidence, observation));
    this.#turns.push({ index: this.nextTurnIndex, speaker: 'navigator', type: 'say', kind, text });
  }

  /** @returns a function that emits the event; the caller updates its own state before calling it */
  recordAction(record: ActionRecord, url: string): () => void {
    const { action, target, drop, result } = record;
    const event = this.parts.recorder.action({ ...record, pageAfter: { url } });
    this.#actionCount++;
    const { evidence, consent, observation } = record;
    this.#actionFacts.set(this.nextTurnIndex, {
      urlBefore: observation.url,
      hadConsent: consent !== undefined,
    });
    // Only the first action of a decision has evidence.
    if (target && evidence && !this.isNextTurnAutomatic) {
      const { query } = evidence;
      this.#lastDecisionWithElement = {
        turnIndex: this.nextTurnIndex,
        ...(query === undefined ? {} : { query }),
      };
    }
    this.#turns.push({
      index: this.nextTurnIndex,
      speaker: 'navigator',
      type: 'action',
      action,
      target,
      ...(drop ? { drop } : {}),
      outcome: result.outcome,
      url,
    });
    return () => this.parts.onEvent(event);
  }

  recordPage(url: string, title: string, reason: 'start' | 'instructor', settle: Settle, ms: number): void {
    this.parts.onEvent(
      this.parts.recorder.event({ type: 'page', url, title, reason, settle, ms: Math.round(ms) }),
    );
  }

  recordCheck(result: CheckResult): void {
    this.parts.onEvent(this.parts.recorder.event({ type: 'check', result }));
  }

  recordNote(text: string, source: NoteSource = {}): void {
    this.parts.onEvent(this.parts.recorder.event({ type: 'note', text, ...source }));
  }

  recordInterrupt(): void {
    const lastDoneAction = this.#turns.findLast(
      (turn) => turn.type === 'action' && turn.outcome.status === 'done',
    );
    this.recordNote(
      lastDoneAction?.type === 'action'
        ? `Stopped. Last finished action: ${formatAction(lastDoneAction.action, lastDoneAction.target, lastDoneAction.drop)}.`
        : 'Stopped. No action has been completed yet.',
    );
  }
}
