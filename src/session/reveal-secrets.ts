/** Replaces secret names in an action with their values, just before the action is performed. */
import type { PageAction, ActionResult } from '../contract/index.js';
import type { SessionSecrets } from './parts.js';

export const getHost = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** Returns the action with secret values. The recording keeps the names. */
export function revealSecrets(
  action: PageAction,
  host: string,
  secrets: SessionSecrets | undefined,
): { ok: true; action: PageAction } | { ok: false; refusal: ActionResult } {
  if (!secrets) return { ok: true, action };
  const refuse = (detail: string): { ok: false; refusal: ActionResult } => ({
    ok: false,
    refusal: { outcome: { status: 'failed', reason: 'refused', detail }, element: null, mouse: null },
  });
  if ((action.intent === 'textInput' || action.intent === 'dialog') && action.text !== undefined) {
    const revealResult = secrets.reveal(action.text, host);
    if (revealResult.ok)
      return { ok: true, action: revealPassage({ ...action, text: revealResult.text }, host, secrets) };
    return refuse(
      revealResult.reason === 'unknown'
        ? `this session does not know the masked value <${revealResult.name}>; a scenario can list it under “secrets” and read it from the environment`
        : `<${revealResult.name}> belongs to another site, so I don't type it on ${host || 'this page'}`,
    );
  }
  if ((action.intent === 'load' || action.intent === 'tabcreate') && action.url !== undefined) {
    // Secrets are never inserted into URLs, and a URL with a masked one would lead to the wrong page.
    const revealResult = secrets.reveal(action.url, '');
    if (!revealResult.ok && revealResult.reason === 'unknown')
      return refuse(
        'a value in this URL is masked and unknown here; follow a link or use a form of the page instead',
      );
  }
  return { ok: true, action };
}

/**
 * Replaces secret names in the passage that an edit replaces. If a name is unknown, the passage keeps the name and will
 * not be found in the field.
 */
function revealPassage(action: PageAction, host: string, secrets: SessionSecrets): PageAction {
  if (action.intent !== 'textInput' || action.uid === undefined) return action;
  if (action.edit === undefined || !('passage' in action.edit)) return action;
  const revealResult = secrets.reveal(action.edit.passage, host);
  return revealResult.ok ? { ...action, edit: { passage: revealResult.text } } : action;
}
