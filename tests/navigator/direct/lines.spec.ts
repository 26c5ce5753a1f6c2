/** Checks that the lines in `lines.data.ts` are parsed into their steps. */
import { expect, test } from '@playwright/test';
import { formatStep } from '../../../src/navigator/direct/language/notation.js';
import { parseLine } from '../../../src/navigator/direct/language/parse.js';
import { LINES } from './lines.data.js';

test('the lines in lines.data.ts are parsed into their steps', () => {
  for (const [line, ...steps] of LINES)
    expect.soft(parseLine(line, { today: '2026-11-20' }).map(formatStep), line).toEqual(steps);
});
