/** Measures how a navigator performs single lines of dialogue in open-source applications. Checks the applications' data. */
import { join } from 'node:path';

import { createNavigatorPlan } from '../src/assembly/navigator-plan.js';
import { ParleyError } from '../src/contract/index.js';
import { openBrowser } from '../src/page/index.js';
import { LINE_APPLICATIONS } from './applications/catalogue.js';
import { defineBenchmark, JSON_OPTION, reportProgress, writeJson } from './lib/command-line.js';
import { HALVES, readLines } from './lib/lines/line.js';
import { runLine } from './lib/lines/line-session.js';
import { judgeLine } from './lib/lines/outcome.js';
import { formatMisses, formatResults, type LineResult } from './lib/lines/report.js';
import { withApplication, type PreparedApplication, type ApplicationLines } from './lib/lines/prepare.js';
import { validateChecks } from './lib/lines/validation.js';

interface SelectionOptions {
  apps?: string | undefined;
  half?: string | undefined;
  only?: string | undefined;
}

function selectLines({ apps, half, only }: SelectionOptions): ApplicationLines[] {
  const applicationNames = apps?.split(',').map((name) => name.trim());
  const unknownName = applicationNames?.find(
    (name) => !LINE_APPLICATIONS.some((application) => application.name === name),
  );
  if (unknownName !== undefined)
    throw new ParleyError(
      'usage',
      `There is no application “${unknownName}”.`,
      `The applications are ${LINE_APPLICATIONS.map(({ name }) => name).join(', ')}.`,
    );
  const ids = only?.split(',').map((id) => id.trim());
  const selectedLines = LINE_APPLICATIONS.filter(({ name }) => applicationNames?.includes(name) ?? true)
    .map((application) => ({ application, file: readLines(application.name) }))
    .filter(({ file }) => half === undefined || file.half === half)
    .map(({ application, file }) => ({
      application,
      file,
      lines: file.lines.filter(({ id }) => ids?.includes(id) ?? true),
    }))
    .filter(({ lines }) => lines.length > 0);
  if (selectedLines.length === 0)
    throw new ParleyError('usage', 'No line matches these options.', 'Remove some of them.');
  return selectedLines;
}

async function runLines(
  { application, file, lines }: ApplicationLines,
  { runningApplication, browser, storageState, workFolder }: PreparedApplication,
  navigatorFlag: string | undefined,
): Promise<LineResult[]> {
  const { signal } = new AbortController();
  const volatileColumns = new Set(application.volatileColumns);
  const results: LineResult[] = [];
  for (const [index, line] of lines.entries()) {
    reportProgress(`${application.name} ${index + 1} of ${lines.length}: ${line.line}`);
    const navigator = await createNavigatorPlan(
      navigatorFlag === undefined ? {} : { navigator: navigatorFlag },
      process.env,
      signal,
    );
    await runningApplication.reset();
    const dataBefore = await runningApplication.readData();
    const lineSession = await runLine(line, {
      browser,
      navigator,
      storageState,
      url: runningApplication.url + line.start,
      resultsFolder: join(workFolder, 'results'),
    });
    const dataAfter = await runningApplication.readData();
    const { lastMessage, isViewShown, seconds, transcript } = lineSession;
    const judgement = judgeLine(line, { lastMessage, isViewShown, dataBefore, dataAfter }, volatileColumns);
    const { id, kind } = line;
    results.push({
      ...judgement,
      application: application.name,
      half: file.half,
      id,
      kind,
      line: line.line,
      sentence: lastMessage && `[${lastMessage.kind}] ${lastMessage.text}`,
      seconds,
      transcript,
    });
  }
  await runningApplication.reset();
  return results;
}

export const benchmark = defineBenchmark({
  summary: 'single lines on open-source applications, checked by the applications’ own data',
  description:
    'Starts applications from PyPI and npm with example data and gives a navigator one line at a time, each in the initial state. ' +
    'Sorts lines into done, asked, said (that it could not), wrong (an unexpected data change or a false statement) and silent.',
  options: {
    apps: { type: 'string', requiresArg: true, describe: 'Applications, separated by commas' },
    half: { choices: HALVES, requiresArg: true, describe: 'One half of the applications' },
    only: { type: 'string', requiresArg: true, describe: 'Ids of lines, separated by commas' },
    navigator: { type: 'string', requiresArg: true, describe: 'The navigator (default direct)' },
    misses: { type: 'boolean', default: false, describe: 'Print the lines whose outcome is not right' },
    validate: {
      type: 'boolean',
      default: false,
      describe:
        'Only validate the checks: they fail on untouched applications and pass after hand-written steps',
    },
    json: JSON_OPTION,
  },
  example: '--half dev --misses',
  run: async ({ apps, half, only, navigator, misses, validate: validatesOnly, json }, command) => {
    const selectedLines = selectLines({ apps, half, only });
    const browser = await openBrowser();
    try {
      if (validatesOnly) return await validateChecks(selectedLines, browser);
      const results: LineResult[] = [];
      for (const applicationLines of selectedLines) {
        results.push(
          ...(await withApplication(applicationLines.application, browser, (prepared) =>
            runLines(applicationLines, prepared, navigator),
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
