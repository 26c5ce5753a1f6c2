/**
 * Measures how recorded sessions survive changes of their site: replayed, rightly healed, refused, or wrong. What a
 * replay did is read from the requests that changed the site, and not from what it says about itself.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parse } from 'yaml';

import { startFixtures } from '../fixtures/server.mjs';
import { readSession } from '../src/demonstration/index.js';
import { defineBenchmark, JSON_OPTION, reportProgress, wholeNumber, writeJson } from './lib/command-line.js';
import { startMutatedSite } from './lib/mutated-site.js';
import { PAGE_MUTATIONS, type PageMutation } from './lib/page-mutations.js';
import { formatTable } from './lib/table.js';

const PROGRAM = join(process.cwd(), 'dist/cli/main.js');
const SITES = ['shop', 'mail', 'calendar', 'encyclopedia'];
/** What the scenarios are about: they end before the navigator has done anything that could be replayed. */
const MIN_ACTIONS = 2;

interface Recording {
  scenario: string;
  session: string;
  /** Path of the start page. */
  path: string;
  /** Body of the request that resets the site. */
  reset: unknown;
}

type Result = 'replayed' | 'healed' | 'refused' | 'incomplete' | 'wrong';

interface Replay {
  scenario: string;
  mutation: string;
  result: Result;
  reason: string;
  /** Requests that the recorded session did not make. */
  wrong: string[];
}

function runProgram(args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });
}

const onlySession = (folder: string): string => join(folder, readdirSync(folder)[0]!);

/** Records scenarios that pass and act at least twice. */
async function record(folder: string, count: number): Promise<Recording[]> {
  const files = SITES.flatMap((site) =>
    readdirSync(`scenarios/${site}`).map((name) => `scenarios/${site}/${name}`),
  );
  const recordings: Recording[] = [];
  for (const file of files) {
    if (recordings.length === count) break;
    const results = join(folder, 'recordings', String(recordings.length));
    rmSync(results, { recursive: true, force: true });
    const { code } = await runProgram(['run', file, '--results', results]);
    if (code !== 0) continue;
    const session = onlySession(results);
    const { events } = readSession(session);
    if (events.filter(({ type }) => type === 'action').length < MIN_ACTIONS) continue;
    // Masked values would have to come from the environment.
    if (events.some((event) => event.type === 'action' && /<[A-Z_]+>/.test(JSON.stringify(event.action))))
      continue;
    const [start] = events;
    const scenario = parse(readFileSync(file, 'utf8')) as { start?: { reset?: { json?: unknown } } };
    recordings.push({
      scenario: file.replace(/^scenarios\/|\.scenario\.yaml$/g, ''),
      session,
      path: new URL(start?.type === 'session' ? start.url : 'http://x/').pathname,
      reset: scenario.start?.reset?.json ?? {},
    });
    reportProgress(`recorded ${recordings.length}: ${file}`);
  }
  return recordings;
}

/** Whether a replay answers a banner depends on where it is; it changes nothing else. */
const isBanner = (request: string): boolean => /^POST \/\w+\/api\/cookies /.test(request);

/** The fields of a form may come in another order. */
function normalise(request: string): string {
  const [method = '', path = '', ...rest] = request.split(' ');
  const body = rest.join(' ');
  return [method, path, /^[\w%.+-]+=/.test(body) ? body.split('&').toSorted().join('&') : body].join(' ');
}

const normaliseAll = (requests: readonly string[]): string[] =>
  requests.filter((request) => !isBanner(request)).map(normalise);

async function replay(
  { scenario, session, path, reset }: Recording,
  mutation: PageMutation,
  expected: readonly string[] | null,
  folder: string,
): Promise<{ replay: Replay; changes: string[] }> {
  const fixtures = await startFixtures();
  const site = await startMutatedSite(fixtures.url, mutation);
  const results = join(folder, 'replays', mutation.name, scenario.replaceAll('/', '-'));
  try {
    await fetch(`${fixtures.url}/reset`, { method: 'POST', body: JSON.stringify(reset) });
    const { code, output } = await runProgram([
      'replay',
      session,
      '--url',
      site.url + path,
      '--results',
      results,
    ]);
    const end = existsSync(results) ? readSession(onlySession(results)).events.at(-1) : undefined;
    const healed = end?.type === 'end' ? (end.replay?.healed ?? 0) : 0;
    const reason = end?.type === 'end' ? end.reason : output.trim();
    // The second skin has other requests for the same actions, so only the first can be compared.
    const changes = mutation.skin ? [] : normaliseAll(site.changes);
    const left = mutation.skin ? [] : normaliseAll(expected ?? site.changes);
    const wrong = changes.filter((request) => {
      const index = left.indexOf(request);
      if (index >= 0) left.splice(index, 1);
      return index < 0;
    });
    const isWhole = code === 0 && left.length === 0;
    const result: Result =
      wrong.length > 0
        ? 'wrong'
        : isWhole
          ? healed > 0
            ? 'healed'
            : 'replayed'
          : code === 0
            ? 'incomplete'
            : 'refused';
    return {
      replay: { scenario, mutation: mutation.name, result, reason, wrong },
      changes: [...site.changes],
    };
  } finally {
    await site.close();
    await fixtures.close();
  }
}

const RESULTS: readonly Result[] = ['replayed', 'healed', 'refused', 'incomplete', 'wrong'];

function formatResults(replays: readonly Replay[]): string {
  const row = (name: string, ones: readonly Replay[]): string[] => {
    const counts = RESULTS.map((result) => ones.filter((one) => one.result === result).length);
    const survived = counts[0]! + counts[1]!;
    return [name, ...counts.map(String), `${((100 * survived) / ones.length).toFixed(1)} %`];
  };
  return formatTable(
    ['change', ...RESULTS, 'replayed or healed'],
    [
      ...PAGE_MUTATIONS.flatMap(({ name }) => {
        const ones = replays.filter(({ mutation }) => mutation === name);
        return ones.length > 0 ? [row(name, ones)] : [];
      }),
      row(
        'all but unchanged',
        replays.filter(({ mutation }) => mutation !== PAGE_MUTATIONS[0]!.name),
      ),
    ],
  );
}

export const benchmark = defineBenchmark({
  summary: 'replays of recorded sessions on changed pages',
  description:
    'Records scenarios on the practice sites with the navigator direct, replays each on changed pages, and compares the requests that changed the site. “Wrong” means a request that the recorded session did not make; on the second skin it is not measured.',
  options: {
    sessions: wholeNumber('sessions', { describe: 'Number of recorded sessions', default: 16 }),
    changes: {
      type: 'string',
      requiresArg: true,
      describe: `Changes to apply, separated by commas: ${PAGE_MUTATIONS.map(({ name }) => name).join(', ')}`,
    },
    json: JSON_OPTION,
  },
  example: '--sessions 4 --changes renamed,decoys',
  async run({ sessions, changes, json }, command) {
    const names = changes?.split(',').map((name) => name.trim());
    const [unchanged, ...others] = PAGE_MUTATIONS;
    const chosen = others.filter(({ name }) => !names || names.includes(name));
    const folder = mkdtempSync(join(tmpdir(), 'parley-replay-'));
    const replays: Replay[] = [];
    try {
      for (const recording of await record(folder, sessions)) {
        const baseline = await replay(recording, unchanged!, null, folder);
        replays.push(baseline.replay);
        for (const mutation of chosen)
          replays.push((await replay(recording, mutation, baseline.changes, folder)).replay);
        reportProgress(
          `${recording.scenario}: ${replays
            .slice(-chosen.length - 1)
            .map(({ mutation, result }) => `${mutation} ${result}`)
            .join(', ')}`,
        );
      }
      process.stdout.write(`${command}\n\n${formatResults(replays)}\n\n`);
      for (const { scenario, mutation, result, reason, wrong } of replays)
        if (result !== 'replayed' && result !== 'healed')
          process.stdout.write(
            `${result}  ${mutation}  ${scenario}: ${[reason, ...wrong].join(' | ').slice(0, 300)}\n`,
          );
      writeJson(json, { command, replays });
      return 0;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});
