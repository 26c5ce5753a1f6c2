/** `guard` and `budget`: what a run may do, and how much of it. */
import { z } from 'zod';

import { count, map, numeric } from './shared.js';

/** What holds for acts that cannot be taken back; `default` for the classes that are not named. */
const confirm = z.enum(['allow', 'deny', 'ask']);
export const guard = map({
  confirm: map({
    buy: confirm.optional(),
    send: confirm.optional(),
    delete: confirm.optional(),
    account: confirm.optional(),
    default: confirm.optional(),
  }).default({}),
}).default({ confirm: {} });

export const budget = map({
  turns: count.optional(),
  acts: count.optional(),
  seconds: numeric(z.number().positive('must be more than 0')).optional(),
}).default({});
