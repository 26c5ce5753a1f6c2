/** One turn where nothing happens: look, click, wait until the page has come to rest. */
import { newContext } from '../../src/page/index.js';
import type { Bench } from './bench.js';
import { startMcp } from './mcp.js';
import { type Contender, type Measured, roundRobin } from './measure.js';
import { SHOPS, STILL_BUTTON } from './pages.js';

export async function measureTurn(
  bench: Bench,
  { rounds, say }: { rounds: number; say(text: string): void },
): Promise<{ name: string; measured: Measured[] }[]> {
  const pages = [
    { name: 'small page', url: `${bench.site}/settling/nothing`, button: 'Go' },
    ...Object.keys(SHOPS).map((size) => ({
      name: `shop ${size}`,
      url: `${bench.shop}/${size}`,
      button: STILL_BUTTON,
    })),
  ];
  const mcp = await startMcp(await newContext(bench.browser));
  const out = [];
  try {
    for (const { name, url, button } of pages) {
      say(`turn: ${name}`);
      const { surface } = await bench.surface();
      await surface.open(url, bench.signal);
      await mcp.page.goto(url);
      const list: Contender[] = [
        {
          name: 'Playwright MCP browser_click, with the snapshot after it',
          run: async () => {
            await mcp.call('browser_click', { element: button, target: `text="${button}"` });
          },
        },
        {
          name: 'Parley observe({}) + click + settle',
          run: async () => {
            const { candidates } = await surface.observe({}, bench.signal);
            const { uid } = candidates.find((one) => one.name === button)!;
            const { outcome } = await surface.perform({ intent: 'click', uid }, bench.signal);
            if (outcome.status !== 'no-effect') throw new Error(JSON.stringify(outcome));
          },
        },
      ];
      const { stagehand } = bench;
      if (stagehand && button === STILL_BUTTON) {
        await stagehand.goto(url);
        list.push({ name: 'Stagehand act(), its model answers at once', run: () => stagehand.act() });
      }
      out.push({ name, measured: await roundRobin(list, { rounds, warmUps: 2 }) });
      await surface.close();
    }
    return out;
  } finally {
    await mcp.close();
  }
}
