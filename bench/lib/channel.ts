/**
 * The way from the page to Node: the same look, in an isolated world of its own through CDP, and in Playwright's
 * utility world through the selector engine. Both hand over one JSON string, which is parsed.
 */
import { readFileSync } from 'node:fs';

import type { Bench } from './bench.js';
import { type Measured, roundRobin } from './measure.js';
import { SHOPS } from './pages.js';

const CALL_MS = 15_000;

export async function measureChannel(
  bench: Bench,
  { rounds, say }: { rounds: number; say(text: string): void },
): Promise<{ name: string; measured: Measured[] }[]> {
  const bundle = readFileSync('dist/page/injected/engine.js', 'utf8');
  const out = [];
  for (const size of Object.keys(SHOPS)) {
    say(`channel: shop ${size}`);
    const { surface, page } = await bench.surface();
    await surface.open(`${bench.shop}/${size}`, bench.signal);
    const cdp = await page.context().newCDPSession(page);
    const { frameTree } = await cdp.send('Page.getFrameTree');
    const { executionContextId: contextId } = await cdp.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'bench',
    });
    const evaluate = async (expression: string): Promise<unknown> =>
      (await cdp.send('Runtime.evaluate', { contextId, expression, returnByValue: true })).result.value;
    await evaluate(`${bundle}; globalThis.engine = parleyEngine.createEngine(); 0`);
    const selector = async (question: string): Promise<unknown> =>
      JSON.parse((await page.locator(`parley=${question}`).textContent({ timeout: CALL_MS }))!);
    const direct = async (question: string): Promise<unknown> =>
      JSON.parse((await evaluate(`engine.queryAll(document, '${question}')[0].textContent`)) as string);
    const pair = (name: string, question: string) => [
      { name: `${name}, selector engine`, run: async () => void (await selector(question)) },
      { name: `${name}, CDP isolated world`, run: async () => void (await direct(question)) },
    ];
    const measured = await roundRobin(
      [
        ...pair('snapshot', 'snapshot:64'),
        ...pair('activity', 'activity'),
        ...pair('page state', 'page-state'),
      ],
      {
        rounds,
        warmUps: 2,
      },
    );
    out.push({ name: `shop ${size}`, measured });
    await page.context().close();
  }
  return out;
}
