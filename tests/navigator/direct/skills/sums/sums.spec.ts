/** Sums and equations on a page. */
import { expect, test } from '@playwright/test';
import { solveSum } from '../../../../../src/navigator/direct/skills/sums/sums.js';

const SUMS = [
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
] as const;

test('sums and equations are solved', () => {
  for (const [sum, result] of SUMS) expect.soft(solveSum(sum), sum).toBe(result);
});
