/** Data sets and predictions on disk, scored by split. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import {
  formatScoresCsv,
  openDataSet,
  readPredictions,
  scoreRanker,
  scoreSplits,
  selectPredictedTurns,
  selectSplits,
} from '../../src/score/index.js';
import { goldenData } from '../support/golden.js';
import { DEMO, writeDataSet, writeDemonstration } from './golden-data-set.js';

test('scores of predictions equal the golden table', ({}, info) => {
  const { data, predictions } = writeDataSet(info.outputDir);
  const splits = selectSplits(openDataSet(data), ['test_iid']);
  expect(splits[0]).toMatchObject({ name: 'test_iid', missing: ['absent'], candidatesFile: null });
  const [scored] = scoreSplits(readPredictions(predictions), splits);
  expect(formatScoresCsv(scored!.rows)).toBe(goldenData.eval['eval_scores.csv']);
  expect(scored).toMatchObject({ split: 'test_iid', unscored: 0 });
});

test('a folder of demonstrations, or a single demonstration, counts as one split', ({}, info) => {
  const folder = writeDemonstration(info.outputPath('sessions'));
  for (const path of [info.outputPath('sessions'), folder]) {
    const [split] = selectSplits(openDataSet(path), undefined);
    expect([...split!.demonstrations]).toEqual([[DEMO, folder]]);
  }
});

test('a demonstration’s name may have a prefix, which ends at the last underscore', ({}, info) => {
  const { data } = writeDataSet(info.outputDir);
  const [first] = goldenData.eval['results.json'];
  const file = info.outputPath('prefixed.json');
  writeFileSync(file, JSON.stringify([{ ...first, demo_name: `author_${DEMO}` }]));
  const [scored] = scoreSplits(readPredictions(file), selectSplits(openDataSet(data), ['test_iid']));
  expect(scored!.rows.map(({ demo }) => demo)).toEqual([DEMO]);
});

test('errors in files name the location and suggest a next step', ({}, info) => {
  const { data, predictions } = writeDataSet(info.outputDir);
  const writeFile = (name: string, text: string): string => {
    const path = info.outputPath(name);
    writeFileSync(path, text);
    return path;
  };
  const brokenFolder = info.outputPath('broken');
  mkdirSync(brokenFolder);
  writeFileSync(join(brokenFolder, 'splits.json'), '{"valid": "aaabtsd"}');
  const emptyFolder = info.outputPath('empty');
  mkdirSync(emptyFolder);
  const score = (file: string, split = 'test_iid'): unknown =>
    scoreSplits(readPredictions(file), selectSplits(openDataSet(data), [split]));
  const line = (turn: number, demo = DEMO): string =>
    `{"demo_name":"${demo}","turn_index":${turn},"output_predicted":"say()"}\n`;
  const cases: [name: string, run: () => unknown, message: RegExp][] = [
    ['no folder', () => openDataSet(info.outputPath('nowhere')), /nowhere is not a folder/],
    ['no demonstrations', () => openDataSet(emptyFolder), /empty contains no demonstrations/],
    ['broken splits', () => openDataSet(brokenFolder), /splits\.json cannot be used: “valid” is not a list/],
    ['unknown split', () => score(predictions, 'test_web'), /has no split “test_web”/],
    ['split without folders', () => score(predictions, 'valid'), /:1: there is no demonstration “zzdemo”/],
    ['no file', () => readPredictions(info.outputPath('none.json')), /none\.json” cannot be read \(ENOENT\)/],
    ['empty file', () => readPredictions(writeFile('e.jsonl', '\n')), /is empty/],
    ['no JSON', () => readPredictions(writeFile('a.jsonl', `${line(5)}click()\n`)), /a\.jsonl:2 is not JSON/],
    [
      'no output',
      () => readPredictions(writeFile('b.json', '[{"demo_name":"x","turn_index":1}]')),
      /b\.json\[0\] is not a prediction: “output_predicted”/,
    ],
    [
      'no turn',
      () => readPredictions(writeFile('c.jsonl', '{"demo_name":"x","turn_index":-1}')),
      /“turn_index” is not a whole number/,
    ],
    [
      'repeated',
      () => readPredictions(writeFile('d.jsonl', line(5) + line(5))),
      /d\.jsonl:2 predicts turn 5 of zzdemo again; the first prediction is at .*d\.jsonl:1/,
    ],
    [
      'too many turns',
      () => score(writeFile('f.jsonl', line(500))),
      /f\.jsonl:1 predicts turn 500, but zzdemo has \d+ turns/,
    ],
    [
      'unknown demonstration',
      () => score(writeFile('g.jsonl', line(5, 'other'))),
      /g\.jsonl:1: there is no demonstration “other”/,
    ],
  ];
  for (const [name, run, message] of cases) expect.soft(run, name).toThrow(message);
});

test('the turns to predict are actions of six kinds and navigator utterances that have a good screenshot', () => {
  const turns = goldenData.demo['replay.json'].data;
  const selected = selectPredictedTurns(turns);
  expect(selected.length).toBeGreaterThan(5);
  for (const index of selected) {
    const turn = turns[index]!;
    if (turn.type === 'chat') expect.soft(turn.speaker, `turn ${index}`).toBe('navigator');
    else
      expect
        .soft(turn.action.intent, `turn ${index}`)
        .toMatch(/^(click|change|textInput|scroll|load|submit)$/);
  }
  const brokenTurns = structuredClone(turns);
  for (const turn of brokenTurns) if (turn.type === 'browser') turn.state.screenshot_status = 'broken';
  expect(selectPredictedTurns(brokenTurns)).toEqual([]);
});

test('the ranker of a data set is scored from its candidates; a missing file is reported', async ({}, info) => {
  const { data } = writeDataSet(info.outputDir);
  const [split] = selectSplits(openDataSet(data), ['test_iid']);
  await expect(scoreRanker(split!)).rejects.toThrow(/no candidates for the split “test_iid”/);
  mkdirSync(join(data, 'candidates'));
  const record = (rank: number, label: number): string =>
    JSON.stringify({
      query: 'q',
      doc: 'd',
      uid: `u${rank}`,
      demo_name: DEMO,
      turn_index: 5,
      elem_dict: {},
      label,
      score: 1 / rank,
      rank,
    });
  writeFileSync(join(data, 'candidates/test_iid.jsonl'), [record(1, 0), record(2, 1), ''].join('\n'));
  const [withCandidates] = selectSplits(openDataSet(data), ['test_iid']);
  expect(await scoreRanker(withCandidates!)).toMatchObject({
    positives: 1,
    mrr: 0.5,
    recall: { 1: 0, 5: 1 },
  });
});
