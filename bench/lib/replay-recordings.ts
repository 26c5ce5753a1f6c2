/** Records the sessions that are replayed: scenarios of the practice sites, and of open-source applications. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { startFixtures } from '../../fixtures/server.mjs';
import { readSession } from '../../src/demonstration/index.js';
import { LINE_APPLICATIONS } from '../applications/catalogue.js';
import { reportProgress } from './command-line.js';
import type { RunningApplication } from './lines/application.js';
import { onlySession, type RecordedSite, type Recording, runProgram } from './replay-runs.js';

const SITES = ['shop', 'mail', 'calendar', 'encyclopedia'];
/** Sites with their data at `/<site>/api/state`, in the same format for both skins. */
const SITES_WITH_STATE: ReadonlySet<string> = new Set(['shop', 'mail', 'calendar']);
/** Shorter recordings have too little to replay. */
const MIN_ACTIONS = 2;
const SESSIONS_FOLDER = 'bench/applications/sessions';

/** Records one scenario. @returns null if it does not pass, or does too little */
async function record(
  file: string,
  flags: readonly string[],
  results: string,
): Promise<{ session: string; path: string } | null> {
  rmSync(results, { recursive: true, force: true });
  const { code } = await runProgram(['run', file, ...flags, '--results', results]);
  const session = onlySession(results);
  if (code !== 0 || session === null) return null;
  const { events } = readSession(session);
  const [start] = events;
  if (start?.type !== 'session' || events.filter(({ type }) => type === 'action').length < MIN_ACTIONS)
    return null;
  const { pathname, search } = new URL(start.url);
  return { session, path: pathname + search };
}

const nameOf = (file: string): string => file.replace(/^scenarios\/|\.scenario\.yaml$/g, '');

/** Records scenarios of the practice sites that pass. */
export async function recordPracticeSites(folder: string, count: number): Promise<Recording[]> {
  const files = SITES.flatMap((site) =>
    readdirSync(`scenarios/${site}`).map((name) => `scenarios/${site}/${name}`),
  );
  const recordings: Recording[] = [];
  for (const file of files) {
    if (recordings.length === count) break;
    const recorded = await record(file, [], join(folder, 'recordings', String(recordings.length)));
    // Skip recordings with masked values, which the replay does not know.
    if (!recorded || hasMaskedValue(recorded.session)) continue;
    recordings.push({ ...recorded, scenario: nameOf(file), site: practiceSite(file) });
    reportProgress(`recorded ${recordings.length}: ${file}`);
  }
  return recordings;
}

const hasMaskedValue = (session: string): boolean =>
  readSession(session).events.some(
    (event) => event.type === 'action' && /<[A-Z_]+>/.test(JSON.stringify(event.action)),
  );

function practiceSite(file: string): RecordedSite {
  const scenario = parse(readFileSync(file, 'utf8')) as { start?: { reset?: { json?: unknown } } };
  const site = file.split('/')[1]!;
  return {
    statePath: SITES_WITH_STATE.has(site) ? `/${site}/api/state` : null,
    async open() {
      const { url, close } = await startFixtures();
      const body = JSON.stringify(scenario.start?.reset?.json ?? {});
      await fetch(`${url}/reset`, { method: 'POST', body });
      return { origin: url, close };
    },
  };
}

/**
 * Records the sessions of `bench/applications/sessions`. Installs their applications on first use.
 *
 * @returns also the running applications, which the caller closes
 */
export async function recordApplications(
  folder: string,
  count: number,
): Promise<{ recordings: Recording[]; close(): Promise<void> }> {
  const running: RunningApplication[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(running.map((application) => application.close()));
  };
  const recordings: Recording[] = [];
  try {
    const names = readdirSync(SESSIONS_FOLDER);
    for (const { name, start } of LINE_APPLICATIONS) {
      const files = names.filter((file) => file.startsWith(`${name}-`));
      if (files.length === 0) continue;
      const work = join(folder, 'applications', name);
      mkdirSync(work, { recursive: true });
      const application = await start(work);
      running.push(application);
      await application.saveInitialState();
      for (const file of files) {
        if (recordings.length === count) break;
        await application.reset();
        const results = join(folder, 'recordings', file);
        const flags = ['--var', `site=${application.url}`];
        const recorded = await record(`${SESSIONS_FOLDER}/${file}`, flags, results);
        if (!recorded) {
          reportProgress(`not recorded, because it does not pass: ${file}`);
          continue;
        }
        const site: RecordedSite = {
          statePath: null,
          async open() {
            await application.reset();
            return { origin: application.url, close: () => Promise.resolve() };
          },
        };
        recordings.push({ ...recorded, scenario: file.replace('.scenario.yaml', ''), site });
        reportProgress(`recorded ${recordings.length}: ${file}`);
      }
    }
    return { recordings, close };
  } catch (error) {
    await close();
    throw error;
  }
}
