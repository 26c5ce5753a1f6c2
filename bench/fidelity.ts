/** Measures how much of the visible page content reaches the prompt, compared with Playwright's AI snapshot. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';

import type { CountTokens } from '../src/prompt/index.js';
import { openRanker } from '../src/rank/index.js';
import type { ApplicationPage } from './lib/applications.js';
import { type BenchmarkResources, describeMachine, withBenchmarkResources } from './lib/bench.js';
import { defineBenchmark, JSON_OPTION, reportProgress, writeJson } from './lib/command-line.js';
import {
  APPLICATIONS_OPTION,
  formatMissing,
  MISSING_OPTION,
  startApplicationsIf,
  listFixturePages,
} from './lib/fidelity-pages.js';
import { scoreFidelity, type FidelityScore, type Recall } from './lib/fidelity-score.js';
import { readGroundTruth, type VisibleItem } from './lib/fidelity-ground-truth.js';
import { median } from './lib/measure.js';
import {
  buildFirstPageSection,
  createRecordingModel,
  MAX_PASSAGES,
  MAX_RANKED_CANDIDATES,
} from './lib/parley-prompts.js';
import { formatNumber, formatTable } from './lib/table.js';

const BUDGETS = [6_000, 3_000];
/** A neutral goal, because the pages have no task. */
const GOAL = 'What is on this page?';

interface VariantResult {
  name: string;
  tokens: number;
  score: FidelityScore;
}

interface PageFidelity {
  name: string;
  itemCount: number;
  variants: VariantResult[];
}

async function measurePage(
  bench: BenchmarkResources,
  { name, url, prepare }: ApplicationPage,
  countTokens: CountTokens,
  ranker: ReturnType<typeof openRanker>,
  outputFolder: string | undefined,
): Promise<PageFidelity> {
  const { surface, page } = await bench.openSurface();
  try {
    await prepare?.(page);
    await surface.open(url, bench.signal);
    const observation = await surface.observe({ documents: true, text: true, outline: true }, bench.signal);
    const groundTruth = await readGroundTruth(page);
    const { best } = await ranker.rank({ text: GOAL, history: [] }, observation, MAX_RANKED_CANDIDATES);
    const blocks = observation.text.map(({ text }) => text);
    const passages = (await ranker.rankPassages(GOAL, blocks, MAX_PASSAGES)).map(
      ({ index }) => observation.text[index]!,
    );
    const variants: VariantResult[] = [];
    const addVariant = (variantName: string, text: string, controls: string[]): void => {
      variants.push({
        name: variantName,
        tokens: countTokens(text),
        score: scoreFidelity(groundTruth, text, controls),
      });
      if (outputFolder) saveText(outputFolder, `${name} - ${variantName}.txt`, text);
    };
    for (const budget of BUDGETS) {
      const { section } = buildFirstPageSection(observation, { ranked: best, passages }, budget, countTokens);
      const text = section.lines.join('\n');
      addVariant(`Parley (${formatNumber(budget)} tokens)`, text, listNumberedElements(text));
    }
    const snapshot = await page.ariaSnapshot({ mode: 'ai' });
    addVariant('Playwright ai', snapshot, listReferencedElements(snapshot));
    if (outputFolder) await saveAnnotatedScreenshot(page, groundTruth, join(outputFolder, `${name}.png`));
    return { name, itemCount: groundTruth.length, variants };
  } finally {
    await surface.close();
  }
}

const countIndent = (line: string): number => line.length - line.trimStart().length;

/** Lists the numbered elements of an outline. If an element starts its line, the lines indented below it belong to it. */
function listNumberedElements(text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, start) => {
    const elements = line.split(/(?=\[\d+\])/).filter((element) => element.startsWith('['));
    const isContainer = elements.length === 1 && line.trimStart().startsWith('[');
    if (!isContainer) return elements;
    const end = lines.findIndex((candidate, i) => i > start && countIndent(candidate) <= countIndent(line));
    return [lines.slice(start, end < 0 ? undefined : end).join(' ')];
  });
}

/** Lists the elements of a snapshot that have a reference, with the lines indented below them. */
function listReferencedElements(snapshot: string): string[] {
  const lines = snapshot.split('\n');
  return lines.flatMap((line, start) => {
    if (!/\[ref=/.test(line) || /^\s*- (?:generic|main|list|table|row|rowgroup|document) /.test(line))
      return [];
    const end = lines.findIndex((candidate, i) => i > start && countIndent(candidate) <= countIndent(line));
    const block = lines
      .slice(start, end < 0 ? undefined : end)
      .filter((blockLine) => !/^\s*- \/url:/.test(blockLine));
    return [block.map(stripSyntax).join(' ')];
  });
}

/** Removes roles and attributes from a line, leaving names and text. */
const stripSyntax = (line: string): string => line.replace(/^\s*- [\w-]+/, '').replace(/\[[^\]]*\]/g, '');

function saveText(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name.replace(/[^\w .-]+/g, ' ')), text);
}

/** Saves a screenshot with outlines around up to 50 items, to check the ground truth by eye. */
async function saveAnnotatedScreenshot(
  page: Page,
  groundTruth: readonly VisibleItem[],
  path: string,
): Promise<void> {
  const step = Math.max(1, Math.floor(groundTruth.length / 50));
  const items = groundTruth.filter((_, i) => i % step === 0).slice(0, 50);
  await page.evaluate((outlinedItems) => {
    for (const { box, kind } of outlinedItems) {
      const outline = document.createElement('div');
      const colour = kind === 'text' ? 'blue' : kind === 'control' ? 'red' : 'green';
      outline.style.cssText = `position:fixed;z-index:2147483647;pointer-events:none;left:${box.x}px;top:${box.y}px;width:${box.width}px;height:${box.height}px;outline:1px solid ${colour}`;
      document.body.append(outline);
    }
  }, items);
  await page.screenshot({ path: path.replace(/[^\w ./-]+/g, ' ') });
}

const formatRecall = ({ foundCount, totalCount }: Recall): string =>
  totalCount === 0 ? '–' : `${((100 * foundCount) / totalCount).toFixed(1)} (${foundCount}/${totalCount})`;

function sumRecalls(recalls: readonly Recall[]): Recall {
  const sum = (field: 'foundCount' | 'totalCount'): number =>
    recalls.reduce((all, recall) => all + recall[field], 0);
  return { foundCount: sum('foundCount'), totalCount: sum('totalCount'), missingItems: [] };
}

function formatResults(results: readonly PageFidelity[]): string {
  const names = results[0]!.variants.map(({ name }) => name);
  const rows = results.flatMap(({ name, variants }) =>
    variants.map(({ name: variantName, tokens, score }, i) => [
      i === 0 ? name : '',
      variantName,
      formatNumber(tokens),
      formatRecall(score.controls),
      formatRecall(score.texts),
      formatRecall(score.values),
    ]),
  );
  const totals = names.map((variantName, i) => {
    const variantResults = results.map(({ variants }) => variants[i]!);
    const formatTotal = (category: keyof FidelityScore): string =>
      formatRecall(sumRecalls(variantResults.map(({ score }) => score[category])));
    return [
      i === 0 ? 'all pages' : '',
      variantName,
      `median ${formatNumber(median(variantResults.map(({ tokens }) => tokens)))}`,
      formatTotal('controls'),
      formatTotal('texts'),
      formatTotal('values'),
    ];
  });
  const head = ['page', 'variant', 'tokens', 'controls, %', 'texts and cells, %', 'values and states, %'];
  return formatTable(head, [...rows, ...totals]);
}

const formatMissingItems = (results: readonly PageFidelity[]): string[] =>
  results.flatMap(({ name, variants }) =>
    variants
      .slice(0, BUDGETS.length)
      .flatMap(({ name: variantName, score }) =>
        Object.entries(score).flatMap(([category, recall]: [string, Recall]) =>
          formatMissing(`${name}; ${variantName}; ${category}`, recall),
        ),
      ),
  );

export const benchmark = defineBenchmark({
  summary: 'share of visible page content that reaches the prompt',
  description:
    'An independent script collects the visible text, controls, values and states of fixture sites and installed ' +
    'applications. The benchmark counts how many of them appear in the page section of a prompt and in Playwright’s AI snapshot.',
  options: {
    applications: { ...APPLICATIONS_OPTION, default: true },
    missing: MISSING_OPTION,
    texts: {
      type: 'string',
      requiresArg: true,
      describe: 'Folder to save the prompt text and the annotated screenshots in',
    },
    json: JSON_OPTION,
  },
  example: '--texts out --missing',
  run: ({ applications, missing, texts, json }) =>
    withBenchmarkResources({ peers: false }, async (bench) => {
      const { model } = createRecordingModel();
      const countTokens = await model.getTokenCounter();
      const ranker = openRanker();
      const runningApplications = await startApplicationsIf(applications);
      try {
        process.stdout.write(`${describeMachine(bench.browser)}; tokens counted with o200k_base\n\n`);
        const pages = listFixturePages(bench.siteUrl, [
          'encyclopedia',
          'shop',
          'calendar',
          'mail',
          'encyclopedia (second skin)',
          'all sites',
        ]);
        const results: PageFidelity[] = [];
        for (const page of [...pages, ...runningApplications.pages]) {
          reportProgress(`fidelity: ${page.name}`);
          results.push(await measurePage(bench, page, countTokens, ranker, texts));
        }
        process.stdout.write(`${formatResults(results)}\n`);
        if (missing) process.stdout.write(`\n${formatMissingItems(results).join('\n')}\n`);
        writeJson(json, results);
        return 0;
      } finally {
        await runningApplications.close();
        await ranker.close();
        await model.close();
      }
    }),
});
