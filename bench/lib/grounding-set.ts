/**
 * The schema and reader of the grounding set (`bench/data/grounding`), and its split into two halves. `grounding.ts`
 * resolves its selectors on live pages.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export const GROUNDING_FOLDER = join(process.cwd(), 'bench/data/grounding');
export const GROUNDING_FILES = ['fixtures.json', 'miniwob.json'] as const;

/** A CSS selector with Playwright's `:text-is("…")` and `:has-text("…")`, for elements that differ only in their text. */
const selectorSchema = z.string().min(1);
const selectorsSchema = z.array(selectorSchema).min(1);

const stepSchema = z.union([
  z.strictObject({ click: selectorSchema }),
  z.strictObject({ fill: selectorSchema, text: z.string() }),
]);

const entrySchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  /** `/…` is a path on the fixture sites, `pages/…` a file in the set's folder. */
  page: z.string().regex(/^(\/|pages\/).*/),
  /** Steps that bring the page into the state for the instruction, in this order. */
  prepare: z.array(stepSchema).min(1).optional(),
  instruction: z.string().min(1),
  /** Earlier turns of the conversation, oldest first. */
  context: z.array(z.string().min(1)).min(1).optional(),
  /** The correct element, or several equivalent ones. Each selector matches one element. */
  target: z.union([selectorSchema, selectorsSchema]),
  /** Elements of the same page that are easily mistaken for the target. */
  negatives: selectorsSchema.optional(),
  kind: z.enum([
    'plain',
    'synonym',
    'ordinal',
    'relation',
    'place',
    'role',
    'value',
    'state',
    'context',
    'typo',
    'icon',
  ]),
  split: z.enum(['tune', 'test']),
});

export type GroundingEntry = z.infer<typeof entrySchema>;
export type PreparationStep = z.infer<typeof stepSchema>;

/** Chosen once, before any ranking, so that about two fifths of each site and kind are used for tuning. */
const SALT = 1006;

/**
 * Decides whether the entries of a page tune the weights (about two fifths) or test them (the rest). All entries of a
 * page are in the same half, so that test results come from pages that did not influence the weights.
 */
export function getSplit(page: string): GroundingEntry['split'] {
  const hash = createHash('sha256').update(`${SALT} ${page}`).digest();
  return hash.readUInt32BE(0) % 5 < 2 ? 'tune' : 'test';
}

/**
 * Reads all entries, or those of the given files.
 * @throws if an entry does not match the schema, an id occurs twice, or an entry's split differs from its page's
 */
export function readGrounding(files: readonly string[] = GROUNDING_FILES): GroundingEntry[] {
  const entries = files.flatMap((file) => {
    const parsed = z
      .array(entrySchema)
      .safeParse(JSON.parse(readFileSync(join(GROUNDING_FOLDER, file), 'utf8')));
    if (!parsed.success)
      throw new Error(
        `${file} does not match the schema in bench/lib/grounding-set.ts: ${parsed.error.message}`,
      );
    return parsed.data;
  });
  const ids = new Set<string>();
  for (const { id, page, split } of entries) {
    if (ids.has(id)) throw new Error(`Two entries have the id "${id}": rename one of them.`);
    ids.add(id);
    if (split !== getSplit(page))
      throw new Error(
        `The split of "${id}" is ${split}, but its page is in ${getSplit(page)}: correct the entry.`,
      );
  }
  return entries;
}
