/** Acts in a row that changed nothing, by what a reader sees of the page before and after each of them. */
import type { Observation, Outcome, PageAction } from '../contract/index.js';
import { statePrint } from '../policy/index.js';

export class Idle {
  #count = 0;
  /** The last act, as long as nobody has looked at what came of it. */
  #pending: { print: string; outcome: Outcome } | null = null;

  get count(): number {
    return this.#count;
  }

  acted(act: PageAction, before: Observation, outcome: Outcome): void {
    // To wait is no attempt at anything.
    if (act.intent !== 'wait') this.#pending = { print: statePrint(before), outcome };
  }

  looked(observation: Observation): void {
    if (!this.#pending) return;
    const { print, outcome } = this.#pending;
    // A page that moves by itself looks different after an act that did nothing, and its outcome says so.
    const nothing = outcome.status !== 'done' || print === statePrint(observation);
    this.#count = nothing ? this.#count + 1 : 0;
    this.#pending = null;
  }

  /** The instructor spoke: what was tried before counts no more. */
  reset(): void {
    this.#count = 0;
    this.#pending = null;
  }
}
