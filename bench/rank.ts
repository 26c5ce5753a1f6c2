/** Measures ranking quality and speed. Prints Markdown tables. */
import type { Observation, Ranker } from '../src/contract/index.js';
import { parseHtml } from '../src/lxml/index.js';
import { createSurface, launchBrowser, createUnguardedContext } from '../src/page/index.js';
import { startEncoder } from '../src/rank/dense/encoder.js';
import { createSimilarities, type Similarities } from '../src/rank/dense/similarity.js';
import { createMemoryStore } from '../src/rank/dense/store.js';
import { createLexicalRanker, openRanker, parseBoxes, findWeblinxCandidates } from '../src/rank/index.js';
import { BUNDLED_ENCODER_FOLDER } from '../src/rank/open.js';
import { formatQuery } from '../src/rank/query.js';
import { scoreBm25, standardise } from '../src/rank/bm25.js';
import { rankIndices } from '../src/rank/weights.js';
import { computeProbability } from '../src/reference/index.js';
import { splitQueryWords } from '../src/rank/words.js';
import { describeMachine } from './lib/bench.js';
import {
  defineBenchmark,
  JSON_OPTION,
  reportProgress,
  createWholeNumberOption,
  writeJson,
} from './lib/command-line.js';
import { renderShop } from './lib/shop-pages.js';
import {
  measureDirectChoices,
  measureOtherPageReferences,
  type DirectChoice,
  type FirstChoice,
} from './lib/direct-choices.js';
import { computeCurve, fitLogistic, crossValidate, type ReferenceCase } from './lib/reference-calibration.js';
import { observeGroundingSet, type ObservedRankingPage, type RankingPage } from './lib/ranking-pages.js';
import {
  computeMrr,
  rankQuestions,
  createRankFunction,
  computeRecall,
  type QuestionRank,
  type RankFunction,
} from './lib/rank-quality.js';
import { scoreCandidateFile, buildPostings, measurePrefilter } from './lib/rank-offline.js';
import { measureRankingCost } from './lib/rank-speed.js';
import { formatNumber, formatTable } from './lib/table.js';

/** BM25 on the candidates' DMR documents alone, without names and folded elements, as in the reference results. */
const scoreByPlainBm25 = (page: RankingPage, text: string): Float64Array =>
  scoreBm25(
    buildPostings(page.candidates.map(({ document }) => document)),
    new Map(splitQueryWords(text).map((word) => [word, 1])),
  );

/** Creates the reference rankings that the bundled encoder's model card reports. */
function createReferenceRankings(similarities: Similarities): Record<string, RankFunction> {
  const scoreByCosine = async (page: RankingPage, line: string): Promise<Float64Array> => {
    const documents = page.candidates.map(({ document }) => document);
    const [cosines] = await similarities.compute([line], documents, new AbortController().signal);
    return Float64Array.from(cosines!);
  };
  const countCandidates = (page: RankingPage): number => page.candidates.length;
  return {
    'BM25, documents alone': async (page, { query }) =>
      rankIndices(scoreByPlainBm25(page, query.text), countCandidates(page)),
    'cosine, documents alone': async (page, { query }) =>
      rankIndices(await scoreByCosine(page, formatQuery(query)), countCandidates(page)),
    'cosine + 0.25 BM25 + 0.5 interactive': async (page, { query }) => {
      const cosines = standardise(await scoreByCosine(page, formatQuery(query)));
      const wordScores = standardise(scoreByPlainBm25(page, query.text));
      const scores = cosines.map(
        (cosine, i) => cosine + 0.25 * wordScores[i]! + (page.candidates[i]!.interactive ? 0.5 : 0),
      );
      return rankIndices(scores, countCandidates(page));
    },
  };
}

function formatRankRow(name: string, ranks: readonly QuestionRank[]): string[] {
  const toCells = (ranks: number[]): string[] =>
    [...[1, 5, 10, 20].map((k) => computeRecall(ranks, k)), computeMrr(ranks)].map((figure) =>
      formatNumber(figure, 3),
    );
  return [
    name,
    ...toCells(ranks.map(({ functionalRank }) => functionalRank)),
    ...toCells(ranks.map(({ strictRank }) => strictRank)),
  ];
}

const QUALITY_COLUMNS = ['', 'R@1', 'R@5', 'R@10', 'R@20', 'MRR', 'strict R@1', 'R@5', 'R@10', 'R@20', 'MRR'];

/** Lists the instructions whose target is not ranked first, with the document that is ranked first. */
function formatMisses(
  pages: readonly RankingPage[],
  ranks: readonly QuestionRank[],
  firstRankedDocuments: Map<string, string>,
  maxRows: number,
): string {
  const targetDocuments = new Map(
    pages.flatMap(({ candidates, questions }) =>
      questions.map(({ id, strictTargets }): [string, string] => [
        id,
        candidates[strictTargets[0]!]?.document ?? '–',
      ]),
    ),
  );
  const rows = ranks
    .filter(({ functionalRank, question }) => functionalRank > 1 && question.split === 'tune')
    .sort((a, b) => b.functionalRank - a.functionalRank)
    .slice(0, maxRows)
    .map(({ question: { id, query, kind }, functionalRank }) =>
      [query.text, kind, targetDocuments.get(id)!, firstRankedDocuments.get(id)!, String(functionalRank)].map(
        (cell) => cell.replaceAll('|', '·').slice(0, 60),
      ),
    );
  return formatTable(['instruction', 'kind', 'target', 'ranked first', 'rank'], rows);
}

async function measureQuality(misses: number): Promise<{ text: string; data: unknown }> {
  const browser = await launchBrowser();
  let pages: RankingPage[];
  let faultCount: number;
  try {
    reportProgress('observing the pages of the grounding set');
    ({ pages, faultCount } = await observeGroundingSet(browser));
  } finally {
    await browser.close();
  }
  const encoder = startEncoder({ folder: BUNDLED_ENCODER_FOLDER });
  const hybrid = openRanker();
  const firstRankedDocuments = new Map<string, string>();
  const rankByDefault = createRankFunction(hybrid);
  const rankings: Record<string, RankFunction> = {
    ...createReferenceRankings(
      createSimilarities(encoder, Promise.resolve(createMemoryStore()), { query: 160, document: 64 }),
    ),
    'Parley, words alone': createRankFunction(createLexicalRanker()),
    'Parley, default': async (page, question) => {
      const rankedIndices = await rankByDefault(page, question);
      firstRankedDocuments.set(question.id, page.candidates[rankedIndices[0]!]!.document);
      return rankedIndices;
    },
  };
  const ranksByRanking = new Map<string, QuestionRank[]>();
  for (const [name, rank] of Object.entries(rankings)) {
    reportProgress(`ranking: ${name}`);
    ranksByRanking.set(name, await rankQuestions(pages, rank));
  }
  await hybrid.close();
  await encoder.close();

  const sections: string[] = [];
  for (const set of ['sites', 'miniwob'] as const)
    for (const split of ['tune', 'test'] as const) {
      const selectRanks = (ranks: readonly QuestionRank[]): QuestionRank[] =>
        ranks.filter(({ question }) => question.set === set && question.split === split);
      const rows = [...ranksByRanking].map(([name, ranks]) => formatRankRow(name, selectRanks(ranks)));
      const count = selectRanks([...ranksByRanking.values()][0]!).length;
      sections.push(
        `**${set}, ${split}** (${count} instructions)\n\n${formatTable(QUALITY_COLUMNS, rows)}\n`,
      );
    }
  const defaultRanks = ranksByRanking.get('Parley, default')!;
  const kinds = [...new Set(defaultRanks.map(({ question }) => question.kind))].sort();
  const kindRows = kinds.map((kind) => {
    const kindRanks = defaultRanks.filter(
      ({ question }) => question.kind === kind && question.split === 'test',
    );
    return formatRankRow(`${kind} (${kindRanks.length})`, kindRanks);
  });
  sections.push(
    `**By kind of instruction, test half, default ranker**\n\n${formatTable(QUALITY_COLUMNS, kindRows)}\n`,
  );
  reportProgress('prefilter');
  const prefilter = await measurePrefilter(pages);
  const prefilterRows = prefilter.recall.map(([k, share]) => [String(k), formatNumber(share, 3)]);
  sections.push(
    `**Prefilter** (all pages merged into one with ${formatNumber(prefilter.candidateCount)} candidates; recall is the share of the ${prefilter.questionCount} instructions whose target is among the first k by words and kinds alone)\n\n${formatTable(['k', 'recall'], prefilterRows)}\n`,
  );
  if (misses > 0)
    sections.push(
      `**Not ranked first** (tuning half)\n\n${formatMisses(pages, defaultRanks, firstRankedDocuments, misses)}\n`,
    );
  if (faultCount > 0)
    sections.push(`Not counted, because their page could not be prepared: ${faultCount} instructions.\n`);
  const data = [...ranksByRanking].map(([name, ranks]) => ({
    name,
    ranks: ranks.map(({ question: { id, kind, split, set }, strictRank, functionalRank }) => ({
      id,
      kind,
      split,
      set,
      strict: strictRank,
      functional: functionalRank,
    })),
  }));
  return { text: `### Ranking quality\n\n${sections.join('\n')}`, data };
}

/**
 * Observes the grounding set and collects the built-in navigator's first actions. The ranker stays open during `use`.
 */
async function withDirectChoices<T>(
  use: (
    choices: readonly DirectChoice[],
    pages: readonly ObservedRankingPage[],
    ranker: Ranker,
  ) => T | Promise<T>,
): Promise<T> {
  const browser = await launchBrowser();
  const ranker = openRanker();
  try {
    reportProgress('observing the pages of the grounding set');
    const { pages } = await observeGroundingSet(browser, { text: true });
    reportProgress('asking the built-in navigator');
    return await use(await measureDirectChoices(pages, ranker), pages, ranker);
  } finally {
    await ranker.close();
    await browser.close();
  }
}

function tabulateChoices(choices: readonly DirectChoice[]): { text: string; data: unknown } {
  const countChoices = (split: 'tune' | 'test', choice?: FirstChoice): number =>
    choices.filter(
      (candidate) => candidate.question.split === split && candidate.choice === (choice ?? candidate.choice),
    ).length;
  const rows = (['tune', 'test'] as const).map((split) => [
    split,
    ...[undefined, 'right', 'asks', 'wrong'].map((choice) =>
      formatNumber(countChoices(split, choice as FirstChoice | undefined)),
    ),
    `${formatNumber((100 * countChoices(split, 'wrong')) / Math.max(1, countChoices(split)), 1)} %`,
  ]);
  const head = ['half', 'instructions', 'right element', 'asks or reports', 'wrong element', 'wrong'];
  return {
    text: `### First action of the built-in navigator\n\n${formatTable(head, rows)}\n`,
    data: choices.map(({ question: { id, split }, choice }) => ({ id, split, choice })),
  };
}

const THRESHOLDS = [0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 0.9];

/** Fits the probability of references on the tuning half, and prints the results of acting at each threshold. */
function formatCalibration(
  choices: readonly DirectChoice[],
  otherPageCases: readonly ReferenceCase[],
): string {
  const cases = [...choices.flatMap(({ reference }) => reference ?? []), ...otherPageCases];
  const [tuneCases, testCases] = (['tune', 'test'] as const).map((split) =>
    cases.filter((reference) => reference.split === split),
  ) as [ReferenceCase[], ReferenceCase[]];
  const model = fitLogistic(tuneCases);
  const crossValidatedCurve = computeCurve(tuneCases, crossValidate(tuneCases), THRESHOLDS);
  const testCurve = computeCurve(
    testCases,
    testCases.map(({ features }) => computeProbability(features, model)),
    THRESHOLDS,
  );
  const rows = THRESHOLDS.map((threshold, i) => [
    formatNumber(threshold, 2),
    ...[crossValidatedCurve[i]!, testCurve[i]!].flatMap(({ right, wrong, otherPage }) =>
      [right, wrong, otherPage].map((count) => formatNumber(count)),
    ),
  ]);
  const head = ['acts from', 'tune: right', 'wrong', 'other page', 'test: right', 'wrong', 'other page'];
  const roundedWeights = Object.fromEntries(
    Object.entries(model.weights).map(([feature, weight]) => [feature, Number(weight.toFixed(3))]),
  );
  return (
    `### References that names alone cannot resolve\n\n` +
    `${tuneCases.length} of the tuning half (each page predicted by a fit to the other pages), ${testCases.length} of the test half, ` +
    `including ${otherPageCases.length} instructions from other pages, for which every action is wrong\n\n` +
    `${formatTable(head, rows)}\n\nbias: ${model.bias.toFixed(3)}, weights: ${JSON.stringify(roundedWeights)}\n`
  );
}

/** A shop page that has at least 10,000 candidates. */
const LARGE_SHOP = { cards: 1_700, rows: 900 };
const CANDIDATE_COUNTS = [300, 1_800, 10_000];
const QUERY = { text: 'Add Widget 7 to the cart', history: ['clicked Section 2'] };

async function observeLargePage(): Promise<Observation> {
  const browser = await launchBrowser();
  try {
    const context = await createUnguardedContext(browser);
    const page = await context.newPage();
    await page.setContent(renderShop(LARGE_SHOP));
    const surface = await createSurface(context, { page });
    return await surface.observe({ documents: true, weblinx: true }, new AbortController().signal);
  } finally {
    await browser.close();
  }
}

async function measureSpeed(rounds: number): Promise<{ text: string; data: unknown }> {
  reportProgress('creating a large page');
  const observation = await observeLargePage();
  const boxes = parseBoxes(
    JSON.stringify(Object.fromEntries(observation.candidates.map(({ uid, box }) => [uid, box]))),
    'boxes',
  );
  const paperDocuments = findWeblinxCandidates(parseHtml(observation.weblinx!.html), boxes, {
    width: null,
    height: null,
  }).map(({ document }) => document);
  const rows: string[][] = [];
  const data: object[] = [];
  for (const size of CANDIDATE_COUNTS) {
    reportProgress(`ranking ${size} candidates`);
    const candidates = observation.candidates.slice(0, size);
    // The paper's documents are encoded at the smallest size only, because the largest would take minutes.
    const encodedDocuments = size === CANDIDATE_COUNTS[0] ? paperDocuments.slice(0, size) : [];
    const cost = await measureRankingCost({
      observation: { candidates, viewport: observation.viewport },
      paperDocuments: encodedDocuments,
      query: QUERY,
      rounds,
    });
    data.push({ size: candidates.length, ...cost });
    rows.push([
      formatNumber(candidates.length),
      formatNumber(cost.scoredCount),
      formatNumber(cost.coldMs),
      formatNumber(cost.cachedMs),
      encodedDocuments.length
        ? `${formatNumber(cost.paperMs)} (${formatNumber(cost.paperMs / cost.coldMs, 1)}×)`
        : '–',
      formatNumber(cost.loadMs),
      formatNumber(cost.rssMb),
      formatNumber(cost.maxDelayMs),
    ]);
  }
  const head = [
    'candidates',
    'compared',
    'cold ms',
    '90 % known ms',
    'paper’s documents ms',
    'load ms',
    'RSS MB',
    'longest delay ms',
  ];
  return { text: `### Ranking speed\n\n${formatTable(head, rows)}\n`, data };
}

async function printFileScores(path: string, maxTurns = Infinity): Promise<number> {
  const encoder = startEncoder({ folder: BUNDLED_ENCODER_FOLDER });
  try {
    const { turns, scores } = await scoreCandidateFile(path, encoder, maxTurns);
    const rows = Object.entries(scores).map(
      ([name, { recall: recallAtK, mrr: meanReciprocalRank, positives }]) => [
        name,
        formatNumber(positives),
        ...Object.values(recallAtK ?? {}).map((share) => formatNumber(share, 4)),
        meanReciprocalRank === null ? '–' : formatNumber(meanReciprocalRank, 4),
      ],
    );
    const recallColumns = [1, 5, 10, 20, 50, 100, 200].map((k) => `R@${k}`);
    process.stdout.write(
      `${turns} turns\n\n${formatTable(['', 'positives', ...recallColumns, 'MRR@50'], rows)}\n`,
    );
    return 0;
  } finally {
    await encoder.close();
  }
}

const PARTS = ['quality', 'speed', 'direct', 'calibration'] as const;

export const benchmark = defineBenchmark({
  summary: 'quality and speed of ranking, and the built-in navigator’s first actions',
  description:
    'Measures how well the ranker finds the elements of the grounding set (quality), what ranking costs (speed), and ' +
    'how often the built-in navigator acts on the right element at once (direct). ' +
    'With --candidates, scores a WebLINX candidate file instead.',
  options: {
    only: {
      choices: PARTS,
      requiresArg: true,
      describe: 'Part to measure; calibration fits the probability of references',
      defaultDescription: 'all but calibration',
    },
    misses: createWholeNumberOption('misses', {
      describe: 'Print this many instructions whose target is not ranked first',
      min: 0,
      default: 0,
    }),
    rounds: createWholeNumberOption('rounds', { describe: 'Measurements per size', default: 3 }),
    candidates: {
      type: 'string',
      requiresArg: true,
      describe: 'Candidate file of WebLINX, such as candidates/valid.jsonl',
    },
    turns: createWholeNumberOption('turns', {
      describe: 'Turns of the candidate file to score (default: all)',
    }),
    json: JSON_OPTION,
  },
  example: '--only quality --misses 10',
  run: async ({ only, misses, rounds, candidates, turns, json }) => {
    if (candidates !== undefined) return printFileScores(candidates, turns);
    const browser = await launchBrowser();
    const conditions = describeMachine(browser);
    await browser.close();
    const figures: Record<string, unknown> = { conditions };
    process.stdout.write(`${conditions}\n\n`);
    if (only === undefined || only === 'quality') {
      const { text, data } = await measureQuality(misses);
      process.stdout.write(`${text}\n`);
      figures.quality = data;
    }
    if (only === undefined || only === 'speed') {
      const { text, data } = await measureSpeed(rounds);
      process.stdout.write(`${text}\n`);
      figures.speed = data;
    }
    if (only === undefined || only === 'direct') {
      const { text, data } = await withDirectChoices(tabulateChoices);
      process.stdout.write(`${text}\n`);
      figures.direct = data;
    }
    // Only on request, because it refits the product's parameters.
    if (only === 'calibration')
      process.stdout.write(
        await withDirectChoices(async (choices, pages, ranker) =>
          formatCalibration(choices, await measureOtherPageReferences(pages, ranker)),
        ),
      );
    writeJson(json, figures);
    return 0;
  },
});
