/** Measures how much of a page a prompt contains, and whether the prompt contains what the goal needs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Candidate } from '../src/contract/index.js';
import type { CountTokens } from '../src/prompt/index.js';
import { openRanker } from '../src/rank/index.js';
import { type Bench, describeConditions, withBench } from './lib/bench.js';
import { defineBenchmark, JSON_OPTION, reportProgress, wholeNumber, writeJson } from './lib/command-line.js';
import { startGroundingSites } from './lib/grounding-sites.js';
import { median } from './lib/measure.js';
import { measurePromptCost, type PromptCost } from './lib/prompt-cost.js';
import { createPagePart, capturePrompts, createSilentModel } from './lib/prompt-parley.js';
import { startPeers } from './lib/prompt-peers.js';
import { summariseBudgets, measureBudgets } from './lib/prompt-budgets.js';
import { containsNeed, toElementLines } from './lib/prompt-content.js';
import { listPromptSubjects, type PromptSubject } from './lib/prompt-subjects.js';
import { observeGroundingSet } from './lib/ranking-pages.js';
import { formatNumber, formatTable } from './lib/table.js';

interface PromptOptions {
  rounds: number;
  peers: boolean;
  /** Folder to write the prompt texts of all contenders to. */
  texts: string | undefined;
}

interface Cell {
  tokens: number;
  /** The text contains what the goal needs. */
  contained: boolean;
}

interface PageMeasurement {
  name: string;
  elementCount: number;
  goal: string;
  /** By contender; null if the contender failed. */
  cells: Record<string, Cell | null>;
  cost: PromptCost;
}

/** Match a line with an element reference: in the chat navigator's prompts, and in WebLINX prompts. */
const NUMBERED_ELEMENT = /^\[\d+\]/;
const UID_ELEMENT = /^\(uid = /;
const SMALL_BUDGETS = [3_000, 1_000, 500];

/** Matches the needed element by its uid, because WebLINX prompts may list it without text. */
function toUidNeed(needs: PromptSubject['needs'], candidates: readonly Candidate[]): PromptSubject['needs'] {
  if ('fact' in needs) return needs;
  const matches = candidates.filter(
    ({ interactive, name, text }) => interactive && (needs.element.test(name) || needs.element.test(text)),
  );
  const uids = matches.flatMap(({ uid, folded }) => [uid, ...folded.map((element) => element.uid)]);
  return { element: new RegExp(`^\\(uid = (${uids.join('|')})\\)`) };
}

async function measurePage(
  subject: PromptSubject,
  bench: Bench,
  peers: Awaited<ReturnType<typeof startPeers>>['list'],
  count: CountTokens,
  { rounds, texts }: PromptOptions,
): Promise<PageMeasurement> {
  const { name, url, goal, needs } = subject;
  const { surface, page } = await bench.surface();
  try {
    await surface.open(url, bench.signal);
    const spec = { documents: true, text: true, outline: true, weblinx: true };
    const observation = await surface.observe(spec, bench.signal);
    const input = { observation, surface, goal, signal: bench.signal };
    const { selection, cost } = await measurePromptCost(input, count, rounds);
    const prompts = await capturePrompts(observation, goal, selection, count);
    const cells: PageMeasurement['cells'] = {};
    const addCell = (
      contender: string,
      text: string,
      elementId: RegExp,
      { tokens = count(text), need = needs }: { tokens?: number; need?: PromptSubject['needs'] } = {},
    ): void => {
      const elements = elementId === NUMBERED_ELEMENT ? toElementLines(text) : text;
      cells[contender] = { tokens, contained: containsNeed(elements, elementId, need) };
      if (!texts) return;
      mkdirSync(texts, { recursive: true });
      writeFileSync(join(texts, `${name} - ${contender.replace(/[^\w.]+/g, ' ').trim()}.txt`), text);
    };
    addCell('Parley, page part', prompts.pagePart, NUMBERED_ELEMENT);
    for (const budget of SMALL_BUDGETS) {
      const { part } = createPagePart(observation, selection, budget, count);
      addCell(`Parley, page part of ${formatNumber(budget)}`, part.lines.join('\n'), NUMBERED_ELEMENT);
    }
    addCell('Parley, whole prompt', prompts.chatPrompt.text, NUMBERED_ELEMENT, prompts.chatPrompt);
    addCell('Parley, WebLINX prompt (llama)', prompts.weblinxPrompt.text, UID_ELEMENT, {
      tokens: prompts.weblinxPrompt.tokens,
      need: toUidNeed(needs, observation.candidates),
    });
    for (const peer of peers)
      try {
        addCell(peer.name, await peer.readText(url, page), peer.elementId);
      } catch (error) {
        process.stderr.write(`${peer.name}: ${error instanceof Error ? error.message : String(error)}\n`);
        cells[peer.name] = null;
      }
    const elementCount = await page.evaluate(() => document.querySelectorAll('*').length);
    return { name, elementCount, goal, cells, cost };
  } finally {
    await surface.close();
  }
}

async function measurePages(
  bench: Bench,
  count: CountTokens,
  options: PromptOptions,
): Promise<{ text: string; data: unknown }> {
  const sites = await startGroundingSites();
  const peers = await startPeers(bench, options.peers).catch(async (error: unknown) => {
    await sites.close();
    throw error;
  });
  try {
    const measurements: PageMeasurement[] = [];
    for (const subject of listPromptSubjects(bench, sites)) {
      reportProgress(`prompt: ${subject.name}`);
      await sites.reset();
      measurements.push(await measurePage(subject, bench, peers.list, count, options));
    }
    return { text: [formatPages(measurements), ...peers.missing].join('\n\n'), data: measurements };
  } finally {
    await peers.close();
    await sites.close();
  }
}

function formatPages(measurements: readonly PageMeasurement[]): string {
  const formatCell = (cell: Cell | null): string =>
    cell ? `${formatNumber(cell.tokens)} ${cell.contained ? 'yes' : 'no'}` : 'failed';
  const sizes = formatTable(
    ['tokens, and whether what the goal needs is there', ...measurements.map(({ name }) => name)],
    [
      ['elements of the page', ...measurements.map(({ elementCount }) => formatNumber(elementCount))],
      ...Object.keys(measurements[0]!.cells).map((name) => [
        name,
        ...measurements.map(({ cells }) => formatCell(cells[name]!)),
      ]),
    ],
  );
  const costs = formatTable(
    ['CPU ms', ...measurements.map(({ name }) => name)],
    [
      [
        'ranking elements and texts, new page',
        ...measurements.map(({ cost }) => formatNumber(cost.rankNewPageMs)),
      ],
      [
        'ranking them, same page again',
        ...measurements.map(({ cost }) => formatNumber(cost.rankKnownPageMs)),
      ],
      ['page part of 6,000 tokens', ...measurements.map(({ cost }) => formatNumber(cost.pagePartMs, 1))],
    ],
  );
  return `### Prompt size\n\n${sizes}\n\n${costs}`;
}

async function measureSmallBudgets(
  bench: Bench,
  count: CountTokens,
): Promise<{ text: string; data: unknown }> {
  reportProgress('observing the pages of the grounding set');
  const { pages, faultCount } = await observeGroundingSet(bench.browser, { text: true, outline: true });
  const ranker = openRanker();
  try {
    reportProgress('creating page parts');
    const uses = await measureBudgets(pages, ranker, count);
    const formatShare = (part: number, whole: number): string => (whole ? `${part} of ${whole}` : '–');
    const rows = summariseBudgets(uses).map(
      ({ budget, tokens, instructionCount, containedCount, cutCount, cutContainedCount }) => [
        formatNumber(budget),
        formatNumber(median(tokens)),
        formatNumber(Math.max(...tokens)),
        formatShare(containedCount, instructionCount),
        formatShare(cutContainedCount, cutCount),
      ],
    );
    const head = ['budget', 'tokens, median', 'max', 'target contained', 'if the page was cut'];
    const note = faultCount
      ? `\n\nNot counted, because their page could not be prepared: ${faultCount} instructions.`
      : '';
    return { text: `### Smaller budgets\n\n${formatTable(head, rows)}${note}`, data: uses };
  } finally {
    await ranker.close();
  }
}

const PARTS = { pages: measurePages, budgets: measureSmallBudgets };
type PartName = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as PartName[];

export const benchmark = defineBenchmark({
  summary: 'size of the page part of a prompt, and whether it contains what is needed',
  description:
    'Measures how much of a page goes into a prompt, compared with other tools, and whether the part contains what ' +
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
    rounds: wholeNumber('rounds', { describe: 'Measurements of the CPU cost per page', default: 5 }),
    peers: {
      type: 'boolean',
      default: false,
      describe: 'Install and measure Stagehand and browser-use too (Python 3.11 or later)',
    },
    texts: { type: 'string', requiresArg: true, describe: 'Folder for the texts of all contenders' },
    json: JSON_OPTION,
  },
  example: '--only pages --rounds 1 --texts out',
  run: ({ only, rounds, peers, texts, json }) =>
    withBench({ peers: peers && only.includes('pages') }, async (bench) => {
      const { model } = createSilentModel();
      const count = await model.getTokenCounter();
      const conditions = `${describeConditions(bench.browser)}; tokens by o200k_base`;
      process.stdout.write(`${conditions}\n\n`);
      const figures: Record<string, unknown> = { conditions };
      for (const name of only) {
        const { text, data } = await PARTS[name](bench, count, { rounds, peers, texts });
        process.stdout.write(`${text}\n\n`);
        figures[name] = data;
      }
      await model.close();
      writeJson(json, figures);
      return 0;
    }),
});
