/** Judges `http` checks against the servers behind the page, and resets a site before a run. */
import { type CheckResult, ParleyError } from '../../contract/index.js';
import { collapseWhitespace, compileMatch } from '../matchers.js';
import { insertSecrets } from '../secrets.js';
import type { HttpCheck, Scenario } from '../schema/scenario.js';
import { findBodyDifference } from './json-difference.js';
import { toExcerpt, type CheckAttempt, poll, type JudgeContext } from './poll.js';
import { sendRequest } from './request.js';

/** A GET request is repeated until it passes; a POST request may change something and is sent once. */
export async function judgeHttp(
  check: HttpCheck,
  signal: AbortSignal,
  context: JudgeContext,
): Promise<CheckResult> {
  const url = check.get ?? check.post ?? '';
  const method = check.get === undefined ? 'POST' : 'GET';
  const expectation = check.expect ?? {};
  const text = expectation.text === undefined ? undefined : compileMatch(expectation.text);
  const expected = [
    expectation.status === undefined ? 'status 2xx' : `status ${expectation.status}`,
    ...(expectation.json === undefined ? [] : [`JSON with ${toExcerpt(JSON.stringify(expectation.json))}`]),
    ...(text === undefined ? [] : [`text ${text}`]),
  ].join(', ');

  const attempt = async (): Promise<CheckAttempt> => {
    const response = await sendRequest(
      method,
      url,
      insertSecrets(check, context.secrets),
      signal,
      context.requestTimeoutMs,
    );
    if ('fault' in response) return { pass: false, actual: response.fault };
    const { status, body } = response;
    const bodyExcerpt = toExcerpt(collapseWhitespace(body));
    if (expectation.status === undefined ? status < 200 || status > 299 : status !== expectation.status) {
      return { pass: false, actual: `status ${status}${bodyExcerpt && `: ${bodyExcerpt}`}` };
    }
    if (expectation.json !== undefined) {
      const difference = findBodyDifference(expectation.json, body);
      if (difference) return { pass: false, actual: difference };
    }
    if (text && !text.test(body))
      return { pass: false, actual: `status ${status}, and the text ${bodyExcerpt || 'is empty'}` };
    return { pass: true, actual: `status ${status}${bodyExcerpt && `: ${bodyExcerpt}`}` };
  };
  const result = await poll(method === 'GET' ? context : { ...context, timeoutMs: 0 }, signal, attempt);
  return { label: `${method} ${url} answers as expected`, expected, ...result };
}

/** Resets the site to the scenario's initial state. */
export async function resetSite(
  reset: NonNullable<Scenario['start']['reset']>,
  signal: AbortSignal,
  timeoutMs = 10_000,
): Promise<void> {
  const response = await sendRequest('POST', reset.post, reset, signal, timeoutMs);
  const fault =
    'fault' in response
      ? response.fault
      : response.status >= 400
        ? `it answered with status ${response.status}`
        : null;
  if (fault) {
    throw new ParleyError(
      'infra',
      `The site could not be reset (POST ${reset.post}): ${fault}.`,
      'Check start.reset and that the site is up.',
    );
  }
}
