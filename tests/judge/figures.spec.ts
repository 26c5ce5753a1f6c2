// Reference answers, success rates, and the CSV file for human votes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import {
  aggregateTasks,
  aggregateBySite,
  collectHints,
  computeAgreement,
  findTasks,
  formatVoteCsv,
  parseVoteCsv,
  PUBLISHED_AGREEMENT,
  getPublishedRate,
  readReferences,
  scoreAgainstReference,
  type JudgeRecord,
  type ScoredTask,
} from '../../src/judge/index.js';
import { parseCsv } from '../../src/judge/review/csv.js';
import { writeTaskFolder } from './task-folders.js';

test('matching a golden reference ignores case, accents, punctuation and thousands separators', () => {
  const rows: [reference: string, answer: string | null, score: 1 | 0][] = [
    ['Café Noir', 'The place is called CAFE  NOIR.', 1],
    ['1,234', 'There are 1234 reviews.', 1],
    ['1234', 'There are 1,234 reviews', 1],
    ['12', 'It costs 120 EUR', 0],
    ['12', 'It costs 12.', 1],
    ['4.5', 'rated 4.5', 1],
    ['4.5', 'rated 45', 0],
    ['-3', 'It is -3 degrees', 1],
    ['-3', 'between 2-3 degrees', 0],
    ['Mia Hall; Tom Ray', 'Tom Ray and Mia Hall', 1],
    ['Mia Hall; Tom Ray', 'Mia Hall', 0],
    ['one\ntwo', 'two, one', 1],
    ['Yes', 'yesterday', 0],
    ['Yes', null, 0],
    ['東京', '答えは 東京 です', 1],
  ];
  for (const [reference, answer, score] of rows)
    expect
      .soft(scoreAgainstReference(answer, { type: 'golden', text: reference }), `${reference} in ${answer}`)
      .toBe(score);
});

test('possible, missing and empty references give no score', () => {
  expect(scoreAgainstReference('x', { type: 'possible', text: 'x' })).toBeNull();
  expect(scoreAgainstReference('x', undefined)).toBeNull();
  expect(scoreAgainstReference('x', { type: 'golden', text: '…' })).toBeNull();
});

test('a reference answer is found by site and index; possible answers are hints for the judge', ({}, info) => {
  const path = info.outputPath('reference_answer.json');
  writeFileSync(
    path,
    JSON.stringify({
      Amazon: {
        notice: '',
        answers: [
          { id: 0, type: 'golden', ans: '12 EUR' },
          { id: 1, type: 'possible', ans: 'a lamp' },
        ],
      },
    }),
  );
  const references = readReferences(path);
  expect([...references]).toEqual([
    ['Amazon--0', { type: 'golden', text: '12 EUR' }],
    ['Amazon--1', { type: 'possible', text: 'a lamp' }],
  ]);
  expect([...collectHints(references)]).toEqual([['Amazon--1', 'a lamp']]);
});

test('broken reference files cause usage errors that name the position', ({}, info) => {
  const path = info.outputPath('reference_answer.json');
  const answer = { id: 0, type: 'golden', ans: 'x' };
  const rows: [content: string, fault: RegExp][] = [
    ['{', /is not JSON/],
    ['[]', /not an object of sites/],
    [JSON.stringify({ Amazon: [] }), /no list “answers” for Amazon/],
    [JSON.stringify({ Amazon: { answers: [answer, { ...answer, id: '1' }] } }), /Amazon\.answers\[1\]/],
    [JSON.stringify({ Amazon: { answers: [{ ...answer, type: 'silver' }] } }), /Amazon\.answers\[0\]/],
    [JSON.stringify({ Amazon: { answers: [answer, answer] } }), /two answers for Amazon--0/],
  ];
  for (const [content, fault] of rows) {
    writeFileSync(path, content);
    expect.soft(() => readReferences(path), content).toThrow(fault);
  }
  expect(() => readReferences(join(path, 'x'))).toThrow(/cannot be read/);
});

function createScoredTask(
  site: string,
  record: Partial<JudgeRecord> | null,
  reference: 1 | 0 | null = null,
): ScoredTask {
  const task = { id: 'x', site, folder: '/x', fault: '' };
  if (record === null) return { task, record: null, isNew: false, failure: 'down', reference };
  const fullRecord: JudgeRecord = {
    v: 1,
    id: 'x',
    site,
    status: 'judged',
    verdict: 1,
    compat: 'hardened',
    k: null,
    screenshots: { shown: 1, total: 1 },
    model: 'm',
    rule: null,
    explanation: '',
    tokens: { prompt: 0, answer: 0 },
    usd: 0,
    reached_captcha: false,
    impossible_task: false,
    hints: false,
    blocked: false,
    run_error: null,
    at: '',
    ...record,
  };
  return { task, record: fullRecord, isNew: true, failure: null, reference };
}

test('rates include unknown verdicts but not errors; they are also computed without blocked tasks', () => {
  const tasks = [
    createScoredTask('Amazon', { verdict: 1 }, 1),
    createScoredTask('Amazon', { verdict: 0 }, 0),
    createScoredTask('Amazon', { verdict: null, status: 'unknown' }),
    createScoredTask('Amazon', { verdict: 0, reached_captcha: true }),
    createScoredTask('Amazon', { verdict: 0, blocked: true, impossible_task: true }),
    createScoredTask('Amazon', { verdict: null, status: 'run-error' }),
    createScoredTask('Amazon', null),
    createScoredTask('Apple', { verdict: 1 }, 1),
  ];
  const [amazon, apple] = aggregateBySite(tasks);
  expect(amazon).toMatchObject({
    site: 'Amazon',
    total: 7,
    success: 1,
    failure: 3,
    unknown: 1,
    runErrors: 1,
    judgeErrors: 1,
    blocked: 2,
    impossible: 1,
    rate: { success: 1, tasks: 5, rate: 0.2 },
    rateWithoutBlocked: { success: 1, tasks: 3 },
    references: { success: 1, tasks: 2 },
  });
  expect(apple).toMatchObject({ rate: { success: 1, tasks: 1, rate: 1 } });
  const overall = aggregateTasks('Overall', tasks);
  expect(overall).toMatchObject({
    total: 8,
    rate: { success: 2, tasks: 6 },
    references: { success: 2, tasks: 3 },
  });
  // The 95 % Wilson interval for 2 of 6.
  expect(overall.rate.interval.low).toBeCloseTo(0.097, 3);
  expect(overall.rate.interval.high).toBeCloseTo(0.7, 3);
  // Every task is in exactly one of these groups.
  const { success, failure, unknown, runErrors, judgeErrors, total } = overall;
  expect(success + failure + unknown + runErrors + judgeErrors).toBe(total);
  expect(aggregateTasks('none', [])).toMatchObject({ rate: { rate: null, tasks: 0 } });
});

test('the published figures equal tables 1 and 2 of the paper', () => {
  expect(getPublishedRate('Google Search')).toBe(0.85);
  expect(getPublishedRate('shop.example')).toBeNull();
  expect(PUBLISHED_AGREEMENT.map(({ k, kappa }) => [k, kappa])).toEqual([
    [1, 0.51],
    [2, 0.59],
    [3, 0.62],
    [null, 0.7],
  ]);
});

test('the vote file has one row per readable task, with three empty votes and no verdict', ({}, info) => {
  const resultsFolder = info.outputPath('r');
  writeTaskFolder(resultsFolder, 'Amazon--0', {
    lastMessage: 'Thought: x\nAction: ANSWER; [=HYPERLINK("http://evil"), "12", say]',
    screenshots: [1, 2],
  });
  writeTaskFolder(resultsFolder, 'Amazon--1', { files: { 'interact_messages.json': '[' } });
  const csv = formatVoteCsv(findTasks([resultsFolder]), (path) => path.replace(`${resultsFolder}/`, ''));
  const [header, row, ...otherRows] = parseCsv(csv).map(({ cells }) => cells);
  expect(otherRows).toEqual([]);
  expect(Object.fromEntries(header!.map((name, i) => [name, row![i]]))).toEqual({
    id: 'Amazon--0',
    site: 'Amazon',
    task: 'Find the price of a lamp.',
    // Page text must not be executed as a formula.
    answer: '\'=HYPERLINK("http://evil"), "12", say',
    screenshots: 'taskAmazon--0/screenshot1.png\ntaskAmazon--0/screenshot2.png',
    vote_1: '',
    vote_2: '',
    vote_3: '',
    folder: 'taskAmazon--0',
  });
  expect(parseVoteCsv(csv, 'review.csv')).toEqual([
    { id: 'Amazon--0', folder: 'taskAmazon--0', votes: [null, null, null] },
  ]);
});

test('votes may be digits or words, separators may be semicolons, and columns may be reordered', () => {
  const csv = 'folder;vote_1;vote_2;vote_3;id\r\na;1;0;;A\r\n"b";Yes;NO;success;B\r\n\r\nc;y;failure;n;C';
  expect(parseVoteCsv(csv, 'v.csv').map(({ votes }) => votes)).toEqual([
    [1, 0, null],
    [1, 0, 1],
    [1, 0, 0],
  ]);
});

test('errors about invalid vote files name the line and, for a vote, the column', () => {
  const header = 'id,vote_1,vote_2,vote_3,folder\n';
  const rows: [text: string, fault: RegExp][] = [
    ['id,vote_1\n', /v\.csv:1 has no column folder/],
    [`${header}"A\nB",1,1,1,a\nC,1,maybe,1,c\n`, /v\.csv:4:3 contains “maybe”, which is not a vote/],
    [`${header}A,1,1,1,\n`, /v\.csv:2 has no folder/],
    [`${header}A,1,1,1,a\nA,1,1,1,a\n`, /v\.csv:3 repeats the task A/],
    ['', /v\.csv:1 has no column/],
  ];
  for (const [csv, fault] of rows) expect.soft(() => parseVoteCsv(csv, 'v.csv'), csv).toThrow(fault);
});

test('computeAgreement computes Fleiss’ kappa among voters and Cohen’s kappa between their majority and the judge', () => {
  const createVotedTask = (votes: (1 | 0 | null)[], verdict: 1 | 0 | null | undefined) => ({
    id: 'x',
    folder: 'x',
    votes,
    verdict,
  });
  const agreement = computeAgreement([
    createVotedTask([1, 1, 1], 1),
    createVotedTask([1, 1, 0], 1),
    createVotedTask([0, 0, 0], 0),
    createVotedTask([0, 1, 1], 0),
    createVotedTask([0, 0, null], 1),
    createVotedTask([1, 0, null], 1),
    createVotedTask([null, null, null], 0),
    createVotedTask([1, null, null], null),
    createVotedTask([0, null, null], undefined),
  ]);
  expect(agreement).toMatchObject({
    tasks: 9,
    incomplete: 5,
    undecided: 2,
    unknown: 1,
    missing: 1,
    people: { subjects: 4 },
    // 3 of 5 agree; by chance 3/5 · 3/5 + 2/5 · 2/5 = 0.52.
    judge: { subjects: 5, agreement: 0.6 },
    peopleRate: 4 / 7,
    table: { both: 2, peopleOnly: 1, judgeOnly: 1, neither: 1 },
  });
  expect(agreement.people.kappa).toBeCloseTo(22 / 70, 12);
  expect(agreement.judge.kappa).toBeCloseTo((0.6 - 0.52) / 0.48, 12);
});
