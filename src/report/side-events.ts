/** Renders events that are not turns: opened pages, checks and notes. Pure. */
import type { SessionEvent } from '../contract/index.js';
import { formatClock } from './format-numbers.js';
import { html, type Markup } from './html.js';
import type { CheckEvent } from './phrases.js';
import { renderUrl } from './turns.js';

export function renderOpenedPage(event: Extract<SessionEvent, { type: 'page' }>): Markup {
  const subject = event.reason === 'start' ? 'The session opened' : 'The instructor opened';
  return html`<p class="event opened" id="event-${event.seq}">
    ${subject} <bdi>${event.title || '(no title)'}</bdi> ${renderUrl(event.url)}
    <time>${formatClock(event.t)}</time>
  </p> `;
}

export function renderNote(event: Extract<SessionEvent, { type: 'note' }>): Markup {
  return html`<p class="event note" id="event-${event.seq}" dir="auto">Note: ${event.text}</p> `;
}

export function getCheckState({ result }: CheckEvent): 'passed' | 'failed' | 'soft' {
  if (result.pass) return 'passed';
  return result.soft || result.unknown ? 'soft' : 'failed';
}

const CHECK_LABELS = { passed: 'Check passed', failed: 'Check failed', soft: 'Check failed (not counted)' };

export function renderCheck(event: CheckEvent): Markup {
  const { label, expected, actual, unknown, pass } = event.result;
  const state = getCheckState(event);
  const stateLabel = unknown ? 'Check undecided' : CHECK_LABELS[state];
  const comparison = html`<dl>
    <dt>Expected</dt>
    <dd dir="auto">${expected}</dd>
    <dt>Found</dt>
    <dd dir="auto">${actual}</dd>
  </dl>`;
  const heading = html`<strong>${stateLabel}:</strong> <bdi>${label}</bdi>`;
  // A passed check is collapsed to one line.
  return pass
    ? html`<details class="event check passed" id="event-${event.seq}">
        <summary>${heading}</summary>
        ${comparison}
      </details> `
    : html`<div class="event check ${state}" id="event-${event.seq}" tabindex="-1">
        <p>${heading}</p>
        ${comparison}
      </div> `;
}

/** Renders a placeholder for an event that this version cannot show. */
export function renderUnreadable({ seq, type }: SessionEvent): Markup {
  return html`<p class="event note" id="event-${seq}">
    Line ${seq + 1} of session.jsonl (${type}) has unexpected fields and cannot be shown.
  </p> `;
}
