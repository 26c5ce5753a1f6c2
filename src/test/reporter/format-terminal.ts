/** Formats results for the terminal: one line per scenario, and a summary at the end. */
import { styleText } from 'node:util';

import type { VerdictKind } from '../../contract/index.js';
import { formatComparison, formatReliability } from './reliability.js';
import { isHealed, type ScenarioSummary, type RunSummary } from './summary.js';

type Style = Parameters<typeof styleText>[0];

export type Styler = (style: Style, text: string) => string;

export const createStyler =
  (usesColour: boolean): Styler =>
  (style, text) =>
    usesColour ? styleText(style, text, { validateStream: false }) : text;

const VERDICT_LABELS: Partial<Record<VerdictKind, string>> = { done: 'passed', user: 'stopped' };

/** Formats dollars: 0.0123 → `$0.0123`; null → `unknown cost`. */
export function formatCost(usd: number | null): string {
  if (usd === null) return 'unknown cost';
  return `$${usd < 0.1 ? usd.toFixed(4) : usd.toFixed(2)}`;
}

const formatCount = (count: number, singular: string): string =>
  `${count} ${count === 1 ? singular : `${singular}s`}`;

function formatUsage({
  turns,
  actions,
  tokens,
  usd,
  judge,
  seconds,
}: Pick<ScenarioSummary, 'turns' | 'actions' | 'tokens' | 'usd' | 'judge' | 'seconds'>): string {
  const modelUsage = tokens > 0 ? [formatCount(tokens, 'token'), formatCost(usd)] : [];
  const judgeUsage = judge ? [`judge: ${formatCount(judge.tokens, 'token')}, ${formatCost(judge.usd)}`] : [];
  return [
    formatCount(turns, 'turn'),
    formatCount(actions, 'action'),
    ...modelUsage,
    ...judgeUsage,
    `${seconds.toFixed(1)} s`,
  ].join(', ');
}

const MAX_REASON_LENGTH = 200;

function truncateToFirstLine(text: string): string {
  const line = text.split('\n')[0]!;
  return line.length > MAX_REASON_LENGTH ? `${line.slice(0, MAX_REASON_LENGTH - 1)}…` : line;
}

/** Formats a line such as `passed  shop/buy.scenario.yaml  Buy a lamp  (12 turns, 5 actions, 3.1 s)`. */
export function formatScenario(summary: ScenarioSummary, style: Styler): string {
  const { verdict, scenario, title, project, runs } = summary;
  const passed = verdict === 'done';
  const healed = isHealed(summary);
  const verdictLabel = (healed ? 'healed' : (VERDICT_LABELS[verdict] ?? verdict)).padEnd(8);
  const retries = runs.reduce((total, run) => total + run.retries, 0);
  const details = [
    formatUsage(summary),
    ...(runs.length > 1
      ? [`${runs.filter((run) => run.verdict === 'done').length} of ${runs.length} runs passed`]
      : []),
    ...(summary.replay
      ? [`${formatCount(summary.replay.replayed, 'line')} replayed, ${summary.replay.healed} healed`]
      : []),
    ...(summary.quarantined ? ['quarantined, not counted'] : []),
    ...(retries > 0 ? [`retried ${retries === 1 ? 'once' : `${retries} times`}`] : []),
  ];
  const name = project ? `[${project}] ${title}` : title;
  const colour = passed && !healed ? 'green' : healed ? 'yellow' : summary.quarantined ? 'yellow' : 'red';
  const line = `${style(colour, verdictLabel)} ${style('dim', scenario)}  ${name}  ${style('dim', `(${details.join('; ')})`)}`;
  const detailLines = [
    ...(summary.replay?.changes ?? []).map(truncateToFirstLine),
    ...(summary.quarantined && !passed ? [truncateToFirstLine(summary.reason)] : []),
    ...(summary.reliability ? formatReliability(summary.reliability) : []),
  ];
  return [line, ...detailLines.map((text) => `         ${text}`)].join('\n');
}

/** Formats a line such as `skipped  shop/buy.scenario.yaml  Buy a lamp  (it needs a language model: …)`. */
export function formatSkipped(
  { scenario, title, reason }: { scenario: string; title: string; reason: string | undefined },
  style: Styler,
): string {
  const reasonText = reason === undefined ? '' : `  ${style('dim', `(${reason})`)}`;
  return `${style('yellow', 'skipped ')} ${style('dim', scenario)}  ${title}${reasonText}`;
}

export function formatSummary(
  { totals, seconds, scenarios, comparison }: RunSummary,
  style: Styler,
): string[] {
  const {
    passed,
    healed,
    failed,
    quarantined,
    notRun,
    skipped = 0,
    verdicts,
    turns,
    actions,
    tokens,
    usd,
    judge,
  } = totals;
  const otherVerdicts = Object.entries(verdicts)
    .filter(([kind]) => kind !== 'done')
    .map(([kind, count]) => `${count} ${VERDICT_LABELS[kind as VerdictKind] ?? kind}`);
  const conversationSeconds = scenarios.reduce((total, summary) => total + summary.seconds, 0);
  return [
    `${style(['bold', failed > 0 ? 'red' : 'green'], `${passed} of ${formatCount(passed + failed, 'scenario')} passed`)}${
      healed ? style('yellow', `, ${healed} of them healed`) : ''
    }${
      otherVerdicts.length > 0 ? `; ${otherVerdicts.join(', ')}` : ''
    }${quarantined > 0 ? `; ${quarantined} quarantined` : ''}${notRun > 0 ? `; ${notRun} not run` : ''}${skipped > 0 ? `; ${skipped} skipped` : ''}`,
    style(
      'dim',
      `${formatUsage({ turns, actions, tokens, usd, ...(judge ? { judge } : {}), seconds: conversationSeconds })} in conversations, ${seconds.toFixed(1)} s in total`,
    ),
    ...(comparison ? formatComparison(comparison) : []),
  ];
}
