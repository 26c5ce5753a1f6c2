/** Lines that contain database queries and statements. */
import { expect, test } from '@playwright/test';
import { parseLine } from '../../../../src/navigator/direct/language/parse.js';
import { formatStep } from '../../../../src/navigator/direct/language/notation.js';

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
  for (const [line, steps] of QUERIES) expect.soft(parseLine(line).map(formatStep), line).toEqual(steps);
});
