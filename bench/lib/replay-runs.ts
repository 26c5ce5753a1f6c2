/** Replays recordings on changed pages, and judges each replay by its effects on the site. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { readSession } from '../../src/demonstration/index.js';
import { readReplayScript } from '../../src/replay/index.js';
import { type MutatedSite, startMutatedSite } from './mutated-site.js';
import type { PageMutation } from './page-mutations.js';
import { formatTable } from './table.js';

const PROGRAM = join(process.cwd(), 'dist/cli/main.js');

export interface Recording {
  scenario: string;
  session: string;
  /** Path of the start page. */
  path: string;
  site: RecordedSite;
}

export interface RecordedSite {
  /** Restores the site's state at the start of the recording. @returns its origin */
  open(): Promise<{ origin: string; close(): Promise<void> }>;
  /** Path of the site's own data; null if it does not expose them. */
  statePath: string | null;
}

export const RESULTS = ['replayed', 'healed', 'refused', 'incomplete', 'wrong'] as const;
export type Result = (typeof RESULTS)[number];

export interface Replay {
  scenario: string;
  mutation: string;
  result: Result;
  reason: string;
  /** Effects on the site that the recorded session did not have. */
  wrong: string[];
  lines: { replayed: number; healed: number };
  /** Duration of the replay. */
  seconds: number;
  /** Duration of the recorded actions, with the observations before them and the waits after them. */
  recordedSeconds: number;
  /** The same duration for the replay's own actions, which shows the current speed of the machine. */
  ownSeconds: number;
}

/** Effects of the recorded session on the unchanged site. */
export interface Baseline {
  changes: readonly string[];
  states: readonly string[];
}

export function runProgram(args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, PARLEY_SECRET_PASSWORD: 'anchor-9' };
    execFile(process.execPath, [PROGRAM, ...args], { maxBuffer: 1e8, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });
}

/** Returns the only session in a results folder; null if there is none. */
export function onlySession(folder: string): string | null {
  const [name] = existsSync(folder) ? readdirSync(folder) : [];
  return name === undefined ? null : join(folder, name);
}

/** Answers to cookie banners are ignored, because they depend on the page where a replay starts. */
const isBanner = (request: string): boolean => /^POST \/\w+\/api\/cookies /.test(request);

/** Sorts form fields, and removes tokens, times and boundaries, which are new in each session. */
function normalise(request: string): string {
  const [method = '', path = '', ...rest] = request.split(' ');
  const body = rest
    .join(' ')
    .replace(/WebKitFormBoundary\w+/g, 'boundary')
    .replace(/\d{12,}/g, '#');
  const isForm = /^[\w%.+-]+=/.test(body);
  const fields = body
    .split('&')
    .filter((field) => !/^(?:csrf\w*|__FORM_TOKEN|(?:start|view)_time)=/.test(field))
    .toSorted();
  return [method, path, isForm ? fields.join('&') : body].join(' ');
}

/** Removes the answer to a cookie banner and the clock from a state. */
function normaliseState(text: string): string {
  const { consent: _consent, now: _now, ...state } = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify(state);
}

/** Finds requests that were not recorded, and checks whether all recorded ones were made. */
function compareRequests(
  done: readonly string[],
  recorded: readonly string[],
): { wrong: string[]; isComplete: boolean } {
  const remaining = recorded.filter((request) => !isBanner(request)).map(normalise);
  const wrong = done
    .filter((request) => !isBanner(request))
    .map(normalise)
    .filter((request) => {
      const index = remaining.indexOf(request);
      if (index >= 0) remaining.splice(index, 1);
      return index < 0;
    });
  return { wrong, isComplete: remaining.length === 0 };
}

/** Compares states, because other markup makes other requests. Every state must occur in the recording. */
function compareStates(
  reached: readonly string[],
  recorded: readonly string[],
): { wrong: string[]; isComplete: boolean } {
  const [states, known] = [reached, recorded].map((texts) => texts.map(normaliseState));
  const wrong = states!.filter((state) => !known!.includes(state));
  const isComplete = known!.length === 0 || states!.at(-1) === known!.at(-1);
  return { wrong: wrong.map((state) => `state ${state.slice(0, 2000)}`), isComplete };
}

function compare(
  site: MutatedSite,
  baseline: Baseline | null,
  mutation: PageMutation,
): { wrong: string[]; isComplete: boolean } {
  if (!baseline) return { wrong: [], isComplete: true };
  return mutation.skin
    ? compareStates(site.states, baseline.states)
    : compareRequests(site.changes, baseline.changes);
}

/** @param baseline null: this replay measures it */
export async function replay(
  { scenario, session, path, site: recordedSite }: Recording,
  mutation: PageMutation,
  baseline: Baseline | null,
  folder: string,
): Promise<{ replay: Replay; effects: Baseline }> {
  const { origin, close } = await recordedSite.open();
  const { statePath } = recordedSite;
  // The second skin has its own data path.
  const ownPath = mutation.skin ? statePath?.replace(/^\/\w+/, '$&-2') : statePath;
  const stateUrl = ownPath ? origin + ownPath : null;
  const site = await startMutatedSite(
    origin,
    mutation,
    stateUrl === null ? undefined : async () => (await fetch(stateUrl)).text(),
  );
  const results = join(folder, 'replays', mutation.name, scenario.replaceAll('/', '-'));
  try {
    const args = ['replay', session, '--url', site.url + path, '--results', results];
    const { code, output } = await runProgram(args);
    const replayed = onlySession(results);
    const end = replayed === null ? undefined : readSession(replayed).events.at(-1);
    const { replayed: whole = 0, healed = 0 } = (end?.type === 'end' && end.replay) || {};
    const { wrong, isComplete } = compare(site, baseline, mutation);
    return {
      replay: {
        scenario,
        mutation: mutation.name,
        result: judge({ code, healed, wrong, isComplete }),
        reason: end?.type === 'end' ? end.reason : output.trim(),
        wrong,
        lines: { replayed: whole, healed },
        seconds: end?.type === 'end' ? end.seconds : 0,
        recordedSeconds: readReplayScript(session).recordedMs / 1000,
        ownSeconds: replayed === null ? 0 : ownSecondsOf(replayed),
      },
      effects: { changes: [...site.changes], states: [...site.states] },
    };
  } finally {
    await site.close();
    await close();
  }
}

/** 0 if the replay ended before its first line. */
function ownSecondsOf(session: string): number {
  try {
    return readReplayScript(session).recordedMs / 1000;
  } catch {
    return 0;
  }
}

function judge(replay: { code: number; healed: number; wrong: string[]; isComplete: boolean }): Result {
  if (replay.wrong.length > 0) return 'wrong';
  if (replay.code !== 0) return 'refused';
  if (!replay.isComplete) return 'incomplete';
  return replay.healed > 0 ? 'healed' : 'replayed';
}

/** Formats a row per mutation, and one for all of them except the first, which changes nothing. */
export function formatResults(replays: readonly Replay[], mutations: readonly PageMutation[]): string {
  const row = (name: string, subset: readonly Replay[]): string[] => {
    const counts = RESULTS.map((result) => subset.filter((replay) => replay.result === result).length);
    const sum = (countOf: (replay: Replay) => number): number =>
      subset.reduce((total, replay) => total + countOf(replay), 0);
    const lines = [sum(({ lines: { replayed } }) => replayed), sum(({ lines: { healed } }) => healed)];
    const survived = counts[0]! + counts[1]!;
    const share = subset.length === 0 ? '–' : `${((100 * survived) / subset.length).toFixed(1)} %`;
    return [name, ...counts.map(String), share, ...lines.map(String)];
  };
  return formatTable(
    ['change', ...RESULTS, 'replayed or healed', 'lines replayed', 'lines healed'],
    [
      ...mutations.flatMap(({ name }) => {
        const subset = replays.filter(({ mutation }) => mutation === name);
        return subset.length > 0 ? [row(name, subset)] : [];
      }),
      row(
        'all but unchanged',
        replays.filter(({ mutation }) => mutation !== mutations[0]!.name),
      ),
    ],
  );
}

const MIN_TIMED_LINES = 3;

/** Wall time of whole replays on unchanged pages, relative to the recorded actions. */
export function formatTimes(replays: readonly Replay[], unchanged: string): string {
  const timed = replays.filter(
    ({ mutation, result, lines }) =>
      mutation === unchanged && result === 'replayed' && lines.replayed >= MIN_TIMED_LINES,
  );
  const ratios = timed
    .filter(({ recordedSeconds }) => recordedSeconds > 0)
    .map((replay) => ({ ...replay, ratio: replay.seconds / replay.recordedSeconds }))
    .toSorted((a, b) => a.ratio - b.ratio);
  return formatTable(
    [
      'unchanged session',
      'lines',
      'recorded s',
      'own actions s',
      'replay s',
      'ratio',
      'ratio to own actions',
    ],
    ratios.map(({ scenario, lines, recordedSeconds, ownSeconds, seconds, ratio }) => [
      scenario,
      String(lines.replayed),
      recordedSeconds.toFixed(1),
      ownSeconds.toFixed(1),
      seconds.toFixed(1),
      ratio.toFixed(2),
      ownSeconds > 0 ? (seconds / ownSeconds).toFixed(2) : '–',
    ]),
  );
}
