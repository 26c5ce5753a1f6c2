import { expect, test } from '@playwright/test';

import { normalizeUnits } from '../../../../src/navigator/direct/ground/quantities.js';

const CASES: readonly (readonly [values: readonly string[], normalized: readonly string[]])[] = [
  [
    ['900 KB', '3 MB', '12 B'],
    ['900000', '3000000', '12'],
  ],
  [
    ['40 cm', '1.2 m', '1,5 m'],
    ['0.4', '1.2', '1.5'],
  ],
  [
    ['9 months', '2 years', '1 year'],
    ['273.96', '730.5', '365.25'],
  ],
  [
    ['1.2k', '900', '1,100'],
    ['1200', '900', '1100'],
  ],
  // All in one unit
  [
    ['7 m', '21 m'],
    ['7 m', '21 m'],
  ],
  // Other values
  [
    ['2 h 5 min', '40 min'],
    ['2 h 5 min', '40 min'],
  ],
  // Units of different kinds
  [
    ['3 kg', '2 m'],
    ['', ''],
  ],
];

test('quantities in different units are converted to one unit', () => {
  for (const [values, normalized] of CASES)
    expect.soft(normalizeUnits(values), values.join()).toEqual(normalized);
});
