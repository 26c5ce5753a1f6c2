/**
 * The grounding set on live pages: opens each page of the set in Chromium, brings it into the state that its
 * instructions were written for, and finds the elements they mean.
 */
import type { Browser, Page } from 'playwright';

import { newContext } from '../../src/page/index.js';
import { type Found, type Place, places } from './grounding-places.js';
import type { Entry, Step } from './grounding-set.js';
import { startSites } from './grounding-sites.js';

const WAIT_MS = 5_000;

export interface Grounded {
  id: string;
  url: string;
  instruction: string;
  context: string[];
  /** Any of them is right: what the entry names and, for boxes to tick, the label or the box that goes with it. */
  targets: Place[];
  negatives: Place[];
  kind: Entry['kind'];
  split: Entry['split'];
}

/** A page in one state, and what was written for it. */
export interface Scene {
  page: string;
  prepare: Step[];
  entries: Entry[];
}

/** A selector that does not mean exactly one visible element, a step that failed, or a page that did not open. */
export interface Fault {
  id: string;
  selector: string;
  fault: string;
}

/** Called while the page stands as prepared, to look and to rank. It may close the page; acting on it is not its part. */
export type Look = (page: Page, grounded: Grounded[]) => Promise<void>;

/** Entries by the state of the page that they were written for, so that each is opened once. */
export function scenes(entries: readonly Entry[]): Scene[] {
  const byState = new Map<string, Scene>();
  for (const one of entries) {
    const { page, prepare = [] } = one;
    const key = JSON.stringify([page, prepare]);
    const scene = byState.get(key) ?? { page, prepare, entries: [] };
    scene.entries.push(one);
    byState.set(key, scene);
  }
  return [...byState.values()];
}

/**
 * Finds every element of the entries. Entries with a fault are reported and left out.
 * @param patience ms that a page has for what comes late
 */
export async function ground(
  browser: Browser,
  entries: readonly Entry[],
  look: Look = async () => undefined,
  patience = WAIT_MS,
): Promise<{ grounded: Grounded[]; faults: Fault[] }> {
  const grounded: Grounded[] = [];
  const faults: Fault[] = [];
  const sites = await startSites();
  let page: Page | null = null;
  try {
    for (const scene of scenes(entries)) {
      await sites.reset();
      if (page === null || page.isClosed()) {
        await page?.context().close();
        page = await (await newContext(browser)).newPage();
        page.setDefaultTimeout(patience);
      }
      const here = await groundScene(page, sites.urlOf(scene.page), scene, patience);
      grounded.push(...here.grounded);
      faults.push(...here.faults);
      await look(page, here.grounded);
      // Where nothing was found, the page may be in any state: the next scene has a new one.
      if (here.grounded.length === 0) await page.context().close();
      else if (!page.isClosed()) await forget(page);
    }
  } finally {
    await page?.context().close();
    await sites.close();
  }
  return { grounded, faults };
}

/** What a page keeps in the browser (the calendar: the answer about cookies) is not to reach the next scene. */
async function forget(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
  await page.goto('about:blank');
}

async function groundScene(
  page: Page,
  url: string,
  { prepare, entries }: Scene,
  patience: number,
): Promise<{ grounded: Grounded[]; faults: Fault[] }> {
  const failed = await stage(page, url, prepare);
  if (failed) return { grounded: [], faults: entries.map(({ id }) => ({ id, ...failed })) };
  // One allowance for all: what is late comes in that time, and what is not there does not cost it each time.
  const until = Date.now() + patience;
  const results = await Promise.all(entries.map((entry) => groundEntry(page, url, entry, until)));
  return {
    grounded: results.flatMap(({ found }) => found ?? []),
    faults: results.flatMap(({ faults }) => faults),
  };
}

async function groundEntry(
  page: Page,
  url: string,
  { id, instruction, context = [], target, negatives: others = [], kind, split }: Entry,
  until: number,
): Promise<{ found: Grounded | null; faults: Fault[] }> {
  const faults: Fault[] = [];
  const all = async (list: readonly string[]): Promise<Found[]> => {
    const found = await Promise.all(list.map((selector) => find(page, selector, until)));
    return found.flatMap((one, at) => {
      if (typeof one !== 'string') return [one];
      faults.push({ id, selector: list[at]!, fault: one });
      return [];
    });
  };
  const [right, wrong] = await Promise.all([all([target].flat()), all(others)]);
  const targets = distinct(right.flatMap(({ place, same }) => [place, ...same]));
  const negatives = distinct(wrong.map(({ place }) => place));
  for (const { xpath } of negatives)
    if (targets.some((one) => one.xpath === xpath))
      faults.push({ id, selector: xpath, fault: 'is a target and a negative' });
  if (faults.length > 0) return { found: null, faults };
  return { found: { id, url, instruction, context, targets, negatives, kind, split }, faults };
}

function distinct(list: readonly Place[]): Place[] {
  return [...new Map(list.map((place) => [place.xpath, place])).values()];
}

/** Opens the page and brings it into its state. @returns what went wrong, if something did */
async function stage(page: Page, url: string, prepare: readonly Step[]): Promise<Omit<Fault, 'id'> | null> {
  let selector = url;
  try {
    const answer = await page.goto(url);
    if (!answer?.ok()) return { selector, fault: `answered ${answer?.status() ?? 'nothing'}` };
    await calm(page);
    for (const step of prepare) {
      selector = 'click' in step ? step.click : step.fill;
      const element = page.locator(`css=${selector}`);
      if ('click' in step) await element.click();
      else await element.fill(step.text);
      await calm(page);
    }
    return null;
  } catch (error) {
    return { selector, fault: `failed before the instruction: ${(error as Error).message.split('\n')[0]}` };
  }
}

/** The practice sites mark with aria-busy what is still on its way. */
async function calm(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}

/** The one visible element that a selector means, or why there is none. */
async function find(page: Page, selector: string, until: number): Promise<Found | string> {
  const locator = page.locator(`css=${selector}`);
  let found = await locator.evaluateAll(places);
  if (found.length === 0 && Date.now() < until) {
    const first = locator.filter({ visible: true }).first();
    await first.waitFor({ timeout: until - Date.now() }).catch(() => undefined);
    found = await locator.evaluateAll(places);
  }
  if (found.length === 1) return found[0]!;
  const all = await locator.count();
  if (found.length > 1) return `means ${found.length} visible elements`;
  return all > 0 ? `means ${all} elements, none of them visible` : 'means no element';
}
