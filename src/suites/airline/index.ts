/**
 * The AirlineCRM suite: scenarios in an airline's agent console, on a fixture site modelled on the SteP paper's
 * simulator. The site itself judges success. It also measures progress, the share of completed sub-goals.
 */
import type { HostPolicy, Suite } from '../suite.js';
import { areAllHostsLocal } from '../local-hosts.js';
import { measureScenario } from './evaluation.js';
import { FLAGS } from './flags.js';
import { writeScenario, writeSummary } from './layout.js';
import { PUBLISHED_RESULTS } from './published.js';
import { readScenarios } from './read-tasks.js';

/**
 * Default limit for a task. Booking a flight takes more than twenty actions, and policy calls also count as decisions.
 */
const MAX_DECISIONS = 60;

const LOCAL_POLICY: HostPolicy = {
  confirm: { default: 'allow' },
  blocksPublicHosts: true,
  note: 'Policy of the suite: the airline is on this machine and its bookings are invented, so irreversible actions are allowed, and public hosts are refused.',
};

const PUBLIC_HOSTS_POLICY: HostPolicy = {
  confirm: { default: 'deny' },
  blocksPublicHosts: true,
  note: 'Policy of the suite: the airline is on this machine, but --allow-host allows public hosts, so irreversible actions are refused.',
};

export const airline: Suite = {
  name: 'airline',
  page: { viewport: { width: 1024, height: 768 }, locale: 'en-US' },
  maxIterations: MAX_DECISIONS,
  stepLibrary: 'airline',
  published: PUBLISHED_RESULTS,
  publishedNote:
    'estimated from a chart; measured on different scenarios, on a simulator that was not released',
  flags: FLAGS,
  columns: [
    { heading: 'prog', kind: 'mean', getValue: ({ figures }) => figures?.['progress'] ?? null },
    { heading: '#act', kind: 'mean', getValue: ({ actions }) => actions },
  ],
  readTasks: readScenarios,
  getHostPolicy: (_url, allowedHosts) =>
    areAllHostsLocal(allowedHosts) ? LOCAL_POLICY : PUBLIC_HOSTS_POLICY,
  measure: (_page, context) => measureScenario(context),
  writeTask: writeScenario,
  // The suite's files are in the run's folder `trajectories` and are overwritten there.
  mustDeleteBeforeRerun: () => false,
  writeRun: writeSummary,
};
