/** Detects secrets that are copied from, or pasted into, a password field. */
import type { Outcome, PageAction, ActionTarget } from '../contract/index.js';

export class ClipboardSecrets {
  #content = '';

  /** The text to redact from now on, or null. Called before the action is recorded. */
  findSecret(action: PageAction, target: ActionTarget | null, outcome: Outcome): string | null {
    const previous = this.#content;
    const copied =
      outcome.status === 'done' ? outcome.effects.findLast((effect) => effect.type === 'clipboard') : null;
    if (copied) this.#content = copied.text;
    if (target?.attributes['type'] !== 'password') return null;
    if (action.intent === 'paste') return previous || null;
    return action.intent === 'copy' ? (copied?.text ?? null) : null;
  }
}
