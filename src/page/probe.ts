/** The read-only window through which instructors' checks see the page. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';

import type { Alias, Candidate, ElementQuery, Observation, Probe } from '../contract/index.js';
import { Problem } from '../contract/index.js';
import { ask } from './engine.js';
import { capture } from './observers/screenshot.js';
import { activeTab, blockedBy, recovered, type Parts } from './parts.js';
import { capped, firstOf } from './patience.js';
import { evaluateReadOnly, textsBySelector, unreadable } from './probe-script.js';
import type { Tab } from './tabs.js';

const READ_MS = 5_000;
const CSS_MS = 15_000;
const STEP_MS = 80;
const SHOWN = 5;
const MOST_BY_CSS = 200;
const BEHIND = { fault: 'a dialog that has to be answered first' };

/** What a query needs to know of an element, from a look or from a CSS match. */
interface Seen {
  role: string;
  name: string;
  text: string;
  value: string;
  checked: boolean | undefined;
  enabled: boolean;
}

interface Found {
  ok: boolean;
  found: string;
}

function seen(element: Candidate | Alias, owner: Candidate): Seen {
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

function fits(element: Seen, { role, name, text, value, state }: ElementQuery): boolean {
  if (role && element.role !== role) return false;
  if (name && !name.test(element.name)) return false;
  if (text && !text.test(element.text)) return false;
  if (value && !value.test(element.value)) return false;
  if (state === 'checked') return element.checked === true;
  if (state === 'unchecked') return element.checked === false;
  if (state === 'enabled') return element.enabled;
  return state !== 'disabled' || !element.enabled;
}

async function byCss(locator: Locator): Promise<Seen[]> {
  const out: Seen[] = [];
  for (const match of (await locator.all()).slice(0, MOST_BY_CSS)) {
    if (!(await match.isVisible())) continue;
    const text = ((await match.innerText({ timeout: READ_MS }).catch(() => '')) || '')
      .replace(/\s+/g, ' ')
      .trim();
    const name = (await match.getAttribute('aria-label', { timeout: READ_MS })) ?? text;
    out.push({
      role: (await match.getAttribute('role', { timeout: READ_MS })) ?? '',
      name,
      text,
      value: await match.inputValue({ timeout: READ_MS }).catch(() => ''),
      checked: await match.isChecked({ timeout: READ_MS }).catch(() => undefined),
      enabled: await match.isEnabled({ timeout: READ_MS }),
    });
  }
  return out;
}

/** Playwright's look-ups by selector have no time limit of their own. */
async function soon(found: Promise<Seen[]>): Promise<Seen[]> {
  const came = await firstOf(found, CSS_MS, null, []);
  if (came.how === 'done') return came.value;
  throw came.how === 'failed' ? came.error : new Error('no answer in time');
}

/** Of several things of a kind those are told of that people would look at first. */
function told(elements: readonly Seen[], { role }: ElementQuery): string {
  const words = elements
    .filter((element) => !role || element.role === role)
    .map((element) => element.name || element.text)
    .filter(Boolean);
  return words.length
    ? words
        .slice(0, SHOWN)
        .map((text) => `“${text.slice(0, 60)}”`)
        .join(', ')
    : 'nothing of that kind';
}

async function findOnce(
  page: Page,
  observe: () => Promise<Observation>,
  query: ElementQuery,
): Promise<Found> {
  const elements = query.css
    ? await soon(byCss(page.locator(query.css)))
    : (await observe()).candidates.flatMap((owner) =>
        [owner, ...owner.aliases].map((element) => seen(element, owner)),
      );
  // A CSS match has its role only where it is written out, so there the selector decides alone.
  const matched = elements.some((element) =>
    fits(element, query.css ? { ...query, role: undefined } : query),
  );
  return {
    ok: query.state === 'hidden' ? !matched : matched,
    found: told(elements, query.css ? { ...query, role: undefined } : query),
  };
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
      if (!shot) throw new Problem('infra', 'The page gave no picture in time.', 'Try again in a moment.');
      return shot;
    },
    observe: () => observe(new AbortController().signal),
  };
}
