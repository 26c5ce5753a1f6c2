/** Servers that want a user name and a password before they show anything (HTTP authentication). */
import type { Response } from 'playwright';

import type { IncidentLog } from './page-events.js';

export const CREDENTIALS_HINT =
  'Put them as user:password into an environment variable and name it with --http-credentials-env NAME.';

const SCHEME = /\b(basic|digest|ntlm|negotiate)\b/i;

/** The server refuses to show the page to whoever does not sign in this way. */
export function asksToSignIn(response: Response): boolean {
  return response.status() === 401 && SCHEME.test(response.headers()['www-authenticate'] ?? '');
}

export function signInNotes(incidents: IncidentLog): (response: Response) => void {
  return (response) => {
    if (response.request().isNavigationRequest() && asksToSignIn(response))
      incidents.note({ type: 'sign-in', host: new URL(response.url()).host });
  };
}
