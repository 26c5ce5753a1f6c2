/** `parley report`: writes an HTML report of each recorded session. */
import type { CommandModule } from 'yargs';

import { formatPath, reportPhrases } from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import { getExitCode } from '../../policy/index.js';
import { writeReports } from '../../report/index.js';
import { registerEnvironmentSecrets, createRedactor } from '../../secrets/index.js';
import { createAnnotations } from '../data-set-annotations.js';
import { stripTerminalControls } from '../../text/index.js';

interface Args {
  sessions: string[];
  out?: string;
  markdown: boolean;
  force: boolean;
  candidates?: string;
  predictions?: string[];
}

const LABELS = { report: 'Report', index: 'Index', markdown: 'Markdown' } as const;

async function handle({ sessions, out, markdown, force, candidates, predictions }: Args): Promise<void> {
  if (sessions.length === 0)
    throw new ParleyError(
      'usage',
      'No session given.',
      'Give a session or a folder of sessions: parley report results/my-session',
    );
  const redactor = createRedactor();
  registerEnvironmentSecrets(redactor, process.env);
  const openAnnotations = createAnnotations({ candidates, predictions });
  let usesDataSetFiles = false;
  const { unreadableCount } = await writeReports({
    paths: sessions,
    out,
    markdown,
    force,
    phrases: reportPhrases,
    redactor,
    openAnnotations(dir, demonstration) {
      usesDataSetFiles = true;
      return openAnnotations(dir, demonstration);
    },
    onFile: (path, kind) =>
      void process.stdout.write(`${LABELS[kind]}: ${stripTerminalControls(formatPath(path))}\n`),
    onWarning: (message) => void process.stderr.write(`${stripTerminalControls(message)}\n`),
  });
  if (!usesDataSetFiles && (candidates ?? predictions) !== undefined)
    process.stderr.write(
      '--candidates and --predictions were not used: they apply to demonstrations without session.jsonl, such as those of a data set.\n',
    );
  if (unreadableCount > 0) process.exitCode = getExitCode('usage');
}

export const reportCommand: CommandModule<object, Args> = {
  command: 'report [sessions..]',
  describe: 'Write an HTML report of each recorded session',
  builder: (yargs) =>
    yargs
      .group([], 'Positionals:')
      .group([], 'Options:')
      .positional('sessions', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe: 'Folders of sessions or of WebLINX demonstrations, or folders that contain them',
      })
      .option('out', {
        type: 'string',
        describe:
          'HTML file of the session (default report.html in its folder), or of the index over several sessions (default index.html above them)',
      })
      .option('markdown', {
        type: 'boolean',
        default: false,
        describe: 'Also write a summary for pull requests next to each HTML file',
      })
      .option('force', {
        type: 'boolean',
        default: false,
        describe: 'Replace files that Parley did not write',
      })
      .option('candidates', {
        type: 'string',
        requiresArg: true,
        describe:
          'For demonstrations of a data set: ranked candidates (default: candidates/<split>.jsonl of the data set)',
      })
      .option('predictions', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe:
          'For demonstrations of a data set: outputs of a model, shown next to the reference (default: predictions.jsonl in the demonstration or the data set)',
      })
      .example('$0 report results/my-session', 'writes results/my-session/report.html')
      .example('$0 report results/my-session --out report.html --markdown', 'report.html and report.md here')
      .example(
        '$0 report data/demonstrations/aaabtsd --predictions llama.jsonl',
        'a demonstration of WebLINX, with predictions next to the reference',
      )
      .example('$0 report results', 'a report for each session, and results/index.html')
      .epilogue('Exit codes: 0 all reports are written, 2 usage, or a session could not be read'),
  handler: handle,
};
