/**
 * Creates `summary.json`: the results of each scenario and of the whole run. docs/testing.md describes the format. No
 * side effects.
 */
import type { VerdictKind } from '../../contract/index.js';
import { getExitCode } from '../../policy/index.js';
import type { Comparison } from '../../measure/index.js';
import {
  QUARANTINE,
  type JudgeCost,
  type ReplayCounts,
  type RunResult,
  type ScenarioResult,
} from '../result-format.js';
import { measureReliability, type Reliability } from './reliability.js';

export interface ScenarioSummary extends Omit<ScenarioResult, 'v'> {
  /** Title of the test, without its project. */
  title: string;
  tags: string[];
  project: string;
  /** Whether the scenario is tagged as known to fail. Such a scenario is shown but not counted. */
  quarantined: boolean;
  /** Null if the scenario ran only once. */
  reliability: Reliability | null;
  /** How many lines of a recording were repeated or healed in all runs together. Absent if nothing was replayed. */
  replay?: ReplayCounts;
  /** This field and the following fields are sums over all runs. */
  turns: number;
  actions: number;
  tokens: number;
  usd: number | null;
  /** Absent if no model judged. */
  judge?: JudgeCost;
  seconds: number;
}

export interface RunSummary {
  v: 2;
  startedAt: string;
  seconds: number;
  exit: number;
  totals: SummaryTotals;
  scenarios: ScenarioSummary[];
  /** The comparison with the baseline; null if there is no baseline. */
  comparison: Comparison | null;
}

export interface SummaryTotals {
  scenarios: number;
  /** Number of scenarios that passed, including the healed ones. */
  passed: number;
  /**
   * Number that passed although some lines of the recording no longer matched the page. Absent if nothing was replayed.
   */
  healed?: number;
  failed: number;
  /** Number of scenarios known to fail. They are not included in `passed` and `failed`. */
  quarantined: number;
  /** Number that did not run because the run was stopped. */
  notRun: number;
  /** Number skipped because they need something that this run lacks, such as a model. Absent if there are none. */
  skipped?: number;
  verdicts: Partial<Record<VerdictKind, number>>;
  turns: number;
  actions: number;
  tokens: number;
  /** Null if the cost of any scenario is unknown. */
  usd: number | null;
  /** Absent if no model judged. */
  judge?: JudgeCost;
}

/**
 * If several scenarios failed, the verdict that comes first in this order determines the exit code. Verdicts about the
 * tested site come first. Infrastructure errors (exit code 5) determine it only if nothing else failed.
 */
const VERDICT_PRIORITY: readonly VerdictKind[] = [
  'user',
  'usage',
  'guard',
  'check',
  'dialogue',
  'stuck',
  'budget',
  'infra',
];

export function computeExitCode(verdicts: readonly VerdictKind[]): number {
  const decisiveVerdict = VERDICT_PRIORITY.find((kind) => verdicts.includes(kind));
  return decisiveVerdict ? getExitCode(decisiveVerdict) : 0;
}

const sumRuns = (runs: readonly RunResult[], select: (run: RunResult) => number): number =>
  runs.reduce((total, run) => total + select(run), 0);

const sumCosts = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value !== null) ? values.reduce((total, value) => total + value, 0) : null;

function sumJudgeCosts(results: readonly { judge?: JudgeCost }[]): { judge?: JudgeCost } {
  const costs = results.flatMap(({ judge }) => judge ?? []);
  if (costs.length === 0) return {};
  return {
    judge: {
      calls: costs.reduce((total, { calls }) => total + calls, 0),
      tokens: costs.reduce((total, { tokens }) => total + tokens, 0),
      usd: sumCosts(costs.map(({ usd }) => usd)),
    },
  };
}

function sumReplays(runs: readonly RunResult[]): { replay?: ReplayCounts } {
  const replays = runs.flatMap(({ replay }) => replay ?? []);
  if (replays.length === 0) return {};
  return {
    replay: {
      replayed: replays.reduce((total, { replayed }) => total + replayed, 0),
      healed: replays.reduce((total, { healed }) => total + healed, 0),
      changes: [...new Set(replays.flatMap(({ changes }) => changes))],
    },
  };
}

/** Whether a scenario passed although some lines of its recording no longer matched the page. */
export const isHealed = ({ verdict, replay }: Pick<ScenarioSummary, 'verdict' | 'replay'>): boolean =>
  verdict === 'done' && (replay?.healed ?? 0) > 0;

export function summarizeScenario(
  result: Omit<ScenarioResult, 'v'>,
  { title, tags, project }: { title: string; tags: string[]; project: string },
): ScenarioSummary {
  const { scenario, id, verdict, reason, pass, runs } = result;
  return {
    title,
    project,
    tags,
    quarantined: tags.includes(`@${QUARANTINE}`),
    reliability: measureReliability(runs),
    scenario,
    id,
    verdict,
    reason,
    pass,
    runs,
    turns: sumRuns(runs, ({ turns }) => turns),
    actions: sumRuns(runs, ({ actions }) => actions),
    tokens: sumRuns(runs, ({ tokens }) => tokens),
    usd: sumCosts(runs.map(({ usd }) => usd)),
    ...sumJudgeCosts(runs),
    ...sumReplays(runs),
    seconds: Math.round(sumRuns(runs, ({ seconds }) => seconds) * 10) / 10,
  };
}

export function summarizeRun(
  scenarios: readonly ScenarioSummary[],
  {
    startedAt,
    seconds,
    interrupted,
    notRun = 0,
    skipped = 0,
  }: { startedAt: Date; seconds: number; interrupted: boolean; notRun?: number; skipped?: number },
): RunSummary {
  const verdicts: SummaryTotals['verdicts'] = {};
  const countedScenarios = scenarios.filter((scenario) => !scenario.quarantined);
  for (const { verdict } of countedScenarios) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  const passedCount = verdicts.done ?? 0;
  const sum = (select: (scenario: ScenarioSummary) => number): number =>
    scenarios.reduce((total, scenario) => total + select(scenario), 0);
  return {
    v: 2,
    startedAt: startedAt.toISOString(),
    seconds: Math.round(seconds * 10) / 10,
    exit: computeExitCode([
      ...countedScenarios.map(({ verdict }) => verdict),
      ...(interrupted ? (['user'] as const) : []),
    ]),
    totals: {
      scenarios: scenarios.length,
      passed: passedCount,
      ...(countedScenarios.some(({ replay }) => replay)
        ? { healed: countedScenarios.filter(isHealed).length }
        : {}),
      failed: countedScenarios.length - passedCount,
      quarantined: scenarios.length - countedScenarios.length,
      notRun,
      ...(skipped > 0 ? { skipped } : {}),
      verdicts,
      turns: sum(({ turns }) => turns),
      actions: sum(({ actions }) => actions),
      tokens: sum(({ tokens }) => tokens),
      usd: sumCosts(scenarios.map(({ usd }) => usd)),
      ...sumJudgeCosts(scenarios),
    },
    scenarios: [...scenarios],
    comparison: null,
  };
}
