import { expect, test } from '@playwright/test';

import { computeCohenKappa, computeFleissKappa } from '../../src/measure/index.js';

/** Repeats each label as often as its column says. */
const repeatLabels = (counts: readonly number[]): number[] =>
  counts.flatMap((count, label) => Array.from({ length: count }, () => label));

const createPairs = (table: readonly (readonly [string, string, number])[]): [string, string][] =>
  table.flatMap(([a, b, count]) => Array.from({ length: count }, (): [string, string] => [a, b]));

test('Fleiss’ kappa for the well-known example with fourteen raters is 0.210', () => {
  // Ten subjects, fourteen raters, five categories: P = 0.378, expected 0.213, kappa 0.210.
  const counts = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
  ];
  const { kappa, agreement, subjects, interval } = computeFleissKappa(counts.map(repeatLabels));
  expect(kappa).toBeCloseTo(0.21, 3);
  expect(agreement).toBeCloseTo(0.378, 3);
  expect(subjects).toBe(10);
  expect(interval!.low).toBeLessThan(kappa!);
  expect(interval!.high).toBeGreaterThan(kappa!);
});

test('Fleiss’ kappa for three raters and two labels equals the value computed by hand', () => {
  // Agreement (1 + 1/3 + 1 + 1/3) / 4 = 2/3; shares 7/12 and 5/12, expected 74/144; kappa 22/70.
  const votes = [
    [1, 1, 1],
    [1, 1, 0],
    [0, 0, 0],
    [0, 1, 1],
  ];
  expect(computeFleissKappa(votes).kappa).toBeCloseTo(22 / 70, 12);
});

test('Cohen’s kappa equals the values of well-known worked examples', () => {
  const rows: [name: string, table: [string, string, number][], agreement: number, kappa: number][] = [
    [
      'fifty proposals',
      [
        ['y', 'y', 20],
        ['y', 'n', 5],
        ['n', 'y', 10],
        ['n', 'n', 15],
      ],
      0.7,
      0.4,
    ],
    [
      'equal margins',
      [
        ['y', 'y', 45],
        ['y', 'n', 15],
        ['n', 'y', 25],
        ['n', 'n', 15],
      ],
      0.6,
      0.1304,
    ],
    [
      'unequal margins',
      [
        ['y', 'y', 25],
        ['y', 'n', 35],
        ['n', 'y', 5],
        ['n', 'n', 35],
      ],
      0.6,
      0.2593,
    ],
    [
      'full agreement',
      [
        ['y', 'y', 3],
        ['n', 'n', 4],
      ],
      1,
      1,
    ],
    [
      'full disagreement',
      [
        ['y', 'n', 3],
        ['n', 'y', 3],
      ],
      0,
      -1,
    ],
  ];
  for (const [name, table, agreement, kappa] of rows) {
    const result = computeCohenKappa(createPairs(table));
    expect.soft(result.agreement, name).toBeCloseTo(agreement, 12);
    expect.soft(result.kappa, name).toBeCloseTo(kappa, 4);
  }
});

test('kappa is undefined if there are no subjects or only one label', () => {
  expect(computeCohenKappa([])).toEqual({ kappa: null, agreement: null, subjects: 0, interval: null });
  expect(computeFleissKappa([])).toMatchObject({ kappa: null, subjects: 0 });
  expect(
    computeCohenKappa([
      ['y', 'y'],
      ['y', 'y'],
    ]),
  ).toMatchObject({ kappa: null, agreement: 1 });
  expect(computeFleissKappa([[1, 1, 1]])).toMatchObject({ kappa: null, agreement: 1 });
});

test('subjects with different numbers of ratings are refused', () => {
  expect(() =>
    computeFleissKappa([
      [1, 1, 1],
      [1, 1],
    ]),
  ).toThrow('same number of ratings');
});
