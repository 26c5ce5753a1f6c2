/** `parley look`: what Parley sees on a page, ranked for a query. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { CommandModule } from 'yargs';

import {
  wholeNumber,
  browserPlanOf,
  type BrowserFlags,
  type RankerFlags,
  resolvePlace,
  rankerPlanOf,
} from '../../assembly/index.js';
import { ParleyError, type Observation, type ObservationSpec } from '../../contract/index.js';
import { exitCode } from '../../policy/index.js';
import { interruptible } from '../interrupt.js';
import { lookUp, withLooks, type LookedUp, type SeenPlace } from '../look-at.js';
import { observationLines, withoutBytes } from '../observation-text.js';
import { browserOptions, rankerOptions } from '../options.js';

interface Args extends BrowserFlags, RankerFlags {
  places?: string[];
  query?: string;
  queries?: string;
  top?: string;
  json: boolean;
  accessibility: boolean;
  marks?: string;
  plain: boolean;
}

interface Row {
  file: string;
  query: string;
  url: string;
}

/** Rows of a table `file<TAB>query`; every file must be there before a browser starts. */
export function readQueries(path: string): Row[] {
  if (!existsSync(path))
    throw new ParleyError(
      'usage',
      `There is no file ${path}.`,
      'Give a table with lines of the form: file, a tab, query.',
    );
  const rows: Row[] = [];
  const lines = readFileSync(path, 'utf8')
    .replace(/^\ufeff/, '')
    .split(/\r?\n/);
  lines.forEach((line, i) => {
    if (!line.trim() || (i === 0 && /^file\tquery\b/i.test(line))) return;
    const [file = '', query = ''] = line.split('\t').map((cell) => cell.trim());
    const at = `${path}:${i + 1}:1`;
    if (!file || !query)
      throw new ParleyError(
        'usage',
        `${at} this line is not of the form: file, a tab, query.`,
        'Separate the two with one tab character.',
      );
    const beside = resolve(dirname(path), file);
    try {
      rows.push({
        file,
        query,
        url: existsSync(file) || !existsSync(beside) ? resolvePlace(file) : resolvePlace(beside),
      });
    } catch (error) {
      if (error instanceof ParleyError) throw new ParleyError('usage', `${at} ${error.message}`, error.next);
      throw error;
    }
  });
  if (!rows.length)
    throw new ParleyError('usage', `${path} has no rows.`, 'Write lines of the form: file, a tab, query.');
  return rows;
}

function describe(candidate: LookedUp['candidates'][number]): string {
  const {
    rank,
    score,
    role,
    tag,
    name,
    text,
    value,
    states,
    inViewport,
    box,
    folded: aliases,
    coveredBy,
  } = candidate;
  const words = name || text;
  const marks = [
    ...Object.entries(states)
      .filter(([key, on]) => on !== false && key !== 'editable')
      .map(([key]) => key),
    ...(value ? [`value “${value.slice(0, 30)}”`] : []),
    ...(inViewport ? [] : ['off screen']),
    ...(coveredBy ? [`covered by ${coveredBy}`] : []),
    ...(aliases.length ? [`+${aliases.length} alias${aliases.length > 1 ? 'es' : ''}`] : []),
  ];
  const label = `${role === 'generic' ? tag : role} ${words ? `“${words.slice(0, 70)}”` : '(no name)'}`;
  const at = `${Math.round(box.x)},${Math.round(box.y)} ${Math.round(box.width)}×${Math.round(box.height)}`;
  return `${String(rank).padStart(4)}  ${score === null ? '' : `${score.toFixed(2).padStart(6)}  `}${label}  ${at}${marks.length ? `  (${marks.join(', ')})` : ''}`;
}

function print(found: LookedUp, total: number, seen: SeenPlace, query: string | undefined): void {
  const { observation } = seen;
  const { viewport: v } = found;
  console.log(`${found.title || '(no title)'}\n${found.url}`);
  console.log(
    `${total} candidates among ${observation.elements} elements, ${observation.text.length} text blocks; viewport ${v.width}×${v.height}, page ${v.scrollWidth}×${v.scrollHeight}`,
  );
  for (const line of observationLines(observation)) console.log(line);
  if (query !== undefined) console.log(`Ranked for: ${query}`);
  if (found.ranking) {
    const { ranker, scored, of, partial } = found.ranking;
    const late = partial ? '; the time was not enough for more' : '';
    console.log(`By ${ranker}: ${scored} of ${of} compared by meaning${late}`);
  }
  for (const candidate of found.candidates) console.log(describe(candidate));
  if (found.candidates.length < total)
    console.log(`      … ${total - found.candidates.length} more (--top ${total} shows all)`);
  if (observation.accessibility !== undefined)
    console.log(`Accessibility tree:\n${observation.accessibility}`);
  if (observation.plainText !== undefined) console.log(`Text:\n${observation.plainText}`);
  console.log(
    `Milliseconds: ${Object.entries(found.timings)
      .map(([phase, ms]) => `${phase} ${ms}`)
      .join(', ')}`,
  );
}

/** What the flags ask to be seen besides candidates and text. */
function specOf({ accessibility, marks, plain }: Args): ObservationSpec {
  return {
    ...(accessibility ? { accessibility } : {}),
    ...(marks === undefined ? {} : { marks: true }),
    ...(plain ? { plain } : {}),
  };
}

/** Saves the picture with the marks. @throws Problem when the page gave none, or the file cannot be written */
function saveMarks(file: string, { marks }: Observation): void {
  if (!marks?.picture)
    throw new ParleyError('infra', 'The page gave no picture in time.', 'Look again, or leave --marks out.');
  try {
    writeFileSync(file, marks.picture);
  } catch (error) {
    throw new ParleyError(
      'usage',
      `${file} cannot be written: ${(error as Error).message}.`,
      'Name another file for --marks.',
      { cause: error },
    );
  }
}

async function handle(args: Args): Promise<void> {
  const most = args.top === undefined ? undefined : wholeNumber('top', args.top, 1);
  const rows = args.queries ? readQueries(args.queries) : [];
  const places = (args.places ?? []).map((place) => ({ place, url: resolvePlace(place) }));
  if (!rows.length && !places.length)
    throw new ParleyError(
      'usage',
      'Nothing to look at.',
      'Give a URL or an HTML file: parley look page.html --query "save button"',
    );
  if (args.marks !== undefined && (rows.length || places.length > 1))
    throw new ParleyError(
      'usage',
      '--marks saves the picture of one page.',
      'Give one URL or HTML file with it.',
    );
  const troubles: string[] = [];
  const ranker = rankerPlanOf(args).open(({ message }) => {
    troubles.push(message);
    process.stderr.write(`${message}\n`);
  });
  const ranks = args.query !== undefined || rows.length > 0;
  const spec = { ...(ranks ? ranker.needs : {}), ...specOf(args) };
  const looking = (signal: AbortSignal): Promise<void> =>
    withLooks(browserPlanOf(args), spec, signal, async (see) => {
      for (const { place, url } of places) {
        const seen = await see(url);
        const top = most ?? (args.query === undefined ? (args.json ? Infinity : 40) : 10);
        const found = await lookUp(seen, args.query, top, ranker, signal);
        if (args.marks !== undefined) saveMarks(args.marks, seen.observation);
        // What the paper's ranker reads is as large as the page, and nobody asked to see it.
        const { weblinx: _, ...observation } = seen.observation;
        const whole = { ...observation, ...found, ...(troubles.length ? { troubles } : {}) };
        if (args.json)
          console.log(JSON.stringify(places.length > 1 ? { file: place, ...whole } : whole, withoutBytes));
        else print(found, seen.observation.candidates.length, seen, args.query);
      }
      const pages = new Map<string, SeenPlace>();
      for (const [i, { file, query, url }] of rows.entries()) {
        if (process.stderr.isTTY)
          process.stderr.write(`\r${i + 1}/${rows.length} ${file.slice(-60)}\u001b[K`);
        try {
          const seen = pages.get(url) ?? (await see(url));
          pages.set(url, seen);
          console.log(
            JSON.stringify({ file, query, ...(await lookUp(seen, query, most ?? 10, ranker, signal)) }),
          );
        } catch (error) {
          // One page that cannot be shown does not end a measurement of many.
          if (!(error instanceof ParleyError)) throw error;
          console.log(
            JSON.stringify({ file, query, error: error.message, next: error.next, candidates: [] }),
          );
          process.exitCode = exitCode(error.kind);
        }
      }
      if (rows.length && process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    });
  try {
    await interruptible(looking);
  } finally {
    await ranker.close();
  }
}

export const lookCommand: CommandModule<object, Args> = {
  command: 'look [places..]',
  describe: 'Show what Parley sees on a page, ranked for a query',
  builder: (yargs) =>
    rankerOptions(browserOptions(yargs))
      .positional('places', { type: 'string', array: true, describe: 'URLs or HTML files' })
      .option('query', { alias: 'q', type: 'string', describe: 'Rank the elements for this instruction' })
      .option('queries', {
        type: 'string',
        describe: 'Table of file, tab, query: one JSON line per row, one browser for all',
      })
      .option('top', {
        alias: 'k',
        type: 'string',
        describe: 'How many candidates to show (default 10 with a query)',
      })
      .option('json', {
        type: 'boolean',
        default: false,
        describe: 'One JSON object per page on standard output',
      })
      .option('accessibility', { type: 'boolean', default: false, describe: 'The accessibility tree too' })
      .option('plain', { type: 'boolean', default: false, describe: 'The text of the whole page too' })
      .option('marks', { type: 'string', describe: 'Save a picture with numbered elements in this PNG file' })
      .example('$0 look https://example.org', 'all elements in reading order')
      .example('$0 look page.html -q "the save button" -k 5', 'the five best candidates')
      .example('$0 look page.html -q "save" --ranker lexical', 'by words alone')
      .example('$0 look --queries pairs.tsv --top 50', 'a measurement: one JSON line per row'),
  handler: handle,
};
