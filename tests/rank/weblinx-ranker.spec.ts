/** The paper's ranker on looks: what is encoded byte for byte, and how its order becomes candidates. */
import { expect, test } from '@playwright/test';

import type { Observation } from '../../src/contract/index.js';
import { startEncoder, type Encoder } from '../../src/rank/dense/encoder.js';
import { BUNDLED, openWeblinxRanker } from '../../src/rank/index.js';
import { bestCandidates, createWeblinxRanker } from '../../src/rank/weblinx/ranker.js';
import { candidate, observation } from '../support/candidates.js';
import { golden } from '../support/golden.js';

/** The golden page as a look: its uids are those of the file, its candidates those of the records. */
function goldenLook(): Observation {
  const boxes = golden.demo['bboxes/bboxes-4.json'];
  const uids = golden.dmr.records.map(({ uid }) => uid);
  return observation(
    uids.map((uid) => candidate({ uid, name: uid })),
    {
      viewport: { width: 1280, height: 720, scrollX: 0, scrollY: 0, scrollWidth: 1280, scrollHeight: 2000 },
      weblinx: { html: golden.demo['pages/page-4-0.html'], boxes, screenshot: null },
    },
  );
}

interface Asked {
  text: string;
  max: number;
}

function recording(): { start: () => Encoder; asked: Asked[] } {
  const asked: Asked[] = [];
  return {
    asked,
    start: () => {
      const encoder = startEncoder({ folder: BUNDLED, threads: 1 });
      return {
        ...encoder,
        encode: (texts, options) => {
          asked.push(...texts.map((text) => ({ text, max: options.max })));
          return encoder.encode(texts, options);
        },
      };
    },
  };
}

test('query and documents are those of the data set, stripped, 512 tokens each', async () => {
  const { start, asked } = recording();
  const ranker = createWeblinxRanker({ name: 'paper', start });
  const found = await ranker.rank(
    { text: `${golden.dmr.query} \n`, history: ['clicked Menu'] },
    goldenLook(),
    10,
  );
  await ranker.close();
  expect(asked.filter(({ text }) => text === golden.dmr.query.trim())).toEqual([
    { text: golden.dmr.query.trim(), max: 512 },
  ]);
  const documents = asked.filter(({ text }) => text.startsWith('[[tag]]'));
  expect(documents.map(({ text }) => text).sort()).toEqual(
    golden.dmr.records.map(({ doc }) => doc.trim()).sort(),
  );
  expect(documents.every(({ max }) => max === 512)).toBe(true);
  expect(found).toMatchObject({
    total: golden.dmr.records.length,
    scored: golden.dmr.records.length,
    partial: false,
  });
  const scores = found.best.map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
});

test('scores are cosines, so that a document is nearest to itself', async () => {
  const ranker = openWeblinxRanker({ name: 'paper', folder: BUNDLED });
  for (const { doc, uid } of golden.dmr.records.slice(0, 3)) {
    const { best } = await ranker.rank({ text: doc, history: [] }, goldenLook(), 1);
    expect(best[0]!.candidate.uid).toBe(uid);
    expect(best[0]!.score).toBeCloseTo(1, 5);
  }
  await ranker.close();
});

test('a line that is given is what is encoded, and words alone still get what was said', async () => {
  const { start, asked } = recording();
  const line = ({ text }: { text: string }): string => `Viewport ${text}`;
  const ranker = createWeblinxRanker({ name: 'paper', start, line });
  await ranker.rank({ text: 'click', history: [] }, goldenLook(), 1);
  expect(asked.map(({ text }) => text)).toContain('Viewport click');
  await ranker.close();
  const lost = openWeblinxRanker({ name: 'paper', folder: '/nowhere', line: () => 'nothing of the page' });
  const look = observation([candidate({ name: 'Save' }), candidate({ name: 'Cancel' })], {
    weblinx: { html: '<body></body>', boxes: {}, screenshot: null },
  });
  const { best, scored } = await lost.rank({ text: 'cancel', history: [] }, look, 1);
  expect([best[0]!.candidate.name, scored]).toEqual(['Cancel', 0]);
  await lost.close();
});

test('a look without the page’s HTML is ranked by words', async () => {
  const ranker = openWeblinxRanker({ name: 'paper', folder: BUNDLED });
  const look = observation([candidate({ name: 'Save' }), candidate({ name: 'Cancel' })]);
  const { best, scored } = await ranker.rank({ text: 'cancel', history: [] }, look, 1);
  expect([best[0]!.candidate.name, scored]).toEqual(['Cancel', 0]);
  await ranker.close();
});

test('where the time runs out, what was compared is ranked and the ranking says so', async () => {
  const start = (): Encoder => startEncoder({ folder: BUNDLED, threads: 1 });
  const ranker = createWeblinxRanker({ name: 'paper', start, deadline: 1 });
  const found = await ranker.rank({ text: golden.dmr.query, history: [] }, goldenLook(), 10);
  expect(found.partial).toBe(true);
  expect(found.scored).toBeLessThan(golden.dmr.records.length);
  await ranker.close();
});

test.describe('from uids to candidates', () => {
  const alias = (uid: string) => ({
    uid,
    tag: 'span',
    role: 'generic',
    name: '',
    text: '',
    attributes: {},
    xpath: '',
    box: { x: 0, y: 0, width: 1, height: 1 },
    document: '',
  });
  const a = candidate({ uid: 'a', folded: [alias('a2')] });
  const b = candidate({ uid: 'b' });
  const c = candidate({ uid: 'c' });
  const TABLE: [string, [string, number][], string[]][] = [
    [
      'best first',
      [
        ['a', 0.1],
        ['b', 0.3],
      ],
      ['b', 'a'],
    ],
    [
      'ties in document order',
      [
        ['b', 0.2],
        ['a', 0.2],
        ['c', 0.2],
      ],
      ['b', 'a', 'c'],
    ],
    [
      'an alias stands for its candidate, once',
      [
        ['a', 0.1],
        ['b', 0.3],
        ['a2', 0.5],
      ],
      ['a', 'b'],
    ],
    [
      'what is no candidate is skipped',
      [
        ['x', 0.9],
        ['c', 0.1],
      ],
      ['c'],
    ],
    [
      'of several scores of a uid the last counts',
      [
        ['a', 0.9],
        ['b', 0.3],
        ['a', 0.1],
      ],
      ['b', 'a'],
    ],
    ['nothing', [], []],
  ];
  for (const [what, scored, uids] of TABLE)
    test(what, () => {
      const best = bestCandidates(
        scored.map(([uid, score]) => ({ uid, score })),
        [a, b, c],
        10,
      );
      expect(best.map(({ candidate: { uid }, rank }) => [uid, rank])).toEqual(
        uids.map((uid, i) => [uid, i + 1]),
      );
    });
});
