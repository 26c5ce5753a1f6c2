/** The lines on applications: the data set, the comparison of an application’s data, and the outcomes. */
import { expect, test } from '@playwright/test';

import { LINE_APPLICATIONS } from '../../bench/applications/catalogue.js';
import { compareData, matchChanges, type Data } from '../../bench/lib/lines/data.js';
import { readLines } from '../../bench/lib/lines/line.js';
import { judgeLine, passesCheck, type LineRun } from '../../bench/lib/lines/outcome.js';

const BEFORE: Data = {
  bill: { 1: { what: 'Lamp', amount: 9.5 }, 2: { what: 'Rope', amount: 20 }, 3: { what: 'Tea', amount: 3 } },
};
const NO_VOLATILE_COLUMNS = new Set<string>();

const change = (bill: Data[string]): Data => ({ bill });

test('the set has enough lines of each kind, and both halves have the same number of applications', () => {
  const files = LINE_APPLICATIONS.map(({ name }) => readLines(name));
  const lines = files.flatMap((file) => file.lines);
  const count = (kind: string): number => lines.filter((line) => line.kind === kind).length;
  expect(files.length).toBeGreaterThanOrEqual(8);
  expect(lines.length).toBeGreaterThanOrEqual(300);
  expect(count('ambiguous')).toBeGreaterThanOrEqual(30);
  expect(count('impossible')).toBeGreaterThanOrEqual(30);
  expect(files.filter(({ half }) => half === 'test')).toHaveLength(files.length / 2);
  expect(files.flatMap(({ oracles }) => Object.keys(oracles ?? {})).length).toBeGreaterThanOrEqual(60);
});

test('every regular expression in a check is valid', () => {
  for (const { name } of LINE_APPLICATIONS)
    for (const { id, check } of readLines(name).lines) {
      const { all = [], any = [], none = [] } = check?.answer ?? {};
      const facts = (check?.view ?? []).flatMap((fact) => [
        'url' in fact ? fact.url : '',
        'text' in fact ? (fact.text ?? '') : '',
      ]);
      for (const pattern of [...all, ...any, ...none, ...facts])
        expect.soft(() => new RegExp(pattern, 'iu'), `${name}/${id}: ${pattern}`).not.toThrow();
    }
});

test('rows are compared by content, so renumbering them is not a change', () => {
  const renumbered = change({ 1: { what: 'Rope', amount: 20 }, 2: { what: 'Tea', amount: 3 } });
  expect(compareData(BEFORE, renumbered)).toEqual([
    { type: 'remove', table: 'bill', row: { what: 'Lamp', amount: 9.5 } },
  ]);
  expect(compareData(BEFORE, BEFORE)).toEqual([]);
});

test('a change matches the expected one only if its row, values and columns match', () => {
  const dearer = compareData(BEFORE, change({ ...BEFORE['bill'], 2: { what: 'Rope', amount: 25 } }));
  const expected = (what: string, to: Record<string, number | string>) => [
    { table: 'bill', change: { what }, to },
  ];
  expect
    .soft(matchChanges(dearer, expected('Rope', { amount: '25.00' }), NO_VOLATILE_COLUMNS).isComplete)
    .toBe(true);
  expect
    .soft(matchChanges(dearer, expected('Rope', { amount: 26 }), NO_VOLATILE_COLUMNS).unexpectedChanges)
    .toHaveLength(1);
  expect
    .soft(matchChanges(dearer, expected('Tea', { amount: 25 }), NO_VOLATILE_COLUMNS).isComplete)
    .toBe(false);
  const renamed = compareData(BEFORE, change({ ...BEFORE['bill'], 2: { what: 'Cord', amount: 25 } }));
  expect
    .soft(matchChanges(renamed, expected('Rope', { amount: 25 }), NO_VOLATILE_COLUMNS).unexpectedChanges)
    .toHaveLength(1);
  expect.soft(matchChanges(dearer, [], new Set(['bill.amount'])).unexpectedChanges).toEqual([]);
});

test('a line’s outcome follows from the data, the page and the kind of the last message', () => {
  const check = { changes: [{ table: 'bill', remove: { what: 'Lamp' } }] };
  const { 1: _, ...left } = BEFORE['bill']!;
  const deleted = change(left);
  const cleared = change({});
  const run = (dataAfter: Data, kind: 'ask' | 'answer' | 'report' | 'unfinished' | null): LineRun => ({
    lastMessage: kind && { kind, text: '' },
    dataBefore: BEFORE,
    dataAfter,
    isViewShown: null,
  });
  const cases = [
    ['possible', run(deleted, 'report'), 'done', true],
    ['possible', run(BEFORE, 'report'), 'wrong', false],
    ['possible', run(BEFORE, 'unfinished'), 'said', false],
    ['possible', run(BEFORE, 'ask'), 'asked', false],
    ['possible', run(cleared, 'report'), 'wrong', false],
    ['possible', run(BEFORE, null), 'silent', false],
    ['ambiguous', run(BEFORE, 'ask'), 'asked', true],
    ['ambiguous', run(BEFORE, 'report'), 'wrong', false],
    ['ambiguous', run(deleted, 'ask'), 'wrong', false],
    ['impossible', run(BEFORE, 'unfinished'), 'said', true],
    ['impossible', run(BEFORE, 'answer'), 'wrong', false],
  ] as const;
  for (const [kind, state, outcome, right] of cases) {
    const judged = judgeLine({ kind, ...(kind === 'possible' ? { check } : {}) }, state, NO_VOLATILE_COLUMNS);
    expect.soft(judged, `${kind} ${JSON.stringify(state)}`).toMatchObject({ outcome, isRight: right });
  }
});

test('an answer matches only a whole number or a whole name in the message', () => {
  const passes = (text: string, answer: { any?: string[]; none?: string[] }): boolean =>
    passesCheck(
      { answer },
      { lastMessage: { kind: 'answer', text }, dataBefore: {}, dataAfter: {}, isViewShown: null },
      NO_VOLATILE_COLUMNS,
    );
  expect.soft(passes('The cable car was 120.00.', { any: ['120'] })).toBe(true);
  expect.soft(passes('It was 120.50', { any: ['120'] })).toBe(false);
  expect.soft(passes('It was 1,120', { any: ['120'] })).toBe(false);
  expect.soft(passes('12 rows', { any: ['120', '2'] })).toBe(false);
  expect.soft(passes('Bruno, not Anna', { any: ['Bruno'], none: ['Anna'] })).toBe(false);
});
