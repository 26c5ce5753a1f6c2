/** Checks facts about a page with Playwright. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';

import type { ViewFact } from './line.js';

const DEFAULT_TIMEOUT_MS = 2_500;
const POLL_MS = 150;

/** @returns whether all facts hold at the same time within `timeoutMs` */
export async function showsView(
  page: Page,
  facts: readonly ViewFact[],
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const results = await Promise.all(facts.map((fact) => isFactShown(page, fact).catch(() => false)));
    if (results.every(Boolean)) return true;
    if (performance.now() > deadline) return false;
    await pause(POLL_MS);
  }
}

async function isFactShown(page: Page, fact: ViewFact): Promise<boolean> {
  if ('url' in fact) return new RegExp(fact.url, 'iu').test(decodeUrl(page.url()));
  if ('see' in fact) return hasVisibleElement(page, fact.see, fact.text);
  if ('gone' in fact) return !(await hasVisibleElement(page, fact.gone, fact.text));
  if ('first' in fact) {
    const [first] = await listVisibleElements(page.locator(fact.first));
    return (
      first !== undefined && new RegExp(fact.text, 'iu').test(collapseWhitespace(await first.innerText()))
    );
  }
  if ('count' in fact) return (await listVisibleElements(page.locator(fact.count))).length === fact.is;
  if ('value' in fact)
    return (await page.locator(fact.value).first().inputValue({ timeout: 500 })) === fact.is;
  return (await page.locator(fact.checked).first().isChecked({ timeout: 500 })) === fact.is;
}

async function hasVisibleElement(page: Page, selector: string, text: string | undefined): Promise<boolean> {
  for (const locator of await listVisibleElements(page.locator(selector)))
    if (text === undefined || new RegExp(text, 'iu').test(collapseWhitespace(await locator.innerText())))
      return true;
  return false;
}

async function listVisibleElements(locator: Locator): Promise<Locator[]> {
  const all = await locator.all();
  const visible = await Promise.all(all.map((element) => element.isVisible()));
  return all.filter((_, index) => visible[index]);
}

const collapseWhitespace = (text: string): string => text.replace(/\s+/g, ' ').trim();

function decodeUrl(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
