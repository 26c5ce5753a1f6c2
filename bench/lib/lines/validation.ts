/** Validates the checks of lines: they fail on the untouched application and pass after hand-written steps. */
import type { OpenBrowser } from '../../../src/page/index.js';
import { reportProgress } from '../command-line.js';
import { formatTable } from '../table.js';
import { compareData, formatChange, type VolatileColumns } from './data.js';
import type { Line, LineCheck, OracleStep } from './line.js';
import { runOracle } from './oracle.js';
import { passesCheck } from './outcome.js';
import { withApplication, type PreparedApplication, type ApplicationLines } from './prepare.js';

interface Validation {
  /** Checks that pass, or cannot be tried, although nothing was done. */
  untouchedPasses: string[];
  /** Checks that fail although hand-written steps performed the line. */
  manualFailures: string[];
  provenCount: number;
  maxResetMs: number;
}

async function validateLines(
  { application, file, lines }: ApplicationLines,
  prepared: PreparedApplication,
): Promise<Validation> {
  const volatileColumns = new Set(application.volatileColumns);
  const result: Validation = { untouchedPasses: [], manualFailures: [], provenCount: 0, maxResetMs: 0 };
  for (const line of lines) {
    if (!line.check) continue;
    const steps = file.oracles?.[line.id];
    const untouchedAttempt = await tryLine(line, line.check, [], prepared, volatileColumns);
    if (untouchedAttempt.passes || untouchedAttempt.hasProblem)
      result.untouchedPasses.push(`${application.name}/${line.id} ${untouchedAttempt.details}`);
    result.maxResetMs = Math.max(result.maxResetMs, untouchedAttempt.resetMs);
    if (!steps) continue;
    const manualAttempt = await tryLine(line, line.check, steps, prepared, volatileColumns);
    if (manualAttempt.passes) result.provenCount += 1;
    else result.manualFailures.push(`${application.name}/${line.id} ${manualAttempt.details}`);
    result.maxResetMs = Math.max(result.maxResetMs, manualAttempt.resetMs);
  }
  return result;
}

interface Attempt {
  passes: boolean;
  /** Whether a step failed. */
  hasProblem: boolean;
  /** What was found on the page and in the data, as help to correct the check. */
  details: string;
  resetMs: number;
}

async function tryLine(
  line: Line,
  check: LineCheck,
  steps: readonly OracleStep[],
  { runningApplication, browser, storageState }: PreparedApplication,
  volatileColumns: VolatileColumns,
): Promise<Attempt> {
  const { context, close } = await browser.openContext(storageState === undefined ? {} : { storageState });
  const dataBefore = await runningApplication.readData();
  const haveDataChanged = async (): Promise<boolean> =>
    passesCheck(
      { changes: check.changes },
      { lastMessage: null, isViewShown: null, dataBefore, dataAfter: await runningApplication.readData() },
      volatileColumns,
    );
  let problem = '';
  const { isViewShown, answer } = await runOracle(
    context,
    runningApplication.url + line.start,
    line,
    steps,
    haveDataChanged,
  ).catch((error: unknown) => {
    problem = String(error).split('\n').slice(0, 4).join(' ').slice(0, 300);
    return { isViewShown: false, answer: null };
  });
  const dataAfter = await runningApplication.readData();
  await close();
  const lastMessage = answer === null ? null : ({ kind: 'answer', text: answer } as const);
  const changes = compareData(dataBefore, dataAfter).map(formatChange).join('; ') || 'none';
  const resetStartedAt = performance.now();
  await runningApplication.reset();
  return {
    passes: passesCheck(check, { lastMessage, isViewShown, dataBefore, dataAfter }, volatileColumns),
    hasProblem: problem !== '',
    details: `(${problem || `shows ${isViewShown}, changes ${changes}`})`,
    resetMs: performance.now() - resetStartedAt,
  };
}

/** Validates the checks of all lines and prints a table. @returns the exit code */
export async function validateChecks(
  selectedLines: readonly ApplicationLines[],
  browser: OpenBrowser,
): Promise<number> {
  const rows: string[][] = [];
  const problems: string[] = [];
  for (const applicationLines of selectedLines) {
    const { application, file, lines } = applicationLines;
    reportProgress(`validating ${application.name}`);
    const startedAt = performance.now();
    const { untouchedPasses, manualFailures, provenCount, maxResetMs, startMs } = await withApplication(
      application,
      browser,
      async (prepared) => {
        const startMs = performance.now() - startedAt;
        return { ...(await validateLines(applicationLines, prepared)), startMs };
      },
    );
    rows.push([
      `${application.name} (${file.half})`,
      ...(['possible', 'ambiguous', 'impossible'] as const).map((kind) =>
        String(lines.filter((line) => line.kind === kind).length),
      ),
      String(provenCount),
      (startMs / 1000).toFixed(1),
      (maxResetMs / 1000).toFixed(1),
    ]);
    problems.push(
      ...untouchedPasses.map((name) => `passes untouched: ${name}`),
      ...manualFailures.map((name) => `fails after hand-written steps: ${name}`),
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
