/** Comparable numbers, labelled values, and conditions about the content of a page. */
import { expect, test } from '@playwright/test';
import { isConditionMet } from '../../../../src/navigator/direct/answer/conditions.js';
import { readMeasure, findValueText } from '../../../../src/navigator/direct/ground/element-values.js';
import { createView, type View } from '../../../../src/navigator/direct/ground/view.js';
import { createBlock, createPage, type ElementSketch } from '../simulated-page.js';

const createTestView = (sketches: readonly ElementSketch[], rows: readonly string[] = []): View =>
  createView(createPage(sketches, { text: rows.map((text) => createBlock('row', text)) }));

const MEASURES = [
  ['Book for $1,255', 'price', 1255],
  ['14h 18m', 'duration', 858],
  ['2 hours 5 min', 'duration', 125],
  ['8:04 PM', 'time', 1204],
  ['-3.5 °C', 'number', -3.5],
  ['none', 'number', null],
] as const;

test('prices, durations, times and numbers are read as comparable numbers', () => {
  for (const [text, measure, value] of MEASURES)
    expect.soft(readMeasure(text, measure), `${text} as a ${measure}`).toBe(value);
});

test('a value is found beside the label with the exact name', () => {
  const view = createTestView([
    { role: 'row', name: 'Color gray' },
    { role: 'cell', name: 'Color', parent: 'Color gray' },
    { role: 'cell', name: 'gray', parent: 'Color gray' },
    { role: 'row', name: 'Language French' },
    { role: 'cell', name: 'Language', parent: 'Language French' },
    { role: 'cell', name: 'French', parent: 'Language French' },
  ]);
  expect(findValueText('Color', view)).toBe('gray');
  expect(findValueText('Size', view)).toBeNull();
});

test('a condition is true, false or unknown', () => {
  const view = createTestView(
    [
      { role: 'checkbox', name: 'Newsletter', states: { checked: true } },
      { role: 'link', name: 'Offers' },
    ],
    ['Price: $38.50 | Status: Pending'],
  );
  const evaluate = (text: string): boolean | null => isConditionMet(text, view);
  expect(evaluate('the price is below 40')).toBe(true);
  expect(evaluate('the price is at least $40')).toBe(false);
  expect(evaluate('the status is pending')).toBe(true);
  expect(evaluate("the status isn't pending")).toBe(false);
  expect(evaluate('Newsletter is ticked')).toBe(true);
  expect(evaluate('there is an Offers link')).toBe(true);
  expect(evaluate('you see the Refunds link')).toBe(false);
  expect(evaluate('the weather is fine')).toBeNull();
  expect(evaluate('the rent is less than 900')).toBeNull();
});
