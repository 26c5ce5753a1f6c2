/** `dialogue`: the instructor's lines, when each is said, and what the navigator must say. */
import * as z from 'zod';

import { nonEmptyList, exactMap, positiveInteger } from '../../yaml/index.js';
import { check, visibleElement } from './checks.js';
import { saying } from './matches.js';
import { requireExactlyOne, glob } from './shared.js';
import { wording } from './wording.js';

const EXPECTATIONS = ['asks', 'says', 'never_asks', 'never_says'] as const;
const expectation = exactMap({
  asks: saying.optional(),
  says: saying.optional(),
  never_asks: saying.optional(),
  never_says: saying.optional(),
  times: positiveInteger.optional(),
  within: positiveInteger.optional(),
})
  .superRefine(
    requireExactlyOne(EXPECTATIONS, 'expects nothing: give one of asks, says, never_asks and never_says'),
  )
  .refine(
    (value) =>
      value.times === undefined || (value.never_asks === undefined && value.never_says === undefined),
    {
      message: 'times is only allowed with asks and says',
      path: ['times'],
    },
  );

const TRIGGERS = ['asks', 'url', 'visible', 'actions', 'idle'] as const;
const trigger = z.union(
  [
    z.literal(['done', 'turn']),
    exactMap({
      asks: saying.optional(),
      url: glob.optional(),
      visible: visibleElement.optional(),
      actions: positiveInteger.optional(),
      idle: positiveInteger.optional(),
    }).superRefine(requireExactlyOne(TRIGGERS, 'must have one of asks, url, visible, actions and idle')),
  ],
  'must be done, turn, or one of {asks: …}, {url: …}, {visible: …}, {actions: …} and {idle: …}',
);

const line = exactMap({
  say: wording,
  when: trigger.default('done'),
  expect: nonEmptyList(expectation).default([]),
  check: nonEmptyList(check).default([]),
});

export const dialogue = nonEmptyList(line).superRefine((lines, context) => {
  if (lines[0] && lines[0].when !== 'done') {
    context.addIssue({
      code: 'custom',
      path: [0, 'when'],
      message: 'the first line is said immediately and cannot wait; remove when',
    });
  }
});
