/** Proves that the checks of lines fail on the untouched application and pass after a person’s steps. */
import type { OpenBrowser } from '../../../src/page/index.js';
import { reportProgress } from '../command-line.js';
import { formatTable } from '../table.js';
import { compareData, formatChange } from './data.js';
import { runOracle } from './oracle.js';
import { passesCheck } from './outcome.js';
import { withApplication, type PreparedApplication, type Subject } from './prepare.js';

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
  { running, browser, storageState }: PreparedApplication,
): Promise<Validation> {
  const volatileColumns = new Set(application.volatileColumns);
  const result: Validation = { passing: [], failing: [], proven: 0, resetMs: 0 };
  for (const line of lines) {
    const { check, id } = line;
    if (!check) continue;
    const steps = file.oracles?.[id];
    for (const attempt of steps ? [[], steps] : [[]]) {
      const { context, close } = await browser.openContext(
        storageState === undefined ? {} : { storageState },
      );
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

/** Validates the subjects and prints a table. @returns the exit code */
export async function validateChecks(subjects: readonly Subject[], browser: OpenBrowser): Promise<number> {
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
  const head = [
    'application',
    'possible',
    'ambiguous',
    'impossible',
    'proven',
    'start, s',
    'slowest reset, s',
  ];
  process.stdout.write(`${formatTable(head, rows)}\n${problems.map((problem) => `${problem}\n`).join('')}`);
  return problems.length === 0 ? 0 : 1;
}
