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
  if (!secrets) return { ok: true, action };
  const refuse = (detail: string): { ok: false; refused: ActionResult } => ({
    ok: false,
    refused: { outcome: { status: 'failed', reason: 'refused', detail }, element: null, mouse: null },
  });
  if ((action.intent === 'textInput' || action.intent === 'dialog') && action.text !== undefined) {
    const revealed = secrets.reveal(action.text, host);
    if (revealed.ok)
      return { ok: true, action: revealPassage({ ...action, text: revealed.text }, host, secrets) };
    return refuse(
      revealed.reason === 'unknown'
        ? `<${revealed.name}> stands for a masked value that this session does not know; a scenario can name it under “secrets” and read it from the environment`
        : `<${revealed.name}> is for another site and is not typed on ${host || 'this page'}`,
    );
  }
  if ((action.intent === 'load' || action.intent === 'tabcreate') && action.url !== undefined) {
    // Secrets are not put into URLs, but the mask of one would lead to a wrong page.
    const revealed = secrets.reveal(action.url, '');
    if (!revealed.ok && revealed.reason === 'unknown')
      return refuse(
        'a value in this URL is masked and unknown here; follow a link or use a form of the page instead',
      );
  }
  return { ok: true, action };
}

/** A passage to be replaced may contain secrets of this site. A masked one that is unknown is not found in the field. */
function revealPassage(action: PageAction, host: string, secrets: SessionSecrets): PageAction {
  if (action.intent !== 'textInput' || action.uid === undefined) return action;
  if (action.edit === undefined || !('passage' in action.edit)) return action;
  const revealed = secrets.reveal(action.edit.passage, host);
  return revealed.ok ? { ...action, edit: { passage: revealed.text } } : action;
}
