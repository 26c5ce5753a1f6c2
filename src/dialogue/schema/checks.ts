/** `check`: what the page, the servers behind it and the record must show. */
import { compileFunction } from 'node:vm';
import { z } from 'zod';

import { intent } from './intents.js';
import { match } from './matches.js';
import {
  exactlyOne,
  filled,
  glob,
  headers,
  json,
  list,
  map,
  number,
  numeric,
  role,
  sound,
  webAddress,
} from './shared.js';

const described = ['role', 'name', 'text', 'css'] as const;
const seen = {
  role: role.optional(),
  name: match.optional(),
  text: match.optional(),
  css: filled.optional(),
};

export const visible = map(seen).refine((value) => described.some((key) => value[key] !== undefined), {
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
  headers: headers.optional(),
  expect: answer.optional(),
})
  .superRefine(exactlyOne(['get', 'post'], 'must have get or post with the address'))
  .refine((value) => value.get === undefined || value.json === undefined, {
    message: 'a get request carries no json; use post',
    path: ['json'],
  });

const query = map({
  css: filled,
  text: match.optional(),
  count: number.optional(),
});

const actionPattern = map({
  intent: intent.optional(),
  target: match.optional(),
  url: glob.optional(),
}).refine((value) => Object.values(value).some((it) => it !== undefined), {
  message: 'must describe an action: give one or more of intent, target and url',
  params: { none: true },
});
/** One or several of them. */
const actionPatterns = z.preprocess(
  (value) => (Array.isArray(value) || typeof value !== 'object' || value === null ? value : [value]),
  list(actionPattern),
);

const actions = map({
  max: number.optional(),
  min: number.optional(),
  never: actionPatterns.optional(),
  some: actionPatterns.optional(),
}).refine((value) => Object.values(value).some((it) => it !== undefined), {
  message: 'checks nothing: give one or more of max, min, never and some',
  params: { none: true },
});

const download = map({
  name: match.optional(),
  size: map({ min: number.optional(), max: number.optional() }).optional(),
});

/** An expression, as the page is asked for its value. */
function expressionFault(text: string): string | null {
  try {
    compileFunction(`return (${text}\n)`);
    return null;
  } catch {
    return 'is no JavaScript expression; write one, without statements and without a semicolon at its end';
  }
}

/** In TypeScript also a function without parameters; it is read as a call of what it is written as. */
const expression: z.ZodType<string, string | (() => unknown)> = filled.superRefine(sound(expressionFault));

const CHECKS = ['url', 'text', 'element', 'query', 'js', 'actions', 'download', 'http'] as const;
export const check = map({
  url: glob.optional(),
  text: match.optional(),
  element: element.optional(),
  query: query.optional(),
  js: expression.optional(),
  equals: json.optional(),
  actions: actions.optional(),
  download: download.optional(),
  http: http.optional(),
  gate: z.boolean().optional(),
})
  .superRefine(
    exactlyOne(CHECKS, `checks nothing: give one of ${CHECKS.join(', ').replace(/, (\w+)$/, ' and $1')}`),
  )
  .refine((value) => value.equals === undefined || value.js !== undefined, {
    message: 'goes with js: it is what the expression must give',
    path: ['equals'],
  });
