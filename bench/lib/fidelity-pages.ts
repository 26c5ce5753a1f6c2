/** The pages, options and formatting that the fidelity and lists benchmarks share. */
import { startApplications, type ApplicationPage, type Applications } from './applications.js';
import type { Recall } from './fidelity-score.js';

const SITE_PATHS = {
  airline: '/airline/',
  'all sites': '/',
  calendar: '/calendar/2026/11',
  encyclopedia: '/encyclopedia/wiki/Halden_Bridge',
  'encyclopedia (second skin)': '/encyclopedia-2/',
  mail: '/mail/inbox',
  shop: '/shop/',
} as const;

export const listFixturePages = (
  siteUrl: string,
  names: readonly (keyof typeof SITE_PATHS)[],
): ApplicationPage[] => names.map((name) => ({ name: `practice: ${name}`, url: siteUrl + SITE_PATHS[name] }));

/** Starts the applications if they are included. Otherwise there are no pages and nothing is installed. */
export const startApplicationsIf = (isIncluded: boolean): Promise<Applications> =>
  isIncluded ? startApplications() : Promise.resolve({ pages: [], close: async () => undefined });

export const APPLICATIONS_OPTION = {
  type: 'boolean',
  describe: 'Install and start the applications (Python 3.11 or later)',
} as const;

export const MISSING_OPTION = {
  type: 'boolean',
  default: false,
  describe: 'List the missing items',
} as const;

const MAX_MISSING_ITEMS = 12;

/** Formats one line per missing item, each starting with the label. */
export const formatMissing = (label: string, { missingItems }: Recall): string[] =>
  missingItems
    .slice(0, MAX_MISSING_ITEMS)
    .map(({ kind, text }) => `${label}; ${kind}: ${JSON.stringify(text.slice(0, 100))}`);
