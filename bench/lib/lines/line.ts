/** Reads the lines of the benchmark `lines` from `bench/data/lines/<application>.yaml`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const FOLDER = join(process.cwd(), 'bench/data/lines');

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const pattern = z.record(z.string(), z.union([value, z.strictObject({ matches: z.string() })]));

const expectedChange = z.strictObject({
  table: z.string(),
  add: pattern.optional(),
  remove: pattern.optional(),
  change: pattern.optional(),
  to: pattern.optional(),
  rows: z.number().int().positive().optional(),
});

/** A fact about the page at the end. Each is looked up with Playwright, not with Parley's observation. */
const viewFact = z.union([
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
export type ViewFact = z.infer<typeof viewFact>;

const check = z.strictObject({
  changes: z.array(expectedChange).optional(),
  view: z.array(viewFact).optional(),
  /** Regular expressions for the sentence: all of `all` and one of `any` must match, none of `none`. */
  answer: z
    .strictObject({
      all: z.array(z.string()).optional(),
      any: z.array(z.string()).optional(),
      none: z.array(z.string()).optional(),
    })
    .optional(),
});
export type LineCheck = z.infer<typeof check>;

const line = z
  .strictObject({
    id: z.string(),
    start: z.string(),
    line: z.string(),
    kind: z.enum(['possible', 'ambiguous', 'impossible']),
    /** The line asks for an irreversible action, so one question about it is answered with “yes”. */
    confirm: z.literal(true).optional(),
    check: check.optional(),
  })
  .refine(({ kind, check: given }) => (kind === 'possible') === (given !== undefined), {
    message: 'Possible lines have a check; others have none.',
  });
export type Line = z.infer<typeof line>;

/** Manual steps that carry out a line, to prove that its check can pass. */
const oracleStep = z.union([
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
  /** The sentence of a navigator that answers. */
  z.strictObject({ say: z.string() }),
]);
export type OracleStep = z.infer<typeof oracleStep>;

export const HALVES = ['dev', 'test'] as const;
export type Half = (typeof HALVES)[number];

const file = z.strictObject({
  application: z.string(),
  half: z.enum(HALVES),
  lines: z.array(line),
  oracles: z.record(z.string(), z.array(oracleStep)).optional(),
});
export type LineFile = z.infer<typeof file>;

/** @throws if the file is missing or wrong */
export function readLines(application: string): LineFile {
  const path = join(FOLDER, `${application}.yaml`);
  if (!existsSync(path)) throw new Error(`${path} is missing.`);
  const read = file.safeParse(parse(readFileSync(path, 'utf8')));
  if (!read.success) throw new Error(`${path}: ${z.prettifyError(read.error)}`);
  const ids = read.data.lines.map(({ id }) => id);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) throw new Error(`${path} has two lines “${repeated}”.`);
  const unknown = Object.keys(read.data.oracles ?? {}).find((id) => !ids.includes(id));
  if (unknown !== undefined) throw new Error(`${path} has an oracle of the unknown line “${unknown}”.`);
  return read.data;
}
