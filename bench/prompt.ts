/** Measures how much of a page reaches the prompt, and whether the prompt contains what the goal needs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Candidate } from '../src/contract/index.js';
import type { CountTokens } from '../src/prompt/index.js';
import { openRanker } from '../src/rank/index.js';
import { type BenchmarkResources, describeMachine, withBenchmarkResources } from './lib/bench.js';
import {
  defineBenchmark,
  JSON_OPTION,
  reportProgress,
  createWholeNumberOption,
  writeJson,
} from './lib/command-line.js';
import { startGroundingSites } from './lib/grounding-sites.js';
import { median } from './lib/measure.js';
import { measurePromptCost, type PromptCost } from './lib/prompt-cost.js';
import { buildFirstPageSection, capturePrompts, createRecordingModel } from './lib/parley-prompts.js';
import { startOtherTools } from './lib/other-tools.js';
import { summariseBudgets, measureBudgets } from './lib/prompt-budgets.js';
import { containsNeed, toElementLines } from './lib/prompt-content.js';
import { listPromptCases, type PromptCase } from './lib/prompt-cases.js';
import { observeGroundingSet } from './lib/ranking-pages.js';
import { formatNumber, formatTable } from './lib/table.js';

interface PromptOptions {
  rounds: number;
  peers: boolean;
  /** Folder to save the prompt text of each tool in. */
  outputFolder: string | undefined;
}

interface PromptCell {
  tokens: number;
  /** Whether the text contains what the goal needs. */
  contained: boolean;
}

interface PageMeasurement {
  name: string;
  elementCount: number;
  goal: string;
  /** By tool; null if the tool failed. */
  cells: Record<string, PromptCell | null>;
  cost: PromptCost;
}

/** Patterns for a line with an element reference, in the chat navigator's and in WebLINX prompts. */
const NUMBERED_ELEMENT = /^\[\d+\]/;
const UID_ELEMENT = /^\(uid = /;
const SMALL_BUDGETS = [3_000, 1_000, 500];

/** Converts a needed element into a pattern for its uid, because WebLINX prompts may list it without text. */
function toUidNeed(need: PromptCase['need'], candidates: readonly Candidate[]): PromptCase['need'] {
  if ('fact' in need) return need;
  const matches = candidates.filter(
    ({ interactive, name, text }) => interactive && (need.element.test(name) || need.element.test(text)),
  );
  const uids = matches.flatMap(({ uid, folded }) => [uid, ...folded.map((element) => element.uid)]);
  return { element: new RegExp(`^\\(uid = (${uids.join('|')})\\)`) };
}

async function measurePage(
  promptCase: PromptCase,
  bench: BenchmarkResources,
  tools: Awaited<ReturnType<typeof startOtherTools>>['tools'],
  countTokens: CountTokens,
  { rounds, outputFolder }: PromptOptions,
): Promise<PageMeasurement> {
  const { name, url, goal, need: defaultNeed } = promptCase;
  const { surface, page } = await bench.openSurface();
  try {
    await surface.open(url, bench.signal);
    const spec = { documents: true, text: true, outline: true, weblinx: true };
    const observation = await surface.observe(spec, bench.signal);
    const input = { observation, surface, goal, signal: bench.signal };
    const { content: rankedContent, cost } = await measurePromptCost(input, countTokens, rounds);
    const prompts = await capturePrompts(observation, goal, rankedContent, countTokens);
    const cells: PageMeasurement['cells'] = {};
    const addCell = (
      toolName: string,
      text: string,
      elementId: RegExp,
      { tokens = countTokens(text), need = defaultNeed }: { tokens?: number; need?: PromptCase['need'] } = {},
    ): void => {
      const elementLines = elementId === NUMBERED_ELEMENT ? toElementLines(text) : text;
      cells[toolName] = { tokens, contained: containsNeed(elementLines, elementId, need) };
      if (!outputFolder) return;
      mkdirSync(outputFolder, { recursive: true });
      writeFileSync(join(outputFolder, `${name} - ${toolName.replace(/[^\w.]+/g, ' ').trim()}.txt`), text);
    };
    addCell('Parley, page section', prompts.pageSection, NUMBERED_ELEMENT);
    for (const budget of SMALL_BUDGETS) {
      const { section } = buildFirstPageSection(observation, rankedContent, budget, countTokens);
      addCell(`Parley, page section of ${formatNumber(budget)}`, section.lines.join('\n'), NUMBERED_ELEMENT);
    }
    addCell('Parley, whole prompt', prompts.chatPrompt.text, NUMBERED_ELEMENT, prompts.chatPrompt);
    addCell('Parley, WebLINX prompt (llama)', prompts.weblinxPrompt.text, UID_ELEMENT, {
      tokens: prompts.weblinxPrompt.tokens,
      need: toUidNeed(defaultNeed, observation.candidates),
    });
    for (const tool of tools)
      try {
        addCell(tool.name, await tool.readText(url, page), tool.elementId);
      } catch (error) {
        process.stderr.write(`${tool.name}: ${error instanceof Error ? error.message : String(error)}\n`);
        cells[tool.name] = null;
      }
    const elementCount = await page.evaluate(() => document.querySelectorAll('*').length);
    return { name, elementCount, goal, cells, cost };
  } finally {
    await surface.close();
  }
}

async function measurePages(
  bench: BenchmarkResources,
  countTokens: CountTokens,
  options: PromptOptions,
): Promise<{ text: string; data: unknown }> {
  const sites = await startGroundingSites();
  const otherTools = await startOtherTools(bench, options.peers).catch(async (error: unknown) => {
    await sites.close();
    throw error;
  });
  try {
    const measurements: PageMeasurement[] = [];
    for (const promptCase of listPromptCases(bench, sites)) {
      reportProgress(`prompt: ${promptCase.name}`);
      await sites.reset();
      measurements.push(await measurePage(promptCase, bench, otherTools.tools, countTokens, options));
    }
    return {
      text: [formatPages(measurements), ...otherTools.missingToolNotes].join('\n\n'),
      data: measurements,
    };
  } finally {
    await otherTools.close();
    await sites.close();
  }
}

function formatPages(measurements: readonly PageMeasurement[]): string {
  const formatCell = (cell: PromptCell | null): string =>
    cell ? `${formatNumber(cell.tokens)} ${cell.contained ? 'yes' : 'no'}` : 'failed';
  const sizeTable = formatTable(
    ['tokens, and whether the goal’s element or fact is there', ...measurements.map(({ name }) => name)],
    [
      ['elements on the page', ...measurements.map(({ elementCount }) => formatNumber(elementCount))],
      ...Object.keys(measurements[0]!.cells).map((name) => [
        name,
        ...measurements.map(({ cells }) => formatCell(cells[name]!)),
      ]),
    ],
  );
  const costTable = formatTable(
    ['CPU ms', ...measurements.map(({ name }) => name)],
    [
      [
        'ranking elements and text blocks, new page',
        ...measurements.map(({ cost }) => formatNumber(cost.rankNewPageMs)),
      ],
      [
        'ranking them, same page again',
        ...measurements.map(({ cost }) => formatNumber(cost.rankKnownPageMs)),
      ],
      [
        'page section of 6,000 tokens',
        ...measurements.map(({ cost }) => formatNumber(cost.pageSectionMs, 1)),
      ],
    ],
  );
  return `### Prompt size\n\n${sizeTable}\n\n${costTable}`;
}

async function measureSmallBudgets(
  bench: BenchmarkResources,
  countTokens: CountTokens,
): Promise<{ text: string; data: unknown }> {
  reportProgress('observing the pages of the grounding set');
  const { pages, faultCount } = await observeGroundingSet(bench.browser, { text: true, outline: true });
  const ranker = openRanker();
  try {
    reportProgress('creating page sections');
    const results = await measureBudgets(pages, ranker, countTokens);
    const formatFraction = (count: number, total: number): string => (total ? `${count} of ${total}` : '–');
    const rows = summariseBudgets(results).map(
      ({ budget, tokens, instructionCount, containedCount, truncatedCount, truncatedContainedCount }) => [
        formatNumber(budget),
        formatNumber(median(tokens)),
        formatNumber(Math.max(...tokens)),
        formatFraction(containedCount, instructionCount),
        formatFraction(truncatedContainedCount, truncatedCount),
      ],
    );
    const head = ['budget', 'tokens, median', 'max', 'target contained', 'if the page was cut'];
    const note = faultCount
      ? `\n\nNot counted, because their page could not be prepared: ${faultCount} instructions.`
      : '';
    return { text: `### Smaller budgets\n\n${formatTable(head, rows)}${note}`, data: results };
  } finally {
    await ranker.close();
  }
}

const PARTS = { pages: measurePages, budgets: measureSmallBudgets };
type PartName = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as PartName[];

export const benchmark = defineBenchmark({
  summary: 'size of the page section of a prompt, and whether it contains what is needed',
  description:
    'Measures how much of a page goes into a prompt, compared with other tools, and whether the prompt contains what ' +
    'the goal needs (pages). Then measures smaller token budgets over the grounding set (budgets).',
  options: {
    only: {
      type: 'string',
      array: true,
      requiresArg: true,
      choices: PART_NAMES,
      describe: 'Parts to measure (repeatable)',
      default: PART_NAMES,
      defaultDescription: 'all parts',
    },
    rounds: createWholeNumberOption('rounds', {
      describe: 'Measurements of the CPU cost per page',
      default: 5,
    }),
    peers: {
      type: 'boolean',
      default: false,
      describe: 'Install and measure Stagehand and browser-use too (Python 3.11 or later)',
    },
    texts: { type: 'string', requiresArg: true, describe: 'Folder to save the prompt text of each tool in' },
    json: JSON_OPTION,
  },
  example: '--only pages --rounds 1 --texts out',
  run: ({ only, rounds, peers, texts: outputFolder, json }) =>
    withBenchmarkResources({ peers: peers && only.includes('pages') }, async (bench) => {
      const { model } = createRecordingModel();
      const countTokens = await model.getTokenCounter();
      const conditions = `${describeMachine(bench.browser)}; tokens counted with o200k_base`;
      process.stdout.write(`${conditions}\n\n`);
      const figures: Record<string, unknown> = { conditions };
      for (const name of only) {
        const { text, data } = await PARTS[name](bench, countTokens, { rounds, peers, outputFolder });
        process.stdout.write(`${text}\n\n`);
        figures[name] = data;
      }
      await model.close();
      writeJson(json, figures);
      return 0;
    }),
});
