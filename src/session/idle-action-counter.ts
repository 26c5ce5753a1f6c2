/** Counts consecutive actions that changed nothing visible on the page. */
import type { Observation, Outcome, PageAction } from '../contract/index.js';
import { computeVisibleStateKey } from '../policy/index.js';

export class IdleActionCounter {
  #count = 0;
  /** The last action, until the next observation. */
  #pendingAction: { stateKey: string; outcome: Outcome } | null = null;

  get count(): number {
    return this.#count;
  }

  recordAction(action: PageAction, observationBefore: Observation, outcome: Outcome): void {
    // A wait is not an attempt.
    if (action.intent !== 'wait')
      this.#pendingAction = { stateKey: computeVisibleStateKey(observationBefore), outcome };
  }

  recordObservation(observation: Observation): void {
    if (!this.#pendingAction) return;
    const { stateKey, outcome } = this.#pendingAction;
    // A page that changes on its own looks different even after a failed action, so the outcome is checked too.
    const changedNothing = outcome.status !== 'done' || stateKey === computeVisibleStateKey(observation);
    this.#count = changedNothing ? this.#count + 1 : 0;
    this.#pendingAction = null;
  }

  /** Called when the instructor has spoken. */
  reset(): void {
    this.#count = 0;
    this.#pendingAction = null;
  }
}
