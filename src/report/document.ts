/** The beginning and the end of a report's HTML file, and its content security policy. Pure. */
import { createHash } from 'node:crypto';

import { formatDate } from './format-numbers.js';
import { html, openHtml, toTrustedMarkup, type Markup } from './html.js';
import type { StartEvent } from './phrases.js';
import { renderUrl } from './turns.js';

/** The viewer's script and style sheet. */
export interface ViewerAssets {
  script: string;
  style: string;
}

/** Identifies files that Parley wrote and may replace. */
export const REPORT_MARK = '<meta name="generator" content="Parley report">';

export function renderHead(title: string, { script, style }: ViewerAssets): Markup {
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `script-src '${hashSource(script)}'`,
    `style-src '${hashSource(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return openHtml`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
${toTrustedMarkup(REPORT_MARK)}
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${toTrustedMarkup(style)}</style>
<script>${toTrustedMarkup(script)}</script></head>
`;
}

const hashSource = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Renders everything before the first event. Leaves elements open, so that events can be appended. */
export function renderStart(session: StartEvent, assets: ViewerAssets): Markup {
  const { name, startedAt, navigator, ranker, url, parleyVersion, browser, scenario, id } = session;
  const facts: [string, string | Markup | undefined][] = [
    ['Scenario', scenario],
    ['Started', formatDate(startedAt)],
    ['Start page', url ? renderUrl(url) : undefined],
    ['Navigator', navigator],
    ['Ranker', ranker],
    ['Parley', parleyVersion],
    ['Browser', browser],
    ['Session', id],
  ];
  const unfinished = html`<section id="unfinished" aria-labelledby="unfinished-title">
    <h2 id="unfinished-title">No verdict yet</h2>
    <p>
      The report ends before the session did: the session is still running, or it was killed. What was
      recorded until then is below.
    </p>
  </section>`;
  return renderHeader(
    { product: 'Parley session report', name, factsTitle: 'About this session', facts },
    unfinished,
    assets,
  );
}

export interface ReportHeader {
  product: string;
  name: string;
  factsTitle: string;
  facts: readonly [term: string, value: string | Markup | undefined][];
}

/** Renders the beginning of a report. `main` and the conversation section stay open. */
export function renderHeader(
  { product, name, factsTitle, facts }: ReportHeader,
  notice: Markup | null,
  assets: ViewerAssets,
): Markup {
  const rows = facts.flatMap(([term, value]) =>
    value
      ? [
          html`<div>
            <dt>${term}</dt>
            <dd>${value}</dd>
          </div>`,
        ]
      : [],
  );
  const header = html`<a class="skip" href="#conversation">Skip to the conversation</a>
    <header>
      <p class="product">${product}</p>
      <h1 dir="auto">${name}</h1>
      <details class="facts">
        <summary>${factsTitle}</summary>
        <dl>${rows}</dl>
      </details>
    </header>`;
  return openHtml`${renderHead(`${name} – Parley report`, assets)}<body>${header}
<main>${notice}
<section id="conversation" aria-labelledby="conversation-title" tabindex="-1"><h2 id="conversation-title">Conversation</h2>
`;
}

export const END_OF_CONVERSATION = '</section>\n';
export const END_OF_DOCUMENT = '</main></body></html>\n';
