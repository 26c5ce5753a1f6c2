/** `summary.json`: what came of each scenario of a run, and of all of them (docs/testing.md describes it). Pure. */
import type { VerdictKind } from '../../contract/index.js';
import { exitCode } from '../../policy/index.js';
import type { Comparison } from '../../measure/index.js';
import { QUARANTINE, type RunResult, type ScenarioResult } from '../result-format.js';
import { reliabilityOf, type Reliability } from './reliability.js';

export interface ScenarioSummary extends Omit<ScenarioResult, 'v'> {
  /** As the test is called, without its project. */
  title: string;
  tags: string[];
  project: string;
  /** Its tag says that it is known to fail: shown, and not counted. */
  quarantined: boolean;
  /** Of several runs; null of a single one. */
  reliability: Reliability | null;
  /** All runs together. */
  turns: number;
  acts: number;
  tokens: number;
  usd: number | null;
  seconds: number;
}

export interface Summary {
  v: 1;
  startedAt: string;
  seconds: number;
  exit: number;
  totals: Totals;
  scenarios: ScenarioSummary[];
  /** Where there is a baseline. */
  comparison: Comparison | null;
}

export interface Totals {
  scenarios: number;
  passed: number;
  failed: number;
  /** Beside these, whatever came of them. */
  quarantined: number;
  /** Were to be held, and were not: the run was stopped before. */
  notHeld: number;
  /** By verdict, those that there are. */
  verdicts: Partial<Record<VerdictKind, number>>;
  turns: number;
  acts: number;
  tokens: number;
  /** Null where one of them is unknown. */
  usd: number | null;
}

/**
 * Of several failures the first of these that there is says how the whole ended: what says most about what was
 * tested comes first, and trouble around the tests (5) only stands where there was nothing else.
 */
const WORST: readonly VerdictKind[] = [
  'user',
  'usage',
  'guard',
  'check',
  'dialogue',
  'stuck',
  'budget',
  'infra',
];

export function exitOf(verdicts: readonly VerdictKind[]): number {
  const worst = WORST.find((kind) => verdicts.includes(kind));
  return worst ? exitCode(worst) : 0;
}

const sum = (runs: readonly RunResult[], of: (run: RunResult) => number): number =>
  runs.reduce((total, run) => total + of(run), 0);

const money = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value !== null) ? values.reduce((total, value) => total + value, 0) : null;

export function scenarioSummary(
  found: Omit<ScenarioResult, 'v'>,
  { title, tags, project }: { title: string; tags: string[]; project: string },
): ScenarioSummary {
  const { scenario, id, verdict, reason, pass, runs } = found;
  return {
    title,
    project,
    tags,
    quarantined: tags.includes(`@${QUARANTINE}`),
    reliability: reliabilityOf(runs),
    scenario,
    id,
    verdict,
    reason,
    pass,
    runs,
    turns: sum(runs, ({ turns }) => turns),
    acts: sum(runs, ({ acts }) => acts),
    tokens: sum(runs, ({ tokens }) => tokens),
    usd: money(runs.map(({ usd }) => usd)),
    seconds: Math.round(sum(runs, ({ seconds }) => seconds) * 10) / 10,
  };
}

export function summaryOf(
  scenarios: readonly ScenarioSummary[],
  {
    startedAt,
    seconds,
    interrupted,
    notHeld = 0,
  }: { startedAt: Date; seconds: number; interrupted: boolean; notHeld?: number },
): Summary {
  const verdicts: Totals['verdicts'] = {};
  const counted = scenarios.filter((one) => !one.quarantined);
  for (const { verdict } of counted) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  const passed = verdicts.done ?? 0;
  const all = (of: (one: ScenarioSummary) => number): number =>
    scenarios.reduce((total, one) => total + of(one), 0);
  return {
    v: 1,
    startedAt: startedAt.toISOString(),
    seconds: Math.round(seconds * 10) / 10,
    exit: exitOf([...counted.map(({ verdict }) => verdict), ...(interrupted ? (['user'] as const) : [])]),
    totals: {
      scenarios: scenarios.length,
      passed,
      failed: counted.length - passed,
      quarantined: scenarios.length - counted.length,
      notHeld,
      verdicts,
      turns: all(({ turns }) => turns),
      acts: all(({ acts }) => acts),
      tokens: all(({ tokens }) => tokens),
      usd: money(scenarios.map(({ usd }) => usd)),
    },
    scenarios: [...scenarios],
    comparison: null,
  };
}
