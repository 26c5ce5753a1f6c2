/** Secrets that travel without being typed: out of a password field by copying, into one by pasting. */
import type { Outcome, PageAction, ActionTarget } from '../contract/index.js';

export class ClipboardWatch {
  #text = '';

  /** What must be covered from now on, before the act is recorded. */
  secretOf(act: PageAction, target: ActionTarget | null, outcome: Outcome): string | null {
    const before = this.#text;
    const copied =
      outcome.status === 'done' ? outcome.effects.findLast((effect) => effect.type === 'clipboard') : null;
    if (copied) this.#text = copied.text;
    if (target?.attributes['type'] !== 'password') return null;
    if (act.intent === 'paste') return before || null;
    return act.intent === 'copy' ? (copied?.text ?? null) : null;
  }
}
