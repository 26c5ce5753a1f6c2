/** Measures how much of what a person sees is in the page part of a prompt, compared with Playwright's snapshot for models. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';

import type { CountTokens } from '../src/prompt/index.js';
import { openRanker } from '../src/rank/index.js';
import type { ApplicationPage } from './lib/applications.js';
import { type Bench, describeConditions, withBench } from './lib/bench.js';
import { defineBenchmark, JSON_OPTION, reportProgress, writeJson } from './lib/command-line.js';
import {
  APPLICATIONS_OPTION,
  formatMissing,
  MISSING_OPTION,
  openApplications,
  practicePages,
} from './lib/fidelity-pages.js';
import { scoreFidelity, type FidelityScore, type Recall } from './lib/fidelity-score.js';
import { readTruth, type SeenItem } from './lib/fidelity-truth.js';
import { median } from './lib/measure.js';
import { createPagePart, createSilentModel, MAX_PASSAGES, MAX_RANKED } from './lib/prompt-parley.js';
import { formatNumber, formatTable } from './lib/table.js';

const BUDGETS = [6_000, 3_000];
/** A neutral goal, because the pages have no task. */
const GOAL = 'What is on this page?';

interface Contender {
  name: string;
  tokens: number;
  score: FidelityScore;
}

interface PageResult {
  name: string;
  items: number;
  contenders: Contender[];
}

async function measurePage(
  bench: Bench,
  { name, url, prepare }: ApplicationPage,
  count: CountTokens,
  ranker: ReturnType<typeof openRanker>,
  texts: string | undefined,
): Promise<PageResult> {
  const { surface, page } = await bench.surface();
  try {
    await prepare?.(page);
    await surface.open(url, bench.signal);
    const observation = await surface.observe({ documents: true, text: true, outline: true }, bench.signal);
    const truth = await readTruth(page);
    const { best } = await ranker.rank({ text: GOAL, history: [] }, observation, MAX_RANKED);
    const blocks = observation.text.map(({ text }) => text);
    const passages = (await ranker.rankPassages(GOAL, blocks, MAX_PASSAGES)).map(
      ({ index }) => observation.text[index]!,
    );
    const contenders: Contender[] = [];
    const add = (contender: string, text: string, controls: string[]): void => {
      contenders.push({ name: contender, tokens: count(text), score: scoreFidelity(truth, text, controls) });
      if (texts) write(texts, `${name} - ${contender}.txt`, text);
    };
    for (const budget of BUDGETS) {
      const { part } = createPagePart(observation, { ranked: best, passages }, budget, count);
      const text = part.lines.join('\n');
      add(`Parley, ${formatNumber(budget)}`, text, listNumbered(text));
    }
    const snapshot = await page.ariaSnapshot({ mode: 'ai' });
    add('Playwright ai', snapshot, listReferences(snapshot));
    if (texts) await drawSheet(page, truth, join(texts, `${name}.png`));
    return { name, items: truth.length, contenders };
  } finally {
    await surface.close();
  }
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Lists the numbered elements of an outline. An element at the start of a line includes the lines indented below. */
function listNumbered(text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, start) => {
    const parts = line.split(/(?=\[\d+\])/).filter((part) => part.startsWith('['));
    const isContainer = parts.length === 1 && line.trimStart().startsWith('[');
    if (!isContainer) return parts;
    const end = lines.findIndex((other, i) => i > start && indentOf(other) <= indentOf(line));
    return [lines.slice(start, end < 0 ? undefined : end).join(' ')];
  });
}

/** Lists the elements of a snapshot, with the text indented below them. */
function listReferences(snapshot: string): string[] {
  const lines = snapshot.split('\n');
  return lines.flatMap((line, start) => {
    if (!/\[ref=/.test(line) || /^\s*- (?:generic|main|list|table|row|rowgroup|document) /.test(line))
      return [];
    const end = lines.findIndex((other, i) => i > start && indentOf(other) <= indentOf(line));
    const block = lines
      .slice(start, end < 0 ? undefined : end)
      .filter((other) => !/^\s*- \/url:/.test(other));
    return [block.map(withoutSyntax).join(' ')];
  });
}

/** Removes roles and attributes from a line, leaving names and texts. */
const withoutSyntax = (line: string): string => line.replace(/^\s*- [\w-]+/, '').replace(/\[[^\]]*\]/g, '');

function write(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name.replace(/[^\w .-]+/g, ' ')), text);
}

/** Saves a screenshot with frames around 50 items, to check the reference data by eye. */
async function drawSheet(page: Page, truth: readonly SeenItem[], path: string): Promise<void> {
  const step = Math.max(1, Math.floor(truth.length / 50));
  const items = truth.filter((_, i) => i % step === 0).slice(0, 50);
  await page.evaluate((list) => {
    for (const { box, kind } of list) {
      const frame = document.createElement('div');
      const colour = kind === 'text' ? 'blue' : kind === 'control' ? 'red' : 'green';
      frame.style.cssText = `position:fixed;z-index:2147483647;pointer-events:none;left:${box.x}px;top:${box.y}px;width:${box.width}px;height:${box.height}px;outline:1px solid ${colour}`;
      document.body.append(frame);
    }
  }, items);
  await page.screenshot({ path: path.replace(/[^\w ./-]+/g, ' ') });
}

const formatRecall = ({ found, total }: Recall): string =>
  total === 0 ? '–' : `${((100 * found) / total).toFixed(1)} (${found}/${total})`;

function sumRecalls(recalls: readonly Recall[]): Recall {
  const sum = (part: 'found' | 'total'): number => recalls.reduce((all, recall) => all + recall[part], 0);
  return { found: sum('found'), total: sum('total'), missing: [] };
}

function formatResults(results: readonly PageResult[]): string {
  const names = results[0]!.contenders.map(({ name }) => name);
  const rows = results.flatMap(({ name, contenders }) =>
    contenders.map(({ name: contender, tokens, score }, i) => [
      i === 0 ? name : '',
      contender,
      formatNumber(tokens),
      formatRecall(score.controls),
      formatRecall(score.texts),
      formatRecall(score.values),
    ]),
  );
  const totals = names.map((contender, i) => {
    const contenderResults = results.map(({ contenders }) => contenders[i]!);
    const recall = (part: keyof FidelityScore): string =>
      formatRecall(sumRecalls(contenderResults.map(({ score }) => score[part])));
    return [
      i === 0 ? 'all pages' : '',
      contender,
      `median ${formatNumber(median(contenderResults.map(({ tokens }) => tokens)))}`,
      recall('controls'),
      recall('texts'),
      recall('values'),
    ];
  });
  const head = [
    'page',
    'text for the model',
    'tokens',
    'controls, %',
    'texts and cells, %',
    'values and states, %',
  ];
  return formatTable(head, [...rows, ...totals]);
}

const listMissing = (results: readonly PageResult[]): string[] =>
  results.flatMap(({ name, contenders }) =>
    contenders
      .slice(0, BUDGETS.length)
      .flatMap(({ name: contender, score }) =>
        Object.entries(score).flatMap(([part, recall]: [string, Recall]) =>
          formatMissing(`${name}; ${contender}; ${part}`, recall),
        ),
      ),
  );

export const benchmark = defineBenchmark({
  summary: 'how much of what a person sees in the viewport is in the page part of a prompt',
  description:
    'Reads the visible texts, controls, values and states of practice pages and of installed applications with a ' +
    'separate script, and counts how many of them are in the page part of a prompt and in Playwright’s snapshot.',
  options: {
    applications: { ...APPLICATIONS_OPTION, default: true },
    missing: MISSING_OPTION,
    texts: { type: 'string', requiresArg: true, describe: 'Folder for the texts and the marked screenshots' },
    json: JSON_OPTION,
  },
  example: '--texts out --missing',
  run: ({ applications, missing, texts, json }) =>
    withBench({ peers: false }, async (bench) => {
      const { model } = createSilentModel();
      const count = await model.getTokenCounter();
      const ranker = openRanker();
      const started = await openApplications(applications);
      try {
        process.stdout.write(`${describeConditions(bench.browser)}; tokens by o200k_base\n\n`);
        const pages = practicePages(bench.site, [
          'encyclopedia',
          'shop',
          'calendar',
          'mail',
          'encyclopedia, second',
          'all sites',
        ]);
        const results: PageResult[] = [];
        for (const subject of [...pages, ...started.pages]) {
          reportProgress(`fidelity: ${subject.name}`);
          results.push(await measurePage(bench, subject, count, ranker, texts));
        }
        process.stdout.write(`${formatResults(results)}\n`);
        if (missing) process.stdout.write(`\n${listMissing(results).join('\n')}\n`);
        writeJson(json, results);
        return 0;
      } finally {
        await started.close();
        await ranker.close();
        await model.close();
      }
    }),
});
