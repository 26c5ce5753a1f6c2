/**
 * A suite's baseline: a file in the team's repository that contains each scenario's number of passes, turns and
 * actions. Later runs are compared with it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';

import { ParleyError } from '../contract/index.js';
import type { ScenarioFigures } from '../measure/index.js';

const VERDICTS = ['done', 'check', 'dialogue', 'guard', 'budget', 'stuck', 'infra', 'user', 'usage'] as const;

const countSchema = z.int().min(0);

const baselineSchema = z.strictObject({
  baseline: z.literal(2),
  scenarios: z.array(
    z.strictObject({
      id: z.string(),
      pass: countSchema,
      runs: z.array(z.strictObject({ verdict: z.enum(VERDICTS), turns: countSchema, actions: countSchema })),
    }),
  ),
});

const NEXT_STEP = 'Correct it, or replace it with parley test --update-baseline.';

/**
 * @returns null if there is no baseline yet
 * @throws ParleyError `usage` if the file is not a baseline
 */
export function readBaseline(file: string): ScenarioFigures[] | null {
  if (!existsSync(file)) return null;
  const parsed = baselineSchema.safeParse(readJson(file));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const location = issue!.path.map(String).join('.') || 'the file';
    throw new ParleyError(
      'usage',
      `“${file}” is not a baseline (${location}: ${issue!.message}).`,
      NEXT_STEP,
    );
  }
  return parsed.data.scenarios.map(({ id, pass, runs }) => ({
    id,
    pass,
    quarantined: false,
    runs: runs.map((run) => ({ ...run, seconds: 0, tokens: null, usd: null, seed: 0, steps: [] })),
  }));
}

/** Replaces the entries of the scenarios that ran, and keeps the others. */
export function writeBaseline(
  file: string,
  previousFigures: readonly ScenarioFigures[],
  currentFigures: readonly ScenarioFigures[],
): void {
  const currentIds = new Set(currentFigures.map(({ id }) => id));
  const entries = [
    ...previousFigures.filter(({ id }) => !currentIds.has(id)),
    ...currentFigures.filter((scenario) => !scenario.quarantined),
  ];
  const scenarios = entries
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, pass, runs }) => ({
      id,
      pass,
      runs: runs.map(({ verdict, turns, actions }) => ({ verdict, turns, actions })),
    }));
  mkdirSync(dirname(file), { recursive: true });
  // One scenario per line keeps diffs small.
  const lines = scenarios.map((scenario) => `    ${JSON.stringify(scenario)}`).join(',\n');
  writeFileSync(file, `{\n  "baseline": 2,\n  "scenarios": [\n${lines}\n  ]\n}\n`);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ParleyError('usage', `“${file}” cannot be read: ${(error as Error).message}.`, NEXT_STEP, {
      cause: error,
    });
  }
}
