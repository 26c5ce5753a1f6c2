/** Measures a scenario's reliability over several runs, and compares a suite with its baseline. No side effects. */
import {
  type Comparison,
  type Divergence,
  findFirstDivergence,
  type Interval,
  computePassTable,
  type ScenarioFigures,
} from '../../measure/index.js';
import type { RunResult } from '../result-format.js';

export interface Reliability {
  /** pass^k for k = 1, 2, …: the probability that k runs in a row all pass. */
  passHat: number[];
  /** The first turn at which the runs differ; null if they are identical. */
  divergence: Divergence | null;
}

/** @returns null if there is only one run */
export function measureReliability(runs: readonly RunResult[]): Reliability | null {
  if (runs.length < 2) return null;
  const passCount = runs.filter(({ verdict }) => verdict === 'done').length;
  return {
    passHat: computePassTable(runs.length, passCount),
    divergence: findFirstDivergence(runs.map(({ transcript }) => transcript.map(stripInstructorWording))),
  };
}

/**
 * Removes the wording of instructor lines, which may vary on purpose, so that only the navigator's turns are compared.
 */
const stripInstructorWording = (step: string): string =>
  step.startsWith('instructor: ') ? 'instructor' : step;

interface ScenarioRuns {
  scenario: string;
  project: string;
  pass: number;
  runs: readonly RunResult[];
  quarantined: boolean;
}

export function toScenarioFigures({
  scenario,
  project,
  pass,
  runs,
  quarantined,
}: ScenarioRuns): ScenarioFigures {
  return {
    id: project ? `${project}: ${scenario}` : scenario,
    pass,
    quarantined,
    runs: runs.map(({ verdict, turns, actions, seconds, tokens, usd, seed, transcript }) => ({
      verdict,
      turns,
      actions,
      seconds,
      tokens,
      usd,
      seed: seed ?? 0,
      steps: transcript,
    })),
  };
}

/** Merges the runs of a scenario that ran in several tests, because of `--repeat-each` or in two specs. */
export function mergeRuns(figures: readonly ScenarioFigures[]): ScenarioFigures[] {
  const byId = new Map<string, ScenarioFigures>();
  for (const scenario of figures) {
    const earlierFigures = byId.get(scenario.id);
    const mergedFigures = earlierFigures && {
      ...earlierFigures,
      pass: earlierFigures.pass + scenario.pass,
      runs: [...earlierFigures.runs, ...scenario.runs],
    };
    byId.set(scenario.id, mergedFigures ?? scenario);
  }
  return [...byId.values()];
}

const formatPercentage = (value: number): string => `${Math.round(value * 100)} %`;
const formatSigned = (value: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : '±'}${Math.abs(value)}`;
const formatPercentagePoints = (value: number): string => formatSigned(Math.round(value * 100));
const formatInterval = ({ low, high }: Interval, format: (value: number) => string): string =>
  `95 % interval ${format(low)} to ${format(high)}`;

export function formatReliability({ passHat, divergence }: Reliability): string[] {
  const alwaysPasses = passHat.every((value) => value === 1);
  const passRates = passHat
    .map((value, i) => `pass^${i + 1} ${formatPercentage(value)}`)
    .slice(alwaysPasses ? -1 : 0)
    .join(', ');
  if (!divergence) return [`${passRates}; every run took the same turns`];
  const variants = divergence.variants.map(
    ({ step, runs }) =>
      `    ${runs.length === 1 ? 'run' : 'runs'} ${runs.join(', ')}: ${step ?? 'already ended'}`,
  );
  return [`${passRates}; the runs diverge at turn ${divergence.turn}:`, ...variants];
}

export function formatComparison(comparison: Comparison): string[] {
  const { before, now, change, interval, rate, turns, actions, added, gone } = comparison;
  const rateLabel = { worse: 'worse', better: 'better', alike: 'no clear difference' }[rate];
  const lines = [
    `Pass rate: ${formatPercentage(now.rate)}; baseline: ${formatPercentage(before.rate)}; change: ${formatPercentagePoints(change)} points (${formatInterval(interval, formatPercentagePoints)}), ${rateLabel}.`,
  ];
  for (const [unit, median] of [
    ['turns', turns],
    ['actions', actions],
  ] as const)
    if (median)
      lines.push(
        `  median ${unit}: ${median.now}; baseline: ${median.before}; change by scenario: ${formatSigned(median.change)} (${formatInterval(median.interval, formatSigned)})`,
      );
  if (added.length > 0) lines.push(`  not in the baseline: ${formatList(added)}`);
  if (gone.length > 0) lines.push(`  in the baseline but not run: ${gone.length}`);
  return lines;
}

const MAX_LISTED_IDS = 5;

function formatList(ids: readonly string[]): string {
  const unlistedCount = ids.length - MAX_LISTED_IDS;
  return ids.slice(0, MAX_LISTED_IDS).join(', ') + (unlistedCount > 0 ? ` and ${unlistedCount} more` : '');
}
