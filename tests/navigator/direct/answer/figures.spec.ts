/** Sums, comparisons and conditions, told from what a page shows. */
import { expect, test } from '@playwright/test';
import { measure } from '../../../../src/navigator/direct/answer/compare.js';
import { holds } from '../../../../src/navigator/direct/answer/holds.js';
import { solve } from '../../../../src/navigator/direct/answer/sums.js';
import { valueText } from '../../../../src/navigator/direct/answer/value-of.js';
import { viewOf, type View } from '../../../../src/navigator/direct/ground/view.js';
import { block, look, type Sketch } from '../page.js';

const view = (sketches: readonly Sketch[], rows: readonly string[] = []): View =>
  viewOf(look(sketches, { text: rows.map((text) => block('row', text)) }));

for (const [sum, result] of [
  ['7 - 5 =', '2'],
  ['3 × 4 = ?', '12'],
  ['1 / 4', '0.25'],
  ['3 + x = 11', '8'],
  ['x - 4 = -6', '-2'],
  ['20 = 5 * y', '4'],
  ['10 / x = 5', '2'],
  ['1 / 0', null],
  ['x + y = 3', null],
  ['pages 3 - 5 of 9', null],
] as const)
  test(`solves: ${sum}`, () => {
    expect(solve(sum)).toBe(result);
  });

for (const [text, by, figure] of [
  ['Book for $1,255', 'price', 1255],
  ['14h 18m', 'duration', 858],
  ['2 hours 5 min', 'duration', 125],
  ['8:04 PM', 'time', 1204],
  ['-3.5 °C', 'number', -3.5],
  ['none', 'number', null],
] as const)
  test(`reads ${text} as a ${by}`, () => {
    expect(measure(text, by)).toBe(figure);
  });

test('a value is what stands beside the label that says just that', () => {
  const page = view([
    { role: 'row', name: 'Color gray' },
    { role: 'cell', name: 'Color', parent: 'Color gray' },
    { role: 'cell', name: 'gray', parent: 'Color gray' },
    { role: 'row', name: 'Language French' },
    { role: 'cell', name: 'Language', parent: 'Language French' },
    { role: 'cell', name: 'French', parent: 'Language French' },
  ]);
  expect(valueText('Color', page)).toBe('gray');
  expect(valueText('Size', page)).toBeNull();
});

test('a condition is so, is not so, or cannot be told', () => {
  const page = view(
    [
      { role: 'checkbox', name: 'Newsletter', states: { checked: true } },
      { role: 'link', name: 'Offers' },
    ],
    ['Price: $38.50 | Status: Pending'],
  );
  const told = (text: string): boolean | null => holds(text, page);
  expect(told('the price is below 40')).toBe(true);
  expect(told('the price is at least $40')).toBe(false);
  expect(told('the status is pending')).toBe(true);
  expect(told("the status isn't pending")).toBe(false);
  expect(told('Newsletter is ticked')).toBe(true);
  expect(told('there is an Offers link')).toBe(true);
  expect(told('you see the Refunds link')).toBe(false);
  expect(told('the weather is fine')).toBeNull();
  expect(told('the rent is less than 900')).toBeNull();
});
