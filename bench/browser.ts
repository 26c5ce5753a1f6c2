/**
 * What a fresh context costs: made, a small page shown and clicked, a picture taken, closed. Parley's switches
 * against Playwright's own, in turns on two browsers.
 *
 *   npm run bench -- browser [--rounds n]
 */
import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright';

import { findInstalledBrowser } from '../src/page/index.js';
import { SWITCHES } from '../src/page/browser/switches.js';
import { median } from './lib/measure.js';
import { cpuEver } from './lib/processes.js';
import { number, table } from './lib/table.js';

async function useContext(browser: Browser): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto('data:text/html,<button>One</button><p>A page.</p>');
  await page.click('button');
  await page.screenshot();
  await context.close();
}

async function started(name: string, args: readonly string[]) {
  const server = await chromium.launchServer({
    executablePath: findInstalledBrowser().path,
    args: [...args],
  });
  const browser = await chromium.connect(server.wsEndpoint());
  await useContext(browser);
  const pid = server.process().pid!;
  return { name, server, browser, pid, walls: [] as number[], before: cpuEver(pid) };
}

export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '15' } } });
  const rounds = Number(values.rounds);
  const all = [await started('Playwright’s switches', []), await started('Parley’s switches', SWITCHES)];
  for (let round = 0; round < rounds; round++)
    for (const { browser, walls } of all) {
      const began = performance.now();
      await useContext(browser);
      walls.push(performance.now() - began);
    }
  const costs = all.map(({ name, pid, before, walls }) => ({
    name,
    cpu: (cpuEver(pid) - before) / rounds,
    wall: median(walls),
  }));
  const base = costs[0]!;
  const rows = costs.map(({ name, cpu, wall }) => [
    name,
    number(cpu),
    `${number(cpu / base.cpu, 2)}×`,
    number(wall),
    `${number(wall / base.wall, 2)}×`,
  ]);
  process.stdout.write(`${table(['a context', 'CPU ms', '', 'median ms', ''], rows)}\n`);
  for (const { browser, server } of all) {
    await browser.close();
    await server.close();
  }
  return 0;
}
