/**
 * The first form of the scenario language. Messages here are already sentences for authors; `sentences.ts` writes the
 * ones that zod leaves to us (wrong type, missing key, unknown key).
 */
import { z } from 'zod';

import { globFault } from './globs.js';
import { type Match, regexFault } from './matchers.js';
import { ARIA_ROLES } from './aria-roles.js';
import { didYouMean } from './suggest.js';

/** A map with exactly these keys. The message of an unknown key lists the known ones, for “did you mean”. */
function map<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(' ') : undefined),
  });
}

/** Refinement: of these keys exactly one is given. */
function exactlyOne(keys: readonly string[], none: string) {
  return (value: object, context: z.RefinementCtx): void => {
    const given = keys.filter((key) => (value as Record<string, unknown>)[key] !== undefined);
    if (given.length === 0) context.addIssue({ code: 'custom', message: none, params: { none: true } });
    if (given.length > 1) {
      context.addIssue({
        code: 'custom',
        message: `has ${given.join(' and ')}, but each entry takes one of them only`,
      });
    }
  };
}

/** Refinement by a function that tells the fault. */
function sound(faultOf: (text: string) => string | null) {
  return (text: string, context: z.RefinementCtx): void => {
    const fault = faultOf(text);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  };
}

const filled = z.string().refine((value) => value.trim() !== '', 'is empty');

/** Numbers may come out of a variable as text. */
const numeric = (number: z.ZodNumber) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value),
    number,
  );
const count = numeric(z.int('must be a whole number').min(1, 'must be 1 or more'));

const list = <T extends z.ZodType>(item: T) => z.array(item).min(1, 'is an empty list');

const match: z.ZodType<Match> = z.lazy(() =>
  z.union(
    [
      filled.superRefine(sound(regexFault)),
      list(match),
      map({
        all: list(match).optional(),
        any: list(match).optional(),
        equals: z.string().optional(),
      }).superRefine(exactlyOne(['all', 'any', 'equals'], 'must have one of all, any and equals')),
    ],
    'must be a text, a /regular expression/, a list of them, or {all: […]}, {any: […]}, {equals: "…"}',
  ),
);

const glob = filled.superRefine(sound(globFault));

const role = filled.superRefine(
  sound((name) =>
    ARIA_ROLES.has(name) ? null : `"${name}" is not an ARIA role.${didYouMean(name, ARIA_ROLES)}`,
  ),
);

const webAddress = filled.superRefine(
  sound((text) =>
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
      ? null
      : `"${text}" is not a web address; write it in full, starting with http:// or https://`,
  ),
);

/** Any JSON value; the YAML reader makes nothing else. */
const json = z.unknown();

const described = ['role', 'name', 'text', 'css'] as const;
const seen = {
  role: role.optional(),
  name: match.optional(),
  text: match.optional(),
  css: filled.optional(),
};

const visible = map(seen).refine((value) => described.some((key) => value[key] !== undefined), {
  message: 'must say which element: give one or more of role, name, text and css',
  params: { none: true },
});

const element = map({
  ...seen,
  value: match.optional(),
  state: z.enum(['visible', 'hidden', 'checked', 'unchecked', 'enabled', 'disabled']).default('visible'),
}).refine((value) => [...described, 'value' as const].some((key) => value[key] !== undefined), {
  message: 'must say which element: give one or more of role, name, text, css and value',
  params: { none: true },
});

const answer = map({
  status: numeric(
    z
      .int('must be a whole number')
      .min(100, 'must be an HTTP status, 100 to 599')
      .max(599, 'must be an HTTP status, 100 to 599'),
  ).optional(),
  json: json.optional(),
  text: match.optional(),
});

const http = map({
  get: webAddress.optional(),
  post: webAddress.optional(),
  json: json.optional(),
  expect: answer.optional(),
})
  .superRefine(exactlyOne(['get', 'post'], 'must have get or post with the address'))
  .refine((value) => value.get === undefined || value.json === undefined, {
    message: 'a get request carries no json; use post',
    path: ['json'],
  });

const CHECKS = ['url', 'text', 'element', 'http'] as const;
const check = map({
  url: glob.optional(),
  text: match.optional(),
  element: element.optional(),
  http: http.optional(),
}).superRefine(exactlyOne(CHECKS, 'checks nothing: give one of url, text, element and http'));

const EXPECTATIONS = ['asks', 'says', 'never_asks', 'never_says'] as const;
const expectation = map({
  asks: match.optional(),
  says: match.optional(),
  never_asks: match.optional(),
  never_says: match.optional(),
  times: count.optional(),
})
  .superRefine(exactlyOne(EXPECTATIONS, 'expects nothing: give one of asks, says, never_asks and never_says'))
  .refine(
    (value) =>
      value.times === undefined || (value.never_asks === undefined && value.never_says === undefined),
    {
      message: 'times goes with asks and says; what never happens has no number',
      path: ['times'],
    },
  );

const TRIGGERS = ['asks', 'url', 'visible', 'acts'] as const;
const trigger = z.union(
  [
    z.literal('done'),
    map({
      asks: match.optional(),
      url: glob.optional(),
      visible: visible.optional(),
      acts: count.optional(),
    }).superRefine(exactlyOne(TRIGGERS, 'must have one of asks, url, visible and acts')),
  ],
  'must be done, or one of {asks: …}, {url: …}, {visible: …} and {acts: …}',
);

const line = map({
  say: filled,
  when: trigger.default('done'),
  expect: list(expectation).default([]),
  check: list(check).default([]),
});

const reply = map({
  about: match.optional(),
  say: filled.optional(),
  times: count.optional(),
  otherwise: filled.optional(),
})
  .superRefine(exactlyOne(['about', 'otherwise'], 'must have about and say, or otherwise'))
  .superRefine((value, context) => {
    if (value.about !== undefined && value.say === undefined) {
      context.addIssue({ code: 'custom', message: 'has about, but no say: what is the reply?' });
    }
    for (const key of ['say', 'times'] as const) {
      if (value.otherwise !== undefined && value[key] !== undefined) {
        context.addIssue({
          code: 'custom',
          path: [key],
          message: `does not go with otherwise; write otherwise: "…" or otherwise: fail`,
        });
      }
    }
  });

/** What holds for acts that cannot be taken back; `default` for the classes that are not named. */
const confirm = z.enum(['allow', 'deny', 'ask']);
const guard = map({
  confirm: map({
    buy: confirm.optional(),
    send: confirm.optional(),
    delete: confirm.optional(),
    account: confirm.optional(),
    default: confirm.optional(),
  }).default({}),
}).default({ confirm: {} });

const tag = filled.refine((value) => !/\s/.test(value), 'must be one word');

export const scenarioSchema = map({
  scenario: z.literal(1),
  name: filled,
  tags: z.array(tag).default([]),
  vars: z.record(z.string(), z.custom<string | number | boolean>()).default({}),
  start: map({
    /** After loading always an absolute address. */
    url: filled,
    reset: map({ post: webAddress, json: json.optional() }).optional(),
    viewport: map({ width: count, height: count }).optional(),
  }),
  replies: z
    .array(reply)
    .default([])
    .superRefine((replies, context) => {
      const second = replies.findIndex(
        (it, i) =>
          it.otherwise !== undefined && replies.findIndex((other) => other.otherwise !== undefined) < i,
      );
      if (second >= 0)
        context.addIssue({
          code: 'custom',
          path: [second],
          message: 'otherwise stands here a second time; one is enough',
        });
    }),
  dialogue: list(line).superRefine((lines, context) => {
    if (lines[0] && lines[0].when !== 'done') {
      context.addIssue({
        code: 'custom',
        path: [0, 'when'],
        message: 'the first line is said at once, so it waits for nothing; leave when out',
      });
    }
  }),
  guard,
  budget: map({
    turns: count.optional(),
    acts: count.optional(),
    seconds: numeric(z.number().positive('must be more than 0')).optional(),
  }).default({}),
});

export type Scenario = z.infer<typeof scenarioSchema>;
export type Line = Scenario['dialogue'][number];
export type Reply = Scenario['replies'][number];
export type Trigger = Line['when'];
export type Expectation = Line['expect'][number];
export type Check = Line['check'][number];
export type HttpCheck = NonNullable<Check['http']>;
export type ElementCheck = NonNullable<Check['element']>;

/** Words of the language that a later version will read. */
export const LATER_KEYS: ReadonlySet<string> = new Set(
  (
    'use secrets seed repeat domains forbid judge agent finally storage clock har any_of idle within query js acts ' +
    'download gate similar tokens usd pick date env'
  ).split(' '),
);
