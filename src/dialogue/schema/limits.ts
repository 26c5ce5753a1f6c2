/** `guard` and `budget`: what a run may do, and its limits. */
import * as z from 'zod';

import type { ConsentClass } from '../../contract/index.js';
import { nonEmptyList, exactMap, nonEmptyText, numberOrText, positiveInteger } from '../../yaml/index.js';
import { intent } from './intents.js';
import { match } from './matches.js';
import { glob } from './shared.js';

/** What happens to a class of irreversible actions. `default` applies to the classes that are not listed. */
const confirm = z.enum(['allow', 'deny', 'ask']);

const CLASSES: Readonly<Record<ConsentClass, true>> = { buy: true, send: true, delete: true, account: true };
const consentClass = z.enum(Object.keys(CLASSES) as [ConsentClass, ...ConsentClass[]]);

/** A host, optionally with `*.` for its subdomains and with a port; `policy/` parses it. */
const hostPattern = nonEmptyText.refine(
  (text) => /^(\*\.)?(\[[\da-f:.]+\]|[^\s:/?#@*[\]]+)(:\d{1,5})?$/i.test(text.trim()),
  'must be a host such as shop.test, *.shop.test, shop.test:8080 or 127.0.0.1, without http:// and path',
);

const forbidden = exactMap({
  target: match.optional(),
  url: glob.optional(),
  intent: intent.optional(),
  class: consentClass.optional(),
}).refine((keys) => Object.values(keys).some((value) => value !== undefined), {
  message: 'forbids nothing: give one or more of target, url, intent and class',
  params: { noKeyGiven: true },
});

export const guard = exactMap({
  domains: nonEmptyList(hostPattern).optional(),
  forbid: nonEmptyList(forbidden).optional(),
  confirm: exactMap({
    buy: confirm.optional(),
    send: confirm.optional(),
    delete: confirm.optional(),
    account: confirm.optional(),
    default: confirm.optional(),
  }).default({}),
  words: exactMap({
    buy: nonEmptyList(nonEmptyText).optional(),
    send: nonEmptyList(nonEmptyText).optional(),
    delete: nonEmptyList(nonEmptyText).optional(),
    account: nonEmptyList(nonEmptyText).optional(),
  }).optional(),
}).default({ confirm: {} });

export const budget = exactMap({
  turns: positiveInteger.optional(),
  actions: positiveInteger.optional(),
  tokens: positiveInteger.optional(),
  usd: numberOrText(z.number().positive('must be more than 0')).optional(),
  seconds: numberOrText(z.number().positive('must be more than 0')).optional(),
}).default({});
