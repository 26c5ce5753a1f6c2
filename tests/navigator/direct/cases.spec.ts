/** The lines of `cases.json`, in the notation of `notation.md`. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { formatSteps } from '../../../src/navigator/direct/language/notation.js';
import { parseLine } from '../../../src/navigator/direct/language/parse.js';

interface Case {
  before: [speaker: 'instructor' | 'navigator', text: string][];
  line: string;
  steps: string[];
  kind: string;
}
const CASES = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8')) as Case[];

/** Lines that are not parsed correctly yet. Remove a line when it is fixed. */
const NOT_PARSED: ReadonlySet<string> = new Set([]);

test('the lines of cases.json are parsed into their steps', () => {
  for (const { before, line, steps, kind } of CASES) {
    const previous = before.map(([speaker, text]) => ({ speaker, text }));
    const actual = formatSteps(parseLine(line, { earlierLines: previous, today: '2026-11-20' }));
    if (NOT_PARSED.has(line)) expect.soft(actual, `${kind}: ${line}`).not.toEqual(steps);
    else expect.soft(actual, `${kind}: ${line}`).toEqual(steps);
  }
});
