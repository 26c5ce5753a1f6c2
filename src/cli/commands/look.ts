/** `parley look`: prints the elements of a page, ranked for a query. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { CommandModule } from 'yargs';

import {
  applySettings,
  withSettingSources,
  parseWholeNumber,
  createBrowserPlan,
  type BrowserFlags,
  type RankerFlags,
  resolveAddress,
  createRankerPlan,
} from '../../assembly/index.js';
import {
  ParleyError,
  type ElementListStyle,
  type Observation,
  type ObservationSpec,
} from '../../contract/index.js';
import { getExitCode } from '../../policy/index.js';
import { stripTerminalControls } from '../../text/index.js';
import { readCommandConfiguration } from '../configuration.js';
import { withInterrupt } from '../interrupt.js';
import { createLookResult, withPageObserver, type LookResult, type PageSnapshot } from '../page-snapshots.js';
import { formatObservation, replaceBytes } from '../observation-text.js';
import { browserOptions, rankerOptions } from '../options.js';

interface Args extends BrowserFlags, RankerFlags {
  pages?: string[];
  query?: string;
  queries?: string;
  top?: string;
  json: boolean;
  accessibility: boolean;
  marks?: string;
  plain: boolean;
  elements?: ElementListStyle;
}

const LIST_STYLES: readonly ElementListStyle[] = ['salient', 'miniwob'];

interface QueryRow {
  file: string;
  query: string;
  url: string;
}

/** Reads rows of the form `file<TAB>query`. Checks that all files exist before a browser starts. */
export function readQueries(path: string): QueryRow[] {
  if (!existsSync(path))
    throw new ParleyError(
      'usage',
      `There is no file “${path}”.`,
      'Give a file in which each line contains a file, a tab character and a query.',
    );
  const rows: QueryRow[] = [];
  const lines = readFileSync(path, 'utf8')
    .replace(/^\ufeff/, '')
    .split(/\r?\n/);
  lines.forEach((line, i) => {
    if (!line.trim() || (i === 0 && /^file\tquery\b/i.test(line))) return;
    const [file = '', query = ''] = line.split('\t').map((cell) => cell.trim());
    const location = `${path}:${i + 1}:1`;
    if (!file || !query)
      throw new ParleyError(
        'usage',
        `${location}: expected a file, a tab character and a query.`,
        'Separate the file and the query with one tab character.',
      );
    const siblingPath = resolve(dirname(path), file);
    try {
      rows.push({
        file,
        query,
        url:
          existsSync(file) || !existsSync(siblingPath) ? resolveAddress(file) : resolveAddress(siblingPath),
      });
    } catch (error) {
      if (error instanceof ParleyError)
        throw new ParleyError('usage', `${location}: ${error.message}`, error.next);
      throw error;
    }
  });
  if (!rows.length)
    throw new ParleyError(
      'usage',
      `“${path}” has no rows.`,
      'Write a file, a tab character and a query on each line.',
    );
  return rows;
}

function formatCandidate(candidate: LookResult['candidates'][number]): string {
  const { rank, score, role, tag, name, text, value, states, inViewport, box, folded, coveredBy } = candidate;
  const nameOrText = name || text;
  const details = [
    ...Object.entries(states)
      .filter(([key, on]) => on !== false && key !== 'editable')
      .map(([key]) => key),
    ...(value ? [`value “${value.slice(0, 30)}”`] : []),
    ...(inViewport ? [] : ['outside the viewport']),
    ...(coveredBy ? [`covered by ${coveredBy}`] : []),
    ...(folded.length ? [`+${folded.length} folded`] : []),
  ];
  const label = `${role === 'generic' ? tag : role} ${nameOrText ? `“${nameOrText.slice(0, 70)}”` : '(no name)'}`;
  const boxText = `${Math.round(box.x)},${Math.round(box.y)} ${Math.round(box.width)}×${Math.round(box.height)}`;
  return `${String(rank).padStart(4)}  ${score === null ? '' : `${score.toFixed(2).padStart(6)}  `}${label}  ${boxText}${details.length ? `  (${details.join(', ')})` : ''}`;
}

const print = (text: string): void => console.log(stripTerminalControls(text));

function printResult(
  result: LookResult,
  candidateCount: number,
  snapshot: PageSnapshot,
  query: string | undefined,
): void {
  const { observation } = snapshot;
  const { viewport: v } = result;
  print(`${result.title || '(no title)'}\n${result.url}`);
  print(
    `Candidates: ${candidateCount}; elements: ${observation.elementCount}; text blocks: ${observation.text.length}; viewport: ${v.width}×${v.height}; page: ${v.scrollWidth}×${v.scrollHeight}`,
  );
  for (const line of formatObservation(observation)) print(line);
  if (query !== undefined) print(`Ranked for: ${query}`);
  if (result.ranking) {
    const { ranker, scored, total, partial } = result.ranking;
    const timeLimitNote = partial ? '; then the time limit was reached' : '';
    print(`Ranker ${ranker}: ${scored} of ${total} compared by the encoder${timeLimitNote}`);
  }
  for (const candidate of result.candidates) print(formatCandidate(candidate));
  if (result.candidates.length < candidateCount)
    print(`      … ${candidateCount - result.candidates.length} more (--top ${candidateCount} shows all)`);
  if (observation.accessibility !== undefined) print(`Accessibility tree:\n${observation.accessibility}`);
  if (observation.elementList) print(`List of elements:\n${observation.elementList.text}`);
  if (observation.plainText !== undefined) print(`Text:\n${observation.plainText}`);
  print(
    `Milliseconds: ${Object.entries(result.timings)
      .map(([phase, ms]) => `${phase} ${ms}`)
      .join(', ')}`,
  );
}

/** Translates the flags into the extra parts to observe, in addition to candidates and text. */
function createObservationSpec({ accessibility, marks, plain, elements }: Args): ObservationSpec {
  return {
    ...(accessibility ? { accessibility } : {}),
    ...(marks === undefined ? {} : { marks: true }),
    ...(plain ? { plainText: true } : {}),
    ...(elements ? { elementList: elements } : {}),
  };
}

/**
 * Saves the screenshot on which elements are marked with numbers.
 *
 * @throws ParleyError if there is no screenshot or the file cannot be written
 */
function saveMarks(file: string, { marks }: Observation): void {
  if (!marks?.picture)
    throw new ParleyError(
      'infra',
      'The screenshot could not be taken in time.',
      'Try again, or remove --marks.',
    );
  try {
    writeFileSync(file, marks.picture);
  } catch (error) {
    throw new ParleyError(
      'usage',
      `“${file}” cannot be written: ${(error as Error).message}.`,
      'Choose another file for --marks.',
      { cause: error },
    );
  }
}

async function handle(commandFlags: Args): Promise<void> {
  const appliedSettings = applySettings(commandFlags, readCommandConfiguration().settings());
  await withSettingSources(appliedSettings, () => look(appliedSettings.flags));
}

async function look(args: Args): Promise<void> {
  const maxCandidates = args.top === undefined ? undefined : parseWholeNumber('top', args.top, 1);
  const rows = args.queries ? readQueries(args.queries) : [];
  const pages = (args.pages ?? []).map((page) => ({ page, url: resolveAddress(page) }));
  if (!rows.length && !pages.length)
    throw new ParleyError(
      'usage',
      'No page given.',
      'Give a URL or an HTML file: parley look page.html --query "save button"',
    );
  if (args.marks !== undefined && (rows.length || pages.length > 1))
    throw new ParleyError(
      'usage',
      '--marks can save the screenshot of only one page.',
      'Give only one URL or HTML file.',
    );
  const rankerProblems: string[] = [];
  const ranker = createRankerPlan(args).open(({ message }) => {
    rankerProblems.push(message);
    process.stderr.write(`${message}\n`);
  });
  const needsRanking = args.query !== undefined || rows.length > 0;
  const spec = { ...(needsRanking ? ranker.needs : {}), ...createObservationSpec(args) };
  const lookAtPages = (signal: AbortSignal): Promise<void> =>
    withPageObserver(createBrowserPlan(args), spec, signal, async (observePage) => {
      for (const { page, url } of pages) {
        const snapshot = await observePage(url);
        const top = maxCandidates ?? (args.query === undefined ? (args.json ? Infinity : 40) : 10);
        const result = await createLookResult(snapshot, args.query, top, ranker, signal);
        if (args.marks !== undefined) saveMarks(args.marks, snapshot.observation);
        // The data recorded for WebLINX is left out, because it contains the page's whole HTML.
        const { weblinx: _, ...observation } = snapshot.observation;
        const output = { ...observation, ...result, ...(rankerProblems.length ? { rankerProblems } : {}) };
        if (args.json)
          print(JSON.stringify(pages.length > 1 ? { file: page, ...output } : output, replaceBytes));
        else printResult(result, snapshot.observation.candidates.length, snapshot, args.query);
      }
      const snapshots = new Map<string, PageSnapshot>();
      for (const [i, { file, query, url }] of rows.entries()) {
        if (process.stderr.isTTY)
          process.stderr.write(`\r${i + 1}/${rows.length} ${file.slice(-60)}\u001b[K`);
        try {
          const snapshot = snapshots.get(url) ?? (await observePage(url));
          snapshots.set(url, snapshot);
          const result = await createLookResult(snapshot, query, maxCandidates ?? 10, ranker, signal);
          print(JSON.stringify({ file, query, ...result }));
        } catch (error) {
          // An error on one page must not prevent the other pages from being observed.
          if (!(error instanceof ParleyError)) throw error;
          print(JSON.stringify({ file, query, error: error.message, next: error.next, candidates: [] }));
          process.exitCode = getExitCode(error.kind);
        }
      }
      if (rows.length && process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    });
  try {
    await withInterrupt(lookAtPages);
  } finally {
    await ranker.close();
  }
}

export const lookCommand: CommandModule<object, Args> = {
  command: 'look [pages..]',
  describe: 'Show what Parley sees on a page, ranked for a query',
  builder: (yargs) =>
    rankerOptions(browserOptions(yargs))
      .positional('pages', { type: 'string', array: true, describe: 'URLs or HTML files' })
      .option('query', { alias: 'q', type: 'string', describe: 'Rank the elements for this instruction' })
      .option('queries', {
        type: 'string',
        describe: 'Tab-separated file with a page and a query on each line; prints one JSON line per row',
      })
      .option('top', {
        alias: 'k',
        type: 'string',
        describe: 'Number of candidates to show (default 10 with a query)',
      })
      .option('json', {
        type: 'boolean',
        default: false,
        describe: 'Print one JSON object per page',
      })
      .option('accessibility', {
        type: 'boolean',
        default: false,
        describe: 'Include the accessibility tree',
      })
      .option('elements', {
        choices: LIST_STYLES,
        requiresArg: true,
        describe: 'Include the element list that SteP policies read',
      })
      .option('plain', { type: 'boolean', default: false, describe: 'Include the text of the whole page' })
      .option('marks', {
        type: 'string',
        describe: 'Save a screenshot with numbered elements to this PNG file',
      })
      .example('$0 look https://example.org', 'all elements in reading order')
      .example('$0 look page.html -q "the save button" -k 5', 'the five best candidates')
      .example('$0 look page.html -q "save" --ranker lexical', 'rank by word overlap only')
      .example('$0 look --queries pairs.tsv --top 50', 'run many queries: one JSON line per row'),
  handler: handle,
};
