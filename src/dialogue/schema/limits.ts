/** `guard` and `budget`: what a run may do, and its limits. */
import * as z from 'zod';

import type { ConsentClass } from '../../contract/index.js';
import { list, map, nonEmpty, numeric, positiveInteger } from '../../yaml/index.js';
import { intent } from './intents.js';
import { match } from './matches.js';
import { glob } from './shared.js';

/** What happens to a class of irreversible actions. `default` applies to the classes that are not listed. */
const confirm = z.enum(['allow', 'deny', 'ask']);

const CLASSES: Readonly<Record<ConsentClass, true>> = { buy: true, send: true, delete: true, account: true };
const consentClass = z.enum(Object.keys(CLASSES) as [ConsentClass, ...ConsentClass[]]);

/** A host, optionally with `*.` for its subdomains and with a port; `policy/` parses it. */
const hostPattern = nonEmpty.refine(
  (text) => /^(\*\.)?(\[[\da-f:.]+\]|[^\s:/?#@*[\]]+)(:\d{1,5})?$/i.test(text.trim()),
  'must be a host such as shop.test, *.shop.test, shop.test:8080 or 127.0.0.1, without http:// and path',
);

const forbidden = map({
  target: match.optional(),
  url: glob.optional(),
  intent: intent.optional(),
  class: consentClass.optional(),
}).refine((keys) => Object.values(keys).some((value) => value !== undefined), {
  message: 'forbids nothing: give one or more of target, url, intent and class',
  params: { noKeyGiven: true },
});

export const guard = map({
  domains: list(hostPattern).optional(),
  forbid: list(forbidden).optional(),
  confirm: map({
    buy: confirm.optional(),
    send: confirm.optional(),
    delete: confirm.optional(),
    account: confirm.optional(),
    default: confirm.optional(),
  }).default({}),
  words: map({
    buy: list(nonEmpty).optional(),
    send: list(nonEmpty).optional(),
    delete: list(nonEmpty).optional(),
    account: list(nonEmpty).optional(),
  }).optional(),
}).default({ confirm: {} });

export const budget = map({
  turns: positiveInteger.optional(),
  actions: positiveInteger.optional(),
  tokens: positiveInteger.optional(),
  usd: numeric(z.number().positive('must be more than 0')).optional(),
  seconds: numeric(z.number().positive('must be more than 0')).optional(),
}).default({});
