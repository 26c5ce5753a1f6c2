/** Queries that are kept verbatim, and names and values that are split by the labels of the form. */
import { expect, test } from '@playwright/test';
import { parseLine } from '../../../../src/navigator/direct/language/parse.js';
import { showMeaning } from '../../../../src/navigator/direct/language/notation.js';
import { saidByLabel } from '../../../../src/navigator/direct/run/own-labels.js';

const QUERIES = [
  [
    "run the query select a, b from t where b = 'x' and a > 3",
    ['run "query" {query: select a, b from t where b = \'x\' and a > 3}'],
  ],
  [
    'Open the console and execute the following statement: delete from t.',
    ['open "console"', 'run "statement" {statement: delete from t}'],
  ],
  ['run the query "select 1 from t"', ['run "query" {query: select 1 from t}']],
  ['run the query again', ['command "run" for "query"']],
  ['drop the index', ['command "drop" for "index"']],
  ['insert a row with the name Ada', ['create "row" {name: Ada}']],
  ['insert a comma into the note', ['set "note" = "a comma"']],
] as const;

test('queries and statements are kept verbatim', () => {
  for (const [line, steps] of QUERIES) expect.soft(parseLine(line).map(showMeaning), line).toEqual(steps);
});

const LABELLED = [
  [
    'insert a row with the motto Per aspera, grade 4 and opened 1998',
    ['motto', 'grade', 'opened'],
    ['motto=Per aspera', 'grade=4', 'opened=1998'],
  ],
  ['add a member: first name Ann, born: 1990', ['first name', 'born'], ['first name=Ann', 'born=1990']],
  ['create a task called Pay rent and date night', ['date', 'title'], []],
  ['add a song with motto "Salt, grade and sand"', ['motto', 'grade'], ['motto=Salt, grade and sand']],
] as const;

test('values are split by the labels of the form', () => {
  for (const [text, labels, values] of LABELLED)
    expect
      .soft(
        saidByLabel(text, labels, false).map(({ label, value }) => `${label}=${value}`),
        text,
      )
      .toEqual(values);
});

test('an answer with field names is split into the values of these fields', () => {
  expect(saidByLabel('name Kestrel, berth E1, length 5', ['name', 'berth', 'length'], true)).toEqual([
    { label: 'name', value: 'Kestrel' },
    { label: 'berth', value: 'E1' },
    { label: 'length', value: '5' },
  ]);
});
