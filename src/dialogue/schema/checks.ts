/** `check`: what the page, its servers and the recording must show. */
import { compileFunction } from 'node:vm';
import * as z from 'zod';

import {
  createRefinement,
  nonEmptyList,
  exactMap,
  nonEmptyText,
  nonNegativeInteger,
  numberOrText,
} from '../../yaml/index.js';
import { intent } from './intents.js';
import { match } from './matches.js';
import { requireExactlyOne, glob, headers, json, role, webAddress } from './shared.js';

const IDENTIFYING_KEYS = ['role', 'name', 'text', 'css'] as const;
const elementKeys = {
  role: role.optional(),
  name: match.optional(),
  text: match.optional(),
  css: nonEmptyText.optional(),
};

export const visibleElement = exactMap(elementKeys).refine(
  (value) => IDENTIFYING_KEYS.some((key) => value[key] !== undefined),
  {
    message: 'must say which element: give one or more of role, name, text and css',
    params: { noKeyGiven: true },
  },
);

const element = exactMap({
  ...elementKeys,
  value: match.optional(),
  state: z.enum(['visible', 'hidden', 'checked', 'unchecked', 'enabled', 'disabled']).default('visible'),
}).refine((value) => [...IDENTIFYING_KEYS, 'value' as const].some((key) => value[key] !== undefined), {
  message: 'must say which element: give one or more of role, name, text, css and value',
  params: { noKeyGiven: true },
});

const response = exactMap({
  status: numberOrText(
    z
      .int('must be a whole number')
      .min(100, 'must be an HTTP status, 100 to 599')
      .max(599, 'must be an HTTP status, 100 to 599'),
  ).optional(),
  json: json.optional(),
  text: match.optional(),
});

const http = exactMap({
  get: webAddress.optional(),
  post: webAddress.optional(),
  json: json.optional(),
  headers: headers.optional(),
  expect: response.optional(),
})
  .superRefine(requireExactlyOne(['get', 'post'], 'must have get or post with the address'))
  .refine((value) => value.get === undefined || value.json === undefined, {
    message: 'a get request has no body; use post to send json',
    path: ['json'],
  });

const query = exactMap({
  css: nonEmptyText,
  text: match.optional(),
  count: nonNegativeInteger.optional(),
});

const actionPattern = exactMap({
  intent: intent.optional(),
  target: match.optional(),
  url: glob.optional(),
}).refine((keys) => Object.values(keys).some((value) => value !== undefined), {
  message: 'must describe an action: give one or more of intent, target and url',
  params: { noKeyGiven: true },
});
/** One pattern or a list of patterns. */
const actionPatterns = z.preprocess(
  (value) => (Array.isArray(value) || typeof value !== 'object' || value === null ? value : [value]),
  nonEmptyList(actionPattern),
);

const actions = exactMap({
  max: nonNegativeInteger.optional(),
  min: nonNegativeInteger.optional(),
  never: actionPatterns.optional(),
  some: actionPatterns.optional(),
}).refine((keys) => Object.values(keys).some((value) => value !== undefined), {
  message: 'checks nothing: give one or more of max, min, never and some',
  params: { noKeyGiven: true },
});

const download = exactMap({
  name: match.optional(),
  size: exactMap({ min: nonNegativeInteger.optional(), max: nonNegativeInteger.optional() }).optional(),
});

const judge = exactMap({
  task: nonEmptyText.optional(),
  last: numberOrText(
    z.int('must be a whole number').min(1, 'must be 1 or more').max(50, 'must be 50 or less'),
  ).optional(),
});

function findExpressionError(text: string): string | null {
  try {
    compileFunction(`return (${text}\n)`);
    return null;
  } catch {
    return 'is not a JavaScript expression; write a single expression without a semicolon at the end';
  }
}

/** A TypeScript scenario may also contain a function without parameters; its source text is called in the page. */
const expression: z.ZodType<string, string | (() => unknown)> = nonEmptyText.superRefine(
  createRefinement(findExpressionError),
);

const CHECKS = ['url', 'text', 'element', 'query', 'js', 'actions', 'download', 'http', 'judge'] as const;
export const check = exactMap({
  url: glob.optional(),
  text: match.optional(),
  element: element.optional(),
  query: query.optional(),
  js: expression.optional(),
  equals: json.optional(),
  actions: actions.optional(),
  download: download.optional(),
  http: http.optional(),
  judge: judge.optional(),
  gate: z.boolean().optional(),
})
  .superRefine(
    requireExactlyOne(
      CHECKS,
      `checks nothing: give one of ${CHECKS.join(', ').replace(/, (\w+)$/, ' and $1')}`,
    ),
  )
  .refine((value) => value.equals === undefined || value.js !== undefined, {
    message: 'is only allowed with js: the value that the expression must have',
    path: ['equals'],
  });
