/** `replies`: what is answered when the navigator asks, in any order. */
import { z } from 'zod';

import { match } from './matches.js';
import { count, exactlyOne, filled, map } from './shared.js';
import { wording } from './wording.js';

const reply = map({
  about: match.optional(),
  say: wording.optional(),
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

export const replies = z
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
  });
