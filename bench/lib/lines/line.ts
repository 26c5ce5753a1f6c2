/** Reads the lines of dialogue for the `lines` benchmark from `bench/data/lines/<application>.yaml`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const LINES_FOLDER = join(process.cwd(), 'bench/data/lines');

const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const patternSchema = z.record(z.string(), z.union([valueSchema, z.strictObject({ matches: z.string() })]));

const expectedChangeSchema = z.strictObject({
  table: z.string(),
  add: patternSchema.optional(),
  remove: patternSchema.optional(),
  change: patternSchema.optional(),
  to: patternSchema.optional(),
  rows: z.number().int().positive().optional(),
});

/** A fact about the page at the end, looked up with Playwright rather than in Parley's observation. */
const viewFactSchema = z.union([
  z.strictObject({ url: z.string() }),
  /** A visible element; `text` is a regular expression for its text. */
  z.strictObject({ see: z.string(), text: z.string().optional() }),
  z.strictObject({ gone: z.string(), text: z.string().optional() }),
  /** The text of the first visible element. */
  z.strictObject({ first: z.string(), text: z.string() }),
  z.strictObject({ count: z.string(), is: z.number() }),
  z.strictObject({ value: z.string(), is: z.string() }),
  z.strictObject({ checked: z.string(), is: z.boolean() }),
]);
export type ViewFact = z.infer<typeof viewFactSchema>;

const checkSchema = z.strictObject({
  changes: z.array(expectedChangeSchema).optional(),
  view: z.array(viewFactSchema).optional(),
  /** Regular expressions for the last message: all of `all` and one of `any` must match, none of `none`. */
  answer: z
    .strictObject({
      all: z.array(z.string()).optional(),
      any: z.array(z.string()).optional(),
      none: z.array(z.string()).optional(),
    })
    .optional(),
});
export type LineCheck = z.infer<typeof checkSchema>;

const lineSchema = z
  .strictObject({
    id: z.string(),
    start: z.string(),
    line: z.string(),
    kind: z.enum(['possible', 'ambiguous', 'impossible']),
    /** The line asks for an irreversible action, so one confirmation question is answered with “yes”. */
    confirm: z.literal(true).optional(),
    check: checkSchema.optional(),
  })
  .refine(({ kind, check }) => (kind === 'possible') === (check !== undefined), {
    message: 'Possible lines have a check; others have none.',
  });
export type Line = z.infer<typeof lineSchema>;

/** A hand-written step. The steps of a line perform it, to prove that its check passes when the task is done. */
const oracleStepSchema = z.union([
  z.strictObject({ click: z.string() }),
  z.strictObject({ fill: z.tuple([z.string(), z.string()]) }),
  z.strictObject({ select: z.tuple([z.string(), z.string()]) }),
  z.strictObject({ check: z.string() }),
  z.strictObject({ uncheck: z.string() }),
  z.strictObject({ press: z.string() }),
  z.strictObject({ type: z.string() }),
  z.strictObject({ goto: z.string() }),
  /** Accepts the next JavaScript dialog. */
  z.strictObject({ accept: z.literal(true) }),
  z.strictObject({ wait: z.string() }),
  /** The message of a navigator that answers. */
  z.strictObject({ say: z.string() }),
]);
export type OracleStep = z.infer<typeof oracleStepSchema>;

export const HALVES = ['dev', 'test'] as const;
export type Half = (typeof HALVES)[number];

const fileSchema = z.strictObject({
  application: z.string(),
  half: z.enum(HALVES),
  lines: z.array(lineSchema),
  oracles: z.record(z.string(), z.array(oracleStepSchema)).optional(),
});
export type LineFile = z.infer<typeof fileSchema>;

/** @throws if the file is missing or invalid */
export function readLines(application: string): LineFile {
  const path = join(LINES_FOLDER, `${application}.yaml`);
  if (!existsSync(path)) throw new Error(`${path} is missing.`);
  const parsed = fileSchema.safeParse(parse(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`);
  const ids = parsed.data.lines.map(({ id }) => id);
  const repeatedId = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeatedId !== undefined) throw new Error(`${path} has two lines “${repeatedId}”.`);
  const unknownId = Object.keys(parsed.data.oracles ?? {}).find((id) => !ids.includes(id));
  if (unknownId !== undefined) throw new Error(`${path} has an oracle for the unknown line “${unknownId}”.`);
  return parsed.data;
}
