/** Waiting after an act: what a click starts, how long each way of waiting takes, and what is on the page then. */
import type { Page } from 'playwright';

import { CASES, type SettlingCase } from '../../fixtures/settling/cases.mjs';
import { newContext, type PageSurface } from '../../src/page/index.js';
import type { Bench } from './bench.js';
import { type Mcp, startMcp } from './mcp.js';
import { median } from './measure.js';

const IDLE_MS = 15_000;

export interface Waited {
  /** The act with everything before and after it, milliseconds. */
  wall: number;
  /** The wait alone. */
  wait: number;
  /** How many times what was expected was on the page when the wait was over. */
  right: number;
  rounds: number;
  /** Why Parley's wait ended, each time. */
  reasons: string[];
}

export interface WaitRow {
  case: SettlingCase;
  parley: Waited;
  mcp: Waited;
  networkIdle: Waited;
}

/** Asked for at once when the wait is over; what comes later does not count. */
async function holds(page: Page, expected: string): Promise<boolean> {
  const texts = page.frames().map((frame) =>
    frame
      .evaluate(() => {
        const inShadows = [...document.querySelectorAll('*')].map((one) => one.shadowRoot?.textContent ?? '');
        return `${document.body?.innerText ?? ''} ${inShadows.join(' ')}`;
      })
      .catch(() => ''),
  );
  return (await Promise.all(texts)).some((text) => text.includes(expected));
}

function clicks(page: Page, { target = 'Go' }: SettlingCase): () => Promise<void> {
  const frame = target === 'Go' ? page.mainFrame() : page.frames().at(-1)!;
  return () => frame.getByRole('button', { name: target, exact: true }).click({ timeout: 5_000 });
}

export async function measureWaits(
  bench: Bench,
  { rounds, only, say }: { rounds: number; only: string | undefined; say(text: string): void },
): Promise<WaitRow[]> {
  const { surface, page } = await bench.surface();
  const mcp = await startMcp(await newContext(bench.browser));
  const plain = await (await newContext(bench.browser)).newPage();
  const rows: WaitRow[] = [];
  try {
    for (const one of CASES.filter(({ name }) => only === undefined || name === only)) {
      say(`settle: ${one.name}`);
      const url = `${bench.site}/settling/${one.name}`;
      const ways = {
        parley: () => parleyWay(bench, surface, page, url, one),
        mcp: () => mcpWay(mcp, url, one),
        networkIdle: () => idleWay(plain, url, one),
      };
      const row: WaitRow = { case: one, parley: nothing(), mcp: nothing(), networkIdle: nothing() };
      const walls: Record<keyof typeof ways, number[]> = { parley: [], mcp: [], networkIdle: [] };
      const waits: Record<keyof typeof ways, number[]> = { parley: [], mcp: [], networkIdle: [] };
      for (let round = 0; round < rounds; round++)
        for (const way of Object.keys(ways) as (keyof typeof ways)[]) {
          const { wall, wait, right, reason } = await ways[way]();
          walls[way].push(wall);
          waits[way].push(wait);
          row[way].right += Number(right);
          row[way].rounds++;
          if (reason) row[way].reasons.push(reason);
        }
      for (const way of Object.keys(ways) as (keyof typeof ways)[]) {
        row[way].wall = median(walls[way]);
        row[way].wait = median(waits[way]);
      }
      rows.push(row);
    }
    return rows;
  } finally {
    await surface.close();
    await mcp.close();
    await plain.context().close();
  }
}

function nothing(): Waited {
  return { wall: NaN, wait: NaN, right: 0, rounds: 0, reasons: [] };
}

interface Trial {
  wall: number;
  wait: number;
  right: boolean;
  reason?: string;
}

/** The whole `perform`: the checks before the click and the comparison after the wait are in it. */
async function parleyWay(
  bench: Bench,
  surface: PageSurface,
  page: Page,
  url: string,
  one: SettlingCase,
): Promise<Trial> {
  await surface.open(url, bench.signal);
  const { candidates } = await surface.observe({}, bench.signal);
  const { uid } = candidates.find(({ name }) => name === (one.target ?? 'Go'))!;
  const began = performance.now();
  const { outcome } = await surface.perform({ intent: 'click', uid }, bench.signal);
  const wall = performance.now() - began;
  const right = await holds(page, one.expected);
  if (!('settle' in outcome)) return { wall, wait: NaN, right, reason: outcome.status };
  return { wall, wait: outcome.settle.ms, right, reason: outcome.settle.reason };
}

async function mcpWay(mcp: Mcp, url: string, one: SettlingCase): Promise<Trial> {
  await mcp.page.goto(url);
  const click = clicks(mcp.page, one);
  const began = performance.now();
  let clicked = began;
  await mcp.waitForCompletion(async () => {
    await click();
    clicked = performance.now();
  });
  const ended = performance.now();
  return { wall: ended - began, wait: ended - clicked, right: await holds(mcp.page, one.expected) };
}

async function idleWay(page: Page, url: string, one: SettlingCase): Promise<Trial> {
  await page.goto(url);
  const click = clicks(page, one);
  const began = performance.now();
  await click();
  const clicked = performance.now();
  await page.waitForLoadState('networkidle', { timeout: IDLE_MS }).catch(() => undefined);
  const ended = performance.now();
  return { wall: ended - began, wait: ended - clicked, right: await holds(page, one.expected) };
}
