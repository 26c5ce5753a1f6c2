/** Detects secrets that are copied from, or pasted into, a password field. */
import type { Outcome, PageAction, ActionTarget } from '../contract/index.js';

export class ClipboardSecrets {
  #clipboardText = '';

  /** Returns the text to redact from now on, or null. Called before the action is recorded. */
  findSecret(action: PageAction, target: ActionTarget | null, outcome: Outcome): string | null {
    const previousText = this.#clipboardText;
    const copyEffect =
      outcome.status === 'done' ? outcome.effects.findLast((effect) => effect.type === 'clipboard') : null;
    if (copyEffect) this.#clipboardText = copyEffect.text;
    if (target?.attributes['type'] !== 'password') return null;
    if (action.intent === 'paste') return previousText || null;
    return action.intent === 'copy' ? (copyEffect?.text ?? null) : null;
  }
}
