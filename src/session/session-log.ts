/** What was said and done in a session, and its record: whatever enters the one enters the other. */
import { formatAct } from '../action/index.js';
import type { CheckResult, Evidence, Exchange, SayKind, Settle, Speaker, Turn } from '../contract/index.js';
import type { ActRecord } from '../demonstration/index.js';
import { floor, type Spent } from '../policy/index.js';
import type { SessionParts } from './parts.js';
import type { Told } from './page-event-collector.js';

export class SessionLog {
  readonly #turns: Turn[] = [];
  readonly #began = performance.now();
  /** Turns that the session itself took, which say nothing of whose turn it is to speak. */
  readonly #asides = new Set<number>();
  #acts = 0;

  constructor(private readonly parts: Pick<SessionParts, 'recorder' | 'onEvent'>) {}

  get exchange(): Exchange {
    return { turns: this.#turns };
  }

  get spent(): Spent {
    return { turns: this.#turns.length, acts: this.#acts, seconds: (performance.now() - this.#began) / 1000 };
  }

  /** The number of the turn to come. */
  get next(): number {
    return this.#turns.length;
  }

  floor(): Speaker {
    return floor({ turns: this.#turns.filter((turn) => !this.#asides.has(turn.index)) });
  }

  /** The turn to come is the session's own. */
  aside(): void {
    this.#asides.add(this.next);
  }

  get isAside(): boolean {
    return this.#asides.has(this.next);
  }

  line(text: string): void {
    const { onEvent, recorder } = this.parts;
    onEvent(recorder.say('instructor', text));
    this.#turns.push({ index: this.next, speaker: 'instructor', type: 'say', text });
  }

  say(text: string, kind: SayKind, evidence: Evidence | undefined): void {
    const { onEvent, recorder } = this.parts;
    onEvent(recorder.say('navigator', text, kind, evidence));
    this.#turns.push({ index: this.next, speaker: 'navigator', type: 'say', kind, text });
  }

  /** @returns a function that tells of it, for whoever has to look after something first */
  act(record: ActRecord, url: string): () => void {
    const { act, target, drop, performed } = record;
    const event = this.parts.recorder.act({ ...record, pageAfter: { url } });
    this.#acts++;
    this.#turns.push({
      index: this.next,
      speaker: 'navigator',
      type: 'action',
      action: act,
      target,
      ...(drop ? { drop } : {}),
      outcome: performed.outcome,
      url,
    });
    return () => this.parts.onEvent(event);
  }

  page(url: string, title: string, why: 'start' | 'instructor', settle: Settle): void {
    this.parts.onEvent(this.parts.recorder.event({ type: 'page', url, title, reason: why, settle }));
  }

  check(result: CheckResult): void {
    this.parts.onEvent(this.parts.recorder.event({ type: 'check', result }));
  }

  note(text: string, what: Told = {}): void {
    this.parts.onEvent(this.parts.recorder.event({ type: 'note', text, ...what }));
  }

  stopped(): void {
    const last = this.#turns.findLast((turn) => turn.type === 'action' && turn.outcome.status === 'done');
    this.note(
      last?.type === 'action'
        ? `Stopped. Last finished act: ${formatAct(last.action, last.target, last.drop)}.`
        : 'Stopped. Nothing was done yet.',
    );
  }
}
