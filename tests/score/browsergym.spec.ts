/** WebLINX 1.1 without its package: which turns are tasks, which are omitted, and damaged data. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import {
  computeReward,
  isBrowserGymData,
  readBrowserGymData,
  readPredictions,
  scoreBrowserGym,
  scoreSplits,
  selectBrowserGymSplits,
  openDataSet,
  selectSplits,
} from '../../src/score/index.js';
import { parseBrowserGymAction } from '../../src/action/index.js';
import { writeRecords } from './browsergym-data-set.js';
import { DEMO, writeDataSet, writeDemonstration } from './golden-data-set.js';

const line = (step: number, output: string, demo = DEMO): string =>
  `${JSON.stringify({ task_name: `weblinx.${demo}.${step}`, output_predicted: output })}\n`;

test('rewards for overlapping boxes, for text and for scroll distances equal values calculated by hand', () => {
  const box = { left: 0, top: 0, right: 10, bottom: 10 };
  const halfOverlappingBox = { x: 5, y: 0, width: 10, height: 10, left: 5, top: 0, right: 15, bottom: 10 };
  const page = { uids: new Set(['half', 'hidden']), boxes: new Map([['half', halfOverlappingBox]]) };
  const rows: [output: string, intent: string, args: Record<string, unknown>, reward: number][] = [
    ['click("half")', 'click', {}, 1 / 3],
    // The intents differ, but the elements overlap.
    ['click("half")', 'textinput', { value: 'x' }, 1 / 3],
    ['click("hidden")', 'click', {}, 0],
    ['fill("half", "same words")', 'textinput', { value: 'same words' }, 1 / 3],
    ['fill("half", "same words")', 'click', {}, 0],
    ['scroll(0, 350)', 'scroll', { x: 0, y: 300 }, 0.5],
    ['scroll(25, 350)', 'scroll', { x: 0, y: 300 }, 0.375],
    ['scroll(0, 300)', 'click', {}, 0],
    ['tab_focus(7)', 'tabswitch', { origin: 1, target: 7 }, 1],
    ['tab_focus(8)', 'tabswitch', { origin: 1, target: 7 }, 0],
    ['goto("https://www.example.com/a")', 'load', { url: 'http://example.com/a/b' }, 0.8],
    ['send_msg_to_user("Done")', 'say', { speaker: 'navigator', utterance: 'Done' }, 1],
  ];
  for (const [output, intent, args, reward] of rows)
    expect
      .soft(
        computeReward(parseBrowserGymAction(output)!, { intent, args, box, isTask: true }, () => page),
        `${output} for ${intent}`,
      )
      .toBeCloseTo(reward, 9);
});

test('only tasks with all their snapshots are scored; outputs in WebLINX 1.0 syntax are counted', ({}, info) => {
  const folder = writeRecords(info.outputDir, (steps) => {
    steps['5']!.has_full_snapshot = false;
    return steps;
  });
  const data = readBrowserGymData(folder);
  const file = info.outputPath('p.jsonl');
  // Turn 0 is a line of the instructor.
  writeFileSync(file, line(0, 'new_tab()') + line(5, 'new_tab()') + line(6, 'click(uid="a")'));
  const [scored] = scoreBrowserGym(readPredictions(file), data, selectBrowserGymSplits(data, undefined));
  expect(scored).toMatchObject({ split: 'test_iid', unscored: 2, wrongSyntax: 1 });
  expect(scored!.rows).toEqual([expect.objectContaining({ turn: 6, predicted: '', reward: 0 })]);
  expect(scored!.unpredicted).toBeGreaterThan(5);
});

test('WebLINX 1.0 data is not read as 1.1; a folder that contains both is refused', ({}, info) => {
  const { data } = writeDataSet(info.outputDir);
  expect(isBrowserGymData(data)).toBe(false);
  expect(isBrowserGymData(writeDemonstration(info.outputPath('one')))).toBe(false);
  const records = writeRecords(info.outputDir);
  expect(isBrowserGymData(records)).toBe(true);
  writeFileSync(join(records, 'splits.json'), '{}');
  expect(() => isBrowserGymData(records)).toThrow(/mixes two data sets/);
});

test('errors in records and predictions name the location and suggest a next step', ({}, info) => {
  const folder = writeRecords(info.outputDir);
  const writeFile = (name: string, text: string): string => {
    const path = info.outputPath(name);
    writeFileSync(path, text);
    return path;
  };
  const writeRecordsFile = (value: unknown): string => {
    const path = info.outputPath('bad-records');
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'metadata.json'), typeof value === 'string' ? value : JSON.stringify(value));
    return path;
  };
  const step = { intent: 'click', args: {}, is_task: true, has_full_snapshot: true };
  const score = (text: string, from = folder): unknown => {
    const data = readBrowserGymData(from);
    return scoreBrowserGym(
      readPredictions(writeFile('p.jsonl', text)),
      data,
      selectBrowserGymSplits(data, undefined),
    );
  };
  const folderWithoutDemonstration = writeRecords(info.outputPath('second'));
  rmSync(join(folderWithoutDemonstration, 'demonstrations'), { recursive: true });
  const oldDataSet = writeDataSet(info.outputPath('third'));
  const cases: [name: string, run: () => unknown, message: RegExp][] = [
    [
      'no JSON',
      () => readBrowserGymData(writeRecordsFile('{')),
      /metadata\.json has no records of WebLINX 1\.1/,
    ],
    [
      'another file',
      () => readBrowserGymData(writeRecordsFile({ recordingStart: 5 })),
      /“recordingStart” is not an object/,
    ],
    [
      'no number',
      () => readBrowserGymData(writeRecordsFile({ valid: { a: { x: step } } })),
      /“valid\.a\.x” is not the number/,
    ],
    [
      'no intent',
      () => readBrowserGymData(writeRecordsFile({ valid: { a: { 1: {} } } })),
      /“valid\.a\.1” has no intent/,
    ],
    ['no split', () => selectBrowserGymSplits(readBrowserGymData(folder), ['dev']), /has no split “dev”/],
    ['syntax of 1.0', () => score(line(6, 'click(uid="a")')), /are written like WebLINX 1\.0/],
    ['other demonstration', () => score(line(6, 'new_tab()', 'abc')), /:1: there is no demonstration “abc”/],
    ['other step', () => score(line(600, 'new_tab()')), /predicts step 600, but zzdemo has no such step/],
    ['task name', () => score('{"task_name": "miniwob.a.1"}'), /“task_name” does not have the form/],
    [
      'demonstration missing',
      () =>
        score(TARGET_STEPS.map((index) => line(index, 'click("a")')).join(''), folderWithoutDemonstration),
      /zzdemo is not in .*demonstrations/,
    ],
    [
      'actions of BrowserGym for 1.0',
      () =>
        scoreSplits(
          readPredictions(writeFile('q.jsonl', line(6, 'click("a")'))),
          selectSplits(openDataSet(oldDataSet.data), undefined),
        ),
      /The predictions are BrowserGym actions/,
    ],
  ];
  for (const [name, run, message] of cases) expect.soft(run, name).toThrow(message);
});

/** Tasks; some of them have an element. */
const TARGET_STEPS = [5, 6, 7, 8, 9];
