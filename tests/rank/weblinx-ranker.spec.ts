/** The paper's ranker on observations: exactly what it encodes, and the candidates that it returns. */

import { expect, test } from '../support/browser.js';
import type { Observation } from '../../src/contract/index.js';
import { startEncoder, type Encoder } from '../../src/rank/dense/encoder.js';
import { BUNDLED_ENCODER_FOLDER, openWeblinxRanker } from '../../src/rank/index.js';
import { selectBestCandidates, createWeblinxRanker } from '../../src/rank/weblinx/ranker.js';
import { createCandidate, createObservation } from '../support/candidates.js';
import { goldenData } from '../support/golden.js';

/** The golden page as an observation, with one candidate for each golden record. */
function goldenObservation(): Observation {
  const boxes = goldenData.demo['bboxes/bboxes-4.json'];
  const uids = goldenData.dmr.records.map(({ uid }) => uid);
  return createObservation(
    uids.map((uid) => createCandidate({ uid, name: uid })),
    {
      viewport: { width: 1280, height: 720, scrollX: 0, scrollY: 0, scrollWidth: 1280, scrollHeight: 2000 },
      weblinx: { html: goldenData.demo['pages/page-4-0.html'], boxes, screenshot: null },
    },
  );
}

interface EncodedText {
  text: string;
  maxTokens: number;
}

/** Starts the real encoder and records the texts that it receives. */
function recordEncoder(): { start: () => Encoder; encoded: EncodedText[] } {
  const encoded: EncodedText[] = [];
  return {
    encoded,
    start: () => {
      const encoder = startEncoder({ folder: BUNDLED_ENCODER_FOLDER, threads: 1 });
      return {
        ...encoder,
        encode: (texts, options) => {
          encoded.push(...texts.map((text) => ({ text, maxTokens: options.maxTokens })));
          return encoder.encode(texts, options);
        },
      };
    },
  };
}

test('the data set’s query and documents are encoded without surrounding white space, and with at most 512 tokens', async () => {
  const { start, encoded } = recordEncoder();
  const ranker = createWeblinxRanker({ name: 'paper', start });
  const found = await ranker.rank(
    { text: `${goldenData.dmr.query} \n`, history: ['clicked Menu'] },
    goldenObservation(),
    10,
  );
  await ranker.close();
  expect(encoded.filter(({ text }) => text === goldenData.dmr.query.trim())).toEqual([
    { text: goldenData.dmr.query.trim(), maxTokens: 512 },
  ]);
  const documents = encoded.filter(({ text }) => text.startsWith('[[tag]]'));
  expect(documents.map(({ text }) => text).sort()).toEqual(
    goldenData.dmr.records.map(({ doc }) => doc.trim()).sort(),
  );
  expect(documents.every(({ maxTokens }) => maxTokens === 512)).toBe(true);
  expect(found).toMatchObject({
    total: goldenData.dmr.records.length,
    scored: goldenData.dmr.records.length,
    partial: false,
  });
  const scores = found.best.map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
});

test('scores are cosines: a document scores 1 for itself', async () => {
  const ranker = openWeblinxRanker({ name: 'paper', folder: BUNDLED_ENCODER_FOLDER });
  for (const { doc, uid } of goldenData.dmr.records.slice(0, 3)) {
    const { best } = await ranker.rank({ text: doc, history: [] }, goldenObservation(), 1);
    expect(best[0]!.candidate.uid).toBe(uid);
    expect(best[0]!.score).toBeCloseTo(1, 5);
  }
  await ranker.close();
});

test('the encoder gets the formatted query; ranking by word overlap uses the plain instruction', async () => {
  const { start, encoded } = recordEncoder();
  const line = ({ text }: { text: string }): string => `Viewport ${text}`;
  const ranker = createWeblinxRanker({ name: 'paper', start, formatEncoderQuery: line });
  await ranker.rank({ text: 'click', history: [] }, goldenObservation(), 1);
  expect(encoded.map(({ text }) => text)).toContain('Viewport click');
  await ranker.close();
  const withoutModel = openWeblinxRanker({
    name: 'paper',
    folder: '/nowhere',
    formatEncoderQuery: () => 'nothing of the page',
  });
  const page = createObservation([createCandidate({ name: 'Save' }), createCandidate({ name: 'Cancel' })], {
    weblinx: { html: '<body></body>', boxes: {}, screenshot: null },
  });
  const { best, scored } = await withoutModel.rank({ text: 'cancel', history: [] }, page, 1);
  expect([best[0]!.candidate.name, scored]).toEqual(['Cancel', 0]);
  await withoutModel.close();
});

test('an observation without HTML is ranked by word overlap', async () => {
  const ranker = openWeblinxRanker({ name: 'paper', folder: BUNDLED_ENCODER_FOLDER });
  const page = createObservation([createCandidate({ name: 'Save' }), createCandidate({ name: 'Cancel' })]);
  const { best, scored } = await ranker.rank({ text: 'cancel', history: [] }, page, 1);
  expect([best[0]!.candidate.name, scored]).toEqual(['Cancel', 0]);
  await ranker.close();
});

test('a ranking that times out contains only the documents compared so far and is marked as partial', async () => {
  const start = (): Encoder => startEncoder({ folder: BUNDLED_ENCODER_FOLDER, threads: 1 });
  const ranker = createWeblinxRanker({ name: 'paper', start, timeoutMs: 1 });
  const found = await ranker.rank({ text: goldenData.dmr.query, history: [] }, goldenObservation(), 10);
  expect(found.partial).toBe(true);
  expect(found.scored).toBeLessThan(goldenData.dmr.records.length);
  await ranker.close();
});

test('selectBestCandidates turns scored uids into ranked candidates', () => {
  const folded = (uid: string) => ({
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
  const a = createCandidate({ uid: 'a', folded: [folded('a2')] });
  const b = createCandidate({ uid: 'b' });
  const c = createCandidate({ uid: 'c' });
  const TABLE: [string, [string, number][], string[]][] = [
    [
      'the best score comes first',
      [
        ['a', 0.1],
        ['b', 0.3],
      ],
      ['b', 'a'],
    ],
    [
      'equal scores keep document order',
      [
        ['b', 0.2],
        ['a', 0.2],
        ['c', 0.2],
      ],
      ['b', 'a', 'c'],
    ],
    [
      'a folded element counts for its candidate, once',
      [
        ['a', 0.1],
        ['b', 0.3],
        ['a2', 0.5],
      ],
      ['a', 'b'],
    ],
    [
      'uids without a candidate are skipped',
      [
        ['x', 0.9],
        ['c', 0.1],
      ],
      ['c'],
    ],
    [
      'the last score of a uid counts',
      [
        ['a', 0.9],
        ['b', 0.3],
        ['a', 0.1],
      ],
      ['b', 'a'],
    ],
    ['no scores give no candidates', [], []],
  ];
  for (const [description, scored, uids] of TABLE) {
    const best = selectBestCandidates(
      scored.map(([uid, score]) => ({ uid, score })),
      [a, b, c],
      10,
    );
    expect
      .soft(
        best.map(({ candidate: { uid }, rank }) => [uid, rank]),
        description,
      )
      .toEqual(uids.map((uid, i) => [uid, i + 1]));
  }
});
