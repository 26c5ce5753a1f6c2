/** `check`: what the page and the servers behind it must show. */
import { z } from 'zod';

import { match } from './matches.js';
import { exactlyOne, filled, glob, json, map, numeric, role, webAddress } from './shared.js';

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
  expect: answer.optional(),
})
  .superRefine(exactlyOne(['get', 'post'], 'must have get or post with the address'))
  .refine((value) => value.get === undefined || value.json === undefined, {
    message: 'a get request carries no json; use post',
    path: ['json'],
  });

const CHECKS = ['url', 'text', 'element', 'http'] as const;
export const check = map({
  url: glob.optional(),
  text: match.optional(),
  element: element.optional(),
  http: http.optional(),
}).superRefine(exactlyOne(CHECKS, 'checks nothing: give one of url, text, element and http'));
