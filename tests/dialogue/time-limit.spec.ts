import { expect, test } from '@playwright/test';

import { compileMatch } from '../../src/dialogue/matchers.js';
import { runWithTimeLimit, TimeLimitError } from '../../src/dialogue/time-limit.js';

test('work that takes too long is stopped; otherwise, its result is returned or its error is rethrown', () => {
  expect(runWithTimeLimit(() => 7, 100)).toBe(7);
  expect(() => runWithTimeLimit(() => JSON.parse('{'), 100)).toThrow(SyntaxError);
  expect(() =>
    runWithTimeLimit(() => {
      for (;;);
    }, 50),
  ).toThrow(TimeLimitError);
  expect(runWithTimeLimit(() => runWithTimeLimit(() => 'inner', 100), 100)).toBe('inner');
});

test('a pattern that takes exponential time is abandoned, and the check’s description says so', () => {
  for (const pattern of ['/^(a+)+$/', '/(x+x+)+y/', '/^(?=(a|aa)+$)b/']) {
    const matcher = compileMatch(pattern);
    expect
      .soft(matcher.test(pattern.includes('x') ? 'x'.repeat(60) : `${'a'.repeat(60)}!`), pattern)
      .toBe(false);
    expect.soft(String(matcher), pattern).toContain('given up after 250 ms');
  }
  const lookbehind = compileMatch('/(?<=order )\\d+/');
  expect(lookbehind.test('order 48211')).toBe(true);
  expect(String(lookbehind)).toBe('/(?<=order )\\d+/');
});
