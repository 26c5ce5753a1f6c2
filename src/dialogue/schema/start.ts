/** `start`: the state that a scenario begins in. */
import { z } from 'zod';

import { filled, headers, json, map, numeric, sound, webAddress } from './shared.js';

const moment = filled.superRefine(
  sound((text) =>
    // Without its zone it would be another moment on each machine.
    /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text) &&
    !Number.isNaN(Date.parse(text))
      ? null
      : `"${text}" is no moment; write it as 2026-03-02T09:00:00Z, or as 2026-03-02 for the start of that day in UTC`,
  ),
);

/** As a page can be drawn, CSS px; `--viewport` has the same bounds. */
const side = numeric(
  z.int('must be a whole number').min(50, 'must be 50 or more').max(5000, 'must be 5000 or less'),
);

/** Whether the platform takes it: what it refuses it throws at. */
function takes(make: () => unknown): boolean {
  try {
    make();
    return true;
  } catch {
    return false;
  }
}

const locale = filled.superRefine(
  sound((text) =>
    takes(() => new Intl.Locale(text)) ? null : `"${text}" is no language; write one such as en-GB`,
  ),
);

const timezone = filled.superRefine(
  sound((text) =>
    takes(() => new Intl.DateTimeFormat('en', { timeZone: text }))
      ? null
      : `"${text}" is no time zone; write one by its IANA name, such as Europe/Oslo`,
  ),
);

export const start = map({
  /** After loading always an absolute address. */
  url: filled,
  reset: map({ post: webAddress, json: json.optional(), headers: headers.optional() }).optional(),
  viewport: map({ width: side, height: side }).optional(),
  /** A file of Playwright's storage state, from the folder of the scenario. */
  storage: filled.nullable().optional(),
  /** The moment that it is on the pages when they are opened. */
  clock: moment.optional(),
  /** A recording that answers instead of the network, from the folder of the scenario. */
  har: map({ file: filled, not_found: z.enum(['abort', 'fallback']).default('abort') }).optional(),
  locale: locale.optional(),
  timezone: timezone.optional(),
});
