/** Compares waits after a click: how long each takes, and whether the page shows the result of the click afterwards. */
import type { Page } from 'playwright';

import { CASES, type SettlingCase } from '../../fixtures/settling/cases.mjs';
import { createUnguardedContext, type PageSurface } from '../../src/page/index.js';
import type { BenchmarkResources } from './bench.js';
import { reportProgress } from './command-line.js';
import { type Mcp, startMcp } from './mcp.js';
import { median } from './measure.js';

const NETWORK_IDLE_TIMEOUT_MS = 15_000;

export interface WaitResult {
  /** Milliseconds for the whole action, including the checks before the click. */
  wall: number;
  /** Milliseconds for the wait alone. */
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

/** Whether the page shows the text now. Call this as soon as the wait has ended. */
async function showsText(page: Page, expected: string): Promise<boolean> {
  const frameTexts = page.frames().map((frame) =>
    frame
      .evaluate(() => {
        const shadowTexts = [...document.querySelectorAll('*')].map(
          (element) => element.shadowRoot?.textContent ?? '',
        );
        return `${document.body?.innerText ?? ''} ${shadowTexts.join(' ')}`;
      })
      .catch(() => ''),
  );
  return (await Promise.all(frameTexts)).some((text) => text.includes(expected));
}

function createClick(page: Page, { target = 'Go' }: SettlingCase): () => Promise<void> {
  const frame = target === 'Go' ? page.mainFrame() : page.frames().at(-1)!;
  return () => frame.getByRole('button', { name: target, exact: true }).click({ timeout: 5_000 });
}

export async function measureWaits(
  bench: BenchmarkResources,
  { rounds, caseName }: { rounds: number; caseName: string | undefined },
): Promise<WaitRow[]> {
  const { surface, page } = await bench.openSurface();
  const mcp = await startMcp(await createUnguardedContext(bench.browser));
  const idlePage = await (await createUnguardedContext(bench.browser)).newPage();
  const rows: WaitRow[] = [];
  try {
    for (const settlingCase of CASES.filter(({ name }) => caseName === undefined || name === caseName)) {
      reportProgress(`settle: ${settlingCase.name}`);
      const url = `${bench.siteUrl}/settling/${settlingCase.name}`;
      const measurers = {
        parley: () => measureParley(bench, surface, page, url, settlingCase),
        mcp: () => measureMcp(mcp, url, settlingCase),
        networkIdle: () => measureNetworkIdle(idlePage, url, settlingCase),
      };
      const row: WaitRow = {
        case: settlingCase,
        parley: createEmptyResult(),
        mcp: createEmptyResult(),
        networkIdle: createEmptyResult(),
      };
      const wallTimes: Record<keyof typeof measurers, number[]> = { parley: [], mcp: [], networkIdle: [] };
      const waits: Record<keyof typeof measurers, number[]> = { parley: [], mcp: [], networkIdle: [] };
      for (let round = 0; round < rounds; round++)
        for (const tool of Object.keys(measurers) as (keyof typeof measurers)[]) {
          const { wall, wait, isRight, reason } = await measurers[tool]();
          wallTimes[tool].push(wall);
          waits[tool].push(wait);
          row[tool].rightCount += Number(isRight);
          row[tool].roundCount++;
          if (reason) row[tool].reasons.push(reason);
        }
      for (const tool of Object.keys(measurers) as (keyof typeof measurers)[]) {
        row[tool].wall = median(wallTimes[tool]);
        row[tool].wait = median(waits[tool]);
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

function createEmptyResult(): WaitResult {
  return { wall: NaN, wait: NaN, rightCount: 0, roundCount: 0, reasons: [] };
}

interface WaitSample {
  wall: number;
  wait: number;
  /** The page showed the expected text when the wait ended. */
  isRight: boolean;
  reason?: string;
}

/** Measures `perform` as a whole: the checks, the click, the wait, and the comparison of the page afterwards. */
async function measureParley(
  bench: BenchmarkResources,
  surface: PageSurface,
  page: Page,
  url: string,
  settlingCase: SettlingCase,
): Promise<WaitSample> {
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

async function measureMcp(mcp: Mcp, url: string, settlingCase: SettlingCase): Promise<WaitSample> {
  await mcp.page.goto(url);
  const click = createClick(mcp.page, settlingCase);
  const start = performance.now();
  let clickedAt = start;
  await mcp.waitForCompletion(async () => {
    await click();
    clickedAt = performance.now();
  });
  const endedAt = performance.now();
  return {
    wall: endedAt - start,
    wait: endedAt - clickedAt,
    isRight: await showsText(mcp.page, settlingCase.expected),
  };
}

async function measureNetworkIdle(page: Page, url: string, settlingCase: SettlingCase): Promise<WaitSample> {
  await page.goto(url);
  const click = createClick(page, settlingCase);
  const start = performance.now();
  await click();
  const clickedAt = performance.now();
  await page.waitForLoadState('networkidle', { timeout: NETWORK_IDLE_TIMEOUT_MS }).catch(() => undefined);
  const endedAt = performance.now();
  const isRight = await showsText(page, settlingCase.expected);
  return { wall: endedAt - start, wait: endedAt - clickedAt, isRight };
}
