/** Renders the turns of a session: utterances and actions. Pure. */
import type { Consent, TextChanges } from '../contract/index.js';
import { describeOutcomeState, getOutcomeState, listEffects } from './effects.js';
import { renderEvidence } from './evidence.js';
import { formatClock, formatCount } from './format-numbers.js';
import { html, type Markup, type MarkupValue } from './html.js';
import type { ActionEvent, ReportPhrases, SayEvent } from './phrases.js';
import { renderScreenshot, type MarkedBox, type MissingScreenshot, type Screenshot } from './screenshot.js';

export interface TurnContent {
  screenshot: Screenshot | MissingScreenshot | null;
  boxes: readonly MarkedBox[];
  /** Requests to the model that led to this turn, as markup. */
  prompts: readonly Markup[];
}

export interface TurnHeader {
  turn: number;
  /** Since the start of the session. */
  seconds: number;
  /** Classes of the article. */
  cssClass: string;
  /** Letter of the turn's dot. */
  letter: string;
  state: string;
  title: string;
}

const SAY_TITLES = {
  ask: 'Navigator asks',
  answer: 'Navigator answers',
  report: 'Navigator reports',
  unfinished: 'Navigator could not finish',
  ack: 'Navigator says',
} as const;

export function renderSay(event: SayEvent, content: TurnContent): Markup {
  const isInstructor = event.speaker === 'instructor';
  const title = isInstructor ? 'Instructor' : event.kind ? SAY_TITLES[event.kind] : 'Navigator says';
  const header: TurnHeader = {
    turn: event.turn,
    seconds: event.t,
    cssClass: `say ${isInstructor ? 'instructor' : 'navigator'}`,
    letter: isInstructor ? 'I' : event.kind === 'ask' ? '?' : 'S',
    state: event.kind === 'unfinished' ? 'no-effect' : event.kind === 'ask' ? 'ask' : 'say',
    title,
  };
  const body = html`<p class="line" dir="auto">${event.text}</p>
    ${event.textChanges && renderTextChanges(event.textChanges)}${renderEvidence(event.evidence, null)}${content.prompts}`;
  return renderTurn(header, body, event.page ? renderPage(event.turn, event.page, content) : null);
}

export function renderAction(event: ActionEvent, content: TurnContent, phrases: ReportPhrases): Markup {
  const { outcome, target, turn, t, page } = event;
  const state = getOutcomeState(outcome);
  const header: TurnHeader = {
    turn,
    seconds: t,
    cssClass: 'action',
    letter: state === 'ok' ? getIntentLetter(event.action.intent) : '!',
    state,
    title: 'Navigator acts',
  };
  const effects = listEffects(outcome);
  const body = html`<p class="line" dir="auto">${capitalise(phrases.describeAction(event))}</p>
    <p class="outcome ${state}">${capitalise(describeOutcomeState(outcome))}${renderSettle(event)}</p>
    ${
      effects.length > 0 &&
      html`<ul class="effects">
        ${effects.map((text) => html`<li dir="auto">${text}</li>`)}
      </ul>`
    }${event.consent && renderConsent(event.consent)}${event.textChanges && renderTextChanges(event.textChanges)}${renderEvidence(event.evidence, target?.uid ?? null)}${renderDetails(event)}${content.prompts}`;
  return renderTurn(header, body, renderPage(turn, page, content));
}

export function renderTurn(header: TurnHeader, body: Markup, page: Markup | null): Markup {
  const { turn, seconds, cssClass, letter, state, title } = header;
  const id = `turn-${turn}`;
  return html`<article
    class="turn ${cssClass}"
    id="${id}"
    tabindex="-1"
    aria-labelledby="${id}-title"
    data-turn="${turn}"
    data-letter="${letter}"
    data-state="${state}"
  >
    <div class="words">
      <h3 id="${id}-title"><a href="#${id}">Turn ${turn}</a> <span>${title}</span></h3>
      <time>${formatClock(seconds)}</time>${body}
    </div>
    ${page}
  </article> `;
}

export function renderPage(
  turn: number,
  { url, title }: { url: string; title?: string },
  content: Pick<TurnContent, 'screenshot' | 'boxes'>,
): Markup {
  return html`<div class="page">
    ${renderScreenshot(content.screenshot, content.boxes, { turn, title: title ?? url })}
    <p class="address">
      ${title !== undefined && html`<bdi>${title || '(no title)'}</bdi>`} ${renderUrl(url)}
    </p>
  </div>`;
}

/** Renders text that was added or removed since the previous turn. */
function renderTextChanges({ added, removed, omitted }: TextChanges): Markup {
  const items = [
    ...removed.map(
      (text) =>
        html`<li dir="auto">
          <del><span class="sign" aria-hidden="true">−</span> ${text}</del>
        </li>`,
    ),
    ...added.map(
      (text) =>
        html`<li dir="auto">
          <ins><span class="sign" aria-hidden="true">+</span> ${text}</ins>
        </li>`,
    ),
  ];
  const count = added.length + removed.length + omitted;
  return html`<details class="changes">
    <summary>${formatCount(count, 'text')} changed on the page since the previous turn</summary>
    <ul>
      ${items}
    </ul>
    ${omitted > 0 && html`<p>${formatCount(omitted, 'more', 'more')} left out.</p>`}
  </details>`;
}

/** Renders a link for web pages only. Shows other schemes, such as `javascript:`, as text. */
export function renderUrl(url: string): Markup {
  return /^https?:\/\//i.test(url)
    ? html`<a class="url" href="${url}" rel="noopener noreferrer nofollow">${url}</a>`
    : html`<span class="url">${url}</span>`;
}

function renderSettle({ outcome }: ActionEvent): MarkupValue {
  if (!('settle' in outcome)) return null;
  const { reason, ms } = outcome.settle;
  const isSettled = reason === 'quiet' || reason === 'navigated';
  const seconds = `${(ms / 1000).toFixed(1)} s`;
  return html` <small
    >${isSettled ? `page ready after ${seconds}` : `stopped waiting after ${seconds}: ${reason}`}</small
  >`;
}

function renderConsent(consent: Consent): Markup {
  const { facts } = consent;
  const rows: [string, string | undefined][] = [
    ['Control', `${facts.control.role} “${facts.control.name}”`],
    ['Page', facts.title],
    ['Question', facts.question],
    ['Form', facts.heading],
    ['Row', facts.row],
    ['Fields', facts.fields?.join(', ')],
    ['Amounts', facts.amounts?.join(', ')],
    ['Command found by the model', consent.orderWords],
    ['Difference', consent.review?.difference],
  ];
  const consentText = consent.given
    ? `given ${describeConsentSource(consent.source)}`
    : `not given (${CONSENT_REASONS[consent.reason] ?? consent.reason})`;
  const knownFacts = rows.flatMap(([name, text]) =>
    text
      ? [
          html`<dt>${name}</dt>
            <dd dir="auto">${text}</dd>`,
        ]
      : [],
  );
  return html`<section class="consent ${consent.given ? 'given' : 'denied'}">
    <h4>Irreversible: ${consent.what}</h4>
    <p>Consent ${consentText}.</p>
    <dl>${knownFacts}</dl>
  </section>`;
}

const CONSENT_REASONS: Readonly<Record<string, string>> = {
  'not-requested': 'no instruction asked for it',
  'already-used': 'the instruction was already carried out',
  doubted: 'according to the model, the instruction may mean something else',
  forbidden: 'the instructor ruled it out',
  policy: 'the policy of the session denies it',
};

function describeConsentSource(source: Extract<Consent, { given: true }>['source']): string {
  switch (source.by) {
    case 'policy':
      return 'by the policy of the session';
    case 'instruction':
      return `by the instruction in turn ${source.turn}`;
    case 'answer':
      return `by the answer in turn ${source.turn} to the question in turn ${source.question}`;
  }
}

function renderDetails({ target, action, observation, page }: ActionEvent): Markup {
  const element =
    target &&
    html`<dt>Element</dt>
      <dd><code>&lt;${target.tag}&gt;</code> ${target.role}, <code>${target.uid}</code></dd>
      <dt>XPath</dt>
      <dd><code>${target.xpath}</code></dd>`;
  return html`<details class="raw">
    <summary>Element and observation</summary>
    <dl>
      ${element}
      <dt>Action</dt>
      <dd><code>${JSON.stringify(action)}</code></dd>
      <dt>Observation</dt>
      <dd>
        ${observation.candidates} candidates of ${observation.elements} elements in
        ${Math.round(observation.ms)} ms${!observation.stable && ', the page changed meanwhile'}
      </dd>
      ${
        page.html !== null &&
        html`<dt>Recorded page</dt>
          <dd><code>${page.html}</code></dd>`
      }
    </dl>
  </details>`;
}

const INTENT_LETTERS: Readonly<Record<string, string>> = {
  textInput: 'T',
  change: 'V',
  load: 'L',
  submit: 'E',
  scroll: '↕',
  reveal: '↕',
  back: '←',
  forward: '→',
  hover: 'H',
  press: 'K',
  upload: 'U',
};

/** Letter of an action's dot. Clicks and drags have C, intents without a letter A. */
export function getIntentLetter(intent: string): string {
  if (INTENT_LETTERS[intent] !== undefined) return INTENT_LETTERS[intent];
  return /click|drag/i.test(intent) ? 'C' : 'A';
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
