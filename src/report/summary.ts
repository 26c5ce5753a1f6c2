/** Renders a session's summary: verdict, totals, and where it went wrong. Pure. */
import type { ModelTotals, VerdictKind } from '../contract/index.js';
import { formatCost, formatCount, formatDuration, formatNumber } from './format-numbers.js';
import { html, type Markup } from './html.js';
import { renderJudgement, type JudgementSummary } from './judgement.js';
import type { EndEvent } from './phrases.js';
import type { TalliedLine, ModelSums, Tally } from './tally.js';

const VERDICT_LABELS: Readonly<Record<VerdictKind, string>> = {
  done: 'Done',
  check: 'A check failed',
  dialogue: 'The dialogue failed',
  guard: 'Refused',
  budget: 'Budget used up',
  stuck: 'Stuck',
  infra: 'Infrastructure error',
  user: 'Stopped by the user',
  usage: 'Not started',
};

export const describeVerdict = (verdict: VerdictKind): string => VERDICT_LABELS[verdict] ?? verdict;

/** The session's end with its verdict, or the reason why it has none. */
export type ReportEnd = EndEvent | { type: 'incomplete'; reason: string };

/**
 * @param lastPage the page at the end of the session
 * @param judgement the verdict of `parley judge`
 */
export function renderSummary(
  end: ReportEnd,
  tally: Tally,
  lastPage: Markup | null,
  judgement: JudgementSummary | null = null,
): Markup {
  const isDone = end.type === 'end' && end.verdict === 'done';
  const state = end.type === 'incomplete' ? 'incomplete' : isDone ? 'passed' : 'failed';
  const title = end.type === 'incomplete' ? 'No verdict' : describeVerdict(end.verdict);
  const next = end.type === 'end' && end.next;
  return html`<section id="summary" class="${state}" aria-labelledby="summary-title">
    <h2 id="summary-title">${title}</h2>
    <p class="reason" dir="auto">${end.reason}</p>
    ${next && html`<p class="next" dir="auto"><strong>Next step:</strong> ${next}</p>`}
    <dl class="totals">${renderTotals(listTotals(end, tally))}</dl>
    ${judgement && renderJudgement(judgement)}${renderInstructorLines(tally)}${renderProblems(tally)}${
      lastPage &&
      html`<details class="last-page" ${!isDone && html` open`}>
        <summary>The page at the end</summary>
        ${lastPage}
      </details>`
    }
  </section> `;
}

/** Name and value of each total, in the order of the report. */
export function listTotals(end: ReportEnd, tally: Tally): [name: string, value: string][] {
  const { turns, actions, seconds } = end.type === 'end' ? end : tally;
  const model = end.type === 'end' ? end.model : (tally.usage ?? undefined);
  const judge = end.type === 'end' ? end.judge : undefined;
  const { checks, consents } = tally;
  const checkCount = checks.passed + checks.failed;
  const totals: [string, string][] = [
    ['Turns', formatNumber(turns)],
    ['Actions', formatNumber(actions)],
    ['Time', formatDuration(seconds)],
  ];
  if (checkCount > 0) totals.push(['Checks', `${checks.passed} of ${checkCount} passed`]);
  if (consents.requested > 0) totals.push(['Consent', `${consents.given} of ${consents.requested} given`]);
  if (!model) totals.push(['Model', 'none (no tokens)']);
  else totals.push(...listModelTotals('Model', tally.models.join(', '), model));
  if (judge) totals.push(...listModelTotals('Judge', '', judge));
  return totals;
}

function listModelTotals(
  role: 'Model' | 'Judge',
  names: string,
  totals: ModelTotals | ModelSums,
): [name: string, value: string][] {
  const { calls, promptTokens, answerTokens, cachedTokens, cost } = totals;
  const recordedNote = 'recorded' in totals && totals.recorded > 0 ? `, ${totals.recorded} recorded` : '';
  const cachedNote = cachedTokens > 0 ? `, ${formatNumber(cachedTokens)} cached` : '';
  const name = names === '' ? '' : `${names}: `;
  const [tokens, price] = role === 'Judge' ? ['Judge tokens', 'Judge cost'] : ['Tokens', 'Cost'];
  return [
    [role, `${name}${formatCount(calls, 'call')}${recordedNote}`],
    [tokens, `${formatNumber(promptTokens)} in, ${formatNumber(answerTokens)} out${cachedNote}`],
    [price, formatCost(cost)],
  ];
}

export const renderTotals = (totals: readonly [name: string, value: string][]): Markup[] =>
  totals.map(
    ([name, value]) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`,
  );

const MAX_LINES = 30;

const RESPONSE_LABELS: Readonly<Record<NonNullable<TalliedLine['response']>, string>> = {
  answer: 'answered',
  report: 'reported',
  ask: 'asked a question',
  unfinished: 'not finished',
};

/** Renders the instructor's lines with the navigator's response to each. */
function renderInstructorLines({ instructorLines }: Tally): Markup | null {
  if (instructorLines.length === 0) return null;
  const items = instructorLines.slice(0, MAX_LINES).map(
    ({ turn, text, response }) =>
      html`<li>
        <a href="#turn-${turn}"><bdi>${text}</bdi></a>
        <small class="${response ?? 'none'}">${response ? RESPONSE_LABELS[response] : 'no response'}</small>
      </li>`,
  );
  const hiddenCount = instructorLines.length - MAX_LINES;
  return html`<h3>What the instructor said</h3>
    <ol class="lines">
      ${items}${hiddenCount > 0 && html`<li>and ${hiddenCount} more</li>`}
    </ol>`;
}

const MAX_PROBLEMS = 20;

function renderProblems({ problems }: Tally): Markup | null {
  if (problems.length === 0) return null;
  const sortedProblems = problems.toSorted((a, b) => Number(b.isDecisive) - Number(a.isDecisive));
  const hiddenCount = sortedProblems.length - MAX_PROBLEMS;
  const items = sortedProblems
    .slice(0, MAX_PROBLEMS)
    .map(
      ({ anchor, title, text, isDecisive }) =>
        html`<li${isDecisive && html` class="decisive"`}><a href="#${anchor}">${title}</a>: <bdi>${text}</bdi></li>`,
    );
  return html`<h3>Where it went wrong</h3>
    <ul class="problems">
      ${items}${hiddenCount > 0 && html`<li>and ${hiddenCount} more</li>`}
    </ul>`;
}
