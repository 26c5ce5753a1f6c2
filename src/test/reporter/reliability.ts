/** Reliability of a scenario over several runs, and comparison of a suite with its baseline. Pure. */
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

/** @returns null for a single run */
export function measureReliability(runs: readonly RunResult[]): Reliability | null {
  if (runs.length < 2) return null;
  const passed = runs.filter(({ verdict }) => verdict === 'done').length;
  return {
    passHat: computePassTable(runs.length, passed),
    divergence: findFirstDivergence(runs.map(({ transcript }) => transcript.map(withoutWording))),
  };
}

/** Ignores the wording of instructor lines, which may vary on purpose; only the navigator's turns count. */
const withoutWording = (step: string): string => (step.startsWith('instructor: ') ? 'instructor' : step);

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

/** Merges the runs of a scenario that ran in several tests (`--repeat-each`, two specs). */
export function mergeRuns(all: readonly ScenarioFigures[]): ScenarioFigures[] {
  const byId = new Map<string, ScenarioFigures>();
  for (const scenario of all) {
    const earlier = byId.get(scenario.id);
    const merged = earlier && {
      ...earlier,
      pass: earlier.pass + scenario.pass,
      runs: [...earlier.runs, ...scenario.runs],
    };
    byId.set(scenario.id, merged ?? scenario);
  }
  return [...byId.values()];
}

const formatShare = (value: number): string => `${Math.round(value * 100)} %`;
const formatSigned = (value: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : '±'}${Math.abs(value)}`;
const formatPoints = (value: number): string => formatSigned(Math.round(value * 100));
const formatInterval = ({ low, high }: Interval, text: (value: number) => string): string =>
  `95 % interval ${text(low)} to ${text(high)}`;

export function formatReliability({ passHat, divergence }: Reliability): string[] {
  const certain = passHat.every((value) => value === 1);
  const passRates = passHat
    .map((value, i) => `pass^${i + 1} ${formatShare(value)}`)
    .slice(certain ? -1 : 0)
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
  const judgement = { worse: 'worse', better: 'better', alike: 'no clear difference' }[rate];
  const lines = [
    `Pass rate: ${formatShare(now.rate)}; baseline: ${formatShare(before.rate)}; change: ${formatPoints(change)} points (${formatInterval(interval, formatPoints)}), ${judgement}.`,
  ];
  for (const [what, median] of [
    ['turns', turns],
    ['actions', actions],
  ] as const)
    if (median)
      lines.push(
        `  median ${what}: ${median.now}; baseline: ${median.before}; change by scenario: ${formatSigned(median.change)} (${formatInterval(median.interval, formatSigned)})`,
      );
  if (added.length > 0) lines.push(`  not in the baseline: ${formatList(added)}`);
  if (gone.length > 0) lines.push(`  in the baseline but not run: ${gone.length}`);
  return lines;
}

const MAX_LISTED = 5;

function formatList(ids: readonly string[]): string {
  const rest = ids.length - MAX_LISTED;
  return ids.slice(0, MAX_LISTED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
