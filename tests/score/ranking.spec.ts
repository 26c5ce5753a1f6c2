import { writeFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import {
  type CandidateRecord,
  type CandidateTurn,
  RankingTally,
  readCandidates,
  readCandidateTurns,
} from '../../src/score/index.js';
import { goldenData } from '../support/golden.js';

/** Tallies positives of these ranks and a number of negatives. */
function tallyRanks(ranks: readonly number[], negatives: number): RankingTally {
  const tally = new RankingTally();
  for (const rank of ranks) tally.add({ label: 1, rank });
  for (let i = 0; i < negatives; i += 1) tally.add({ label: 0, rank: 1 });
  return tally;
}

test('recall and mean reciprocal rank equal the values in the golden file', () => {
  const expected = goldenData.dmr_fixture_metrics;
  const ranks = expected.positives_ranks;
  // The file has 2,055 records.
  const tally = tallyRanks(ranks, 2055 - ranks.length);
  const { recall, mrr, positives, records } = tally.computeScores();
  for (const [k, share] of Object.entries(recall!)) expect(share).toBe(expected[`recall@${Number(k)}`]);
  expect(Object.keys(recall!).length).toBe(7);
  expect(mrr).toBeCloseTo(expected.mrr_k50, 14);
  expect([positives, records]).toEqual([10, 2055]);
  for (const all of [null, 0, 2056]) expect(tally.computeScores(all).mrr).toBeCloseTo(expected.mrr_all, 14);
});

test('without positive candidates, recall and mean reciprocal rank are null', () => {
  expect(tallyRanks([], 5).computeScores()).toEqual({ records: 5, positives: 0, recall: null, mrr: null });
});

test('a limit above the number of records has no effect', () => {
  expect(tallyRanks([60], 10).computeScores(50).mrr).toBe(1 / 60);
  expect(tallyRanks([60], 50).computeScores(50).mrr).toBe(0);
});

const createRecord = (overrides: Partial<CandidateRecord> = {}): CandidateRecord => ({
  query: 'q',
  doc: '[[tag]] a',
  uid: 'u',
  demo_name: 'aaabtsd',
  turn_index: 7,
  elem_dict: { tag: 'a' },
  label: 0,
  score: 0.5,
  rank: 1,
  ...overrides,
});

/** Writes a candidate file with these lines and returns its path. */
function writeFile(...lines: (Partial<CandidateRecord> | string)[]): string {
  const path = test.info().outputPath('valid.jsonl');
  writeFileSync(
    path,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(createRecord(line)))).join('\n'),
  );
  return path;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

test('records are read in file order, whatever text they contain', async () => {
  const text = 'a\u2028b\u2029c\r\u{1f600}\n';
  const long = '\u00e9'.repeat(200_000);
  const read = await collect(readCandidates(writeFile({ doc: text }, { doc: long, rank: 2 }, '')));
  expect(read.map(({ doc, rank }) => [doc, rank])).toEqual([
    [text, 1],
    [long, 2],
  ]);
});

test('candidates are grouped by turn', async () => {
  const turns: CandidateTurn[] = await collect(
    readCandidateTurns(
      writeFile(
        { uid: '1' },
        { uid: '2' },
        { turn_index: 8, uid: '3', query: 'r' },
        { demo_name: 'b', turn_index: 8, uid: '4' },
      ),
    ),
  );
  expect(
    turns.map(({ demo, turn, query, records }) => [demo, turn, query, records.map(({ uid }) => uid)]),
  ).toEqual([
    ['aaabtsd', 7, 'q', ['1', '2']],
    ['aaabtsd', 8, 'r', ['3']],
    ['b', 8, 'q', ['4']],
  ]);
});

const FAULTS: [string, Partial<CandidateRecord> | string, string][] = [
  ['not JSON', '{"query":', 'it is not JSON'],
  ['empty', '\n{}', 'it is not JSON'],
  ['a list', '[1]', 'it is not an object'],
  ['without a document', { doc: undefined }, '“doc” is missing or not of type string'],
  ['with a text as score', { score: '0.5' as unknown as number }, '“score” is missing or not of type number'],
  [
    'with no fields',
    { elem_dict: null as unknown as CandidateRecord['elem_dict'] },
    '“elem_dict” is missing',
  ],
  ['with an invalid label', { label: 2 }, '“label” is neither 0 nor 1'],
  ['with rank 0', { rank: 0 }, '“rank” is not a whole number from 1'],
  ['with a fractional turn index', { turn_index: 7.5 }, '“turn_index” is not a whole number'],
];
test('an invalid line is rejected, and the error names the file, the line and the cause', async () => {
  for (const [name, line, fault] of FAULTS) {
    const path = writeFile({}, {}, line);
    await expect
      .soft(collect(readCandidates(path)), `a line that is ${name}`)
      .rejects.toThrow(`${path}:3 is not a candidate: ${fault}`);
  }
});

test('a turn is rejected if it appears twice or its query changes', async () => {
  const fileWithRepeatedTurn = writeFile({}, { turn_index: 8 }, {});
  await expect(collect(readCandidateTurns(fileWithRepeatedTurn))).rejects.toThrow(
    `${fileWithRepeatedTurn}:3 is not a candidate: turn 7 of aaabtsd already ended`,
  );
  const fileWithTwoQueries = writeFile({}, { query: 'r' });
  await expect(collect(readCandidateTurns(fileWithTwoQueries))).rejects.toThrow(
    `${fileWithTwoQueries}:2 is not a candidate: its query differs`,
  );
});

test('records before an invalid line are returned first', async () => {
  const reader = readCandidates(writeFile({ uid: 'good' }, 'bad'));
  expect((await reader.next()).value).toMatchObject({ uid: 'good' });
  await expect(reader.next()).rejects.toThrow(/valid\.jsonl:2 /);
});

test('a missing file causes a usage error that contains its path', async () => {
  await expect(collect(readCandidates('/nowhere/valid.jsonl'))).rejects.toMatchObject({
    name: 'ParleyError',
    kind: 'usage',
    message: '“/nowhere/valid.jsonl” cannot be read (ENOENT).',
  });
});
