/** The lines of `cases.json`, in the notation of `notation.md`. */
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
const CASES = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8')) as Case[];

/** Lines that are not understood yet. One that is must leave this list. */
const KNOWN: ReadonlySet<string> = new Set([]);

for (const { before, line, steps, kind } of CASES)
  test(`${kind}: ${line}`, () => {
    const said = before.map(([speaker, text]) => ({ speaker, text }));
    const meant = showMeanings(parseLine(line, { before: said, today: '2026-11-20' }));
    if (KNOWN.has(line)) expect(meant).not.toEqual(steps);
    else expect(meant).toEqual(steps);
  });
