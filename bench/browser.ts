/** Measures the cost of a new browser context with Parley's Chromium switches and with Playwright's. */
import { chromium, type Browser } from 'playwright';

import { findInstalledBrowser } from '../src/page/index.js';
import { SWITCHES } from '../src/page/browser/switches.js';
import { defineBenchmark, createWholeNumberOption } from './lib/command-line.js';
import { median } from './lib/measure.js';
import { readTotalCpuMs } from './lib/processes.js';
import { formatNumber, formatTable } from './lib/table.js';

async function exerciseContext(browser: Browser): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto('data:text/html,<button>One</button><p>A page.</p>');
  await page.click('button');
  await page.screenshot();
  await context.close();
}

async function startBrowser(name: string, args: readonly string[]) {
  const server = await chromium.launchServer({
    executablePath: findInstalledBrowser().path,
    args: [...args],
  });
  const browser = await chromium.connect(server.wsEndpoint());
  await exerciseContext(browser);
  const pid = server.process().pid!;
  return { name, server, browser, pid, wallMs: [] as number[], initialCpuMs: readTotalCpuMs(pid) };
}

export const benchmark = defineBenchmark({
  summary: 'cost of a new browser context',
  description:
    'Measures a new browser context: creates it, opens and clicks a small page, takes a screenshot and closes it. ' +
    'Two browsers take turns, one with Parley’s Chromium switches and one with Playwright’s.',
  options: {
    rounds: createWholeNumberOption('rounds', { describe: 'Contexts per browser', default: 15 }),
  },
  example: '--rounds 5',
  run: async ({ rounds }) => {
    const browsers = [
      await startBrowser('Playwright’s switches', []),
      await startBrowser('Parley’s switches', SWITCHES),
    ];
    for (let round = 0; round < rounds; round++)
      for (const { browser, wallMs } of browsers) {
        const start = performance.now();
        await exerciseContext(browser);
        wallMs.push(performance.now() - start);
      }
    const meanCosts = browsers.map(({ name, pid, initialCpuMs, wallMs }) => ({
      name,
      cpu: (readTotalCpuMs(pid) - initialCpuMs) / rounds,
      wall: median(wallMs),
    }));
    const baseline = meanCosts[0]!;
    const rows = meanCosts.map(({ name, cpu, wall }) => [
      name,
      formatNumber(cpu),
      `${formatNumber(cpu / baseline.cpu, 2)}×`,
      formatNumber(wall),
      `${formatNumber(wall / baseline.wall, 2)}×`,
    ]);
    process.stdout.write(`${formatTable(['per context', 'CPU ms', '', 'median ms', ''], rows)}\n`);
    for (const { browser, server } of browsers) {
      await browser.close();
      await server.close();
    }
    return 0;
  },
});
