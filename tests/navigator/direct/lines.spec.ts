import { expect, test } from '@playwright/test';
import { showMeaning } from '../../../src/navigator/direct/language/notation.js';
import { parseLine } from '../../../src/navigator/direct/language/parse.js';
import { LINES } from './lines.data.js';

for (const [line, ...steps] of LINES)
  test(`means: ${line}`, () => {
    expect(parseLine(line, { today: '2026-11-20' }).map(showMeaning)).toEqual(steps);
  });
