/** The read-only window through which instructors' checks see the page. */
import type { CDPSession, Locator, Page } from 'playwright';

import type { ElementQuery, Observation, Probe } from '../contract/index.js';
import { Problem } from '../contract/index.js';
import { ask } from './engine.js';
import { capture } from './observe.js';

const READ_MS = 5_000;
const STEP_MS = 60;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type AriaRole = Parameters<Page['getByRole']>[0];

function locatorOf(page: Page, query: ElementQuery): Locator {
  if (query.css) return page.locator(query.css);
  if (query.role) return page.getByRole(query.role as AriaRole, { includeHidden: query.state === 'hidden' });
  return page.locator('body *');
}

interface Match {
  matched: number;
  found: string;
}

async function count(page: Page, query: ElementQuery): Promise<Match> {
  const all = await locatorOf(page, query).all();
  const seen: string[] = [];
  let matched = 0;
  for (const locator of all.slice(0, 400)) {
    const visible = await locator.isVisible().catch(() => false);
    if (!visible) continue;
    const text = (await locator.innerText({ timeout: READ_MS }).catch(() => '')).replace(/\s+/g, ' ').trim();
    if (seen.length < 5 && text) seen.push(text.slice(0, 60));
    if (query.text && !query.text.test(text)) continue;
    if (query.name && !query.name.test(await nameOf(locator, text))) continue;
    if (query.value && !query.value.test(await locator.inputValue({ timeout: READ_MS }).catch(() => '')))
      continue;
    if (query.state === 'checked' && !(await locator.isChecked().catch(() => false))) continue;
    if (query.state === 'unchecked' && (await locator.isChecked().catch(() => true))) continue;
    if (query.state === 'enabled' && !(await locator.isEnabled().catch(() => false))) continue;
    if (query.state === 'disabled' && (await locator.isEnabled().catch(() => true))) continue;
    matched++;
    if (query.state !== 'hidden') break;
  }
  return {
    matched,
    found: seen.length ? seen.map((text) => `“${text}”`).join(', ') : 'nothing of that kind',
  };
}

/** Accessible name as Playwright's snapshot gives it: `- button "Save"`. */
async function nameOf(locator: Locator, text: string): Promise<string> {
  const snapshot = await locator.ariaSnapshot({ timeout: READ_MS }).catch(() => '');
  const quoted = /^- \S+ "((?:[^"\\]|\\.)*)"/.exec(snapshot)?.[1];
  return quoted === undefined ? text : quoted.replace(/\\(.)/g, '$1');
}

export function createProbe(
  current: () => Page,
  cdpOf: (page: Page) => Promise<CDPSession>,
  observe: (signal: AbortSignal) => Promise<Observation>,
): Probe {
  return {
    url: () => current().url(),
    title: () => current().title(),
    text: () => ask<string>(current().mainFrame(), 'text', READ_MS).catch(() => ''),
    async element(query, ms, signal) {
      const until = performance.now() + ms;
      for (;;) {
        signal.throwIfAborted();
        const { matched, found } = await count(current(), query).catch(() => ({
          matched: 0,
          found: 'a page that is still loading',
        }));
        const ok = query.state === 'hidden' ? matched === 0 : matched > 0;
        if (ok || performance.now() > until) return { ok, found };
        await pause(STEP_MS);
      }
    },
    async screenshot() {
      const page = current();
      const shot = await capture(await cdpOf(page));
      if (!shot) throw new Problem('infra', 'The page gave no picture in time.', 'Try again in a moment.');
      return shot;
    },
    observe: () => observe(new AbortController().signal),
  };
}
