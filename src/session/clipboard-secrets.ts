/** Finds secrets that are copied from a password field or pasted into one. */
import type { Outcome, PageAction, ActionTarget } from '../contract/index.js';

export class ClipboardSecrets {
  #text = '';

  /** The text to redact from now on, or null. Called before the action is recorded. */
  findSecret(action: PageAction, target: ActionTarget | null, outcome: Outcome): string | null {
    const before = this.#text;
    const copied =
      outcome.status === 'done' ? outcome.effects.findLast((effect) => effect.type === 'clipboard') : null;
    if (copied) this.#text = copied.text;
    if (target?.attributes['type'] !== 'password') return null;
    if (action.intent === 'paste') return before || null;
    return action.intent === 'copy' ? (copied?.text ?? null) : null;
  }
}
