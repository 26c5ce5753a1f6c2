/**
 * The grounding set as it lies on disk (bench/data/grounding): its schema, its reader, and which half of the set
 * a page belongs to. What its selectors mean on the live pages is found out in grounding.ts.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export const GROUNDING = join(process.cwd(), 'bench/data/grounding');
export const GROUNDING_FILES = ['fixtures.json', 'miniwob.json'] as const;

/** Playwright's CSS: plain CSS, and `:text-is("…")` or `:has-text("…")` where only words tell elements apart. */
const selector = z.string().min(1);
const selectors = z.array(selector).min(1);

const step = z.union([
  z.strictObject({ click: selector }),
  z.strictObject({ fill: selector, text: z.string() }),
]);

const entry = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  /** `/…` is an address on the practice sites, `pages/…` a file of this folder. */
  page: z.string().regex(/^(\/|pages\/).*/),
  /** What is done to the page, in this order, before the instruction is given. */
  prepare: z.array(step).min(1).optional(),
  instruction: z.string().min(1),
  /** What was said and done before, the latest last. */
  context: z.array(z.string().min(1)).min(1).optional(),
  /** The right element. Several where either will do: each selector is one element. */
  target: z.union([selector, selectors]),
  /** Elements of the same page that a careless reader could take for it. */
  negatives: selectors.optional(),
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

export type Entry = z.infer<typeof entry>;
export type Step = z.infer<typeof step>;

/** Chosen once, before anything was ranked, so that sites and kinds come out near two fifths each. */
const SALT = 1006;

/**
 * Which half a page's entries belong to: weights are tuned on one and reported on the other, so that a page which
 * was tuned on never tells how well ranking does on pages not seen before. Two of five entries are for tuning.
 */
export function splitOf(page: string): Entry['split'] {
  const hash = createHash('sha256').update(`${SALT} ${page}`).digest();
  return hash.readUInt32BE(0) % 5 < 2 ? 'tune' : 'test';
}

/** All entries, or those of one file. @throws where an entry does not fit the schema, an id is used twice, or a split is not that of its page */
export function readGrounding(files: readonly string[] = GROUNDING_FILES): Entry[] {
  const entries = files.flatMap((file) => {
    const read = z.array(entry).safeParse(JSON.parse(readFileSync(join(GROUNDING, file), 'utf8')));
    if (!read.success)
      throw new Error(`${file} does not fit the schema in bench/lib/grounding-set.ts: ${read.error.message}`);
    return read.data;
  });
  const seen = new Set<string>();
  for (const { id, page, split } of entries) {
    if (seen.has(id)) throw new Error(`Two entries have the id "${id}": rename one of them.`);
    seen.add(id);
    if (split !== splitOf(page))
      throw new Error(`"${id}" says ${split}, but its page belongs to ${splitOf(page)}: correct it.`);
  }
  return entries;
}
