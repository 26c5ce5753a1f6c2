/**
 * Resolves the grounding set on live pages: opens each page in Chromium, prepares the state that its instructions are
 * for, and finds their elements.
 */
import type { Browser, Page } from 'playwright';

import { createUnguardedContext } from '../../src/page/index.js';
import { type LocatedElement, type ElementLocation, locateVisibleElements } from './element-locations.js';
import type { GroundingEntry, PreparationStep } from './grounding-set.js';
import { startGroundingSites } from './grounding-sites.js';

const DEFAULT_TIMEOUT_MS = 5_000;

export interface GroundedInstruction {
  id: string;
  url: string;
  instruction: string;
  context: string[];
  /** The correct elements: those of the entry and, for checkboxes and radio buttons, their labels or controls. */
  targets: ElementLocation[];
  negatives: ElementLocation[];
  kind: GroundingEntry['kind'];
  split: GroundingEntry['split'];
}

/** A page in one state, and the entries for it. */
export interface PageState {
  page: string;
  prepare: PreparationStep[];
  entries: GroundingEntry[];
}

/** A selector that does not match exactly one visible element, a failed step, or a page that did not open. */
export interface GroundingFault {
  id: string;
  selector: string;
  message: string;
}

/** Runs while the page is in its prepared state. It may observe or close the page but must not change it. */
export type PageVisitor = (page: Page, instructions: GroundedInstruction[]) => Promise<void>;

/** Groups entries by page state, so that each state is prepared once. */
export function groupByPageState(entries: readonly GroundingEntry[]): PageState[] {
  const byState = new Map<string, PageState>();
  for (const entry of entries) {
    const { page, prepare = [] } = entry;
    const key = JSON.stringify([page, prepare]);
    const state = byState.get(key) ?? { page, prepare, entries: [] };
    state.entries.push(entry);
    byState.set(key, state);
  }
  return [...byState.values()];
}

/**
 * Finds the elements of the entries. Entries with a fault are reported and omitted from the result.
 * @param timeoutMs limit for steps and for elements that appear late
 */
export async function groundEntries(
  browser: Browser,
  entries: readonly GroundingEntry[],
  visit: PageVisitor = async () => undefined,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<{ grounded: GroundedInstruction[]; faults: GroundingFault[] }> {
  const groundedInstructions: GroundedInstruction[] = [];
  const faults: GroundingFault[] = [];
  const sites = await startGroundingSites();
  let page: Page | null = null;
  try {
    for (const state of groupByPageState(entries)) {
      await sites.reset();
      if (page === null || page.isClosed()) {
        await page?.context().close();
        page = await (await createUnguardedContext(browser)).newPage();
        page.setDefaultTimeout(timeoutMs);
      }
      const result = await groundPageState(page, sites.getUrl(state.page), state, timeoutMs);
      groundedInstructions.push(...result.grounded);
      faults.push(...result.faults);
      await visit(page, result.grounded);
      // Nothing was grounded, so the page may be in an unknown state. The next state gets a new page.
      if (result.grounded.length === 0) await page.context().close();
      else if (!page.isClosed()) await clearStorage(page);
    }
  } finally {
    await page?.context().close();
    await sites.close();
  }
  return { grounded: groundedInstructions, faults };
}

/** Clears what the page stored in the browser, such as accepted cookies, before the next state is prepared. */
async function clearStorage(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
  await page.goto('about:blank');
}

async function groundPageState(
  page: Page,
  url: string,
  { prepare, entries }: PageState,
  timeoutMs: number,
): Promise<{ grounded: GroundedInstruction[]; faults: GroundingFault[] }> {
  const failure = await preparePage(page, url, prepare);
  if (failure) return { grounded: [], faults: entries.map(({ id }) => ({ id, ...failure })) };
  // All entries share one deadline, so that the waits for several missing elements do not add up.
  const deadline = Date.now() + timeoutMs;
  const results = await Promise.all(entries.map((entry) => groundEntry(page, url, entry, deadline)));
  return {
    grounded: results.flatMap(({ grounded }) => grounded ?? []),
    faults: results.flatMap(({ faults }) => faults),
  };
}

async function groundEntry(
  page: Page,
  url: string,
  { id, instruction, context = [], target, negatives: negativeSelectors = [], kind, split }: GroundingEntry,
  deadline: number,
): Promise<{ grounded: GroundedInstruction | null; faults: GroundingFault[] }> {
  const faults: GroundingFault[] = [];
  const findElements = async (selectors: readonly string[]): Promise<LocatedElement[]> => {
    const results = await Promise.all(selectors.map((selector) => findElement(page, selector, deadline)));
    return results.flatMap((result, i) => {
      if (typeof result !== 'string') return [result];
      faults.push({ id, selector: selectors[i]!, message: result });
      return [];
    });
  };
  const [targetElements, negativeElements] = await Promise.all([
    findElements([target].flat()),
    findElements(negativeSelectors),
  ]);
  const targets = removeDuplicates(
    targetElements.flatMap(({ location, equivalents }) => [location, ...equivalents]),
  );
  const negatives = removeDuplicates(negativeElements.map(({ location }) => location));
  for (const { xpath } of negatives)
    if (targets.some((location) => location.xpath === xpath))
      faults.push({ id, selector: xpath, message: 'is a target and a negative' });
  if (faults.length > 0) return { grounded: null, faults };
  return { grounded: { id, url, instruction, context, targets, negatives, kind, split }, faults };
}

function removeDuplicates(locations: readonly ElementLocation[]): ElementLocation[] {
  return [...new Map(locations.map((location) => [location.xpath, location])).values()];
}

/** Opens the page and performs the preparation steps. @returns the fault, or null */
async function preparePage(
  page: Page,
  url: string,
  prepare: readonly PreparationStep[],
): Promise<Omit<GroundingFault, 'id'> | null> {
  let selector = url;
  try {
    const response = await page.goto(url);
    if (!response?.ok())
      return { selector, message: `answered with status ${response?.status() ?? 'unknown'}` };
    await waitUntilLoaded(page);
    for (const step of prepare) {
      selector = 'click' in step ? step.click : step.fill;
      const element = page.locator(`css=${selector}`);
      if ('click' in step) await element.click();
      else await element.fill(step.text);
      await waitUntilLoaded(page);
    }
    return null;
  } catch (error) {
    return { selector, message: `failed before the instruction: ${(error as Error).message.split('\n')[0]}` };
  }
}

/** Waits until no element has `aria-busy`, which the fixture sites set while they load content. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}

/** @returns the only visible element that matches, or a message that says why there is not exactly one */
async function findElement(page: Page, selector: string, deadline: number): Promise<LocatedElement | string> {
  const locator = page.locator(`css=${selector}`);
  let elements = await locator.evaluateAll(locateVisibleElements);
  if (elements.length === 0 && Date.now() < deadline) {
    const firstVisible = locator.filter({ visible: true }).first();
    await firstVisible.waitFor({ timeout: deadline - Date.now() }).catch(() => undefined);
    elements = await locator.evaluateAll(locateVisibleElements);
  }
  if (elements.length === 1) return elements[0]!;
  const matchCount = await locator.count();
  if (elements.length > 1) return `matches ${elements.length} visible elements`;
  return matchCount > 0 ? `matches ${matchCount} elements, none of them visible` : 'matches no element';
}
