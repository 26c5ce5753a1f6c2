/**
 * The grounding set on live pages: opens each page of the set in Chromium, brings it into the state that its
 * instructions were written for, and finds the elements they mean.
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';

import { newContext } from '../../src/page/index.js';
import { startFixtures } from '../../fixtures/server.mjs';
import { type Entry, GROUNDING, type Step } from './grounding-set.js';
import { type Found, type Place, places } from './grounding-places.js';

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

/** Finds every element of the entries. Entries with a fault are reported and left out. */
export async function ground(
  browser: Browser,
  entries: readonly Entry[],
  look: Look = async () => undefined,
): Promise<{ grounded: Grounded[]; faults: Fault[] }> {
  const grounded: Grounded[] = [];
  const faults: Fault[] = [];
  const sites = await startSites();
  let page: Page | null = null;
  try {
    for (const scene of scenes(entries)) {
      // The practice sites remember things, here and at the server; the pages of the set do not, and share a tab.
      const remembers = scene.page.startsWith('/');
      if (remembers) await sites.reset();
      if (remembers || page === null || page.isClosed()) {
        await page?.context().close();
        page = await (await newContext(browser)).newPage();
        page.setDefaultTimeout(WAIT_MS);
      }
      const here = await groundScene(page, sites.urlOf(scene.page), scene);
      grounded.push(...here.grounded);
      faults.push(...here.faults);
      await look(page, here.grounded);
    }
  } finally {
    await page?.context().close();
    await sites.close();
  }
  return { grounded, faults };
}

async function groundScene(
  page: Page,
  url: string,
  { prepare, entries }: Scene,
): Promise<{ grounded: Grounded[]; faults: Fault[] }> {
  const failed = await stage(page, url, prepare);
  if (failed) return { grounded: [], faults: entries.map(({ id }) => ({ id, ...failed })) };
  // One allowance for all: what is late comes in that time, and what is not there does not cost it each time.
  const until = Date.now() + WAIT_MS;
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

interface Sites {
  urlOf(page: string): string;
  /** Brings the practice sites back to their beginning: they remember cookie choices and the like. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** The practice sites, and a server for the pages of the set. */
async function startSites(): Promise<Sites> {
  const fixtures = await startFixtures();
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const html = /^\/pages\/([a-z0-9-]+\/)?[a-z0-9-]+\.html$/.test(path) ? readPage(path) : null;
    response.writeHead(html === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    urlOf: (page) => (page.startsWith('/') ? fixtures.url + page : `${own}/${page}`),
    reset: async () => {
      await fetch(`${fixtures.url}/reset`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await fixtures.close();
    },
  };
}

function readPage(path: string): string | null {
  try {
    return readFileSync(join(GROUNDING, path), 'utf8');
  } catch {
    return null;
  }
}
