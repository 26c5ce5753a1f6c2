/** Detects servers that require HTTP authentication. */
import type { Response } from 'playwright';

import type { PageEventLog } from './page-events.js';

export const CREDENTIALS_HINT =
  'Set an environment variable to user:password and pass its name with --http-credentials-env NAME.';

const HTTP_AUTHENTICATION_SCHEME = /\b(basic|digest|ntlm|negotiate)\b/i;

/** Whether the server demands HTTP authentication for this page. */
export function requiresSignIn(response: Response): boolean {
  return (
    response.status() === 401 && HTTP_AUTHENTICATION_SCHEME.test(response.headers()['www-authenticate'] ?? '')
  );
}

export function createSignInListener(pageEvents: PageEventLog): (response: Response) => void {
  return (response) => {
    if (response.request().isNavigationRequest() && requiresSignIn(response))
      pageEvents.add({ type: 'sign-in', host: new URL(response.url()).host });
  };
}
