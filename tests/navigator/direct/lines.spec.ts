import { expect, test } from '@playwright/test';
import { parseLine } from '../../../src/navigator/direct/language/parse.js';
import { showStep } from '../../../src/navigator/direct/language/steps.js';
import { LINES } from './lines.data.js';

for (const [line, ...steps] of LINES)
  test(`means: ${line}`, () => {
    expect(parseLine(line).map((s) => showStep(s.step))).toEqual(steps);
  });
