/**
 * How well and how fast the ranker finds elements, as Markdown tables.
 *
 *   npm run bench -- rank [--only quality|speed] [--misses n] [--rounds n] [--json file]
 *   npm run bench -- rank --candidates candidates/valid.jsonl [--turns n]     a file of the WebLINX data set
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import type { Observation } from '../src/contract/index.js';
import { parseHtml } from '../src/lxml/index.js';
import { createSurface, launchBrowser, newContext } from '../src/page/index.js';
import { startEncoder } from '../src/rank/dense/encoder.js';
import { createSimilarities, type Similarities } from '../src/rank/dense/similarity.js';
import { memoryStore } from '../src/rank/dense/store.js';
import { createLexicalRanker, openRanker, parseBoxes, weblinxCandidates } from '../src/rank/index.js';
import { BUNDLED } from '../src/rank/open.js';
import { lineOf } from '../src/rank/query.js';
import { bm25, standardise } from '../src/rank/bm25.js';
import { order } from '../src/rank/weights.js';
import { queryWords } from '../src/rank/words.js';
import { conditions } from './lib/bench.js';
import { shopPage } from './lib/pages.js';
import { lookAtGroundingSet, type RankedLook } from './lib/rank-looks.js';
import { mrr, ranksOf, rankingOf, recall, type Rank, type Ranking } from './lib/rank-quality.js';
import { candidateFile, postingsOf, prefilterOf } from './lib/rank-offline.js';
import { costOf } from './lib/rank-speed.js';
import { number, table } from './lib/table.js';

/** Documents alone, as the reference figures were made: no aliases, no names, nothing but words. */
const plainBm25 = (look: RankedLook, text: string): Float64Array =>
  bm25(
    postingsOf(look.candidates.map(({ document }) => document)),
    new Map(queryWords(text).map((word) => [word, 1])),
  );

function references(similarities: Similarities): Record<string, Ranking> {
  const cosines = async (look: RankedLook, line: string): Promise<Float64Array> => {
    const texts = look.candidates.map(({ document }) => document);
    const [found] = await similarities.to([line], texts, new AbortController().signal);
    return Float64Array.from(found!);
  };
  const all = (look: RankedLook): number => look.candidates.length;
  return {
    'BM25, documents alone': async (look, { query }) => order(plainBm25(look, query.text), all(look)),
    'cosine, documents alone': async (look, { query }) =>
      order(await cosines(look, lineOf(query)), all(look)),
    'cosine + 0.25 BM25 + 0.5 interactive': async (look, { query }) => {
      const meaning = standardise(await cosines(look, lineOf(query)));
      const words = standardise(plainBm25(look, query.text));
      const scores = meaning.map(
        (one, i) => one + 0.25 * words[i]! + (look.candidates[i]!.interactive ? 0.5 : 0),
      );
      return order(scores, all(look));
    },
  };
}

function figures(name: string, ranks: readonly Rank[]): string[] {
  const of = (kind: 'strict' | 'functional'): number[] => ranks.map((rank) => rank[kind]);
  const cells = (all: number[]): string[] =>
    [...[1, 5, 10, 20].map((k) => recall(all, k)), mrr(all)].map((one) => number(one, 3));
  return [name, ...cells(of('functional')), ...cells(of('strict'))];
}

const HEAD = ['', 'R@1', 'R@5', 'R@10', 'R@20', 'MRR', 'strict R@1', 'R@5', 'R@10', 'R@20', 'MRR'];

/** What the ranking took for the right one, for the elements that it did not put first. */
function missTable(
  looks: readonly RankedLook[],
  ranks: readonly Rank[],
  firsts: Map<string, string>,
  most: number,
): string {
  const documents = new Map(
    looks.flatMap(({ candidates, questions }) =>
      questions.map(({ id, strict }): [string, string] => [id, candidates[strict[0]!]?.document ?? '–']),
    ),
  );
  const rows = ranks
    .filter(({ functional, question }) => functional > 1 && question.split === 'tune')
    .sort((a, b) => b.functional - a.functional)
    .slice(0, most)
    .map(({ question: { id, query, kind }, functional }) =>
      [query.text, kind, documents.get(id)!, firsts.get(id)!, String(functional)].map((cell) =>
        cell.replaceAll('|', '·').slice(0, 60),
      ),
    );
  return table(['instruction', 'kind', 'meant', 'put first', 'rank'], rows);
}

async function quality(
  say: (text: string) => void,
  misses: number,
): Promise<{ text: string; data: unknown }> {
  const browser = await launchBrowser();
  let looks: RankedLook[];
  let faults: number;
  try {
    say('looking at the pages of the grounding set');
    ({ looks, faults } = await lookAtGroundingSet(browser));
  } finally {
    await browser.close();
  }
  const encoder = startEncoder({ folder: BUNDLED });
  const hybrid = openRanker();
  const firsts = new Map<string, string>();
  const shipped = rankingOf(hybrid);
  const rankings: Record<string, Ranking> = {
    ...references(createSimilarities(encoder, Promise.resolve(memoryStore()), { query: 160, document: 64 })),
    'Parley, words alone': rankingOf(createLexicalRanker()),
    'Parley, default': async (look, question) => {
      const best = await shipped(look, question);
      firsts.set(question.id, look.candidates[best[0]!]!.document);
      return best;
    },
  };
  const ranked = new Map<string, Rank[]>();
  for (const [name, ranking] of Object.entries(rankings)) {
    say(`ranking: ${name}`);
    ranked.set(name, await ranksOf(looks, ranking));
  }
  await hybrid.close();
  await encoder.close();

  const parts: string[] = [];
  for (const set of ['sites', 'miniwob'] as const)
    for (const split of ['tune', 'test'] as const) {
      const of = (ranks: readonly Rank[]): Rank[] =>
        ranks.filter(({ question }) => question.set === set && question.split === split);
      const rows = [...ranked].map(([name, ranks]) => figures(name, of(ranks)));
      const count = of([...ranked.values()][0]!).length;
      parts.push(`**${set}, ${split}** (${count} instructions)\n\n${table(HEAD, rows)}\n`);
    }
  const best = ranked.get('Parley, default')!;
  const kinds = [...new Set(best.map(({ question }) => question.kind))].sort();
  const byKind = kinds.map((kind) => {
    const of = best.filter(({ question }) => question.kind === kind && question.split === 'test');
    return figures(`${kind} (${of.length})`, of);
  });
  parts.push(`**By kind of instruction, test half, default ranker**\n\n${table(HEAD, byKind)}\n`);
  say('prefilter');
  const prefilter = await prefilterOf(looks);
  const shares = prefilter.recall.map(([k, share]) => [String(k), number(share, 3)]);
  parts.push(
    `**Prefilter** (all pages as one of ${number(prefilter.candidates)} candidates: share of the ${prefilter.questions} instructions whose element is among the first k by words and kinds alone)\n\n${table(['k', 'recall'], shares)}\n`,
  );
  if (misses > 0)
    parts.push(`**Not put first** (tuning half)\n\n${missTable(looks, best, firsts, misses)}\n`);
  if (faults > 0) parts.push(`${faults} instructions could not be brought about and are not counted.\n`);
  const data = [...ranked].map(([name, ranks]) => ({
    name,
    ranks: ranks.map(({ question: { id, kind, split, set }, strict, functional }) => ({
      id,
      kind,
      split,
      set,
      strict,
      functional,
    })),
  }));
  return { text: `### Ranking: how well\n\n${parts.join('\n')}`, data };
}

/** Elements of a page this large at least, so that 10,000 candidates are there to take. */
const LARGE = { cards: 1_700, rows: 900 };
const SIZES = [300, 1_800, 10_000];
const QUERY = { text: 'Add Widget 7 to the cart', history: ['clicked Section 2'] };

async function largeLook(): Promise<Observation> {
  const browser = await launchBrowser();
  try {
    const context = await newContext(browser);
    const page = await context.newPage();
    await page.setContent(shopPage(LARGE));
    const surface = await createSurface(context, { page });
    return await surface.observe({ documents: true, weblinx: true }, new AbortController().signal);
  } finally {
    await browser.close();
  }
}

async function speed(say: (text: string) => void, rounds: number): Promise<{ text: string; data: unknown }> {
  say('making a large page');
  const look = await largeLook();
  const boxes = parseBoxes(
    JSON.stringify(Object.fromEntries(look.candidates.map(({ uid, box }) => [uid, box]))),
    'boxes',
  );
  const documents = weblinxCandidates(parseHtml(look.weblinx!.html), boxes, {
    width: null,
    height: null,
  }).map(({ document }) => document);
  const rows: string[][] = [];
  const data: object[] = [];
  for (const size of SIZES) {
    say(`ranking ${size} candidates`);
    const candidates = look.candidates.slice(0, size);
    // The paper's documents are compared at the smallest size only: the largest would take minutes.
    const paper = size === SIZES[0] ? documents.slice(0, size) : [];
    const cost = await costOf({
      look: { candidates, viewport: look.viewport },
      paper,
      query: QUERY,
      rounds,
    });
    data.push({ size: candidates.length, ...cost });
    rows.push([
      number(candidates.length),
      number(cost.scored),
      number(cost.cold),
      number(cost.cached),
      paper.length ? `${number(cost.paper)} (${number(cost.paper / cost.cold, 1)}×)` : '–',
      number(cost.load),
      number(cost.rss),
      number(cost.lag),
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
    'longest stop ms',
  ];
  return { text: `### Ranking: how fast\n\n${table(head, rows)}\n`, data };
}

async function offline(path: string, turns: number): Promise<number> {
  const encoder = startEncoder({ folder: BUNDLED });
  try {
    const found = await candidateFile(path, encoder, turns);
    const rows = Object.entries(found.scores).map(([name, { recall: at, mrr: mean, positives }]) => [
      name,
      number(positives),
      ...Object.values(at ?? {}).map((share) => number(share, 4)),
      mean === null ? '–' : number(mean, 4),
    ]);
    const ks = [1, 5, 10, 20, 50, 100, 200].map((k) => `R@${k}`);
    console.log(`${found.turns} turns\n\n${table(['', 'positives', ...ks, 'MRR@50'], rows)}`);
    return 0;
  } finally {
    await encoder.close();
  }
}

export async function main(flags: string[]): Promise<number> {
  const { values } = parseArgs({
    args: flags,
    options: {
      only: { type: 'string' },
      misses: { type: 'string', default: '0' },
      rounds: { type: 'string', default: '3' },
      json: { type: 'string' },
      candidates: { type: 'string' },
      turns: { type: 'string', default: 'Infinity' },
    },
  });
  if (values.candidates !== undefined) return offline(values.candidates, Number(values.turns));
  const say = (text: string): void => void process.stderr.write(`${text}\n`);
  const browser = await launchBrowser();
  const where = conditions(browser);
  await browser.close();
  const out: Record<string, unknown> = { where };
  console.log(`${where}\n`);
  if (values.only !== 'speed') {
    const { text, data } = await quality(say, Number(values.misses));
    console.log(text);
    out.quality = data;
  }
  if (values.only !== 'quality') {
    const { text, data } = await speed(say, Number(values.rounds));
    console.log(text);
    out.speed = data;
  }
  if (values.json) writeFileSync(values.json, JSON.stringify(out, null, 1));
  return 0;
}
