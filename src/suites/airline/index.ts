/**
 * The suite AirlineCRM: scenarios in the console of an airline's agents, on an example site modelled on the simulator
 * of the SteP paper. The site itself judges success, and progress as the share of completed sub-goals.
 */
import type { HostPolicy, Suite } from '../suite.js';
import { areAllLocal } from '../local-hosts.js';
import { measureScenario } from './evaluation.js';
import { FLAGS } from './flags.js';
import { writeScenario, writeSummary } from './layout.js';
import { PUBLISHED_RESULTS } from './published.js';
import { readScenarios } from './read-tasks.js';

/** Booking a flight takes more than twenty actions, and policy calls count as decisions too. */
const MAX_DECISIONS = 60;

const LOCAL: HostPolicy = {
  confirm: { default: 'allow' },
  localOnly: true,
  note: 'Policy of the suite: the airline is on this machine and its bookings are invented, so irreversible actions are allowed, and public hosts are refused.',
};

const WITH_PUBLIC_HOSTS: HostPolicy = {
  confirm: { default: 'deny' },
  localOnly: true,
  note: 'Policy of the suite: the airline is on this machine, but --allow-host opens public hosts, so irreversible actions are refused.',
};

export const airline: Suite = {
  name: 'airline',
  page: { viewport: { width: 1024, height: 768 }, locale: 'en-US' },
  maxIterations: MAX_DECISIONS,
  stepLibrary: 'airline',
  published: PUBLISHED_RESULTS,
  publishedNote: 'estimated from a chart; other scenarios, on a simulator that was not released',
  flags: FLAGS,
  columns: [
    { heading: 'prog', kind: 'mean', valueOf: ({ figures }) => figures?.['progress'] ?? null },
    { heading: '#act', kind: 'mean', valueOf: ({ actions }) => actions },
  ],
  readTasks: readScenarios,
  hostPolicy: (_url, allowedHosts) => (areAllLocal(allowedHosts) ? LOCAL : WITH_PUBLIC_HOSTS),
  measure: (_page, context) => measureScenario(context),
  writeTask: writeScenario,
  // Its files are in a separate folder and are overwritten.
  isDerivedFile: () => false,
  writeRun: writeSummary,
};
