/** `http` checks against the servers behind the page, and resetting a site. */
import { type CheckResult, ParleyError } from '../../contract/index.js';
import { collapse, compileMatch } from '../matchers.js';
import { withSecrets } from '../secrets.js';
import type { HttpCheck, Scenario } from '../schema/scenario.js';
import { jsonFault } from './json-fault.js';
import { excerpt, type CheckObservation, poll, type JudgeTiming } from './poll.js';
import { request } from './request.js';

/** A `get` may be asked again until the answer fits; a `post` may change something and is sent once. */
export async function judgeHttp(
  check: HttpCheck,
  signal: AbortSignal,
  times: JudgeTiming,
): Promise<CheckResult> {
  const url = check.get ?? check.post ?? '';
  const method = check.get === undefined ? 'POST' : 'GET';
  const wanted = check.expect ?? {};
  const text = wanted.text === undefined ? undefined : compileMatch(wanted.text);
  const expected = [
    wanted.status === undefined ? 'status 2xx' : `status ${wanted.status}`,
    ...(wanted.json === undefined ? [] : [`JSON with ${excerpt(JSON.stringify(wanted.json))}`]),
    ...(text === undefined ? [] : [`text ${text}`]),
  ].join(', ');

  const look = async (): Promise<CheckObservation> => {
    const answer = await request(method, url, withSecrets(check, times.secrets), signal, times.request);
    if ('fault' in answer) return { pass: false, actual: answer.fault };
    const { status, body } = answer;
    const shown = excerpt(collapse(body));
    if (wanted.status === undefined ? status < 200 || status > 299 : status !== wanted.status) {
      return { pass: false, actual: `status ${status}${shown && `: ${shown}`}` };
    }
    if (wanted.json !== undefined) {
      const fault = jsonFault(wanted.json, body);
      if (fault) return { pass: false, actual: fault };
    }
    if (text && !text.test(body))
      return { pass: false, actual: `status ${status}, and the text ${shown || 'is empty'}` };
    return { pass: true, actual: `status ${status}${shown && `: ${shown}`}` };
  };
  const result = await poll(method === 'GET' ? times : { ...times, within: 0 }, signal, look);
  return { label: `${method} ${url} answers as expected`, expected, ...result };
}

/** Brings the site into the state that a scenario starts from. */
export async function resetSite(
  reset: NonNullable<Scenario['start']['reset']>,
  signal: AbortSignal,
  timeout = 10_000,
): Promise<void> {
  const answer = await request('POST', reset.post, reset, signal, timeout);
  const fault =
    'fault' in answer
      ? answer.fault
      : answer.status >= 400
        ? `it answered with status ${answer.status}`
        : null;
  if (fault) {
    throw new ParleyError(
      'infra',
      `The site could not be reset (POST ${reset.post}): ${fault}.`,
      'Check start.reset and that the site is up.',
    );
  }
}
