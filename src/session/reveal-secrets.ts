/** Replaces secret names in an action with their values, just before the action is performed. */
import type { PageAction, ActionResult } from '../contract/index.js';
import type { SessionSecrets } from './parts.js';

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** The action with secret values. The recording keeps the names. */
export function revealSecrets(
  action: PageAction,
  host: string,
  secrets: SessionSecrets | undefined,
): { ok: true; action: PageAction } | { ok: false; refused: ActionResult } {
  // Only text for a field or a dialog can contain secrets.
  if ((action.intent !== 'textInput' && action.intent !== 'dialog') || action.text === undefined || !secrets)
    return { ok: true, action };
  const revealed = secrets.reveal(action.text, host);
  if (revealed.ok) return { ok: true, action: { ...action, text: revealed.text } };
  const detail = `<${revealed.name}> is for another site and is not typed on ${host || 'this page'}`;
  return {
    ok: false,
    refused: { outcome: { status: 'failed', reason: 'refused', detail }, element: null, mouse: null },
  };
}
