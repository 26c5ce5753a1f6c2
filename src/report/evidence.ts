/** Renders the evidence for a decision: step, query, ranked elements and model usage. Pure. */
import type { Evidence, ModelUsage, StackEvent } from '../contract/index.js';
import { formatCost, formatCount, formatNumber } from './format-numbers.js';
import { html, type Markup } from './html.js';

/**
 * @param title heading of the collapsible part
 * @returns null if nothing was recorded
 */
export function renderEvidence(
  evidence: Evidence | undefined,
  chosenUid: string | null,
  title = 'Why',
): Markup | null {
  if (!evidence) return null;
  const { step, query, note, model, stack } = evidence;
  const rows = [
    ['Step', step],
    ['Query', query],
    ['Note', note],
  ].flatMap(([name, text]) =>
    text
      ? [
          html`<dt>${name}</dt>
            <dd dir="auto">${text}</dd>`,
        ]
      : [],
  );
  const sections = [
    rows.length > 0 && html`<dl>${rows}</dl>`,
    renderRanks(evidence, chosenUid),
    stack?.length && renderStack(stack),
    model && renderModel(model),
  ].filter((section) => section instanceof Object);
  if (sections.length === 0) return null;
  return html`<details class="evidence">
    <summary>${title}</summary>
    ${sections}
  </details>`;
}

function renderRanks({ ranked, ranking }: Evidence, chosenUid: string | null): Markup | null {
  if (!ranked?.length) return null;
  const subject =
    ranked.length === 1 ? 'The best element' : `The best ${formatCount(ranked.length, 'element')}`;
  const coverage = ranking
    ? `${subject} of ${formatNumber(ranking.total)}; ${formatNumber(ranking.scored)} compared by meaning${ranking.partial ? ' before the time limit' : ''}.`
    : `${subject}.`;
  const rows = ranked.map(({ uid, score, name }, index) => {
    const isChosen = uid === chosenUid;
    return html`<tr${isChosen && html` class="chosen"`}><td>${index + 1}</td><td dir="auto">${name || '(no name)'}${isChosen && html` <strong>(chosen)</strong>`}</td><td>${score.toFixed(3)}</td></tr>`;
  });
  const notRankedNote =
    chosenUid !== null && !ranked.some(({ uid }) => uid === chosenUid)
      ? html`<p>The chosen element is not among them.</p>`
      : null;
  return html`<table>
      <caption>
        ${coverage}
      </caption>
      <thead>
        <tr>
          <th scope="col">Rank</th>
          <th scope="col">Element</th>
          <th scope="col">Score</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    ${notRankedNote}`;
}

/** Verbs after the policy's name. `/why` in the terminal uses the same ones. */
const STACK_VERBS: Readonly<Record<StackEvent['kind'], string>> = {
  act: 'acts',
  push: 'calls',
  pop: 'returns',
  'format-error': 'gave an unusable reply',
  refused: 'was refused',
};

/** Maximum number of levels that the style sheet indents. */
const MAX_INDENT_LEVEL = 8;

/** Renders the policies' steps, oldest first. */
function renderStack(stack: readonly StackEvent[]): Markup {
  const items = stack.map(({ kind, policy, depth, objective, action, reason, votes, error }) => {
    const voteCounts = Object.entries(votes ?? {}).map(([vote, count]) => `${count} × ${vote}`);
    return html`<li data-depth="${Math.min(depth, MAX_INDENT_LEVEL)}">
      <strong>${policy}</strong> ${STACK_VERBS[kind] ?? kind}:
      <code dir="auto">${action || 'a reply without an action'}</code>
      ${voteCounts.length > 0 && html`<small>votes: ${voteCounts.join(', ')}</small>`}
      ${error !== undefined && html`<small class="error" dir="auto">${error}</small>`}
      <small dir="auto"
        >${objective !== '' && html`task: ${objective}`}${reason !== '' && html` · reason: ${reason}`}</small
      >
    </li>`;
  });
  return html`<h4>Policies</h4>
    <ol class="stack">
      ${items}
    </ol>`;
}

function renderModel(model: ModelUsage): Markup {
  const { name, promptTokens, answerTokens, cachedTokens, calls, cost, estimated, recorded } = model;
  const remarks = [...(estimated ? ['tokens estimated'] : []), ...(recorded ? ['recorded answers'] : [])];
  const details = [
    ...(model.promptShape ? [['Prompt shape', model.promptShape]] : []),
    ...(model.lookups?.length ? [['Looked up', model.lookups.join('; ')]] : []),
    ...(model.repairs ?? []).map((repair) => ['Repaired', repair]),
  ].map(
    ([label, text]) =>
      html`<dt>${label}</dt>
        <dd dir="auto">${text}</dd>`,
  );
  return html`<dl>
    <dt>Model</dt>
    <dd>
      ${name}: ${formatCount(calls, 'answer')}, ${formatNumber(promptTokens)} + ${formatNumber(answerTokens)}
      tokens${cachedTokens > 0 && ` (${formatNumber(cachedTokens)} cached)`}, cost
      ${formatCost(cost)}${remarks.length > 0 && ` (${remarks.join(', ')})`}
    </dd>
    ${details}${
      model.rawAnswer.trim() !== '' &&
      html`<dt>Answer</dt>
        <dd><pre dir="auto">${model.rawAnswer}</pre></dd>`
    }
  </dl>`;
}
