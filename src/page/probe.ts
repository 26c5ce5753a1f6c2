/** The read-only window through which instructors' checks see the page. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';

import type { FoldedElement, Candidate, ElementQuery, Observation, Probe } from '../contract/index.js';
import { ParleyError } from '../contract/index.js';
import { ask } from './engine.js';
import { answered, type Found, type Seen } from './found.js';
import { capture } from './observers/screenshot.js';
import { activeTab, blockedBy, recovered, type Parts } from './parts.js';
import { capped, firstOf } from './patience.js';
import { evaluateReadOnly, textsBySelector, unreadable } from './probe-script.js';
import type { Tab } from './tabs.js';

const READ_MS = 5_000;
const CSS_MS = 15_000;
const STEP_MS = 80;
const MOST_BY_CSS = 200;
const BEHIND = { fault: 'a dialog that has to be answered first' };

function seen(element: Candidate | FoldedElement, owner: Candidate): Seen {
  const { role, name, text } = element;
  const { states, value } = owner;
  const on = states.checked ?? states.pressed ?? states.selected;
  return {
    role,
    name,
    text,
    value: value ?? '',
    checked: on === undefined ? undefined : on === true,
    enabled: !states.disabled,
  };
}

async function byCss(locator: Locator): Promise<Seen[]> {
  const out: Seen[] = [];
  for (const match of (await locator.all()).slice(0, MOST_BY_CSS)) {
    if (!(await match.isVisible())) continue;
    const text = ((await match.innerText({ timeout: READ_MS }).catch(() => '')) || '')
      .replace(/\s+/g, ' ')
      .trim();
    const name = (await match.getAttribute('aria-label', { timeout: READ_MS })) ?? text;
    const value = await match.inputValue({ timeout: READ_MS }).catch(() => null);
    out.push({
      role: (await match.getAttribute('role', { timeout: READ_MS })) ?? '',
      name,
      text,
      value: value ?? '',
      ...(value !== null && { shown: await shownIn(match, value) }),
      checked: await match.isChecked({ timeout: READ_MS }).catch(() => undefined),
      enabled: await match.isEnabled({ timeout: READ_MS }),
    });
  }
  return out;
}

/** What a field shows for its value: a list the text of what is chosen in it, a password only that there is one. */
async function shownIn(field: Locator, value: string): Promise<string> {
  if ((await field.getAttribute('type', { timeout: READ_MS })) === 'password') return value && '•••';
  const chosen = await field.locator('option:checked').allInnerTexts();
  return chosen.length > 0 ? chosen.map((text) => text.replace(/\s+/g, ' ').trim()).join(', ') : value;
}

/** Playwright's look-ups by selector have no time limit of their own. */
async function soon(found: Promise<Seen[]>): Promise<Seen[]> {
  const came = await firstOf(found, CSS_MS, null, []);
  if (came.how === 'done') return came.value;
  throw came.how === 'failed' ? came.error : new Error('no answer in time');
}

async function findOnce(
  page: Page,
  observe: () => Promise<Observation>,
  query: ElementQuery,
): Promise<Found> {
  const elements = query.css
    ? await soon(byCss(page.locator(query.css)))
    : (await observe()).candidates.flatMap((owner) =>
        [owner, ...owner.folded].map((element) => seen(element, owner)),
      );
  return answered(elements, query);
}

export function createProbe(parts: Parts, observe: (signal: AbortSignal) => Promise<Observation>): Probe {
  /** The active tab, or null while a dialog keeps it from answering. */
  const answering = async (): Promise<Tab | null> => {
    await recovered(activeTab(parts));
    const tab = activeTab(parts);
    return (await blockedBy(parts, tab)) ? null : tab;
  };
  return {
    url: () => activeTab(parts).page.url(),
    async title() {
      const tab = await answering();
      const title = tab && (await capped(tab.page.title(), READ_MS));
      return title ?? activeTab(parts).seen?.title ?? '';
    },
    async text() {
      const tab = await answering();
      return tab ? ask<string>(tab.page.mainFrame(), 'text', READ_MS).catch(() => '') : '';
    },
    async element(query, ms, signal) {
      const until = performance.now() + ms;
      for (;;) {
        signal.throwIfAborted();
        // A page that cannot be read just now proves nothing, not even that something is hidden.
        const tab = await answering();
        const result: Found = tab
          ? await findOnce(tab.page, () => observe(signal), query).catch((error: unknown) => ({
              ok: false,
              found: unreadable(error),
            }))
          : { ok: false, found: BEHIND.fault };
        if (result.ok || performance.now() > until) return result;
        await pause(STEP_MS);
      }
    },
    async query(css) {
      const tab = await answering();
      return tab ? textsBySelector(tab.page, css) : BEHIND;
    },
    async evaluate(expression) {
      const tab = await answering();
      if (tab) await capped(tab.ready, READ_MS);
      return tab ? evaluateReadOnly(tab, expression) : BEHIND;
    },
    downloads: () => parts.downloads.saved,
    async screenshot() {
      const tab = await answering();
      if (tab) await capped(tab.ready, READ_MS);
      const shot = tab?.cdp ? await capture(tab.cdp) : null;
      if (!shot)
        throw new ParleyError('infra', 'The page gave no picture in time.', 'Try again in a moment.');
      return shot;
    },
    observe: () => observe(new AbortController().signal),
  };
}
