/** `replies`: answers to questions, and lines that are said when a condition is met, in any order. */
import * as z from 'zod';

import { exactMap, nonEmptyText, positiveInteger } from '../../yaml/index.js';
import { visibleElement } from './checks.js';
import { match, saying } from './matches.js';
import { requireExactlyOne, glob } from './shared.js';
import { wording } from './wording.js';

const CONDITIONS = ['idle', 'visible', 'url', 'actions', 'text'] as const;
const condition = exactMap({
  idle: positiveInteger.optional(),
  visible: visibleElement.optional(),
  url: glob.optional(),
  actions: positiveInteger.optional(),
  text: match.optional(),
}).superRefine(requireExactlyOne(CONDITIONS, 'must have one of idle, visible, url, actions and text'));

const reply = exactMap({
  about: saying.optional(),
  when: condition.optional(),
  say: wording.optional(),
  times: positiveInteger.optional(),
  otherwise: nonEmptyText.optional(),
})
  .superRefine(
    requireExactlyOne(['about', 'when', 'otherwise'], 'must have about and say, when and say, or otherwise'),
  )
  .superRefine((value, context) => {
    for (const key of ['about', 'when'] as const) {
      if (value[key] !== undefined && value.say === undefined)
        context.addIssue({
          code: 'custom',
          message:
            key === 'about'
              ? 'has "about" but no "say"; add the reply under "say"'
              : 'has "when" but no "say"; add what the instructor says under "say"',
        });
    }
    for (const key of ['say', 'times'] as const) {
      if (value.otherwise !== undefined && value[key] !== undefined) {
        context.addIssue({
          code: 'custom',
          path: [key],
          message: `is not allowed with otherwise; write otherwise: "…" or otherwise: fail`,
        });
      }
    }
  });

export const replies = z
  .array(reply)
  .default([])
  .superRefine((replies, context) => {
    const secondOtherwiseIndex = replies.findIndex(
      (reply, i) =>
        reply.otherwise !== undefined && replies.findIndex((other) => other.otherwise !== undefined) < i,
    );
    if (secondOtherwiseIndex >= 0)
      context.addIssue({
        code: 'custom',
        path: [secondOtherwiseIndex],
        message: 'otherwise is given twice; only one is allowed',
      });
  });
