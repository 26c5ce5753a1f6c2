/** Replays recordings on mutated pages, and judges each replay by its effects on the site. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { readSession } from '../../src/demonstration/index.js';
import { readReplayScript } from '../../src/replay/index.js';
import { type MutatedSite, startMutatedSite } from './mutated-site.js';
import type { PageMutation } from './page-mutations.js';
import { formatTable } from './table.js';

const PROGRAM_PATH = join(process.cwd(), 'dist/cli/main.js');

export interface Recording {
  scenario: string;
  sessionFolder: string;
  /** Path of the start page. */
  startPath: string;
  site: RecordedSite;
}

export interface RecordedSite {
  /** Restores the site's state at the start of the recording. @returns its origin */
  open(): Promise<{ origin: string; close(): Promise<void> }>;
  /** URL path of the site's own data; null if the site does not expose them. */
  statePath: string | null;
}

export const REPLAY_RESULTS = ['replayed', 'healed', 'refused', 'incomplete', 'wrong'] as const;
export type ReplayResult = (typeof REPLAY_RESULTS)[number];

export interface Replay {
  scenario: string;
  mutation: string;
  result: ReplayResult;
  reason: string;
  /** Effects on the site that the recorded session did not have. */
  unexpectedEffects: string[];
  lines: { replayed: number; healed: number };
  /** Duration of the replay. */
  seconds: number;
  /** Duration of the recorded actions, including the observations before them and the waits after them. */
  recordedSeconds: number;
  /** The same duration for the replay's own actions, which shows the machine's current speed. */
  replayedSeconds: number;
}

/** Effects of a session or replay on the site. */
export interface SiteEffects {
  changes: readonly string[];
  states: readonly string[];
}

export function runProgram(args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, PARLEY_SECRET_PASSWORD: 'anchor-9' };
    execFile(process.execPath, [PROGRAM_PATH, ...args], { maxBuffer: 1e8, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });
}

/** Returns the only session in a results folder; null if there is none. */
export function findOnlySession(folder: string): string | null {
  const [name] = existsSync(folder) ? readdirSync(folder) : [];
  return name === undefined ? null : join(folder, name);
}

/** Answers to cookie banners are ignored, because they depend on the page where a replay starts. */
const isBannerAnswer = (request: string): boolean => /^POST \/\w+\/api\/cookies /.test(request);

/** Sorts form fields, and removes tokens, times and boundaries, which are new in each session. */
function normaliseRequest(request: string): string {
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
  actualRequests: readonly string[],
  recordedRequests: readonly string[],
): { unexpected: string[]; isComplete: boolean } {
  const missingRequests = recordedRequests
    .filter((request) => !isBannerAnswer(request))
    .map(normaliseRequest);
  const unexpectedRequests = actualRequests
    .filter((request) => !isBannerAnswer(request))
    .map(normaliseRequest)
    .filter((request) => {
      const index = missingRequests.indexOf(request);
      if (index >= 0) missingRequests.splice(index, 1);
      return index < 0;
    });
  return { unexpected: unexpectedRequests, isComplete: missingRequests.length === 0 };
}

/**
 * Compares states instead of requests, because different markup sends different requests. Every state must occur in the
 * recording.
 */
function compareStates(
  actual: readonly string[],
  recorded: readonly string[],
): { unexpected: string[]; isComplete: boolean } {
  const [actualStates, recordedStates] = [actual, recorded].map((texts) => texts.map(normaliseState));
  const unexpected = actualStates!.filter((state) => !recordedStates!.includes(state));
  const isComplete = recordedStates!.length === 0 || actualStates!.at(-1) === recordedStates!.at(-1);
  return { unexpected: unexpected.map((state) => `state ${state.slice(0, 2000)}`), isComplete };
}

function compareEffects(
  site: MutatedSite,
  baseline: SiteEffects | null,
  mutation: PageMutation,
): { unexpected: string[]; isComplete: boolean } {
  if (!baseline) return { unexpected: [], isComplete: true };
  return mutation.skin
    ? compareStates(site.states, baseline.states)
    : compareRequests(site.changes, baseline.changes);
}

/** @param baseline effects of the replay on the unchanged site; null if this replay measures them */
export async function replay(
  { scenario, sessionFolder, startPath, site: recordedSite }: Recording,
  mutation: PageMutation,
  baseline: SiteEffects | null,
  folder: string,
): Promise<{ replay: Replay; effects: SiteEffects }> {
  const { origin, close } = await recordedSite.open();
  const { statePath } = recordedSite;
  // The second skin has its own data path.
  const skinStatePath = mutation.skin ? statePath?.replace(/^\/\w+/, '$&-2') : statePath;
  const stateUrl = skinStatePath ? origin + skinStatePath : null;
  const site = await startMutatedSite(
    origin,
    mutation,
    stateUrl === null ? undefined : async () => (await fetch(stateUrl)).text(),
  );
  const resultsFolder = join(folder, 'replays', mutation.name, scenario.replaceAll('/', '-'));
  try {
    const args = ['replay', sessionFolder, '--url', site.url + startPath, '--results', resultsFolder];
    const { code, output } = await runProgram(args);
    const replayedSession = findOnlySession(resultsFolder);
    const endEvent = replayedSession === null ? undefined : readSession(replayedSession).events.at(-1);
    const { replayed: replayedCount = 0, healed: healedCount = 0 } =
      (endEvent?.type === 'end' && endEvent.replay) || {};
    const { unexpected: unexpectedEffects, isComplete } = compareEffects(site, baseline, mutation);
    return {
      replay: {
        scenario,
        mutation: mutation.name,
        result: judgeReplay({ code, healed: healedCount, unexpectedEffects, isComplete }),
        reason: endEvent?.type === 'end' ? endEvent.reason : output.trim(),
        unexpectedEffects,
        lines: { replayed: replayedCount, healed: healedCount },
        seconds: endEvent?.type === 'end' ? endEvent.seconds : 0,
        recordedSeconds: readReplayScript(sessionFolder).recordedMs / 1000,
        replayedSeconds: replayedSession === null ? 0 : readActionSeconds(replayedSession),
      },
      effects: { changes: [...site.changes], states: [...site.states] },
    };
  } finally {
    await site.close();
    await close();
  }
}

/** Reads the duration of a session's actions in seconds; 0 if it ended before its first line. */
function readActionSeconds(session: string): number {
  try {
    return readReplayScript(session).recordedMs / 1000;
  } catch {
    return 0;
  }
}

function judgeReplay(replay: {
  code: number;
  healed: number;
  unexpectedEffects: string[];
  isComplete: boolean;
}): ReplayResult {
  if (replay.unexpectedEffects.length > 0) return 'wrong';
  if (replay.code !== 0) return 'refused';
  if (!replay.isComplete) return 'incomplete';
  return replay.healed > 0 ? 'healed' : 'replayed';
}

/** Formats a row per mutation, and one for all of them except the first, which changes nothing. */
export function formatResults(replays: readonly Replay[], mutations: readonly PageMutation[]): string {
  const formatRow = (name: string, subset: readonly Replay[]): string[] => {
    const counts = REPLAY_RESULTS.map((result) => subset.filter((replay) => replay.result === result).length);
    const sum = (getCount: (replay: Replay) => number): number =>
      subset.reduce((total, replay) => total + getCount(replay), 0);
    const lineCounts = [sum(({ lines: { replayed } }) => replayed), sum(({ lines: { healed } }) => healed)];
    const successCount = counts[0]! + counts[1]!;
    const share = subset.length === 0 ? '–' : `${((100 * successCount) / subset.length).toFixed(1)} %`;
    return [name, ...counts.map(String), share, ...lineCounts.map(String)];
  };
  return formatTable(
    ['change', ...REPLAY_RESULTS, 'replayed or healed', 'lines replayed', 'lines healed'],
    [
      ...mutations.flatMap(({ name }) => {
        const subset = replays.filter(({ mutation }) => mutation === name);
        return subset.length > 0 ? [formatRow(name, subset)] : [];
      }),
      formatRow(
        'all but unchanged',
        replays.filter(({ mutation }) => mutation !== mutations[0]!.name),
      ),
    ],
  );
}

const MIN_TIMED_LINES = 3;

/** Tabulates the wall time of complete replays on unchanged pages, relative to the recorded actions. */
export function formatTimes(replays: readonly Replay[], unchanged: string): string {
  const timedReplays = replays.filter(
    ({ mutation, result, lines }) =>
      mutation === unchanged && result === 'replayed' && lines.replayed >= MIN_TIMED_LINES,
  );
  const timedReplaysByRatio = timedReplays
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
    timedReplaysByRatio.map(
      ({ scenario, lines, recordedSeconds, replayedSeconds: ownSeconds, seconds, ratio }) => [
        scenario,
        String(lines.replayed),
        recordedSeconds.toFixed(1),
        ownSeconds.toFixed(1),
        seconds.toFixed(1),
        ratio.toFixed(2),
        ownSeconds > 0 ? (seconds / ownSeconds).toFixed(2) : '–',
      ],
    ),
  );
}
