/** Renders the index of several sessions: the history of each scenario, and a table of all sessions. Pure. */
import type { ViewerAssets } from './document.js';
import { renderHead } from './document.js';
import { formatCost, formatDate, formatDuration, formatNumber } from './format-numbers.js';
import { html, openHtml, type Markup } from './html.js';
import { summariseDone, groupRuns, type SessionOverview } from './overview.js';
import { renderTotals } from './summary.js';

export interface IndexEntry extends SessionOverview {
  /** URL of the session's report, relative to the index. */
  link: string;
}

const STATE_SYMBOLS = { passed: '✓', failed: '✗', incomplete: '–', recorded: '•' } as const;

/**
 * @param title what the sessions have in common, such as the name of their folder
 * @param backLink link to the page that this index belongs to
 */
export function renderIndex(
  title: string,
  entries: readonly IndexEntry[],
  style: string,
  backLink: { href: string; text: string } | null = null,
): string {
  const completion = summariseDone(entries);
  const assets: ViewerAssets = { script: '', style };
  const repeatedRuns = groupRuns(entries).filter((runs) => runs.length > 1);
  const newestFirst = entries.toSorted((a, b) => b.startedAt - a.startedAt);
  const summary = html`<section
    id="summary"
    class="${completion.areAllDone ? 'passed' : 'failed'}"
    aria-labelledby="summary-title"
  >
    <h2 id="summary-title">${completion.text}</h2>
    <dl class="totals">${renderTotals(listIndexTotals(entries))}</dl>
  </section>`;
  return openHtml`${renderHead(`${title} – Parley reports`, assets)}<body>
<header><p class="product">Parley session reports</p><h1>${title}</h1>${backLink && html`<p><a href="${backLink.href}">${backLink.text}</a></p>`}</header>
<main>${summary}${repeatedRuns.length > 0 && renderHistory(repeatedRuns)}${renderSessions(newestFirst)}</main></body></html>
`.source;
}

function listIndexTotals(entries: readonly IndexEntry[]): [string, string][] {
  const sum = (select: (entry: IndexEntry) => number): number =>
    entries.reduce((total, entry) => total + select(entry), 0);
  const cost = entries.reduce<number | null>(
    (total, entry) => (total === null || entry.cost === null ? null : total + entry.cost),
    0,
  );
  const tokens = sum((entry) => entry.tokens);
  const totals: [string, string][] = [
    ['Turns', formatNumber(sum((entry) => entry.turns))],
    ['Actions', formatNumber(sum((entry) => entry.actions))],
    ['Time', formatDuration(sum((entry) => entry.seconds))],
    ...(tokens > 0
      ? ([
          ['Tokens', formatNumber(tokens)],
          ['Cost', formatCost(cost)],
        ] as [string, string][])
      : []),
  ];
  return totals;
}

function renderHistory(groups: readonly IndexEntry[][]): Markup {
  const rows = groups.map((runs) => {
    const passedCount = runs.filter(({ state }) => state === 'passed').length;
    const runLinks = runs.map(
      ({ link, state, verdict, startedAt }) =>
        html`<a
          class="dot"
          data-state="${DOT_STATES[state]}"
          href="${link}"
          title="${formatDate(startedAt)}: ${verdict}"
          aria-label="${formatDate(startedAt)}: ${verdict}"
          >${STATE_SYMBOLS[state]}</a
        > `,
    );
    return html`<tr>
      <th scope="row"><bdi>${runs.at(-1)!.name}</bdi><br /><small>${runs.at(-1)!.scenario}</small></th>
      <td class="number">${passedCount} of ${runs.length}</td>
      <td class="history">${runLinks}</td>
      <td class="number">${formatRange(runs.map(({ turns }) => turns))}</td>
      <td class="number">${formatDuration(runs.at(-1)!.seconds)}</td>
    </tr>`;
  });
  return html`<section aria-labelledby="history-title">
    <h2 id="history-title">Runs of the same scenario</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="history-title">
      <table class="runs">
        <thead>
          <tr>
            <th scope="col">Scenario</th>
            <th scope="col" class="number">Done</th>
            <th scope="col">Runs, oldest first</th>
            <th scope="col" class="number">Turns</th>
            <th scope="col" class="number">Last run took</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`;
}

const DOT_STATES = { passed: 'ok', failed: 'failed', incomplete: 'no-effect', recorded: 'say' } as const;

function formatRange(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? formatNumber(low) : `${formatNumber(low)}–${formatNumber(high)}`;
}

function renderSessions(entries: readonly IndexEntry[]): Markup {
  const rows = entries.map(
    ({ link, name, state, verdict, reason, navigator, startedAt, turns, actions, seconds, tokens, cost }) =>
      html`<tr>
        <td class="${state}">${verdict}</td>
        <th scope="row">
          <a href="${link}"><bdi>${name}</bdi></a
          >${state !== 'passed' && reason !== '' && html`<br /><small dir="auto">${reason}</small>`}
        </th>
        <td data-label="Navigator">${navigator}</td>
        <td class="date" data-label="Started">${formatDate(startedAt)}</td>
        <td class="number" data-label="Turns">${formatNumber(turns)}</td>
        <td class="number" data-label="Actions">${formatNumber(actions)}</td>
        <td class="number" data-label="Time">${formatDuration(seconds)}</td>
        <td class="number" data-label="Tokens">${tokens > 0 ? formatNumber(tokens) : '–'}</td>
        <td class="number" data-label="Cost">${tokens > 0 ? formatCost(cost) : '–'}</td>
      </tr>`,
  );
  const headings: [string, string][] = [
    ['Verdict', ''],
    ['Session', ''],
    ['Navigator', ''],
    ['Started', ''],
    ['Turns', 'number'],
    ['Actions', 'number'],
    ['Time', 'number'],
    ['Tokens', 'number'],
    ['Cost', 'number'],
  ];
  return html`<section aria-labelledby="sessions-title">
    <h2 id="sessions-title">Sessions</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="sessions-title">
      <table class="runs sessions">
        <thead>
          <tr>
            ${headings.map(([text, cssClass]) => html`<th scope="col" class="${cssClass}">${text}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`;
}
