/** Shared parts of the fidelity benchmarks: pages, options, and the list of missing items. */
import { startApplications, type ApplicationPage, type Applications } from './applications.js';
import type { Recall } from './fidelity-score.js';

const PRACTICE_PATHS = {
  airline: '/airline/',
  'all sites': '/',
  calendar: '/calendar/2026/11',
  encyclopedia: '/encyclopedia/wiki/Halden_Bridge',
  'encyclopedia (second skin)': '/encyclopedia-2/',
  mail: '/mail/inbox',
  shop: '/shop/',
} as const;

export const practicePages = (
  site: string,
  names: readonly (keyof typeof PRACTICE_PATHS)[],
): ApplicationPage[] =>
  names.map((name) => ({ name: `practice: ${name}`, url: site + PRACTICE_PATHS[name] }));

/** Without `wanted`, there are no pages and nothing is installed. */
export const openApplications = (wanted: boolean): Promise<Applications> =>
  wanted ? startApplications() : Promise.resolve({ pages: [], close: async () => undefined });

export const APPLICATIONS_OPTION = {
  type: 'boolean',
  describe: 'Install and start the applications (Python 3.11 or later)',
} as const;

export const MISSING_OPTION = { type: 'boolean', default: false, describe: 'List what is missing' } as const;

const MAX_MISSING = 12;

/** One line for each missing item, after the label. */
export const formatMissing = (label: string, { missing }: Recall): string[] =>
  missing
    .slice(0, MAX_MISSING)
    .map(({ kind, text }) => `${label}; ${kind}: ${JSON.stringify(text.slice(0, 100))}`);
