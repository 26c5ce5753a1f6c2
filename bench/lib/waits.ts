/** Compares waits after a click: how long each takes, and whether the page shows the result of the click afterwards. */
import type { Page } from 'playwright';

import { CASES, type SettlingCase } from '../../fixtures/settling/cases.mjs';
import { newContext, type PageSurface } from '../../src/page/index.js';
import type { Bench } from './bench.js';
import { reportProgress } from './command-line.js';
import { type Mcp, startMcp } from './mcp.js';
import { median } from './measure.js';

const NETWORK_IDLE_TIMEOUT_MS = 15_000;

export interface WaitResult {
  /** Milliseconds of the whole action, including the checks before the click. */
  wall: number;
  /** Milliseconds of the wait alone. */
  wait: number;
  /** Rounds in which the expected text was on the page when the wait ended. */
  rightCount: number;
  roundCount: number;
  /** Why Parley's wait ended, per round. */
  reasons: string[];
}

export interface WaitRow {
  case: SettlingCase;
  parley: WaitResult;
  mcp: WaitResult;
  networkIdle: WaitResult;
}

/** Whether the page shows the text now. Call it as soon as the wait has ended. */
async function showsText(page: Page, expected: string): Promise<boolean> {
  const texts = page.frames().map((frame) =>
    frame
      .evaluate(() => {
        const inShadows = [...document.querySelectorAll('*')].map(
          (element) => element.shadowRoot?.textContent ?? '',
        );
        return `${document.body?.innerText ?? ''} ${inShadows.join(' ')}`;
      })
      .catch(() => ''),
  );
  return (await Promise.all(texts)).some((text) => text.includes(expected));
}

function prepareClick(page: Page, { target = 'Go' }: SettlingCase): () => Promise<void> {
  const frame = target === 'Go' ? page.mainFrame() : page.frames().at(-1)!;
  return () => frame.getByRole('button', { name: target, exact: true }).click({ timeout: 5_000 });
}

export async function measureWaits(
  bench: Bench,
  { rounds, caseName }: { rounds: number; caseName: string | undefined },
): Promise<WaitRow[]> {
  const { surface, page } = await bench.surface();
  const mcp = await startMcp(await newContext(bench.browser));
  const idlePage = await (await newContext(bench.browser)).newPage();
  const rows: WaitRow[] = [];
  try {
    for (const settlingCase of CASES.filter(({ name }) => caseName === undefined || name === caseName)) {
      reportProgress(`settle: ${settlingCase.name}`);
      const url = `${bench.site}/settling/${settlingCase.name}`;
      const contenders = {
        parley: () => measureParley(bench, surface, page, url, settlingCase),
        mcp: () => measureMcp(mcp, url, settlingCase),
        networkIdle: () => measureNetworkIdle(idlePage, url, settlingCase),
      };
      const row: WaitRow = {
        case: settlingCase,
        parley: emptyResult(),
        mcp: emptyResult(),
        networkIdle: emptyResult(),
      };
      const wallTimes: Record<keyof typeof contenders, number[]> = { parley: [], mcp: [], networkIdle: [] };
      const waits: Record<keyof typeof contenders, number[]> = { parley: [], mcp: [], networkIdle: [] };
      for (let round = 0; round < rounds; round++)
        for (const contender of Object.keys(contenders) as (keyof typeof contenders)[]) {
          const { wall, wait, isRight, reason } = await contenders[contender]();
          wallTimes[contender].push(wall);
          waits[contender].push(wait);
          row[contender].rightCount += Number(isRight);
          row[contender].roundCount++;
          if (reason) row[contender].reasons.push(reason);
        }
      for (const contender of Object.keys(contenders) as (keyof typeof contenders)[]) {
        row[contender].wall = median(wallTimes[contender]);
        row[contender].wait = median(waits[contender]);
      }
      rows.push(row);
    }
    return rows;
  } finally {
    await surface.close();
    await mcp.close();
    await idlePage.context().close();
  }
}

function emptyResult(): WaitResult {
  return { wall: NaN, wait: NaN, rightCount: 0, roundCount: 0, reasons: [] };
}

interface Trial {
  wall: number;
  wait: number;
  /** The page showed the expected text when the wait ended. */
  isRight: boolean;
  reason?: string;
}

/** Measures `perform` as a whole: the checks, the click, the wait, and the comparison of the page afterwards. */
async function measureParley(
  bench: Bench,
  surface: PageSurface,
  page: Page,
  url: string,
  settlingCase: SettlingCase,
): Promise<Trial> {
  await surface.open(url, bench.signal);
  const { candidates } = await surface.observe({}, bench.signal);
  const { uid } = candidates.find(({ name }) => name === (settlingCase.target ?? 'Go'))!;
  const start = performance.now();
  const { outcome } = await surface.perform({ intent: 'click', uid }, bench.signal);
  const wall = performance.now() - start;
  const isRight = await showsText(page, settlingCase.expected);
  if (!('settle' in outcome)) return { wall, wait: NaN, isRight, reason: outcome.status };
  return { wall, wait: outcome.settle.ms, isRight, reason: outcome.settle.reason };
}

async function measureMcp(mcp: Mcp, url: string, settlingCase: SettlingCase): Promise<Trial> {
  await mcp.page.goto(url);
  const click = prepareClick(mcp.page, settlingCase);
  const start = performance.now();
  let clicked = start;
  await mcp.waitForCompletion(async () => {
    await click();
    clicked = performance.now();
  });
  const ended = performance.now();
  return {
    wall: ended - start,
    wait: ended - clicked,
    isRight: await showsText(mcp.page, settlingCase.expected),
  };
}

async function measureNetworkIdle(page: Page, url: string, settlingCase: SettlingCase): Promise<Trial> {
  await page.goto(url);
  const click = prepareClick(page, settlingCase);
  const start = performance.now();
  await click();
  const clicked = performance.now();
  await page.waitForLoadState('networkidle', { timeout: NETWORK_IDLE_TIMEOUT_MS }).catch(() => undefined);
  const ended = performance.now();
  const isRight = await showsText(page, settlingCase.expected);
  return { wall: ended - start, wait: ended - clicked, isRight };
}
