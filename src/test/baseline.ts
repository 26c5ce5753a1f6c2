/**
 * The baseline of a suite: a file in the team's repository that says how often each scenario passed, and in how many
 * turns and acts. Runs that were held since are put beside it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

import { ParleyError } from '../contract/index.js';
import type { ScenarioFigures } from '../measure/index.js';

const VERDICTS = ['done', 'check', 'dialogue', 'guard', 'budget', 'stuck', 'infra', 'user', 'usage'] as const;

const count = z.int().min(0);

const schema = z.strictObject({
  baseline: z.literal(1),
  scenarios: z.array(
    z.strictObject({
      id: z.string(),
      pass: count,
      runs: z.array(z.strictObject({ verdict: z.enum(VERDICTS), turns: count, acts: count })),
    }),
  ),
});

const NEXT = 'Correct it, or write it anew with parley test --update-baseline.';

/** @throws Problem `usage` for a file that is no baseline; a file that is not there is none yet: null */
export function readBaseline(file: string): ScenarioFigures[] | null {
  if (!existsSync(file)) return null;
  const parsed = schema.safeParse(jsonOf(file));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue!.path.map(String).join('.') || 'the file';
    throw new ParleyError('usage', `${file} is no baseline: ${where}: ${issue!.message}.`, NEXT);
  }
  return parsed.data.scenarios.map(({ id, pass, runs }) => ({
    id,
    pass,
    quarantined: false,
    runs: runs.map((run) => ({ ...run, seconds: 0, tokens: null, usd: null, seed: 0, steps: [] })),
  }));
}

/** What was held replaces what the baseline had of it; of the rest it keeps what it had. */
export function writeBaseline(
  file: string,
  before: readonly ScenarioFigures[],
  now: readonly ScenarioFigures[],
): void {
  const held = new Set(now.map(({ id }) => id));
  const all = [...before.filter(({ id }) => !held.has(id)), ...now.filter((one) => !one.quarantined)];
  const scenarios = all
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, pass, runs }) => ({
      id,
      pass,
      runs: runs.map(({ verdict, turns, acts }) => ({ verdict, turns, acts })),
    }));
  mkdirSync(dirname(file), { recursive: true });
  // A scenario a line: a change shows as the lines of the scenarios that changed.
  const lines = scenarios.map((one) => `    ${JSON.stringify(one)}`).join(',\n');
  writeFileSync(file, `{\n  "baseline": 1,\n  "scenarios": [\n${lines}\n  ]\n}\n`);
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ParleyError('usage', `${file} cannot be read: ${(error as Error).message}.`, NEXT, {
      cause: error,
    });
  }
}
