/**
 * Measures how well recorded sessions can be replayed after their site has changed. Results come from the requests that
 * changed the site, not from the replay's own report.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  defineBenchmark,
  JSON_OPTION,
  reportProgress,
  createWholeNumberOption,
  writeJson,
} from './lib/command-line.js';
import { PAGE_MUTATIONS, type PageMutation } from './lib/page-mutations.js';
import { recordApplications, recordFixtureSites } from './lib/replay-recordings.js';
import { formatResults, formatTimes, type Recording, replay, type Replay } from './lib/replay-runs.js';

async function replayAll(
  recordings: readonly Recording[],
  [unchangedSite, ...mutations]: readonly PageMutation[],
  folder: string,
): Promise<Replay[]> {
  const replays: Replay[] = [];
  for (const recording of recordings) {
    const baseline = await replay(recording, unchangedSite!, null, folder);
    const recordingReplays = [baseline.replay];
    for (const mutation of mutations)
      recordingReplays.push((await replay(recording, mutation, baseline.effects, folder)).replay);
    replays.push(...recordingReplays);
    const results = recordingReplays.map(({ mutation, result }) => `${mutation} ${result}`);
    reportProgress(`${recording.scenario}: ${results.join(', ')}`);
  }
  return replays;
}

export const benchmark = defineBenchmark({
  summary: 'replays of recorded sessions on changed pages',
  description:
    'Records sessions with the direct navigator on the fixture sites or in open-source applications, and replays each on changed pages. “Wrong” means a request that the recorded session did not make. The second skin of a fixture site sends different requests; there it means that the data reached a state that the recorded session never reached.',
  options: {
    applications: {
      type: 'boolean',
      default: false,
      describe: 'Use open-source applications instead of the fixture sites; they are installed on first use',
    },
    sessions: createWholeNumberOption('sessions', { describe: 'Number of recorded sessions', default: 16 }),
    changes: {
      type: 'string',
      requiresArg: true,
      describe: `Changes to apply, separated by commas: ${PAGE_MUTATIONS.map(({ name }) => name).join(', ')}`,
    },
    keep: {
      type: 'string',
      requiresArg: true,
      describe: 'Empty folder for the recorded and replayed sessions, which are deleted otherwise',
    },
    json: JSON_OPTION,
  },
  example: '--sessions 4 --changes renamed,decoys',
  async run({ applications, sessions, changes, keep, json }, command) {
    const names = changes?.split(',').map((name) => name.trim());
    const [unchangedSite, ...mutationsWithChanges] = PAGE_MUTATIONS;
    const mutations = [
      unchangedSite!,
      // Applications have no second skin.
      ...mutationsWithChanges.filter(
        ({ name, skin }) => (!names || names.includes(name)) && !(applications && skin),
      ),
    ];
    const folder = keep ?? mkdtempSync(join(tmpdir(), 'parley-replay-'));
    const { recordings, close } = applications
      ? await recordApplications(folder, sessions)
      : { recordings: await recordFixtureSites(folder, sessions), close: () => Promise.resolve() };
    try {
      const replays = await replayAll(recordings, mutations, folder);
      process.stdout.write(`${command}\n\n${formatResults(replays, mutations)}\n\n`);
      process.stdout.write(`${formatTimes(replays, unchangedSite!.name)}\n\n`);
      for (const { scenario, mutation, result, reason, unexpectedEffects } of replays)
        if (result !== 'replayed' && result !== 'healed')
          process.stdout.write(
            `${result}  ${mutation}  ${scenario}: ${[reason, ...unexpectedEffects].join(' | ').slice(0, 300)}\n`,
          );
      writeJson(json, { command, replays });
      return 0;
    } finally {
      await close();
      if (keep === undefined) rmSync(folder, { recursive: true, force: true });
    }
  },
});
