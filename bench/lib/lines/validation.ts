/** Validates the checks of lines: they fail on the untouched application and pass after manual steps. */
import type { OpenBrowser } from '../../../src/page/index.js';
import { reportProgress } from '../command-line.js';
import { formatTable } from '../table.js';
import { compareData, formatChange, type VolatileColumns } from './data.js';
import type { Line, LineCheck, OracleStep } from './line.js';
import { runOracle } from './oracle.js';
import { passesCheck } from './outcome.js';
import { withApplication, type PreparedApplication, type Subject } from './prepare.js';

interface Validation {
  /** Checks that pass although nothing was done. */
  passing: string[];
  /** Checks that fail although manual steps carried out the line. */
  failing: string[];
  proven: number;
  resetMs: number;
}

async function validate(
  { application, file, lines }: Subject,
  prepared: PreparedApplication,
): Promise<Validation> {
  const volatileColumns = new Set(application.volatileColumns);
  const result: Validation = { passing: [], failing: [], proven: 0, resetMs: 0 };
  for (const line of lines) {
    if (!line.check) continue;
    const steps = file.oracles?.[line.id];
    const untouched = await attempt(line, line.check, [], prepared, volatileColumns);
    if (untouched.passes || untouched.problem)
      result.passing.push(`${application.name}/${line.id} ${untouched.found}`);
    result.resetMs = Math.max(result.resetMs, untouched.resetMs);
    if (!steps) continue;
    const done = await attempt(line, line.check, steps, prepared, volatileColumns);
    if (done.passes) result.proven += 1;
    else result.failing.push(`${application.name}/${line.id} ${done.found}`);
    result.resetMs = Math.max(result.resetMs, done.resetMs);
  }
  return result;
}

interface Attempt {
  passes: boolean;
  /** Whether a step failed. */
  problem: boolean;
  /** Details for correcting the check. */
  found: string;
  resetMs: number;
}

async function attempt(
  line: Line,
  check: LineCheck,
  steps: readonly OracleStep[],
  { running, browser, storageState }: PreparedApplication,
  volatileColumns: VolatileColumns,
): Promise<Attempt> {
  const { context, close } = await browser.openContext(storageState === undefined ? {} : { storageState });
  const before = await running.readData();
  const hasChanged = async (): Promise<boolean> =>
    passesCheck(
      { changes: check.changes },
      { sentence: null, showsView: null, before, after: await running.readData() },
      volatileColumns,
    );
  let problem = '';
  const { showsView, answer } = await runOracle(
    context,
    running.url + line.start,
    line,
    steps,
    hasChanged,
  ).catch((error: unknown) => {
    problem = String(error).split('\n').slice(0, 4).join(' ').slice(0, 300);
    return { showsView: false, answer: null };
  });
  const after = await running.readData();
  await close();
  const sentence = answer === null ? null : ({ kind: 'answer', text: answer } as const);
  const changes = compareData(before, after).map(formatChange).join('; ') || 'none';
  const began = performance.now();
  await running.reset();
  return {
    passes: passesCheck(check, { sentence, showsView, before, after }, volatileColumns),
    problem: problem !== '',
    found: `(${problem || `shows ${showsView}, changes ${changes}`})`,
    resetMs: performance.now() - began,
  };
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
      ...failing.map((name) => `fails after manual steps: ${name}`),
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
