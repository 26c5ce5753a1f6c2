/**
 * How much of a page goes into a prompt, beside what others send, and whether what the goal needs is in it.
 *
 *   npm run bench -- prompt [--only pages|rooms] [--rounds n] [--peers] [--texts folder] [--json file]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import type { Candidate } from '../src/contract/index.js';
import type { CountTokens } from '../src/prompt/index.js';
import { openRanker } from '../src/rank/index.js';
import { type Bench, conditions, withBench } from './lib/bench.js';
import { startSites } from './lib/grounding-sites.js';
import { median } from './lib/measure.js';
import { costOfPrompt, type PromptCost } from './lib/prompt-cost.js';
import { partOf, promptsOf, silentModel } from './lib/prompt-parley.js';
import { startPeers } from './lib/prompt-peers.js';
import { sumOfRooms, useOfRooms } from './lib/prompt-rooms.js';
import { shows } from './lib/prompt-shows.js';
import { promptSubjects, type Subject } from './lib/prompt-subjects.js';
import { lookAtGroundingSet } from './lib/rank-looks.js';
import { number, table } from './lib/table.js';

interface Options {
  rounds: number;
  peers: boolean;
  texts: string | undefined;
  say(text: string): void;
}

interface Cell {
  tokens: number;
  holds: boolean;
}

interface Measured {
  name: string;
  elements: number;
  goal: string;
  /** By contender; null where it failed. */
  cells: Record<string, Cell | null>;
  cost: PromptCost;
}

const NUMBERED = /^\[\d+\]\*? /;
const LISTED = /^\(uid = /;
const SMALL = [1_000, 500];

/** The paper's prompts list elements with their own text, which may be none: there the element is known by its uid. */
function byUid(needs: Subject['needs'], candidates: readonly Candidate[]): Subject['needs'] {
  if ('fact' in needs) return needs;
  const right = candidates.filter(
    ({ interactive, name, text }) => interactive && (needs.element.test(name) || needs.element.test(text)),
  );
  const uids = right.flatMap(({ uid, folded: aliases }) => [uid, ...aliases.map((alias) => alias.uid)]);
  return { element: new RegExp(`^\\(uid = (${uids.join('|')})\\)`) };
}

async function measured(
  subject: Subject,
  bench: Bench,
  peers: Awaited<ReturnType<typeof startPeers>>['list'],
  count: CountTokens,
  { rounds, texts }: Options,
): Promise<Measured> {
  const { name, url, goal, needs } = subject;
  const { surface, page } = await bench.surface();
  try {
    await surface.open(url, bench.signal);
    const spec = { documents: true, text: true, weblinx: true };
    const observation = await surface.observe(spec, bench.signal);
    const seen = { observation, surface, goal, signal: bench.signal };
    const { found, cost } = await costOfPrompt(seen, count, rounds);
    const sent = await promptsOf(observation, goal, found, count);
    const cells: Measured['cells'] = {};
    const put = (
      contender: string,
      text: string,
      id: RegExp,
      { tokens = count(text), sought = needs }: { tokens?: number; sought?: Subject['needs'] } = {},
    ): void => {
      cells[contender] = { tokens, holds: shows(text, id, sought) };
      if (!texts) return;
      mkdirSync(texts, { recursive: true });
      writeFileSync(join(texts, `${name} - ${contender.replace(/[^\w.]+/g, ' ').trim()}.txt`), text);
    };
    put('Parley, page part', sent.page, NUMBERED);
    for (const room of SMALL) {
      const { part } = partOf(observation, found, room, count);
      put(`Parley, page part of ${number(room)}`, part.lines.join('\n'), NUMBERED);
    }
    put('Parley, whole prompt', sent.whole.text, NUMBERED, sent.whole);
    put('Parley, WebLINX prompt (llama)', sent.weblinx.text, LISTED, {
      tokens: sent.weblinx.tokens,
      sought: byUid(needs, observation.candidates),
    });
    for (const peer of peers)
      try {
        put(peer.name, await peer.textOf(url, page), peer.id);
      } catch (error) {
        process.stderr.write(`${peer.name}: ${error instanceof Error ? error.message : String(error)}\n`);
        cells[peer.name] = null;
      }
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    return { name, elements, goal, cells, cost };
  } finally {
    await surface.close();
  }
}

async function pages(
  bench: Bench,
  count: CountTokens,
  options: Options,
): Promise<{ text: string; data: unknown }> {
  const sites = await startSites();
  const peers = await startPeers(bench, options.peers).catch(async (error: unknown) => {
    await sites.close();
    throw error;
  });
  try {
    const all: Measured[] = [];
    for (const subject of promptSubjects(bench, sites)) {
      options.say(`prompt: ${subject.name}`);
      await sites.reset();
      all.push(await measured(subject, bench, peers.list, count, options));
    }
    return { text: [pagesText(all), ...peers.missing].join('\n\n'), data: all };
  } finally {
    await peers.close();
    await sites.close();
  }
}

function pagesText(all: readonly Measured[]): string {
  const cell = (of: Cell | null): string =>
    of ? `${number(of.tokens)} ${of.holds ? 'yes' : 'no'}` : 'failed';
  const sizes = table(
    ['tokens, and whether what the goal needs is there', ...all.map(({ name }) => name)],
    [
      ['elements of the page', ...all.map(({ elements }) => number(elements))],
      ...Object.keys(all[0]!.cells).map((name) => [name, ...all.map(({ cells }) => cell(cells[name]!))]),
    ],
  );
  const costs = table(
    ['CPU ms', ...all.map(({ name }) => name)],
    [
      ['ranking elements and texts, new page', ...all.map(({ cost }) => number(cost.rankNew))],
      ['ranking them, same page again', ...all.map(({ cost }) => number(cost.rankKnown))],
      ['page part of 3,000 tokens', ...all.map(({ cost }) => number(cost.part, 1))],
    ],
  );
  return `### Prompt size\n\n${sizes}\n\n${costs}`;
}

async function rooms(
  bench: Bench,
  count: CountTokens,
  { say }: Options,
): Promise<{ text: string; data: unknown }> {
  say('looking at the pages of the grounding set');
  const { looks, faults } = await lookAtGroundingSet(bench.browser, { text: true });
  const ranker = openRanker();
  try {
    say('making page parts');
    const uses = await useOfRooms(looks, ranker, count);
    const share = (some: number, of: number): string => (of ? `${some} of ${of}` : '–');
    const rows = sumOfRooms(uses).map(({ room, tokens, instructions, holds, cut, cutHolds }) => [
      number(room),
      number(median(tokens)),
      number(Math.max(...tokens)),
      share(holds, instructions),
      share(cutHolds, cut),
    ]);
    const head = ['room', 'tokens, median', 'most', 'element is there', 'where the page was cut'];
    const left = faults ? `\n\n${faults} instructions could not be brought about and are not counted.` : '';
    return { text: `### Less room\n\n${table(head, rows)}${left}`, data: uses };
  } finally {
    await ranker.close();
  }
}

const PARTS = { pages, rooms };
type Part = keyof typeof PARTS;

export async function main(flags: string[]): Promise<number> {
  const { values } = parseArgs({
    args: flags,
    options: {
      only: { type: 'string', multiple: true },
      rounds: { type: 'string', default: '5' },
      peers: { type: 'boolean', default: false },
      texts: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const names = values.only ?? Object.keys(PARTS);
  const rounds = Number(values.rounds);
  if (names.some((name) => !Object.hasOwn(PARTS, name)) || !(rounds >= 1)) {
    process.stderr.write(`--only takes ${Object.keys(PARTS).join(', ')}; --rounds takes a number from 1.\n`);
    return 2;
  }
  const say = (text: string): void => void process.stderr.write(`${text} …\n`);
  return withBench({ peers: values.peers && names.includes('pages') }, async (bench) => {
    const { model } = silentModel();
    const count = await model.counter();
    const where = `${conditions(bench.browser)}; tokens by o200k_base`;
    process.stdout.write(`${where}\n\n`);
    const data: Record<string, unknown> = { where };
    for (const name of names as Part[]) {
      const done = await PARTS[name](bench, count, { rounds, peers: values.peers, texts: values.texts, say });
      process.stdout.write(`${done.text}\n\n`);
      data[name] = done.data;
    }
    await model.close();
    if (values.json) writeFileSync(values.json, JSON.stringify(data, null, 1));
    return 0;
  });
}
