/** Read-only access to the page for the instructor's checks. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';

import type { FoldedElement, Candidate, ElementQuery, Observation, Probe } from '../contract/index.js';
import { ParleyError } from '../contract/index.js';
import { queryEngine } from './engine.js';
import { matchElements, type QueryResult, type QueryElement } from './element-query.js';
import { captureScreenshot } from './observers/screenshot.js';
import { getActiveTab, findBlockingPage, waitForRecovery, type SurfaceParts } from './parts.js';
import { withTimeout, raceInterruptions } from './timeouts.js';
import { evaluateReadOnly, readTextsBySelector, describeReadError } from './probe-script.js';
import type { Tab } from './tabs.js';

const POLL_MS = 80;
/** For reading one property of a matching element. */
const READ_TIMEOUT_MS = 5_000;
const MAX_SELECTOR_MATCHES = 200;
const BLOCKED_BY_DIALOG = { fault: 'an open dialog that blocks the page' };

function toQueryElement(element: Candidate | FoldedElement, candidate: Candidate): QueryElement {
  const { role, name, text } = element;
  const { states, value } = candidate;
  const checked = states.checked ?? states.pressed ?? states.selected;
  return {
    role,
    name,
    text,
    value: value ?? '',
    checked: checked === undefined ? undefined : checked === true,
    enabled: !states.disabled,
  };
}

async function readElementsByCss(locator: Locator): Promise<QueryElement[]> {
  const elements: QueryElement[] = [];
  for (const matchingElement of (await locator.all()).slice(0, MAX_SELECTOR_MATCHES)) {
    if (!(await matchingElement.isVisible())) continue;
    const text = ((await matchingElement.innerText({ timeout: READ_TIMEOUT_MS }).catch(() => '')) || '')
      .replace(/\s+/g, ' ')
      .trim();
    const name = (await matchingElement.getAttribute('aria-label', { timeout: READ_TIMEOUT_MS })) ?? text;
    const value = await matchingElement.inputValue({ timeout: READ_TIMEOUT_MS }).catch(() => null);
    elements.push({
      role: (await matchingElement.getAttribute('role', { timeout: READ_TIMEOUT_MS })) ?? '',
      name,
      text,
      value: value ?? '',
      ...(value !== null && { displayedValue: await readDisplayedValue(matchingElement, value) }),
      checked: await matchingElement.isChecked({ timeout: READ_TIMEOUT_MS }).catch(() => undefined),
      enabled: await matchingElement.isEnabled({ timeout: READ_TIMEOUT_MS }),
    });
  }
  return elements;
}

/** The value as the field displays it: the text of the selected options, or dots for a password. */
async function readDisplayedValue(field: Locator, value: string): Promise<string> {
  if ((await field.getAttribute('type', { timeout: READ_TIMEOUT_MS })) === 'password') return value && '•••';
  const selectedTexts = await field.locator('option:checked').allInnerTexts();
  return selectedTexts.length > 0
    ? selectedTexts.map((text) => text.replace(/\s+/g, ' ').trim()).join(', ')
    : value;
}

/** Adds a time limit. `locator.all()` has none of its own. */
async function withSelectorTimeout(
  elementsPromise: Promise<QueryElement[]>,
  ms: number,
): Promise<QueryElement[]> {
  const result = await raceInterruptions(elementsPromise, ms, null, []);
  if (result.status === 'done') return result.value;
  throw result.status === 'failed' ? result.error : new Error('timed out');
}

async function matchOnce(
  page: Page,
  observe: () => Promise<Observation>,
  query: ElementQuery,
  selectorMs: number,
): Promise<QueryResult> {
  const elements = query.css
    ? await withSelectorTimeout(readElementsByCss(page.locator(query.css)), selectorMs)
    : (await observe()).candidates.flatMap((candidate) =>
        [candidate, ...candidate.folded].map((element) => toQueryElement(element, candidate)),
      );
  return matchElements(elements, query);
}

export function createProbe(
  parts: SurfaceParts,
  observe: (signal: AbortSignal) => Promise<Observation>,
): Probe {
  /** The active tab; null while a dialog blocks it. */
  const findUnblockedTab = async (): Promise<Tab | null> => {
    await waitForRecovery(parts, getActiveTab(parts));
    const tab = getActiveTab(parts);
    return (await findBlockingPage(parts, tab)) ? null : tab;
  };
  return {
    url: () => getActiveTab(parts).page.url(),
    async title() {
      const tab = await findUnblockedTab();
      const title = tab && (await withTimeout(tab.page.title(), parts.limits.probeMs));
      return title ?? getActiveTab(parts).lastObservation?.title ?? '';
    },
    async text() {
      const tab = await findUnblockedTab();
      return tab
        ? queryEngine<string>(tab.page.mainFrame(), 'text', parts.limits.probeMs).catch(() => '')
        : '';
    },
    async waitForElement(query, ms, signal) {
      const deadline = performance.now() + ms;
      for (;;) {
        signal.throwIfAborted();
        // If the page cannot be read, the query fails, even if it expects an element to be hidden.
        const tab = await findUnblockedTab();
        const result: QueryResult = tab
          ? await matchOnce(tab.page, () => observe(signal), query, parts.limits.probeSelectorMs).catch(
              (error: unknown) => ({
                ok: false,
                description: describeReadError(error),
              }),
            )
          : { ok: false, description: BLOCKED_BY_DIALOG.fault };
        if (result.ok || performance.now() > deadline) return result;
        await pause(POLL_MS);
      }
    },
    async query(css) {
      const tab = await findUnblockedTab();
      return tab ? readTextsBySelector(tab.page, css) : BLOCKED_BY_DIALOG;
    },
    async evaluate(expression) {
      const tab = await findUnblockedTab();
      if (tab) await withTimeout(tab.ready, parts.limits.probeMs);
      return tab ? evaluateReadOnly(tab, expression) : BLOCKED_BY_DIALOG;
    },
    downloads: () => parts.downloads.savedFiles,
    async screenshot() {
      const tab = await findUnblockedTab();
      if (tab) await withTimeout(tab.ready, parts.limits.probeMs);
      const screenshot = tab?.cdp ? await captureScreenshot(tab.cdp) : null;
      if (!screenshot)
        throw new ParleyError(
          'infra',
          'The browser did not take a screenshot in time.',
          'Try again in a moment.',
        );
      return screenshot;
    },
    observe: () => observe(new AbortController().signal),
  };
}
