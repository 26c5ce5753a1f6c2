/**
 * The MiniWoB++ suite: small pages with one task each. A seed generates the task, and the page itself assigns the
 * reward. The pages come from the Python package and are served locally; Parley contains none of its files.
 */
import { areAllHostsLocal } from '../local-hosts.js';
import { serveFolder } from '../static-server.js';
import { writeEpisode, writeSummary } from './layout.js';
import type { HostPolicy, Measurement, Suite } from '../suite.js';
import { readEpisodeResult, startEpisode, waitForEpisodeResult } from './episode.js';
import { fetchPages } from './fetch.js';
import { FLAGS, parseFlags } from './flags.js';
import { DATA_FOLDER, findPages } from './pages.js';
import { PUBLISHED_RESULTS } from './published.js';
import { getEpisodeParameters, readEpisodes } from './read-tasks.js';
import { COMPLEX_TASKS, SIMPLE_TASKS } from './tasks.js';

/** How long to wait for the episode to end. Some pages assign the reward shortly after the last action. */
const REWARD_TIMEOUT_MS = 700;

const LOCAL_POLICY: HostPolicy = {
  confirm: { default: 'allow' },
  blocksPublicHosts: true,
  note: 'Policy of the suite: the pages of MiniWoB++ are on this machine and their actions have no lasting effect, so irreversible actions are allowed, and public hosts are refused.',
};

const PUBLIC_HOSTS_POLICY: HostPolicy = {
  confirm: { default: 'deny' },
  blocksPublicHosts: true,
  note: 'Policy of the suite: the pages of MiniWoB++ are on this machine, but --allow-host allows public hosts, so irreversible actions are refused.',
};

export const miniwob: Suite = {
  name: 'miniwob',
  // The window size that the package uses. The task area is 160 by 210 pixels, in the top left corner.
  page: { viewport: { width: 500, height: 320 }, locale: 'en-US' },
  maxIterations: 30,
  budget: { actions: 30 },
  stepLibrary: 'miniwob',
  published: PUBLISHED_RESULTS,
  publishedNote:
    'measured on 45 tasks with 50 different seeds and different models; partial rewards count as success',
  flags: FLAGS,
  data: { folder: DATA_FOLDER, fetch: fetchPages },
  columns: [
    { heading: 'lenient', kind: 'share', getValue: ({ figures }) => figures?.['lenient'] ?? null },
    { heading: 'reward', kind: 'mean', getValue: ({ figures }) => figures?.['reward'] ?? null },
    { heading: '#actions', kind: 'mean', getValue: ({ actions }) => actions },
  ],
  groups: [
    // In this suite, each task is a site of its own.
    { name: 'simple', includes: (taskName) => SIMPLE_TASKS.has(taskName) },
    { name: 'complex', includes: (taskName) => COMPLEX_TASKS.has(taskName) },
  ],
  readTasks: readEpisodes,
  serve: (flags) => serveFolder(findPages(parseFlags(flags).pages).folder),
  getHostPolicy: (_url, allowedHosts) =>
    areAllHostsLocal(allowedHosts) ? LOCAL_POLICY : PUBLIC_HOSTS_POLICY,
  preparePage: (page, { task }) => startEpisode(page, getEpisodeParameters(task)),
  isOver: async (page) => (await readEpisodeResult(page)).done,
  async measure(page): Promise<Measurement> {
    const result = page === null ? null : await waitForEpisodeResult(page, REWARD_TIMEOUT_MS);
    if (!result?.done)
      return {
        success: false,
        figures: { done: 0, reward: 0, lenient: 0 },
        note: 'the episode has not ended',
      };
    const { reward, reason } = result;
    return {
      success: reward === 1,
      figures: { done: 1, reward, lenient: reward > 0 ? 1 : 0 },
      note: `raw reward ${reward}${reason === null ? '' : ` (${reason})`}`,
    };
  },
  writeTask: writeEpisode,
  // The suite's files are in the run's folder `trajectories` and are overwritten there.
  mustDeleteBeforeRerun: () => false,
  writeRun: writeSummary,
};
