/** The keys at the top of a scenario that say what it is and how it is run, rather than what is said in it. */
import { z } from 'zod';

import { SECRET_NAME } from '../secrets.js';
import { exactlyOne, filled, list, map, numeric, sound } from './shared.js';
import { formatFault } from '../dates.js';

const tag = filled.refine((value) => !/\s/.test(value), 'must be one word');
export const tags = z.array(tag).default([]);

/** Tests that share a name are never held at once. */
export const lock = z.union([filled, list(filled)], 'must be a name, or a list of names').optional();

const file = filled.refine((value) => !/^[a-z][a-z\d+.-]+:\/\//i.test(value), 'must be the path of a file');
export const use = z.union([file, list(file)], 'must be the path of a file, or a list of paths').optional();

const literal = z.union([z.string(), z.number(), z.boolean()], 'must be a text, a number, true or false');
const variable = z.union(
  [
    literal,
    map({
      pick: list(literal).optional(),
      date: filled.optional(),
      format: filled.superRefine(sound(formatFault)).optional(),
      env: filled
        .refine((name) => /^[A-Za-z_]\w*$/.test(name), 'is no name of an environment variable')
        .optional(),
      default: literal.optional(),
    })
      .superRefine(exactlyOne(['pick', 'date', 'env'], 'must have one of pick, date and env'))
      .superRefine((value, context) => {
        for (const [key, owner] of [
          ['format', 'date'],
          ['default', 'env'],
        ] as const)
          if (value[key] !== undefined && value[owner] === undefined)
            context.addIssue({ code: 'custom', path: [key], message: `goes with ${owner} only` });
      }),
  ],
  'must be a text, a number, true or false, or one of { pick: […] }, { date: … } and { env: … }',
);
export const vars = z.record(z.string(), variable).default({});

const secret = z
  .string('must be the name of an environment variable')
  .refine(
    (name) => SECRET_NAME.test(name),
    'must be the name of an environment variable, in capitals; the value of a secret never stands in a file',
  );
export const secrets = z
  .array(secret, {
    error: (issue) =>
      issue.code === 'invalid_type'
        ? 'must be a list of names of environment variables; the values of secrets never stand in a file'
        : undefined,
  })
  .default([]);

const whole = z.int('must be a whole number');
export const seed = whole.min(0, 'must be 0 or more').optional();

const runs = numeric(whole.min(1, 'must be 1 or more').max(1000, 'must be 1000 or less'));
export const repeat = map({ runs: runs.optional(), pass: runs.optional() })
  .superRefine(({ runs = 1, pass = runs }, context) => {
    if (pass > runs)
      context.addIssue({
        code: 'custom',
        path: ['pass'],
        message: `of ${runs === 1 ? 'one run' : `${runs} runs`} no ${pass} can pass`,
      });
  })
  .optional();

const candidates = numeric(whole.min(1, 'must be 1 or more').max(100, 'must be 100 or less'));

/** What the flags of the same names say on a command line, which win over it. */
export const agent = map({
  navigator: filled.optional(),
  model: filled.optional(),
  temperature: numeric(z.number().min(0, 'must be 0 or more').max(2, 'must be 2 or less')).optional(),
  ranker: z
    .union(
      [
        filled,
        map({ name: filled.optional(), top_k: candidates.optional() }).refine(
          ({ name, top_k: top }) => name !== undefined || top !== undefined,
          { message: 'says nothing: give name, top_k or both', params: { none: true } },
        ),
      ],
      'must be the name of a ranker, or { name: …, top_k: … }',
    )
    .optional(),
  pictures: z.boolean('must be true or false').optional(),
})
  .superRefine(({ navigator = '', temperature, ranker }, context) => {
    const complain = (path: string[], message: string): void =>
      context.addIssue({ code: 'custom', path, message });
    if (navigator === 'direct' && temperature !== undefined)
      complain(['temperature'], 'is for language models, and the navigator direct asks none');
    if (typeof ranker === 'object' && ranker.top_k !== undefined && /^(direct|chat)$/.test(navigator))
      complain(
        ['ranker', 'top_k'],
        `is for weblinx: prompts of the paper list so many elements; ${navigator} has no such list`,
      );
  })
  .default({});

/** A registered model that tells how alike sentences are; `--sentence-model` wins over it. */
export const sentenceModel = filled.optional();
