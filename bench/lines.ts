/** Measures how a navigator carries out single lines on open-source applications. Checks use the applications' data. */
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
import { withApplication, type PreparedApplication, type Subject } from './lib/lines/prepare.js';
import { validateChecks } from './lib/lines/validation.js';

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
    throw new ParleyError('usage', 'No line matches these options.', 'Remove some of them.');
  return subjects;
}

async function measure(
  { application, file, lines }: Subject,
  { running, browser, storageState, folder }: PreparedApplication,
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

export const benchmark = defineBenchmark({
  summary: 'single lines on open-source applications, checked by the applications’ own data',
  description:
    'Starts applications from PyPI and npm with example data and gives a navigator one line at a time, each on the initial state. ' +
    'Sorts lines into done, asked, said (that it could not), wrong (an unexpected change of data or a false sentence) and silent.',
  options: {
    apps: { type: 'string', requiresArg: true, describe: 'Applications, separated by commas' },
    half: { choices: HALVES, requiresArg: true, describe: 'One half of the applications' },
    only: { type: 'string', requiresArg: true, describe: 'Ids of lines, separated by commas' },
    navigator: { type: 'string', requiresArg: true, describe: 'The navigator (default direct)' },
    misses: { type: 'boolean', default: false, describe: 'Print the lines with a wrong outcome' },
    validate: {
      type: 'boolean',
      default: false,
      describe: 'Only validate the checks: they fail on untouched applications and pass after manual steps',
    },
    json: JSON_OPTION,
  },
  example: '--half dev --misses',
  run: async ({ apps, half, only, navigator, misses, validate: validates, json }, command) => {
    const subjects = selectSubjects({ apps, half, only });
    const browser = await openBrowser();
    try {
      if (validates) return await validateChecks(subjects, browser);
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
