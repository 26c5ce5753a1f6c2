/** How far a scenario's runs can be relied on, and how a suite stands beside its baseline: figures and lines. Pure. */
import {
  type Comparison,
  type Divergence,
  firstDivergence,
  type Interval,
  passTable,
  type ScenarioFigures,
} from '../../measure/index.js';
import type { RunResult } from '../result-format.js';

export interface Reliability {
  /** pass^1, pass^2 …: the chance that so many runs in a row all pass. */
  passHat: number[];
  /** Where the runs first did different things; null where they were the same to the end. */
  divergence: Divergence | null;
}

/** Null where there is only one run. */
export function reliabilityOf(runs: readonly RunResult[]): Reliability | null {
  if (runs.length < 2) return null;
  const passed = runs.filter(({ verdict }) => verdict === 'done').length;
  return {
    passHat: passTable(runs.length, passed),
    divergence: firstDivergence(runs.map(({ said }) => said.map(withoutWording))),
  };
}

/** A line may be worded in several ways on purpose: what counts is what the navigator does. */
const withoutWording = (step: string): string => (step.startsWith('instructor: ') ? 'instructor' : step);

interface Judged {
  scenario: string;
  project: string;
  pass: number;
  runs: readonly RunResult[];
  quarantined: boolean;
}

export function figuresOf({ scenario, project, pass, runs, quarantined }: Judged): ScenarioFigures {
  return {
    id: project ? `${project}: ${scenario}` : scenario,
    pass,
    quarantined,
    runs: runs.map(({ verdict, turns, acts, seconds, tokens, usd, seed, said }) => ({
      verdict,
      turns,
      acts,
      seconds,
      tokens,
      usd,
      seed: seed ?? 0,
      steps: said,
    })),
  };
}

/** What was held by several tests (`--repeat-each`, two specs) is one scenario with the runs of all of them. */
export function joined(all: readonly ScenarioFigures[]): ScenarioFigures[] {
  const byId = new Map<string, ScenarioFigures>();
  for (const one of all) {
    const had = byId.get(one.id);
    const both = had && { ...had, pass: had.pass + one.pass, runs: [...had.runs, ...one.runs] };
    byId.set(one.id, both ?? one);
  }
  return [...byId.values()];
}

const share = (value: number): string => `${Math.round(value * 100)} %`;
const signed = (value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${Math.abs(value)}`;
const points = (value: number): string => signed(Math.round(value * 100));
const between = ({ low, high }: Interval, text: (value: number) => string): string =>
  `95 % interval ${text(low)} to ${text(high)}`;

export function reliabilityLines({ passHat, divergence }: Reliability): string[] {
  const certain = passHat.every((value) => value === 1);
  const hats = passHat
    .map((value, i) => `pass^${i + 1} ${share(value)}`)
    .slice(certain ? -1 : 0)
    .join(', ');
  if (!divergence) return [`${hats}; every run took the same turns`];
  const variants = divergence.variants.map(
    ({ step, runs }) =>
      `    ${runs.length === 1 ? 'run' : 'runs'} ${runs.join(', ')}: ${step ?? 'over before'}`,
  );
  return [`${hats}; the runs part at turn ${divergence.turn}:`, ...variants];
}

export function comparisonLines(comparison: Comparison): string[] {
  const { before, now, change, interval, rate, turns, acts, added, gone } = comparison;
  const words = { worse: 'worse than', better: 'better than', alike: 'no different from' }[rate];
  const lines = [
    `Beside the baseline: ${share(now.rate)} pass, ${share(before.rate)} did: ${points(change)} points (${between(interval, points)}), ${words} it.`,
  ];
  for (const [what, shift] of [
    ['turns', turns],
    ['acts', acts],
  ] as const)
    if (shift)
      lines.push(
        `  median ${what}: ${shift.now}, were ${shift.before}; by scenario ${signed(shift.change)} (${between(shift.interval, signed)})`,
      );
  if (added.length > 0) lines.push(`  not in the baseline: ${listed(added)}`);
  if (gone.length > 0) lines.push(`  ${gone.length} of the baseline not held`);
  return lines;
}

const MOST_NAMED = 5;

function listed(ids: readonly string[]): string {
  const rest = ids.length - MOST_NAMED;
  return ids.slice(0, MOST_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
