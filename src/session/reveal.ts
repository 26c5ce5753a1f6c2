/** Secrets are known by name everywhere but here: the value is put in at the last moment, where it belongs. */
import type { PageAction, ActionResult } from '../contract/index.js';
import type { SessionSecrets } from './parts.js';

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** The act as it is performed; what is recorded keeps the names. */
export function revealed(
  act: PageAction,
  host: string,
  secrets: SessionSecrets | undefined,
): { ok: true; act: PageAction } | { ok: false; refused: ActionResult } {
  // What is typed: into a field, or as the answer to a dialog.
  if ((act.intent !== 'textInput' && act.intent !== 'dialog') || act.text === undefined || !secrets)
    return { ok: true, act };
  const text = secrets.reveal(act.text, host);
  if (text.ok) return { ok: true, act: { ...act, text: text.text } };
  const detail = `<${text.name}> is for another site and is not typed on ${host || 'this page'}`;
  return {
    ok: false,
    refused: { outcome: { status: 'failed', reason: 'refused', detail }, element: null, mouse: null },
  };
}
