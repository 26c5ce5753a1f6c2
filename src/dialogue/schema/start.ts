/** `start`: the state in which a scenario starts. */
import * as z from 'zod';

import { createRefinement, exactMap, nonEmptyText, numberOrText } from '../../yaml/index.js';
import { headers, json, webAddress } from './shared.js';

const dateTime = nonEmptyText.superRefine(
  createRefinement((text) =>
    // Without a time zone, the time would depend on the machine.
    /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text) &&
    !Number.isNaN(Date.parse(text))
      ? null
      : `"${text}" is not a valid time; write it as 2026-03-02T09:00:00Z, or as 2026-03-02 for the start of that day in UTC`,
  ),
);

/** Width or height of a viewport, CSS px. `--viewport` has the same limits. */
const viewportSide = numberOrText(
  z.int('must be a whole number').min(50, 'must be 50 or more').max(5000, 'must be 5000 or less'),
);

/** Whether the constructor accepts the value, that is, does not throw an error. */
function isAccepted(construct: () => unknown): boolean {
  try {
    construct();
    return true;
  } catch {
    return false;
  }
}

const locale = nonEmptyText.superRefine(
  createRefinement((text) =>
    isAccepted(() => new Intl.Locale(text)) ? null : `"${text}" is not a language; write one such as en-GB`,
  ),
);

const timezone = nonEmptyText.superRefine(
  createRefinement((text) =>
    isAccepted(() => new Intl.DateTimeFormat('en', { timeZone: text }))
      ? null
      : `"${text}" is not a time zone; write its IANA name, such as Europe/Oslo`,
  ),
);

export const start = exactMap({
  /** A URL or a relative path; the loader makes it absolute. */
  url: nonEmptyText,
  reset: exactMap({ post: webAddress, json: json.optional(), headers: headers.optional() }).optional(),
  viewport: exactMap({ width: viewportSide, height: viewportSide }).optional(),
  /** A Playwright storage state file, relative to the scenario's folder. */
  storage: nonEmptyText.nullable().optional(),
  /** The time that pages see when they open. */
  clock: dateTime.optional(),
  /** A HAR file that replaces the network, relative to the scenario's folder. */
  har: exactMap({ file: nonEmptyText, not_found: z.enum(['abort', 'fallback']).default('abort') }).optional(),
  locale: locale.optional(),
  timezone: timezone.optional(),
});
