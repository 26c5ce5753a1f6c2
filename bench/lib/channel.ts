/**
 * Compares two channels from the page to Node: Playwright's selector engine in its utility world, and CDP in an
 * isolated world. Both run the same query and return one JSON string, which is parsed.
 */
import { readFileSync } from 'node:fs';

import type { BenchmarkResources } from './bench.js';
import { reportProgress } from './command-line.js';
import { type Measurement, measureRoundRobin } from './measure.js';
import { SHOPS } from './shop-pages.js';

const CALL_TIMEOUT_MS = 15_000;

export async function measureChannel(
  bench: BenchmarkResources,
  rounds: number,
): Promise<{ name: string; measurements: Measurement[] }[]> {
  const bundle = readFileSync('dist/page/injected/engine.js', 'utf8');
  const results = [];
  for (const size of Object.keys(SHOPS)) {
    reportProgress(`channel: shop ${size}`);
    const { surface, page } = await bench.openSurface();
    await surface.open(`${bench.shopUrl}/${size}`, bench.signal);
    const cdp = await page.context().newCDPSession(page);
    const { frameTree } = await cdp.send('Page.getFrameTree');
    const { executionContextId: contextId } = await cdp.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'bench',
    });
    const evaluate = async (expression: string): Promise<unknown> =>
      (await cdp.send('Runtime.evaluate', { contextId, expression, returnByValue: true })).result.value;
    await evaluate(`${bundle}; globalThis.engine = parleyEngine.createEngine(); 0`);
    const queryThroughEngine = async (query: string): Promise<unknown> =>
      JSON.parse((await page.locator(`parley=${query}`).textContent({ timeout: CALL_TIMEOUT_MS }))!);
    const queryThroughCdp = async (query: string): Promise<unknown> =>
      JSON.parse((await evaluate(`engine.queryAll(document, '${query}')[0].textContent`)) as string);
    const createVariants = (name: string, query: string) => [
      { name: `${name}, selector engine`, run: async () => void (await queryThroughEngine(query)) },
      { name: `${name}, CDP isolated world`, run: async () => void (await queryThroughCdp(query)) },
    ];
    const measurements = await measureRoundRobin(
      [
        ...createVariants('snapshot', 'snapshot:64'),
        ...createVariants('activity', 'activity'),
        ...createVariants('page state', 'page-state'),
      ],
      {
        rounds,
        warmUps: 2,
      },
    );
    results.push({ name: `shop ${size}`, measurements });
    await page.context().close();
  }
  return results;
}
