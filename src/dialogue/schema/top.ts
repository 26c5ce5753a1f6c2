/** Top-level keys that describe a scenario and how it runs. */
import * as z from 'zod';

import { SECRET_NAME } from '../secrets.js';
import { requireExactlyOne } from './shared.js';
import { findFormatError } from '../dates.js';
import { createRefinement, nonEmptyList, exactMap, nonEmptyText, numberOrText } from '../../yaml/index.js';

const tag = nonEmptyText.refine((value) => !/\s/.test(value), 'must be one word');
export const tags = z.array(tag).default([]);

/** Scenarios that share a name never run at the same time. */
export const lock = z
  .union([nonEmptyText, nonEmptyList(nonEmptyText)], 'must be a name, or a list of names')
  .optional();

const file = nonEmptyText.refine(
  (value) => !/^[a-z][a-z\d+.-]+:\/\//i.test(value),
  'must be the path of a file',
);
export const use = z
  .union([file, nonEmptyList(file)], 'must be the path of a file, or a list of paths')
  .optional();

const literal = z.union([z.string(), z.number(), z.boolean()], 'must be a string, a number, true or false');
const variable = z.union(
  [
    literal,
    exactMap({
      pick: nonEmptyList(literal).optional(),
      date: nonEmptyText.optional(),
      format: nonEmptyText.superRefine(createRefinement(findFormatError)).optional(),
      env: nonEmptyText
        .refine((name) => /^[A-Za-z_]\w*$/.test(name), 'is not a valid environment variable name')
        .optional(),
      default: literal.optional(),
    })
      .superRefine(requireExactlyOne(['pick', 'date', 'env'], 'must have one of pick, date and env'))
      .superRefine((value, context) => {
        for (const [key, owner] of [
          ['format', 'date'],
          ['default', 'env'],
        ] as const)
          if (value[key] !== undefined && value[owner] === undefined)
            context.addIssue({ code: 'custom', path: [key], message: `is only allowed with ${owner}` });
      }),
  ],
  'must be a string, a number, true or false, or one of { pick: […] }, { date: … } and { env: … }',
);
export const vars = z.record(z.string(), variable).default({});

const secretName = z
  .string('must be the name of an environment variable')
  .refine(
    (name) => SECRET_NAME.test(name),
    'must be the name of an environment variable, in capitals; a file never contains the value of a secret',
  );
export const secrets = z
  .array(secretName, {
    error: (issue) =>
      issue.code === 'invalid_type'
        ? 'must be a list of names of environment variables; a file never contains the values of secrets'
        : undefined,
  })
  .default([]);

const wholeNumber = z.int('must be a whole number');
export const seed = wholeNumber.min(0, 'must be 0 or more').optional();

const runs = numberOrText(wholeNumber.min(1, 'must be 1 or more').max(1000, 'must be 1000 or less'));
export const repeat = exactMap({ runs: runs.optional(), pass: runs.optional() })
  .superRefine(({ runs = 1, pass = runs }, context) => {
    if (pass > runs)
      context.addIssue({
        code: 'custom',
        path: ['pass'],
        message: `is ${pass}, but there ${runs === 1 ? 'is only one run' : `are only ${runs} runs`}`,
      });
  })
  .optional();

const candidateCount = numberOrText(wholeNumber.min(1, 'must be 1 or more').max(100, 'must be 100 or less'));

/** Settings of the navigator. Options of the same name on the command line override them. */
export const agent = exactMap({
  navigator: nonEmptyText.optional(),
  model: nonEmptyText.optional(),
  temperature: numberOrText(z.number().min(0, 'must be 0 or more').max(2, 'must be 2 or less')).optional(),
  ranker: z
    .union(
      [
        nonEmptyText,
        exactMap({ name: nonEmptyText.optional(), top_k: candidateCount.optional() }).refine(
          ({ name, top_k: top }) => name !== undefined || top !== undefined,
          { message: 'is empty: give name, top_k or both', params: { noKeyGiven: true } },
        ),
      ],
      'must be the name of a ranker, or { name: …, top_k: … }',
    )
    .optional(),
  pictures: z.enum(['auto', 'always', 'never'], 'must be auto, always or never').optional(),
  page_tokens: z.int('must be a whole number').min(500, 'must be 500 or more').optional(),
  compat: z.enum(['hardened', 'faithful'], 'must be hardened or faithful').optional(),
  max_images: z.int('must be a whole number').min(1, 'must be 1 or more').optional(),
  max_iter: z.int('must be a whole number').min(1, 'must be 1 or more').optional(),
  library: nonEmptyText.optional(),
  root: nonEmptyText.optional(),
  samples: z
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(20, 'must be 20 or less')
    .optional(),
  vote: z.enum(['first', 'majority'], 'must be first or majority').optional(),
  prompt_mode: z.enum(['chat', 'completion'], 'must be chat or completion').optional(),
  cot: z.boolean('must be true or false').optional(),
})
  .superRefine(({ navigator = '', temperature, ranker }, context) => {
    const report = (path: string[], message: string): void =>
      context.addIssue({ code: 'custom', path, message });
    if (navigator === 'direct' && temperature !== undefined)
      report(['temperature'], 'is a setting for language models, which the navigator “direct” does not use');
    if (
      typeof ranker === 'object' &&
      ranker.top_k !== undefined &&
      /^(direct|chat|webvoyager(:text)?|step(:[\w-]+)?)$/.test(navigator)
    )
      report(
        ['ranker', 'top_k'],
        `is a setting for weblinx, whose prompts list that many elements; ${navigator} has no such list`,
      );
  })
  .default({});

/**
 * The recorded session to repeat: a folder, or a file written by `parley replay --save`, relative to the scenario's
 * folder. With `heal: deny` the scenario fails where the page has changed.
 */
export const replay = z
  .union(
    [file, exactMap({ session: file, heal: z.enum(['allow', 'deny'], 'must be allow or deny').optional() })],
    'must be the path of a recorded session, or { session: …, heal: … }',
  )
  .optional();

/** A registered model that compares sentences; `--sentence-model` overrides it. */
export const sentenceModel = nonEmptyText.optional();

/** The model for `judge` checks; `--judge-model` overrides it. */
export const judgeModel = nonEmptyText.optional();
