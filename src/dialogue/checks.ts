/**
 * Whether the page and the servers behind it are as a scenario says. Checks only look: at the page through the
 * read-only probe, at servers over HTTP. One that can wait does so for a while, because pages take their time.
 */
import { setTimeout as pause } from 'node:timers/promises';

import { type CheckResult, type ElementQuery, type Probe, Problem } from '../contract/index.js';
import { globMatches } from './globs.js';
import { collapse, compileMatch } from './matchers.js';
import type { Check, ElementCheck, HttpCheck, Scenario } from './schema/scenario.js';

export interface JudgeOptions {
  /** How long a check may wait for what it describes, ms. */
  within?: number;
  /** How often it looks meanwhile, ms. */
  every?: number;
  /** How long one HTTP request, or one look at the page, may take. */
  request?: number;
}

const DEFAULTS = { within: 5_000, every: 100, request: 5_000 };
/** Bodies are read to this length; what a check asks for stands well before it. */
const MOST_BODY = 1024 * 1024;

/** What one look found. */
interface Look {
  pass: boolean;
  actual: string;
}

export async function judgeCheck(
  check: Check,
  probe: Probe,
  signal: AbortSignal,
  options: JudgeOptions = {},
): Promise<CheckResult> {
  const times = { ...DEFAULTS, ...options };
  if (check.url !== undefined) {
    const glob = check.url;
    const look = await poll(times, signal, () => {
      const url = probe.url();
      return { pass: globMatches(glob, url), actual: url };
    });
    return { label: `the address is ${glob}`, expected: glob, ...look };
  }
  if (check.text !== undefined) {
    const matcher = compileMatch(check.text);
    const look = await poll(times, signal, async () => {
      const text = collapse(await probe.text());
      return { pass: matcher.test(text), actual: text === '' ? 'a page without text' : excerpt(text) };
    });
    return { label: `the page says ${matcher}`, expected: String(matcher), ...look };
  }
  if (check.element !== undefined) return judgeElement(check.element, probe, signal, times);
  if (check.http !== undefined) return judgeHttp(check.http, signal, times);
  throw new Error('a check has one of url, text, element and http');
}

async function judgeElement(
  check: ElementCheck,
  probe: Probe,
  signal: AbortSignal,
  times: Required<JudgeOptions>,
): Promise<CheckResult> {
  const query = toElementQuery(check);
  const look = await glance(times.within + times.request, signal, async () => {
    const { ok, found } = await probe.element(query, times.within, signal);
    return { pass: ok, actual: ok ? query.state : found };
  });
  const described = describeElement(query);
  return { label: `${described} is ${query.state}`, expected: `${described}, ${query.state}`, ...look };
}

function toElementQuery(
  check: Omit<ElementCheck, 'state'> & { state?: ElementCheck['state'] },
): ElementQuery {
  return {
    state: check.state ?? 'visible',
    ...(check.role !== undefined && { role: check.role }),
    ...(check.css !== undefined && { css: check.css }),
    ...(check.name !== undefined && { name: compileMatch(check.name) }),
    ...(check.text !== undefined && { text: compileMatch(check.text) }),
    ...(check.value !== undefined && { value: compileMatch(check.value) }),
  };
}

/** `button “Save” with the text /done/` */
function describeElement(query: ElementQuery): string {
  const parts = [query.role ?? (query.css === undefined ? 'an element' : '')];
  if (query.css !== undefined) parts.push(query.css);
  if (query.name !== undefined) parts.push(`named ${query.name}`);
  if (query.text !== undefined) parts.push(`with the text ${query.text}`);
  if (query.value !== undefined) parts.push(`with the value ${query.value}`);
  return parts.filter((part) => part !== '').join(' ');
}

/** A `get` may be asked again until the answer fits; a `post` may change something and is sent once. */
async function judgeHttp(
  check: HttpCheck,
  signal: AbortSignal,
  times: Required<JudgeOptions>,
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

  const look = async (): Promise<Look> => {
    const answer = await request(method, url, check.json, signal, times.request);
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
  const answer = await request('POST', reset.post, reset.json, signal, timeout);
  const fault =
    'fault' in answer
      ? answer.fault
      : answer.status >= 400
        ? `it answered with status ${answer.status}`
        : null;
  if (fault) {
    throw new Problem(
      'infra',
      `The site could not be reset (POST ${reset.post}): ${fault}.`,
      'Check start.reset and that the site is up.',
    );
  }
}

type Answer = { status: number; body: string } | { fault: string };

async function request(
  method: string,
  url: string,
  json: unknown,
  signal: AbortSignal,
  timeout: number,
): Promise<Answer> {
  const limit = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, {
      method,
      signal: AbortSignal.any([signal, limit]),
      ...(json !== undefined && {
        body: JSON.stringify(json),
        headers: { 'content-type': 'application/json' },
      }),
    });
    return { status: response.status, body: await readBody(response) };
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return { fault: `no answer within ${timeout / 1000} s` };
    return { fault: networkFault(error) };
  }
}

async function readBody(response: Response): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_BODY) break;
  }
  return text + decoder.decode();
}

function networkFault(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as NodeJS.ErrnoException).code ?? '';
  const known: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there (connection refused)',
    ENOTFOUND: 'there is no such host',
    EAI_AGAIN: 'the host name could not be looked up',
    ECONNRESET: 'the connection was cut',
    UND_ERR_SOCKET: 'the connection was cut',
    ETIMEDOUT: 'no connection in time',
    UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  };
  return (
    known[code] ?? `the request failed (${code || (cause instanceof Error ? cause.message : String(cause))})`
  );
}

/** Where a body differs from the JSON that is expected in it; null where it holds all of it. */
function jsonFault(wanted: unknown, body: string): string | null {
  let given: unknown;
  try {
    given = JSON.parse(body);
  } catch {
    return `no JSON, but ${excerpt(collapse(body)) || 'an empty body'}`;
  }
  return jsonDifference(wanted, given, '');
}

/** Maps may hold more than is expected; lists have the same length; everything else is equal. */
function jsonDifference(wanted: unknown, given: unknown, path: string): string | null {
  const differs = (): string => `${path || 'JSON'} is ${excerpt(JSON.stringify(given) ?? 'missing')}`;
  if (Array.isArray(wanted)) {
    if (!Array.isArray(given)) return differs();
    if (given.length !== wanted.length)
      return `${path || 'JSON'} has ${given.length} entries, not ${wanted.length}`;
    return firstOf(wanted.map((item, i) => () => jsonDifference(item, given[i], `${path}[${i}]`)));
  }
  if (typeof wanted === 'object' && wanted !== null) {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return differs();
    return firstOf(
      Object.keys(wanted).map((key) => () => {
        const at = path ? `${path}.${key}` : key;
        if (!Object.hasOwn(given, key)) return `${at} is missing`;
        return jsonDifference(
          (wanted as Record<string, unknown>)[key],
          (given as Record<string, unknown>)[key],
          at,
        );
      }),
    );
  }
  return wanted === given ? null : differs();
}

function firstOf(looks: (() => string | null)[]): string | null {
  for (const look of looks) {
    const found = look();
    if (found !== null) return found;
  }
  return null;
}

/** Looks until it passes or the time is up; the last look counts. */
async function poll(
  times: Required<JudgeOptions>,
  signal: AbortSignal,
  look: () => Look | Promise<Look>,
): Promise<Look> {
  const end = performance.now() + times.within;
  for (;;) {
    const seen = await glance(times.request * 2, signal, look);
    if (seen.pass || performance.now() + times.every > end) return seen;
    await pause(times.every, undefined, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
  }
}

/** One look. What goes wrong in it is a finding; only an abort is passed on. A look that hangs is given up. */
async function glance(cap: number, signal: AbortSignal, look: () => Look | Promise<Look>): Promise<Look> {
  signal.throwIfAborted();
  const given = new AbortController();
  try {
    return await Promise.race([
      Promise.resolve().then(look),
      pause(cap, undefined, { signal: AbortSignal.any([signal, given.signal]) }).then(() => ({
        pass: false,
        actual: `no answer from the page within ${cap / 1000} s`,
      })),
    ]);
  } catch (error) {
    signal.throwIfAborted();
    return {
      pass: false,
      actual: `the page could not be read (${error instanceof Error ? error.message : String(error)})`,
    };
  } finally {
    given.abort();
  }
}

function excerpt(text: string): string {
  if (text.length <= 200) return text;
  return `${text.slice(0, 160)}… (${text.length} characters in all)`;
}
