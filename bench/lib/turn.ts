/** Measures a turn that has no effect: an observation, a click on an inert button, and the wait until the page settles. */
import { createUnguardedContext } from '../../src/page/index.js';
import type { BenchmarkResources } from './bench.js';
import { reportProgress } from './command-line.js';
import { startMcp } from './mcp.js';
import { type MeasuredVariant, type Measurement, measureRoundRobin } from './measure.js';
import { SHOPS, INERT_BUTTON } from './shop-pages.js';

export async function measureTurn(
  bench: BenchmarkResources,
  rounds: number,
): Promise<{ name: string; measurements: Measurement[] }[]> {
  const pages = [
    { name: 'small page', url: `${bench.siteUrl}/settling/nothing`, button: 'Go' },
    ...Object.keys(SHOPS).map((size) => ({
      name: `shop ${size}`,
      url: `${bench.shopUrl}/${size}`,
      button: INERT_BUTTON,
    })),
  ];
  const mcp = await startMcp(await createUnguardedContext(bench.browser));
  const results = [];
  try {
    for (const { name, url, button } of pages) {
      reportProgress(`turn: ${name}`);
      const { surface } = await bench.openSurface();
      await surface.open(url, bench.signal);
      await mcp.page.goto(url);
      const variants: MeasuredVariant[] = [
        {
          name: 'Playwright MCP browser_click, with the snapshot after it',
          run: async () => {
            await mcp.callTool('browser_click', { element: button, target: `text="${button}"` });
          },
        },
        {
          name: 'Parley observe({}) + click + settle',
          run: async () => {
            const { candidates } = await surface.observe({}, bench.signal);
            const { uid } = candidates.find(({ name: candidateName }) => candidateName === button)!;
            const { outcome } = await surface.perform({ intent: 'click', uid }, bench.signal);
            if (outcome.status !== 'no-effect') throw new Error(JSON.stringify(outcome));
          },
        },
      ];
      const { stagehand } = bench;
      if (stagehand && button === INERT_BUTTON) {
        await stagehand.goto(url);
        variants.push({
          name: 'Stagehand act(), with a model that answers at once',
          run: () => stagehand.measureActPrompt(),
        });
      }
      results.push({ name, measurements: await measureRoundRobin(variants, { rounds, warmUps: 2 }) });
      await surface.close();
    }
    return results;
  } finally {
    await mcp.close();
  }
}
