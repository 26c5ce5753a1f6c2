/** A run as lines for people: one for each scenario, what failed with its place, and all of it in one at the end. */
import { styleText } from 'node:util';

import type { VerdictKind } from '../../contract/index.js';
import { comparisonLines, reliabilityLines } from './reliability.js';
import type { ScenarioSummary, Summary } from './summary.js';

type Style = Parameters<typeof styleText>[0];

export type Paint = (style: Style, text: string) => string;

export const painter =
  (colour: boolean): Paint =>
  (style, text) =>
    colour ? styleText(style, text, { validateStream: false }) : text;

const MARKS: Partial<Record<VerdictKind, string>> = { done: 'passed', user: 'stopped' };

/** 0.0123 → $0.0123; unknown where a price is. */
export function moneyText(usd: number | null): string {
  if (usd === null) return 'unknown cost';
  return `$${usd < 0.1 ? usd.toFixed(4) : usd.toFixed(2)}`;
}

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

function spent({
  turns,
  acts,
  tokens,
  usd,
  seconds,
}: Pick<ScenarioSummary, 'turns' | 'acts' | 'tokens' | 'usd' | 'seconds'>): string {
  const model = tokens > 0 ? [counted(tokens, 'token'), moneyText(usd)] : [];
  return [counted(turns, 'turn'), counted(acts, 'act'), ...model, `${seconds.toFixed(1)} s`].join(', ');
}

const LONGEST = 200;

function firstLine(text: string): string {
  const line = text.split('\n')[0]!;
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

/** `passed  shop/buy.scenario.yaml  Buy a lamp  (12 turns, 5 acts, 3.1 s)` */
export function scenarioLine(one: ScenarioSummary, paint: Paint): string {
  const { verdict, scenario, title, project, runs } = one;
  const passed = verdict === 'done';
  const mark = (MARKS[verdict] ?? verdict).padEnd(8);
  const retries = runs.reduce((total, run) => total + run.retries, 0);
  const told = [
    spent(one),
    ...(runs.length > 1
      ? [`${runs.filter((run) => run.verdict === 'done').length} of ${runs.length} runs passed`]
      : []),
    ...(one.quarantined ? ['in quarantine, not counted'] : []),
    ...(retries > 0 ? [`tried again ${retries === 1 ? 'once' : `${retries} times`}`] : []),
  ];
  const name = project ? `[${project}] ${title}` : title;
  const colour = passed ? 'green' : one.quarantined ? 'yellow' : 'red';
  const line = `${paint(colour, mark)} ${paint('dim', scenario)}  ${name}  ${paint('dim', `(${told.join('; ')})`)}`;
  const further = [
    ...(one.quarantined && !passed ? [firstLine(one.reason)] : []),
    ...(one.reliability ? reliabilityLines(one.reliability) : []),
  ];
  return [line, ...further.map((text) => `         ${text}`)].join('\n');
}

export function summaryLines({ totals, seconds, scenarios, comparison }: Summary, paint: Paint): string[] {
  const { passed, failed, quarantined, notHeld, verdicts, turns, acts, tokens, usd } = totals;
  const kinds = Object.entries(verdicts)
    .filter(([kind]) => kind !== 'done')
    .map(([kind, count]) => `${count} ${MARKS[kind as VerdictKind] ?? kind}`);
  const all = scenarios.reduce((total, one) => total + one.seconds, 0);
  return [
    `${paint(['bold', failed > 0 ? 'red' : 'green'], `${passed} of ${counted(passed + failed, 'scenario')} passed`)}${
      kinds.length > 0 ? `; ${kinds.join(', ')}` : ''
    }${quarantined > 0 ? `; ${quarantined} in quarantine` : ''}${notHeld > 0 ? `; ${notHeld} not held` : ''}`,
    paint(
      'dim',
      `${spent({ turns, acts, tokens, usd, seconds: all })} of conversation, ${seconds.toFixed(1)} s in all`,
    ),
    ...(comparison ? comparisonLines(comparison) : []),
  ];
}
