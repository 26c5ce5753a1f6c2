/** Formats results for the terminal: one line per scenario, and a summary at the end. */
import { styleText } from 'node:util';

import type { VerdictKind } from '../../contract/index.js';
import { formatComparison, formatReliability } from './reliability.js';
import { isHealed, type ScenarioSummary, type RunSummary } from './summary.js';

type Style = Parameters<typeof styleText>[0];

export type Painter = (style: Style, text: string) => string;

export const createPainter =
  (colour: boolean): Painter =>
  (style, text) =>
    colour ? styleText(style, text, { validateStream: false }) : text;

const VERDICT_MARKS: Partial<Record<VerdictKind, string>> = { done: 'passed', user: 'stopped' };

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
  const model = tokens > 0 ? [formatCount(tokens, 'token'), formatCost(usd)] : [];
  const judged = judge ? [`judge ${formatCount(judge.tokens, 'token')}, ${formatCost(judge.usd)}`] : [];
  return [
    formatCount(turns, 'turn'),
    formatCount(actions, 'action'),
    ...model,
    ...judged,
    `${seconds.toFixed(1)} s`,
  ].join(', ');
}

const MAX_REASON_LENGTH = 200;

function firstLine(text: string): string {
  const line = text.split('\n')[0]!;
  return line.length > MAX_REASON_LENGTH ? `${line.slice(0, MAX_REASON_LENGTH - 1)}…` : line;
}

/** `passed  shop/buy.scenario.yaml  Buy a lamp  (12 turns, 5 actions, 3.1 s)` */
export function formatScenario(summary: ScenarioSummary, paint: Painter): string {
  const { verdict, scenario, title, project, runs } = summary;
  const passed = verdict === 'done';
  const healed = isHealed(summary);
  const verdictMark = (healed ? 'healed' : (VERDICT_MARKS[verdict] ?? verdict)).padEnd(8);
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
  const line = `${paint(colour, verdictMark)} ${paint('dim', scenario)}  ${name}  ${paint('dim', `(${details.join('; ')})`)}`;
  const furtherLines = [
    ...(summary.replay?.changes ?? []).map(firstLine),
    ...(summary.quarantined && !passed ? [firstLine(summary.reason)] : []),
    ...(summary.reliability ? formatReliability(summary.reliability) : []),
  ];
  return [line, ...furtherLines.map((text) => `         ${text}`)].join('\n');
}

/** `skipped  shop/buy.scenario.yaml  Buy a lamp  (it needs a language model: …)` */
export function formatSkipped(
  { scenario, title, reason }: { scenario: string; title: string; reason: string | undefined },
  paint: Painter,
): string {
  const why = reason === undefined ? '' : `  ${paint('dim', `(${reason})`)}`;
  return `${paint('yellow', 'skipped ')} ${paint('dim', scenario)}  ${title}${why}`;
}

export function formatSummary(
  { totals, seconds, scenarios, comparison }: RunSummary,
  paint: Painter,
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
  const kinds = Object.entries(verdicts)
    .filter(([kind]) => kind !== 'done')
    .map(([kind, count]) => `${count} ${VERDICT_MARKS[kind as VerdictKind] ?? kind}`);
  const conversationSeconds = scenarios.reduce((total, summary) => total + summary.seconds, 0);
  return [
    `${paint(['bold', failed > 0 ? 'red' : 'green'], `${passed} of ${formatCount(passed + failed, 'scenario')} passed`)}${
      healed ? paint('yellow', `, ${healed} of them healed`) : ''
    }${
      kinds.length > 0 ? `; ${kinds.join(', ')}` : ''
    }${quarantined > 0 ? `; ${quarantined} quarantined` : ''}${notRun > 0 ? `; ${notRun} not run` : ''}${skipped > 0 ? `; ${skipped} skipped` : ''}`,
    paint(
      'dim',
      `${formatUsage({ turns, actions, tokens, usd, ...(judge ? { judge } : {}), seconds: conversationSeconds })} of conversation, ${seconds.toFixed(1)} s in all`,
    ),
    ...(comparison ? formatComparison(comparison) : []),
  ];
}
