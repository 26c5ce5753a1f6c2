/** Measures how a navigator carries out single lines on open-source applications, checked by the applications’ data. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createNavigatorPlan } from '../src/assembly/navigator-plan.js';
import { ParleyError } from '../src/contract/index.js';
import { openBrowser, type OpenBrowser } from '../src/page/index.js';
import { LINE_APPLICATIONS } from './applications/catalogue.js';
import { defineBenchmark, JSON_OPTION, reportProgress, writeJson } from './lib/command-line.js';
import type { LineApplication, RunningApplication } from './lib/lines/application.js';
import { compareData, formatChange } from './lib/lines/data.js';
import { HALVES, readLines, type Half, type Line, type LineFile } from './lib/lines/line.js';
import { runLine } from './lib/lines/line-session.js';
import { runOracle } from './lib/lines/oracle.js';
import { judgeLine, passesCheck } from './lib/lines/outcome.js';
import { formatMisses, formatResults, type LineResult } from './lib/lines/report.js';
import { formatTable } from './lib/table.js';

interface Subject {
  application: LineApplication;
  file: LineFile;
  lines: Line[];
}

interface Selection {
  apps?: string | undefined;
  half?: string | undefined;
  only?: string | undefined;
}

function selectSubjects({ apps, half, only }: Selection): Subject[] {
  const names = apps?.split(',').map((name) => name.trim());
  const unknown = names?.find((name) => !LINE_APPLICATIONS.some((application) => application.name === name));
  if (unknown !== undefined)
    throw new ParleyError(
      'usage',
      `There is no application “${unknown}”.`,
      `The applications are ${LINE_APPLICATIONS.map(({ name }) => name).join(', ')}.`,
    );
  const ids = only?.split(',').map((id) => id.trim());
  const subjects = LINE_APPLICATIONS.filter(({ name }) => names?.includes(name) ?? true)
    .map((application) => ({ application, file: readLines(application.name) }))
    .filter(({ file }) => half === undefined || file.half === half)
    .map(({ application, file }) => ({
      application,
      file,
      lines: file.lines.filter(({ id }) => ids?.includes(id) ?? true),
    }))
    .filter(({ lines }) => lines.length > 0);
  if (subjects.length === 0)
    throw new ParleyError('usage', 'No line fits these options.', 'Name fewer of them.');
  return subjects;
}

interface Prepared {
  running: RunningApplication;
  browser: OpenBrowser;
  /** File with the cookies of the log-in. */
  storageState: string | undefined;
  folder: string;
}

async function withApplication<T>(
  application: LineApplication,
  browser: OpenBrowser,
  body: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `parley-lines-${application.name}-`));
  try {
    const home = join(folder, 'application');
    mkdirSync(home);
    const running = await application.start(home);
    try {
      let storageState: string | undefined;
      if (running.logIn) {
        const { context, page, close } = await browser.openContext({});
        await running.logIn(page);
        storageState = join(folder, 'log-in.json');
        await context.storageState({ path: storageState });
        await close();
      }
      await running.keepFirstState();
      return await body({ running, browser, storageState, folder });
    } finally {
      await running.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  { application, file, lines }: Subject,
  { running, browser, storageState, folder }: Prepared,
  flag: string | undefined,
): Promise<LineResult[]> {
  const { signal } = new AbortController();
  const volatileColumns = new Set(application.volatileColumns);
  const results: LineResult[] = [];
  for (const [index, line] of lines.entries()) {
    reportProgress(`${application.name} ${index + 1} of ${lines.length}: ${line.line}`);
    const navigator = await createNavigatorPlan(
      flag === undefined ? {} : { navigator: flag },
      process.env,
      signal,
    );
    await running.reset();
    const before = await running.readData();
    const session = await runLine(line, {
      browser,
      navigator,
      storageState,
      url: running.url + line.start,
      results: join(folder, 'results'),
    });
    const after = await running.readData();
    const { sentence, showsView, seconds, transcript } = session;
    const judged = judgeLine(line, { sentence, showsView, before, after }, volatileColumns);
    const { id, kind } = line;
    results.push({
      ...judged,
      application: application.name,
      half: file.half,
      id,
      kind,
      line: line.line,
      sentence: sentence && `[${sentence.kind}] ${sentence.text}`,
      seconds,
      transcript,
    });
  }
  await running.reset();
  return results;
}

interface Validation {
  /** Checks that pass although nothing was done. */
  passing: string[];
  /** Checks that fail although a person’s steps carried the line out. */
  failing: string[];
  proven: number;
  resetMs: number;
}

/** Proves that checks fail on the untouched application, and pass after a person’s steps. */
async function validate(
  { application, file, lines }: Subject,
  { running, browser, storageState }: Prepared,
): Promise<Validation> {
  const volatileColumns = new Set(application.volatileColumns);
  const result: Validation = { passing: [], failing: [], proven: 0, resetMs: 0 };
  for (const line of lines) {
    const { check, id } = line;
    if (!check) continue;
    const steps = file.oracles?.[id];
    for (const attempt of steps ? [[], steps] : [[]]) {
      const { context, close } = await browser.openContext(storageState === undefined ? {} : { storageState });
      const before = await running.readData();
      const passes = async (run: { showsView: boolean | null; said: string | null }): Promise<boolean> => {
        const sentence = run.said === null ? null : ({ kind: 'answer', text: run.said } as const);
        const state = { sentence, showsView: run.showsView, before, after: await running.readData() };
        return passesCheck(check, state, volatileColumns);
      };
      const hasChanged = async (): Promise<boolean> =>
        passesCheck(
          { changes: check.changes },
          { sentence: null, showsView: null, before, after: await running.readData() },
          volatileColumns,
        );
      let problem = '';
      const url = running.url + line.start;
      const run = await runOracle(context, url, line, attempt, hasChanged).catch((error: unknown) => {
        problem = String(error).split('\n').slice(0, 4).join(' ').slice(0, 300);
        return { showsView: false, said: null };
      });
      const isPassing = await passes(run);
      const changes = compareData(before, await running.readData()).map(formatChange);
      const found = `shows ${run.showsView}, changes ${changes.join('; ') || 'none'}`;
      await close();
      const name = `${application.name}/${id} (${problem || found})`;
      if (attempt === steps && isPassing) result.proven += 1;
      else if (attempt === steps) result.failing.push(name);
      else if (isPassing || problem) result.passing.push(name);
      const began = performance.now();
      await running.reset();
      result.resetMs = Math.max(result.resetMs, performance.now() - began);
    }
  }
  return result;
}

async function runValidation(subjects: readonly Subject[], browser: OpenBrowser): Promise<number> {
  const rows: string[][] = [];
  const problems: string[] = [];
  for (const subject of subjects) {
    const { application, file, lines } = subject;
    reportProgress(`validating ${application.name}`);
    const began = performance.now();
    const { passing, failing, proven, resetMs, startMs } = await withApplication(
      application,
      browser,
      async (prepared) => {
        const startMs = performance.now() - began;
        return { ...(await validate(subject, prepared)), startMs };
      },
    );
    rows.push([
      `${application.name} (${file.half})`,
      ...(['possible', 'ambiguous', 'impossible'] as const).map((kind) =>
        String(lines.filter((line) => line.kind === kind).length),
      ),
      String(proven),
      (startMs / 1000).toFixed(1),
      (resetMs / 1000).toFixed(1),
    ]);
    problems.push(
      ...passing.map((name) => `passes untouched: ${name}`),
      ...failing.map((name) => `fails after a person’s steps: ${name}`),
    );
  }
  const head = ['application', 'possible', 'ambiguous', 'impossible', 'proven', 'start, s', 'slowest reset, s'];
  process.stdout.write(`${formatTable(head, rows)}\n${problems.map((problem) => `${problem}\n`).join('')}`);
  return problems.length === 0 ? 0 : 1;
}

export const benchmark = defineBenchmark({
  summary: 'single lines on open-source applications, checked by the applications’ own data',
  description:
    'Starts applications from PyPI and npm with example data and gives a navigator one line at a time, each on the first state. ' +
    'Sorts lines into done, asked, said (that it could not), wrong (an unasked change of data or a false sentence) and silent.',
  options: {
    apps: { type: 'string', requiresArg: true, describe: 'Applications, separated by commas' },
    half: { choices: HALVES as readonly Half[], requiresArg: true, describe: 'One half of the applications' },
    only: { type: 'string', requiresArg: true, describe: 'Ids of lines, separated by commas' },
    navigator: { type: 'string', requiresArg: true, describe: 'The navigator (default direct)' },
    misses: { type: 'boolean', default: false, describe: 'Print the lines that were not handled rightly' },
    validate: {
      type: 'boolean',
      default: false,
      describe: 'Only prove the checks: they fail on untouched applications and pass after a person’s steps',
    },
    json: JSON_OPTION,
  },
  example: '--half dev --misses',
  run: async ({ apps, half, only, navigator, misses, validate: validates, json }, command) => {
    const subjects = selectSubjects({ apps, half, only });
    const browser = await openBrowser();
    try {
      if (validates) return await runValidation(subjects, browser);
      const results: LineResult[] = [];
      for (const subject of subjects) {
        results.push(
          ...(await withApplication(subject.application, browser, (prepared) =>
            measure(subject, prepared, navigator),
          )),
        );
        writeJson(json, { command, results });
      }
      process.stdout.write(`${formatResults(results)}\n`);
      if (misses) process.stdout.write(`\n${formatMisses(results)}\n`);
      return 0;
    } finally {
      await browser.close();
    }
  },
});
