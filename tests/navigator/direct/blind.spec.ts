/**
 * Lines that were written from the papers alone, before the code that reads them, and that nobody looked at while it
 * was built: 99 of 109 were understood exactly at the first run. Those of the ten that still are not are named here; whoever mends
 * one has looked, and it belongs to the other set from then on.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { showMeanings } from '../../../src/navigator/direct/language/notation.js';
import { parseLine } from '../../../src/navigator/direct/language/parse.js';

interface Case {
  before: [speaker: 'instructor' | 'navigator', text: string][];
  line: string;
  steps: string[];
  kind: string;
}
const CASES = JSON.parse(readFileSync(new URL('blind.json', import.meta.url), 'utf8')) as Case[];

const MISSED: ReadonlySet<string> = new Set([
  'Click the Next button, but before that untick Gift wrap.',
  "Type Anna in the Name field, but don't submit it yet.",
  'Open the FAQ link or the Help link, whichever you find first.',
  'Now click the first one.',
  'Open the third one.',
  'Change it to five.',
  'Choose Large from the list under Size.',
  'Click at most five Like buttons.',
  "I'll be leaving from Dublin.",
]);

for (const { before, line, steps, kind } of CASES)
  test(`${kind}: ${line}`, () => {
    const said = before.map(([speaker, text]) => ({ speaker, text }));
    const meant = showMeanings(parseLine(line, { before: said, today: '2026-11-20' }));
    if (MISSED.has(line)) expect(meant).not.toEqual(steps);
    else expect(meant).toEqual(steps);
  });
