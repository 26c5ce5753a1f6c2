/** `parley score`: the metrics of the WebLINX paper for outputs of a model, for sessions, and for rankers. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CommandModule } from 'yargs';

import type { ModelFlags } from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import {
  aggregate,
  compareSession,
  type DataSplit,
  formatScoresCsv,
  openDataSet,
  readPredictions,
  type ScoredSplit,
  scoreRanker,
  scoreSplits,
  selectSplits,
} from '../../score/index.js';
import { withInterrupt } from '../interrupt.js';
import { modelOptions } from '../model-options.js';
import { runPredictions } from '../score-run.js';
import { formatRankerTable, formatScores, toRecords } from '../score-text.js';

interface Args extends ModelFlags {
  data: string[];
  run?: string;
  save?: string;
  workers: string;
  limit?: string;
  tokenizer?: string;
  template?: string;
  predictions?: string[];
  reference?: string;
  ranker: boolean;
  split?: string[];
  out?: string;
  force: boolean;
  json: boolean;
}

async function handle(args: Args): Promise<void> {
  assertOneTask(args);
  if (args.reference !== undefined) return printSplits([scoreSessions(args.data, args.reference)], args);
  const splits = selectSplits(openDataSet(args.data[0]!), args.split);
  for (const { name, missing, demonstrations } of splits)
    if (missing.length > 0)
      process.stderr.write(
        `${missing.length} of ${missing.length + demonstrations.size} demonstrations of “${name}” are not in the folder.\n`,
      );
  if (args.ranker) return printRanker(splits, args);
  const { run, save, predictions: files = [] } = args;
  const predictions =
    run === undefined
      ? files.flatMap((file) => readPredictions(file))
      : await withInterrupt((signal) => runPredictions({ ...args, run, save: save! }, splits, signal));
  printSplits(scoreSplits(predictions, splits), args);
}

function assertOneTask(args: Args): void {
  const { data, predictions, reference, ranker, split, out, run, save } = args;
  const given = [
    ...(run === undefined ? [] : ['--run']),
    ...(predictions ? ['--predictions'] : []),
    ...(reference === undefined ? [] : ['--reference']),
    ...(ranker ? ['--ranker'] : []),
  ];
  if (given.length !== 1)
    throw new ParleyError(
      'usage',
      given.length === 0
        ? 'parley score does not know what to score.'
        : `${given.join(' and ')} cannot be used together.`,
      'Give --predictions FILE for outputs of a model, --run NAVIGATOR to let a model predict, --reference DEMONSTRATION for sessions, or --ranker for the candidates of a data set.',
    );
  if (reference === undefined && data.length !== 1)
    throw new ParleyError(
      'usage',
      data.length === 0 ? 'The data set is missing.' : 'Only one data set can be scored at a time.',
      `Name its folder: parley score DATA ${given[0]} …`,
    );
  if (reference !== undefined && data.length === 0)
    throw new ParleyError(
      'usage',
      'There is no session to score.',
      'Name one or more sessions: parley score results/my-session --reference data/aaabtsd',
    );
  if (run !== undefined && save === undefined)
    throw new ParleyError(
      'usage',
      '--run needs a file for the predictions.',
      'Name it with --save: --save predictions.jsonl. The same command continues a run that was stopped.',
    );
  const unused =
    reference !== undefined && split
      ? '--split'
      : ranker && out !== undefined
        ? '--out'
        : run === undefined && save !== undefined
          ? '--save'
          : undefined;
  if (unused)
    throw new ParleyError('usage', `${unused} does not apply to ${given[0]}.`, 'Remove one of them.');
}

function scoreSessions(sessions: readonly string[], reference: string): ScoredSplit {
  const comparisons = sessions.map((session) => ({
    session,
    ...compareSession(session, reference, basename(session)),
  }));
  for (const { session, rows, extraTurns, lines } of comparisons) {
    if (lines.session !== lines.reference)
      process.stderr.write(
        `${session} has ${lines.session} lines of the instructor, the reference ${lines.reference}; they are compared one by one.\n`,
      );
    process.stderr.write(
      `${session}: ${rows.length} reference turns, ${rows.filter(({ scores }) => scores['intent-match']).length} matched; ${extraTurns} turns of the session have no match.\n`,
    );
  }
  const rows = comparisons.flatMap((comparison) => comparison.rows);
  return { split: 'sessions', rows, means: aggregate(rows), unscored: 0, unpredicted: 0 };
}

async function printRanker(splits: readonly DataSplit[], { json }: Args): Promise<void> {
  const scored = [];
  for (const split of splits) scored.push({ split: split.name, scores: await scoreRanker(split) });
  process.stdout.write(json ? `${JSON.stringify(scored)}\n` : `${formatRankerTable(scored)}\n`);
}

function printSplits(splits: readonly ScoredSplit[], { json, out, force, reference }: Args): void {
  for (const { split, unscored, unpredicted } of splits) {
    if (unscored > 0)
      process.stderr.write(
        `${split}: ${unscored} predictions are not scored, because their turn has no valid reference.\n`,
      );
    if (unpredicted > 0)
      process.stderr.write(
        `${split}: ${unpredicted} turns that the paper evaluates have no prediction; the means are over the others.\n`,
      );
  }
  if (out !== undefined) writeFiles(out, splits, force);
  process.stdout.write(
    json ? `${JSON.stringify(toRecords(splits))}\n` : `${formatScores(splits, reference === undefined)}\n`,
  );
}

/** The files of the WebLINX library: `<split>/eval_scores.csv` and `aggregated_scores.json`. */
function writeFiles(folder: string, splits: readonly ScoredSplit[], force: boolean): void {
  const files = [
    ...splits.map(({ split, rows }) => ({
      path: join(folder, split, 'eval_scores.csv'),
      text: formatScoresCsv(rows),
    })),
    {
      path: join(folder, 'aggregated_scores.json'),
      text: `${JSON.stringify(toRecords(splits), null, 2)}\n`,
    },
  ];
  const existing = files.find(({ path }) => existsSync(path));
  if (existing && !force)
    throw new ParleyError(
      'usage',
      `${existing.path} exists.`,
      'Choose another folder with --out, or replace its files with --force.',
    );
  try {
    for (const { split } of splits) mkdirSync(join(folder, split), { recursive: true });
    for (const { path, text } of files) writeFileSync(path, text);
  } catch (error) {
    throw new ParleyError(
      'usage',
      `${folder} cannot be written: ${(error as Error).message}.`,
      'Choose another folder with --out.',
      { cause: error },
    );
  }
}

export const scoreCommand: CommandModule<object, Args> = {
  command: 'score [data..]',
  describe: 'Compute the metrics of the WebLINX paper',
  builder: (yargs) =>
    modelOptions(yargs)
      .group([], 'Positionals:')
      .group([], 'Options:')
      .positional('data', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe: 'A data set or a folder of demonstrations; with --reference, sessions',
      })
      .option('predictions', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'Outputs of a model: results.json of the WebLINX library, or JSONL; may be repeated',
      })
      .option('reference', {
        type: 'string',
        requiresArg: true,
        describe: 'The demonstration that sessions are compared with',
      })
      .option('run', {
        type: 'string',
        requiresArg: true,
        describe:
          'Let a model predict each turn after the recorded turns before it: weblinx or weblinx:FAMILY, with --model',
      })
      .option('save', {
        type: 'string',
        requiresArg: true,
        describe: 'With --run: file for the predictions (JSONL); a run that was stopped goes on from it',
      })
      .option('workers', {
        type: 'string',
        default: '1',
        requiresArg: true,
        describe: 'With --run: turns that are predicted at the same time',
      })
      .option('limit', {
        type: 'string',
        requiresArg: true,
        describe: 'With --run: the first so many turns',
      })
      .option('tokenizer', {
        type: 'string',
        requiresArg: true,
        describe: 'With --run: the model’s tokenizer.json, for exact token counts',
      })
      .option('template', {
        type: 'string',
        requiresArg: true,
        describe:
          'With --run: the model’s tokenizer_config.json; prompts are then sent to the completions endpoint',
      })
      .option('ranker', {
        type: 'boolean',
        default: false,
        describe: 'Score the candidates of the data set: recall and MRR',
      })
      .option('split', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'Splits of the data set; may be repeated (default: all demonstrations together)',
      })
      .option('out', {
        type: 'string',
        requiresArg: true,
        describe: 'Folder for eval_scores.csv and aggregated_scores.json, as the WebLINX library writes them',
      })
      .option('force', { type: 'boolean', default: false, describe: 'Replace the files in --out' })
      .option('json', { type: 'boolean', default: false, describe: 'Print JSON' })
      .example(
        '$0 score data --split test_iid --predictions results.json',
        'scores of a model beside the paper’s',
      )
      .example(
        '$0 score data --split valid --run weblinx:llama --model llama-3-8b-web --base-url http://127.0.0.1:8080 --save llama.jsonl',
        'predict every turn, then score',
      )
      .example(
        '$0 score results/my-session --reference data/demonstrations/aaabtsd',
        'a session of the same task',
      )
      .example('$0 score data --split valid --ranker', 'recall and MRR of candidates/valid.jsonl')
      .epilogue(
        'Exit codes: 0 the scores were computed, 2 usage, or a file cannot be used, 4 budget, 5 model server, 130 interrupted',
      ),
  handler: handle,
};
