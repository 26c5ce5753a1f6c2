/** The default ranker with the model that ships, and what it does where that cannot be used. */
import { copyFileSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

import type { Observation, Ranker, Ranking } from '../../src/contract/index.js';
import { startEncoder, type Encoder } from '../../src/rank/dense/encoder.js';
import { createHybridRanker, type HybridOptions } from '../../src/rank/hybrid.js';
import { BUNDLED, createLexicalRanker, openRanker, queryOf } from '../../src/rank/index.js';
import { candidate, observation } from '../support/candidates.js';

async function using<T>(ranker: Ranker, body: (ranker: Ranker) => Promise<T>): Promise<T> {
  try {
    return await body(ranker);
  } finally {
    await ranker.close();
  }
}

const names = ({ best }: Ranking): string[] => best.map(({ candidate: { name } }) => name);

const shop = (): Observation =>
  observation(['Add to basket', 'Imprint', 'Opening hours', 'Log in'].map((name) => candidate({ name })));

/** Elements of which only one has anything to do with the query. */
const crowd = (count: number, at: number, name: string): Observation =>
  observation(
    Array.from({ length: count }, (_, i) => candidate({ name: i === at ? name : `Row ${i} of the table` })),
  );

/** The encoder, and a count of what was asked of it. */
function counted(): { start: () => Encoder; texts: string[]; started: () => number } {
  const texts: string[] = [];
  let started = 0;
  return {
    texts,
    started: () => started,
    start: () => {
      started++;
      const encoder = startEncoder({ folder: BUNDLED, threads: 1 });
      return {
        ...encoder,
        encode: (asked, options) => {
          texts.push(...asked);
          return encoder.encode(asked, options);
        },
      };
    },
  };
}

const hybrid = (options: Partial<HybridOptions> = {}): Ranker =>
  createHybridRanker({
    name: 'test',
    start: () => startEncoder({ folder: BUNDLED, threads: 1 }),
    ...options,
  });

test('what means the same is found without a common word', async () => {
  await using(openRanker(), async (ranker) => {
    const ranking = await ranker.rank(queryOf('sign me on to my account'), shop(), 2);
    expect(names(ranking)[0]).toBe('Log in');
    expect(ranking).toMatchObject({ total: 4, scored: 4, partial: false });
    expect(ranking.best.map(({ rank }) => rank)).toEqual([1, 2]);
  });
});

test.describe('an encoder that cannot be used', () => {
  const cases: Record<string, (folder: string) => void> = {
    'no folder': () => undefined,
    'cut-off weights': (folder) => {
      mkdirSync(folder, { recursive: true });
      for (const name of ['config.json', 'tokenizer.json', 'model.safetensors'])
        copyFileSync(join(BUNDLED, name), join(folder, name));
      truncateSync(join(folder, 'model.safetensors'), 5_000_000);
    },
  };
  for (const [what, make] of Object.entries(cases))
    test(`${what}: is told once, and ranking goes on by words`, async ({}, { outputDir }) => {
      const folder = join(outputDir, 'model');
      make(folder);
      const troubles: string[] = [];
      const onTrouble = ({ message }: Error): number => troubles.push(message);
      await using(openRanker({ onTrouble }, folder), async (ranker) => {
        const look = shop();
        const by = createLexicalRanker();
        for (const line of ['click log in', 'opening hours', 'imprint']) {
          const found = await ranker.rank(queryOf(line), look, 3);
          expect(names(found)).toEqual(names(await by.rank(queryOf(line), look, 3)));
          expect(found).toMatchObject({ scored: 0, total: 4 });
        }
        ranker.warm(look);
      });
      expect(troubles).toHaveLength(1);
      expect(troubles[0]).toContain(folder);
      expect(troubles[0]).toMatch(/by their words alone from here on\.$/);
    });

  test('one that breaks off in the middle is told once, too', async () => {
    const troubles: string[] = [];
    const start = (): Encoder => ({
      ...startEncoder({ folder: BUNDLED, threads: 1 }),
      encode: () => Promise.reject(new Error('out of memory')),
    });
    const onTrouble = ({ message }: Error): number => troubles.push(message);
    await using(hybrid({ start, onTrouble }), async (ranker) => {
      for (let i = 0; i < 2; i++)
        expect((await ranker.rank(queryOf('log in'), shop(), 1)).best[0]!.candidate.name).toBe('Log in');
    });
    expect(troubles).toEqual([
      'The encoder failed (out of memory). Elements are ranked by their words alone from here on.',
    ]);
  });
});

test('a device that was named and is not there is told once, and the processor computes', async () => {
  const troubles: string[] = [];
  const onTrouble = ({ message }: Error): number => troubles.push(message);
  // A provider of another system, so that it is nowhere.
  const device = process.platform === 'win32' ? 'coreml' : 'directml';
  await using(openRanker({ device, onTrouble }), async (ranker) => {
    for (let i = 0; i < 2; i++)
      expect(await ranker.rank(queryOf('log in'), shop(), 1)).toMatchObject({ scored: 4 });
  });
  expect(troubles).toEqual([expect.stringMatching(`The device ${device} is not used: .* on cpu instead`)]);
});

test('where the time runs out the ranking is made of what there is, and says so', async () => {
  await using(hybrid({ deadline: 1 }), async (ranker) => {
    const found = await ranker.rank(queryOf('press unsubscribe'), crowd(300, 200, 'Unsubscribe'), 5);
    expect(found.partial).toBe(true);
    expect(found.scored).toBeLessThan(300);
    expect(names(found)[0]).toBe('Unsubscribe');
  });
});

test('of a large look the likeliest are compared by meaning, and how many is said', async () => {
  const { start, texts } = counted();
  await using(hybrid({ start, most: 40 }), async (ranker) => {
    const found = await ranker.rank(queryOf('press unsubscribe'), crowd(500, 450, 'Unsubscribe'), 5);
    expect(found).toMatchObject({ total: 500, scored: 40, partial: false });
    expect(names(found)[0]).toBe('Unsubscribe');
    expect(texts).toContain('button | Unsubscribe');
    expect(texts.length).toBeLessThan(50);
  });
});

test('fifty thousand elements are ranked', async () => {
  await using(hybrid({ most: 50 }), async (ranker) => {
    const found = await ranker.rank(queryOf('press unsubscribe'), crowd(50_000, 49_000, 'Unsubscribe'), 3);
    expect(found).toMatchObject({ total: 50_000, scored: 50 });
    expect(names(found)[0]).toBe('Unsubscribe');
  });
});

test('who cancels gets the abort and no ranking, and the next ranking is whole', async () => {
  await using(hybrid(), async (ranker) => {
    const cancel = new AbortController();
    const cancelled = ranker.rank(queryOf('row 3'), crowd(700, 3, 'Row 3'), 5, cancel.signal);
    cancel.abort(new Error('never mind'));
    await expect(cancelled).rejects.toThrow('never mind');
    await expect(ranker.rank(queryOf('x'), shop(), 5, cancel.signal)).rejects.toThrow('never mind');
    expect(await ranker.rank(queryOf('log in'), shop(), 5)).toMatchObject({ scored: 4, partial: false });
  });
});

test('warming starts nothing before the first ranking; after it looks are ready when asked for', async () => {
  const { start, started, texts } = counted();
  await using(hybrid({ start }), async (ranker) => {
    ranker.warm(shop());
    expect(started()).toBe(0);
    await ranker.rank(queryOf('log in'), shop(), 1);
    const next = observation([candidate({ name: 'Unsubscribe' }), candidate({ name: 'Log in' })]);
    ranker.warm(next);
    await expect.poll(() => texts).toContain('button | Unsubscribe');
    await ranker.rank(queryOf('stop sending mail'), next, 1);
    // What was known from the look before is not computed again.
    expect(texts.filter((text) => text === 'button | Log in')).toHaveLength(1);
    expect(started()).toBe(1);
  });
});

test.describe('what pages may hold', () => {
  const LOOKS: Record<string, Observation> = {
    'an empty page': observation([]),
    'one element': observation([candidate({ name: 'Log in' })]),
    'the tokenizer’s own words': observation([
      candidate({ name: '[SEP] [CLS] [PAD] [MASK] [UNK]' }),
      candidate({ name: 'Log in [SEP]' }),
    ]),
    'a word of a hundred thousand letters': observation([
      candidate({ name: 'x'.repeat(100_000) }),
      candidate({ name: 'Log in' }),
    ]),
    'a hundred thousand words': observation([
      candidate({ name: 'word '.repeat(100_000) }),
      candidate({ name: 'Log in' }),
    ]),
    'halves of letters, nothing, and what cannot be seen': observation([
      candidate({ name: '\ud800' }),
      candidate({ name: '' }),
      candidate({ name: '\u0000\u200b\ufeff' }),
      candidate({ name: 'Log in' }),
    ]),
  };
  for (const [what, look] of Object.entries(LOOKS))
    test(what, async () => {
      const troubles: Error[] = [];
      await using(openRanker({ onTrouble: (problem) => troubles.push(problem) }), async (ranker) => {
        for (const line of ['log in', '', '[SEP]', 'y'.repeat(100_000)]) {
          const found = await ranker.rank(queryOf(line), look, 10);
          expect(found.best).toHaveLength(Math.min(10, look.candidates.length));
          expect(found).toMatchObject({ scored: look.candidates.length, partial: false });
          expect(found.best.every(({ score }) => Number.isFinite(score))).toBe(true);
          if (line === 'log in' && look.candidates.length) expect(names(found)[0]).toContain('Log in');
        }
      });
      expect(troubles).toEqual([]);
    });
});

test.describe('the cache on disk', () => {
  test('is filled by one ranker and read by the next', async ({}, { outputDir }) => {
    const ranked = await using(openRanker({ cache: outputDir }), (ranker) =>
      ranker.rank(queryOf('log in'), shop(), 4),
    );
    expect(readdirSync(outputDir)).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.embeddings$/)]);
    const again = await using(openRanker({ cache: outputDir }), (ranker) =>
      ranker.rank(queryOf('log in'), shop(), 4),
    );
    expect(again.best.map(({ score }) => score)).toEqual(ranked.best.map(({ score }) => score));
    expect(readdirSync(outputDir)).toHaveLength(1);
  });

  test('that cannot be used is told once, and ranking goes on', async ({}, { outputDir }) => {
    mkdirSync(outputDir, { recursive: true });
    const file = join(outputDir, 'file');
    writeFileSync(file, '');
    const troubles: string[] = [];
    const onTrouble = ({ message }: Error): number => troubles.push(message);
    await using(openRanker({ cache: file, onTrouble }), async (ranker) => {
      for (let i = 0; i < 2; i++)
        expect(await ranker.rank(queryOf('log in'), shop(), 1)).toMatchObject({ scored: 4 });
    });
    expect(troubles).toEqual([expect.stringMatching(/cache cannot be used: .*memory only.*--ranker-cache/)]);
  });
});

test('a passage is found by what it means, where no word of the question stands in it', async () => {
  const texts = [
    'Designer: Ida Sunde',
    'Opened: 14 May 1931',
    'Height: 46 m',
    'Share this page',
    'Cookie settings',
  ];
  await using(openRanker(), async (ranker) => {
    const first = async (question: string): Promise<string> =>
      texts[(await ranker.passages(question, texts, 2))[0]!.index]!;
    expect(await first('How tall is it?')).toBe('Height: 46 m');
    expect(await first('Who designed it?')).toBe('Designer: Ida Sunde');
    expect(await ranker.passages('anything', [], 5)).toEqual([]);
  });
});

test('of thousands of passages those that share words with the question are compared first', async () => {
  const { start, texts: asked } = counted();
  const texts = Array.from({ length: 2_000 }, (_, i) => `Paragraph ${i} about nothing much`);
  texts[1_900] = 'The lighthouse was lit in 1868';
  await using(hybrid({ start }), async (ranker) => {
    const found = await ranker.passages('When was the lighthouse lit?', texts, 3);
    expect(found[0]!.index).toBe(1_900);
    expect(found).toHaveLength(3);
  });
  expect(asked.length).toBeLessThan(310);
});
