/** Tests how instructor lines are cleaned, and which lines are rejected. */
import { expect, test } from '@playwright/test';

import { mask } from '../../../../src/navigator/direct/language/line-text.js';
import { describeLineProblem, removeControls } from '../../../../src/navigator/direct/language/clean-line.js';
import { parseLine } from '../../../../src/navigator/direct/language/parse.js';

test('terminal control sequences and text direction marks are removed', () => {
  expect(removeControls('click \u001b[31mSave\u001b[0m\u0007')).toBe('click Save');
  expect(removeControls('click \u202eSave\u202c')).toBe('click Save');
  expect(removeControls('type שלום 👩‍👩‍👧 into the name field')).toBe('type שלום 👩‍👩‍👧 into the name field');
});

test('a line that is too long is rejected, unless the text is in quotes', () => {
  expect(describeLineProblem('x'.repeat(3_000_000), mask)).toContain('3,000,000 characters');
  expect(describeLineProblem('click Save '.repeat(5_000), mask)).toContain('shorter lines');
  expect(describeLineProblem(`type "${'long text '.repeat(4_000)}" into the notes`, mask)).toBeNull();
});

test('a long number is parsed quickly', () => {
  const startMs = performance.now();
  parseLine(`type ${'1'.repeat(4_000)} into the name field`);
  expect(performance.now() - startMs).toBeLessThan(10_000);
});
