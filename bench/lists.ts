/** Measures the size and cost of element lists, compared with the page's HTML. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { ElementListStyle } from '../src/contract/index.js';
import type { CountTokens } from '../src/prompt/index.js';
import { startEpisode } from '../src/suites/miniwob/episode.js';
import { findPages } from '../src/suites/miniwob/pages.js';
import type { ApplicationPage } from './lib/applications.js';
import { describeMachine, withBenchmarkResources, type BenchmarkResources } from './lib/bench.js';
import { defineBenchmark, JSON_OPTION, reportProgress, writeJson } from './lib/command-line.js';
import {
  APPLICATIONS_OPTION,
  formatMissing,
  MISSING_OPTION,
  startApplicationsIf,
  listFixturePages,
} from './lib/fidelity-pages.js';
import { scoreFidelity, type Recall } from './lib/fidelity-score.js';
import { readGroundTruth } from './lib/fidelity-ground-truth.js';
import { median, takeSample } from './lib/measure.js';
import { createRecordingModel } from './lib/parley-prompts.js';
import { formatNumber, formatTable } from './lib/table.js';

/** Mean token counts from SteP's notebook `eval_compression` and from figure 14 of the paper. */
const PUBLISHED_MEANS: [site: string, html: number, list: number][] = [
  ['SteP: MiniWoB++', 182, 182],
  ['SteP: AirlineCRM', 1_367, 539],
  ['SteP: live sites', 11_485, 1_933],
];
const ROUNDS = 7;
const EPISODE_OPTIONS = { seed: 1, clock: 'long', dataMode: 'train', hideQuery: true } as const;
const MINIWOB_TASKS = ['login-user', 'email-inbox', 'book-flight', 'click-checkboxes-large'];

interface ListSubject extends ApplicationPage {
  style: ElementListStyle;
  isEpisode?: boolean;
}

interface ListResult {
  name: string;
  style: ElementListStyle;
  htmlTokens: number;
  listTokens: number;
  lineCount: number;
  controls: Recall;
  texts: Recall;
  /** CPU time of an observation with and without the list, in milliseconds. */
  withListMs: number;
  withoutListMs: number;
}

function listMiniwobPages(folder: string | undefined): ListSubject[] {
  const pages = findPages(folder);
  return MINIWOB_TASKS.map((task) => ({
    name: `MiniWoB++: ${task}`,
    url: pathToFileURL(join(pages.folder, 'miniwob', `${task}.html`)).href,
    style: 'miniwob',
    isEpisode: true,
  }));
}

async function measurePage(
  bench: BenchmarkResources,
  { name, url, style, isEpisode, prepare }: ListSubject,
  countTokens: CountTokens,
): Promise<ListResult> {
  const { surface, page } = await bench.openSurface();
  try {
    await prepare?.(page);
    await surface.open(url, bench.signal);
    if (isEpisode) await startEpisode(page, EPISODE_OPTIONS);
    const observe = (elementList?: ElementListStyle) =>
      surface.observe(elementList ? { elementList } : {}, bench.signal);
    const { elementList } = await observe(style);
    const { text, lines } = elementList!;
    const html = await page.evaluate(() => document.documentElement.outerHTML);
    const groundTruth = await readGroundTruth(page);
    const controlTexts = lines.filter(({ id }) => id > 0).map((line) => line.text);
    const score = scoreFidelity(groundTruth, text, controlTexts);
    const withListSamples: number[] = [];
    const withoutListSamples: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      withListSamples.push((await takeSample(() => observe(style))).cpu);
      withoutListSamples.push((await takeSample(() => observe())).cpu);
    }
    return {
      name,
      style,
      htmlTokens: countTokens(html),
      listTokens: countTokens(text),
      lineCount: lines.length,
      controls: score.controls,
      texts: score.texts,
      withListMs: median(withListSamples),
      withoutListMs: median(withoutListSamples),
    };
  } finally {
    await surface.close();
  }
}

const formatRatio = (html: number, list: number): string => `${formatNumber(html / list, 1)} : 1`;

const formatRecall = ({ foundCount, totalCount }: Recall): string => `${foundCount}/${totalCount}`;

function formatResults(results: readonly ListResult[]): string {
  const head = [
    'page',
    'list',
    'HTML tokens',
    'list tokens',
    'ratio',
    'lines',
    'controls',
    'texts',
    'CPU ms',
  ];
  const rows = results.map((result) => [
    result.name,
    result.style,
    formatNumber(result.htmlTokens),
    formatNumber(result.listTokens),
    formatRatio(result.htmlTokens, result.listTokens),
    String(result.lineCount),
    formatRecall(result.controls),
    formatRecall(result.texts),
    `${formatNumber(result.withListMs)} (${formatNumber(result.withoutListMs)})`,
  ]);
  const publishedRows = PUBLISHED_MEANS.map(([site, html, list]) => [
    site,
    '',
    formatNumber(html),
    formatNumber(list),
    formatRatio(html, list),
    ...Array.from({ length: 4 }, () => '–'),
  ]);
  return formatTable(head, [...rows, ...publishedRows]);
}

export const benchmark = defineBenchmark({
  summary: 'token counts of element lists and HTML, and the time per observation',
  description:
    'Compares the element lists that SteP policies read with the HTML of the pages, and with the published means. ' +
    'Like the benchmark fidelity, counts how many of the visible controls and text blocks are in the list. ' +
    'The CPU time of an observation without the list is in brackets.',
  options: {
    miniwob: { type: 'boolean', default: true, describe: 'Measure pages of MiniWoB++ (Python 3)' },
    pages: { type: 'string', requiresArg: true, describe: 'Folder with the pages of MiniWoB++' },
    applications: { ...APPLICATIONS_OPTION, default: false },
    missing: MISSING_OPTION,
    json: JSON_OPTION,
  },
  example: '--no-miniwob --missing',
  run: ({ miniwob, pages, applications, missing, json }) =>
    withBenchmarkResources({ peers: false }, async (bench) => {
      const { model } = createRecordingModel();
      const countTokens = await model.getTokenCounter();
      const runningApplications = await startApplicationsIf(applications);
      const subjects = [
        ...[
          ...listFixturePages(bench.siteUrl, ['shop', 'mail', 'encyclopedia', 'calendar', 'airline']),
          { name: 'shop, 10k elements', url: `${bench.shopUrl}/10k` },
          ...runningApplications.pages,
        ].map((page): ListSubject => ({ ...page, style: 'salient' })),
        ...(miniwob ? listMiniwobPages(pages) : []),
      ];
      try {
        process.stdout.write(`${describeMachine(bench.browser)}; tokens counted with o200k_base\n\n`);
        const results: ListResult[] = [];
        for (const listSubject of subjects) {
          reportProgress(`lists: ${listSubject.name}`);
          results.push(await measurePage(bench, listSubject, countTokens));
        }
        process.stdout.write(`${formatResults(results)}\n`);
        if (missing) {
          const lines = results.flatMap(({ name, controls, texts }) =>
            [controls, texts].flatMap((recall) => formatMissing(name, recall)),
          );
          process.stdout.write(`\n${lines.join('\n')}\n`);
        }
        writeJson(json, results);
        return 0;
      } finally {
        await runningApplications.close();
        await model.close();
      }
    }),
});
