/** The default ranker with the bundled model, and its fallbacks without a usable model. */
import { copyFileSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '../support/browser.js';
import type { Observation, Ranker, Ranking } from '../../src/contract/index.js';
import { startEncoder, type Encoder } from '../../src/rank/dense/encoder.js';
import { createHybridRanker, type HybridOptions } from '../../src/rank/hybrid.js';
import { BUNDLED_ENCODER_FOLDER, createLexicalRanker, openRanker, parseQuery } from '../../src/rank/index.js';
import { createCandidate, createObservation } from '../support/candidates.js';

async function using<T>(ranker: Ranker, body: (ranker: Ranker) => Promise<T>): Promise<T> {
  try {
    return await body(ranker);
  } finally {
    await ranker.close();
  }
}

const listNames = ({ best }: Ranking): string[] => best.map(({ candidate: { name } }) => name);

const createShopPage = (): Observation =>
  createObservation(
    ['Add to basket', 'Imprint', 'Opening hours', 'Log in'].map((name) => createCandidate({ name })),
  );

/** A page of many rows; the element at `renamedIndex` has another name. */
const createPageWithRows = (count: number, renamedIndex: number, name: string): Observation =>
  createObservation(
    Array.from({ length: count }, (_, i) =>
      createCandidate({ name: i === renamedIndex ? name : `Row ${i} of the table` }),
    ),
  );

/** Starts the real encoder, counts the starts and records the texts to encode. */
function recordEncoder(): { start: () => Encoder; texts: string[]; started: () => number } {
  const texts: string[] = [];
  let startCount = 0;
  return {
    texts,
    started: () => startCount,
    start: () => {
      startCount++;
      const encoder = startEncoder({ folder: BUNDLED_ENCODER_FOLDER, threads: 1 });
      return {
        ...encoder,
        encode: (batch, options) => {
          texts.push(...batch);
          return encoder.encode(batch, options);
        },
      };
    },
  };
}

const createTestRanker = (options: Partial<HybridOptions> = {}): Ranker =>
  createHybridRanker({
    name: 'test',
    start: () => startEncoder({ folder: BUNDLED_ENCODER_FOLDER, threads: 1 }),
    ...options,
  });

test('an element with the same meaning is found even if it shares no word with the query', async () => {
  await using(openRanker(), async (ranker) => {
    const ranking = await ranker.rank(parseQuery('sign me on to my account'), createShopPage(), 2);
    expect(listNames(ranking)[0]).toBe('Log in');
    expect(ranking).toMatchObject({ total: 4, scored: 4, partial: false });
    expect(ranking.best.map(({ rank }) => rank)).toEqual([1, 2]);
  });
});

test.describe('an unusable encoder', () => {
  const cases: Record<string, (folder: string) => void> = {
    'a missing folder': () => undefined,
    'a truncated weights file': (folder) => {
      mkdirSync(folder, { recursive: true });
      for (const name of ['config.json', 'tokenizer.json', 'model.safetensors'])
        copyFileSync(join(BUNDLED_ENCODER_FOLDER, name), join(folder, name));
      truncateSync(join(folder, 'model.safetensors'), 5_000_000);
    },
  };
  for (const [description, prepare] of Object.entries(cases))
    test(`${description} is reported once, and elements are ranked by word overlap`, async ({}, {
      outputDir,
    }) => {
      const folder = join(outputDir, 'model');
      prepare(folder);
      const problems: string[] = [];
      const onProblem = ({ message }: Error): number => problems.push(message);
      await using(openRanker({ onProblem }, folder), async (ranker) => {
        const page = createShopPage();
        const lexical = createLexicalRanker();
        for (const line of ['click log in', 'opening hours', 'imprint']) {
          const ranking = await ranker.rank(parseQuery(line), page, 3);
          expect(listNames(ranking)).toEqual(listNames(await lexical.rank(parseQuery(line), page, 3)));
          expect(ranking).toMatchObject({ scored: 0, total: 4 });
        }
        ranker.warm(page);
      });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain(folder);
      expect(problems[0]).toMatch(/by word overlap only\.$/);
    });

  test('an encoder that fails while running is reported once', async () => {
    const problems: string[] = [];
    const start = (): Encoder => ({
      ...startEncoder({ folder: BUNDLED_ENCODER_FOLDER, threads: 1 }),
      encode: () => Promise.reject(new Error('out of memory')),
    });
    const onProblem = ({ message }: Error): number => problems.push(message);
    await using(createTestRanker({ start, onProblem }), async (ranker) => {
      for (let i = 0; i < 2; i++)
        expect((await ranker.rank(parseQuery('log in'), createShopPage(), 1)).best[0]!.candidate.name).toBe(
          'Log in',
        );
    });
    expect(problems).toEqual([
      'The encoder failed (out of memory). From now on, elements are ranked by word overlap only.',
    ]);
  });
});

test('a requested device that is missing is reported once, and the CPU is used', async () => {
  const problems: string[] = [];
  const onProblem = ({ message }: Error): number => problems.push(message);
  // A provider of another operating system is always missing.
  const device = process.platform === 'win32' ? 'coreml' : 'directml';
  await using(openRanker({ device, onProblem }), async (ranker) => {
    for (let i = 0; i < 2; i++)
      expect(await ranker.rank(parseQuery('log in'), createShopPage(), 1)).toMatchObject({ scored: 4 });
  });
  expect(problems).toEqual([
    expect.stringMatching(`The device ${device} is not used: .* runs on cpu instead`),
  ]);
});

test('a ranking that times out uses the elements compared so far and is marked as partial', async () => {
  await using(createTestRanker({ timeoutMs: 1 }), async (ranker) => {
    const ranking = await ranker.rank(
      parseQuery('press unsubscribe'),
      createPageWithRows(300, 200, 'Unsubscribe'),
      5,
    );
    expect(ranking.partial).toBe(true);
    expect(ranking.scored).toBeLessThan(300);
    expect(listNames(ranking)[0]).toBe('Unsubscribe');
  });
});

test('on a large page only the most likely elements are compared by meaning, and the ranking counts them', async () => {
  const { start, texts } = recordEncoder();
  await using(createTestRanker({ start, maxComparedCount: 40 }), async (ranker) => {
    const ranking = await ranker.rank(
      parseQuery('press unsubscribe'),
      createPageWithRows(500, 450, 'Unsubscribe'),
      5,
    );
    expect(ranking).toMatchObject({ total: 500, scored: 40, partial: false });
    expect(listNames(ranking)[0]).toBe('Unsubscribe');
    expect(texts).toContain('button | Unsubscribe');
    expect(texts.length).toBeLessThan(50);
  });
});

test('a page of fifty thousand elements is ranked', async () => {
  await using(createTestRanker({ maxComparedCount: 50 }), async (ranker) => {
    const ranking = await ranker.rank(
      parseQuery('press unsubscribe'),
      createPageWithRows(50_000, 49_000, 'Unsubscribe'),
      3,
    );
    expect(ranking).toMatchObject({ total: 50_000, scored: 50 });
    expect(listNames(ranking)[0]).toBe('Unsubscribe');
  });
});

test('a cancelled ranking rejects with the abort reason, and the next ranking is complete', async () => {
  await using(createTestRanker(), async (ranker) => {
    const cancel = new AbortController();
    const cancelled = ranker.rank(parseQuery('row 3'), createPageWithRows(700, 3, 'Row 3'), 5, cancel.signal);
    cancel.abort(new Error('never mind'));
    await expect(cancelled).rejects.toThrow('never mind');
    await expect(ranker.rank(parseQuery('x'), createShopPage(), 5, cancel.signal)).rejects.toThrow(
      'never mind',
    );
    expect(await ranker.rank(parseQuery('log in'), createShopPage(), 5)).toMatchObject({
      scored: 4,
      partial: false,
    });
  });
});

test('`warm` starts no encoder before the first ranking, and encodes new observations after it', async () => {
  const { start, started, texts } = recordEncoder();
  await using(createTestRanker({ start }), async (ranker) => {
    ranker.warm(createShopPage());
    expect(started()).toBe(0);
    await ranker.rank(parseQuery('log in'), createShopPage(), 1);
    const next = createObservation([
      createCandidate({ name: 'Unsubscribe' }),
      createCandidate({ name: 'Log in' }),
    ]);
    ranker.warm(next);
    await expect.poll(() => texts).toContain('button | Unsubscribe');
    await ranker.rank(parseQuery('stop sending mail'), next, 1);
    // Texts of the previous observation are not encoded again.
    expect(texts.filter((text) => text === 'button | Log in')).toHaveLength(1);
    expect(started()).toBe(1);
  });
});

test.describe('unusual pages are ranked', () => {
  const PAGES: Record<string, Observation> = {
    'an empty page': createObservation([]),
    'a page with one element': createObservation([createCandidate({ name: 'Log in' })]),
    'names that are special tokens': createObservation([
      createCandidate({ name: '[SEP] [CLS] [PAD] [MASK] [UNK]' }),
      createCandidate({ name: 'Log in [SEP]' }),
    ]),
    'a name of one word with a hundred thousand letters': createObservation([
      createCandidate({ name: 'x'.repeat(100_000) }),
      createCandidate({ name: 'Log in' }),
    ]),
    'a name of a hundred thousand words': createObservation([
      createCandidate({ name: 'word '.repeat(100_000) }),
      createCandidate({ name: 'Log in' }),
    ]),
    'names that are a lone surrogate, empty or invisible': createObservation([
      createCandidate({ name: '\ud800' }),
      createCandidate({ name: '' }),
      createCandidate({ name: '\u0000\u200b\ufeff' }),
      createCandidate({ name: 'Log in' }),
    ]),
  };
  for (const [description, page] of Object.entries(PAGES))
    test(description, async () => {
      const problems: Error[] = [];
      await using(openRanker({ onProblem: (problem) => problems.push(problem) }), async (ranker) => {
        for (const line of ['log in', '', '[SEP]', 'y'.repeat(100_000)]) {
          const ranking = await ranker.rank(parseQuery(line), page, 10);
          expect(ranking.best).toHaveLength(Math.min(10, page.candidates.length));
          expect(ranking).toMatchObject({ scored: page.candidates.length, partial: false });
          expect(ranking.best.every(({ score }) => Number.isFinite(score))).toBe(true);
          if (line === 'log in' && page.candidates.length) expect(listNames(ranking)[0]).toContain('Log in');
        }
      });
      expect(problems).toEqual([]);
    });
});

test.describe('disk cache', () => {
  test('a second ranker reads the embeddings that the first one stored', async ({}, { outputDir }) => {
    const first = await using(openRanker({ cache: outputDir }), (ranker) =>
      ranker.rank(parseQuery('log in'), createShopPage(), 4),
    );
    expect(readdirSync(outputDir)).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.embeddings$/)]);
    const second = await using(openRanker({ cache: outputDir }), (ranker) =>
      ranker.rank(parseQuery('log in'), createShopPage(), 4),
    );
    expect(second.best.map(({ score }) => score)).toEqual(first.best.map(({ score }) => score));
    expect(readdirSync(outputDir)).toHaveLength(1);
  });

  test('an unusable cache is reported once, and ranking continues', async ({}, { outputDir }) => {
    mkdirSync(outputDir, { recursive: true });
    const file = join(outputDir, 'file');
    writeFileSync(file, '');
    const problems: string[] = [];
    const onProblem = ({ message }: Error): number => problems.push(message);
    await using(openRanker({ cache: file, onProblem }), async (ranker) => {
      for (let i = 0; i < 2; i++)
        expect(await ranker.rank(parseQuery('log in'), createShopPage(), 1)).toMatchObject({ scored: 4 });
    });
    expect(problems).toEqual([expect.stringMatching(/cache cannot be used: .*memory only.*--ranker-cache/)]);
  });
});

test('a passage is found by its meaning even if it contains no word of the question', async () => {
  const texts = [
    'Designer: Ida Sunde',
    'Opened: 14 May 1931',
    'Height: 46 m',
    'Share this page',
    'Cookie settings',
  ];
  await using(openRanker(), async (ranker) => {
    const first = async (question: string): Promise<string> =>
      texts[(await ranker.rankPassages(question, texts, 2))[0]!.index]!;
    expect(await first('How tall is it?')).toBe('Height: 46 m');
    expect(await first('Who designed it?')).toBe('Designer: Ida Sunde');
    expect(await ranker.rankPassages('anything', [], 5)).toEqual([]);
  });
});

test('with thousands of passages, those that share words with the question are compared first', async () => {
  const { start, texts: encoded } = recordEncoder();
  const texts = Array.from({ length: 2_000 }, (_, i) => `Paragraph ${i} about nothing much`);
  texts[1_900] = 'The lighthouse was lit in 1868';
  await using(createTestRanker({ start }), async (ranker) => {
    const passages = await ranker.rankPassages('When was the lighthouse lit?', texts, 3);
    expect(passages[0]!.index).toBe(1_900);
    expect(passages).toHaveLength(3);
  });
  expect(encoded.length).toBeLessThan(310);
});
