/**
 * Checks that the lines in `cases.json` are parsed into the listed steps. `notation.md` explains how steps are written.
 */
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

/** Lines that are not parsed correctly yet. Remove a line once it is parsed correctly. */
const MISPARSED_LINES: ReadonlySet<string> = new Set([]);

test('the lines in cases.json are parsed into the listed steps', () => {
  for (const { before, line, steps, kind } of CASES) {
    const earlierLines = before.map(([speaker, text]) => ({ speaker, text }));
    const parsedSteps = formatSteps(parseLine(line, { earlierLines, today: '2026-11-20' }));
    if (MISPARSED_LINES.has(line)) expect.soft(parsedSteps, `${kind}: ${line}`).not.toEqual(steps);
    else expect.soft(parsedSteps, `${kind}: ${line}`).toEqual(steps);
  }
});
