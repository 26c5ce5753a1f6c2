/** Records the sessions to replay: scenarios on the fixture sites and in open-source applications. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { startFixtures } from '../../fixtures/server.mjs';
import { readSession } from '../../src/demonstration/index.js';
import { LINE_APPLICATIONS } from '../applications/catalogue.js';
import { reportProgress } from './command-line.js';
import type { RunningApplication } from './lines/application.js';
import { findOnlySession, type RecordedSite, type Recording, runProgram } from './replay-runs.js';

const SITE_NAMES = ['shop', 'mail', 'calendar', 'encyclopedia'];
/** Sites that serve their data at `/<site>/api/state`, in the same format for both skins. */
const SITES_WITH_STATE: ReadonlySet<string> = new Set(['shop', 'mail', 'calendar']);
/** Shorter recordings have too little to replay. */
const MIN_ACTIONS = 2;
const SESSIONS_FOLDER = 'bench/applications/sessions';

/** Records one scenario. @returns null if it does not pass or has too few actions */
async function recordScenario(
  file: string,
  flags: readonly string[],
  resultsFolder: string,
): Promise<{ sessionFolder: string; startPath: string } | null> {
  rmSync(resultsFolder, { recursive: true, force: true });
  const { code } = await runProgram(['run', file, ...flags, '--results', resultsFolder]);
  const sessionFolder = findOnlySession(resultsFolder);
  if (code !== 0 || sessionFolder === null) return null;
  const { events } = readSession(sessionFolder);
  const [start] = events;
  if (start?.type !== 'session' || events.filter(({ type }) => type === 'action').length < MIN_ACTIONS)
    return null;
  const { pathname, search } = new URL(start.url);
  return { sessionFolder, startPath: pathname + search };
}

const getScenarioName = (file: string): string => file.replace(/^scenarios\/|\.scenario\.yaml$/g, '');

/** Records scenarios on the fixture sites. Leaves out those that do not pass. */
export async function recordFixtureSites(folder: string, count: number): Promise<Recording[]> {
  const files = SITE_NAMES.flatMap((site) =>
    readdirSync(`scenarios/${site}`).map((name) => `scenarios/${site}/${name}`),
  );
  const recordings: Recording[] = [];
  for (const file of files) {
    if (recordings.length === count) break;
    const recording = await recordScenario(file, [], join(folder, 'recordings', String(recordings.length)));
    // Skip recordings with masked values, which the replay cannot enter.
    if (!recording || hasMaskedValue(recording.sessionFolder)) continue;
    recordings.push({ ...recording, scenario: getScenarioName(file), site: createFixtureSite(file) });
    reportProgress(`recorded ${recordings.length}: ${file}`);
  }
  return recordings;
}

const hasMaskedValue = (sessionFolder: string): boolean =>
  readSession(sessionFolder).events.some(
    (event) => event.type === 'action' && /<[A-Z_]+>/.test(JSON.stringify(event.action)),
  );

function createFixtureSite(file: string): RecordedSite {
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
 * @returns the recordings, and a function that closes the applications after the replays
 */
export async function recordApplications(
  folder: string,
  count: number,
): Promise<{ recordings: Recording[]; close(): Promise<void> }> {
  const runningApplications: RunningApplication[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(runningApplications.map((application) => application.close()));
  };
  const recordings: Recording[] = [];
  try {
    const fileNames = readdirSync(SESSIONS_FOLDER);
    for (const { name, start } of LINE_APPLICATIONS) {
      const files = fileNames.filter((file) => file.startsWith(`${name}-`));
      if (files.length === 0) continue;
      const workFolder = join(folder, 'applications', name);
      mkdirSync(workFolder, { recursive: true });
      const application = await start(workFolder);
      runningApplications.push(application);
      await application.saveInitialState();
      for (const file of files) {
        if (recordings.length === count) break;
        await application.reset();
        const resultsFolder = join(folder, 'recordings', file);
        const flags = ['--var', `site=${application.url}`];
        const recording = await recordScenario(`${SESSIONS_FOLDER}/${file}`, flags, resultsFolder);
        if (!recording) {
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
        recordings.push({ ...recording, scenario: file.replace('.scenario.yaml', ''), site });
        reportProgress(`recorded ${recordings.length}: ${file}`);
      }
    }
    return { recordings, close };
  } catch (error) {
    await close();
    throw error;
  }
}
