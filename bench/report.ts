/** Measures a long session's report: its size, the time to write it, and the time until it can be used. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { reportPhrases } from '../src/assembly/index.js';
import { launchBrowser } from '../src/page/index.js';
import { writeSessionReport } from '../src/report/index.js';
import { createRedactor } from '../src/secrets/index.js';
import {
  defineBenchmark,
  JSON_OPTION,
  reportProgress,
  createWholeNumberOption,
  writeJson,
} from './lib/command-line.js';
import { recordLongSession } from './lib/long-session.js';
import { median } from './lib/measure.js';
import { formatTable } from './lib/table.js';

export const benchmark = defineBenchmark({
  summary: 'size of a long session’s report, and the time until it can be used',
  description:
    'Records a session in which four out of five turns have a screenshot of a busy page and a prompt, writes its report, and opens the report in Chromium from file://. Ready is the time until the load event; by then the dots, the player and the search work.',
  options: {
    turns: createWholeNumberOption('turns', { describe: 'Turns of the session', default: 171 }),
    prompt: createWholeNumberOption('prompt', {
      describe: 'New characters in each prompt; 8,000 more are repeated',
      default: 15_000,
    }),
    rounds: createWholeNumberOption('rounds', {
      describe: 'Number of times the report is opened',
      default: 5,
    }),
    json: JSON_OPTION,
  },
  example: '--turns 1000',
  async run({ turns, prompt, rounds, json }, command) {
    const sessionFolder = mkdtempSync(join(tmpdir(), 'parley-report-'));
    const browser = await launchBrowser();
    try {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      reportProgress(`recording ${turns} turns`);
      const pngBytes = await recordLongSession(sessionFolder, page, { turns, promptLength: prompt });
      const reportPath = join(sessionFolder, 'report.html');
      reportProgress('writing the report');
      const startedAt = performance.now();
      await writeSessionReport(sessionFolder, reportPath, {
        phrases: reportPhrases,
        redactor: createRedactor(),
      });
      const writeSeconds = (performance.now() - startedAt) / 1000;
      const readyMs: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const reportPage = await context.newPage();
        await reportPage.goto(pathToFileURL(reportPath).href);
        readyMs.push(
          await reportPage.evaluate(
            () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).loadEventEnd,
          ),
        );
        await reportPage.close();
      }
      const megabytes = statSync(reportPath).size / 1e6;
      const table = formatTable(
        ['turns', 'mean screenshot, KB PNG', 'report, MB', 'written in, s', 'ready, ms (median)', 'slowest'],
        [
          [
            String(turns),
            (pngBytes / 1000).toFixed(0),
            megabytes.toFixed(1),
            writeSeconds.toFixed(1),
            median(readyMs).toFixed(0),
            Math.max(...readyMs).toFixed(0),
          ],
        ],
      );
      process.stdout.write(`${command}\n\n${table}\n`);
      writeJson(json, { turns, pngBytes, megabytes, writeSeconds, readyMs });
      return 0;
    } finally {
      await browser.close();
      rmSync(sessionFolder, { recursive: true });
    }
  },
});
