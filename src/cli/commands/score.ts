/** `parley score`: computes the WebLINX paper's metrics for a model's outputs, for sessions and for rankers. */
import { basename, join } from 'node:path';
import type { CommandModule } from 'yargs';

import { toBrowserGymSyntax } from '../../action/index.js';
import type { ModelFlags } from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import { type PlannedTurn, planTasks, planTurns } from '../../offline/index.js';
import {
  aggregate,
  compareSession,
  type DataSplit,
  formatScoresCsv,
  isBrowserGymData,
  openDataSet,
  type Prediction,
  readBrowserGymData,
  readPredictions,
  scoreBrowserGym,
  type ScoredSplit,
  scoreRanker,
  scoreSplits,
  selectBrowserGymSplits,
  selectSplits,
} from '../../score/index.js';
import { withInterrupt } from '../interrupt.js';
import { modelOptions } from '../model-options.js';
import { type NewFile, writeNewFiles } from '../new-files.js';
import { formatRewards, listRewardFiles, listRewardRemarks, toRewardRecords } from '../reward-text.js';
import { runPredictions } from '../score-run.js';
import { formatRankerTable, formatScores, toScoreRecords } from '../score-text.js';

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
  assertSingleMode(args);
  if (args.reference !== undefined) return printSplits([scoreSessions(args.data, args.reference)], args);
  if (isBrowserGymData(args.data[0]!)) return scoreBrowserGymData(args.data[0]!, args);
  const splits = selectSplits(openDataSet(args.data[0]!), args.split);
  for (const { name, missing, demonstrations } of splits)
    if (missing.length > 0)
      process.stderr.write(
        `${missing.length} of ${missing.length + demonstrations.size} demonstrations of “${name}” are not in the folder.\n`,
      );
  if (args.ranker) return printRankerScores(splits, args);
  printSplits(scoreSplits(await collectPredictions(args, () => splits.flatMap(planTurns)), splits), args);
}

/** Scores predictions for WebLINX 1.1, the BrowserGym version of the data set. */
async function scoreBrowserGymData(folder: string, args: Args): Promise<void> {
  if (args.ranker)
    throw new ParleyError(
      'usage',
      'WebLINX 1.1 has no ranked candidates.',
      'Score the ranker on the data set of WebLINX 1.0.',
    );
  const data = readBrowserGymData(folder);
  const splits = selectBrowserGymSplits(data, args.split);
  const planSplits = (): PlannedTurn[] => splits.flatMap((split) => planTasks(data, split));
  const scoredSplits = scoreBrowserGym(
    await collectPredictions(args, planSplits, toBrowserGymSyntax),
    data,
    splits,
  );
  for (const split of scoredSplits)
    for (const line of listRewardRemarks(split)) process.stderr.write(`${line}\n`);
  if (args.out !== undefined) writeNewFiles(args.out, listRewardFiles(scoredSplits), args.force);
  process.stdout.write(
    args.json ? `${JSON.stringify(toRewardRecords(scoredSplits))}\n` : `${formatRewards(scoredSplits)}\n`,
  );
}

/** Reads the predictions from files, or lets a model make them. */
async function collectPredictions(
  { run, save, predictions: files = [], ...args }: Args,
  plan: () => PlannedTurn[],
  format?: (answer: string) => string,
): Promise<Prediction[]> {
  return run === undefined
    ? files.flatMap((file) => readPredictions(file))
    : withInterrupt((signal) => runPredictions({ ...args, run, save: save! }, plan(), signal, format));
}

function assertSingleMode(args: Args): void {
  const { data, predictions, reference, ranker, split, out, run, save } = args;
  const givenFlags = [
    ...(run === undefined ? [] : ['--run']),
    ...(predictions ? ['--predictions'] : []),
    ...(reference === undefined ? [] : ['--reference']),
    ...(ranker ? ['--ranker'] : []),
  ];
  if (givenFlags.length !== 1)
    throw new ParleyError(
      'usage',
      givenFlags.length === 0
        ? 'parley score does not know what to score.'
        : `${givenFlags.join(' and ')} cannot be used together.`,
      'Give --predictions FILE for outputs of a model, --run NAVIGATOR to let a model predict, --reference DEMONSTRATION for sessions, or --ranker for the candidates of a data set.',
    );
  if (reference === undefined && data.length !== 1)
    throw new ParleyError(
      'usage',
      data.length === 0 ? 'The data set is missing.' : 'Only one data set can be scored at a time.',
      `Give its folder: parley score DATA ${givenFlags[0]} …`,
    );
  if (reference !== undefined && data.length === 0)
    throw new ParleyError(
      'usage',
      'There is no session to score.',
      'Give one or more sessions: parley score results/my-session --reference data/aaabtsd',
    );
  if (run !== undefined && save === undefined)
    throw new ParleyError(
      'usage',
      '--run needs a file for the predictions.',
      'Add --save, for example --save predictions.jsonl. The same command continues a stopped run.',
    );
  const unusedFlag =
    reference !== undefined && split
      ? '--split'
      : ranker && out !== undefined
        ? '--out'
        : run === undefined && save !== undefined
          ? '--save'
          : undefined;
  if (unusedFlag)
    throw new ParleyError(
      'usage',
      `${unusedFlag} does not apply to ${givenFlags[0]}.`,
      'Remove one of them.',
    );
}

function scoreSessions(sessions: readonly string[], reference: string): ScoredSplit {
  const comparisons = sessions.map((session) => ({
    session,
    ...compareSession(session, reference, basename(session)),
  }));
  for (const { session, rows, extraTurns, lines } of comparisons) {
    if (lines.session !== lines.reference)
      process.stderr.write(
        `${session} has ${lines.session} instructor lines and the reference ${lines.reference}; they are compared in pairs.\n`,
      );
    process.stderr.write(
      `${session}: ${rows.length} reference turns, ${rows.filter(({ scores }) => scores['intent-match']).length} matched; ${extraTurns} turns of the session have no match.\n`,
    );
  }
  const rows = comparisons.flatMap((comparison) => comparison.rows);
  return { split: 'sessions', rows, means: aggregate(rows), unscored: 0, unpredicted: 0 };
}

async function printRankerScores(splits: readonly DataSplit[], { json }: Args): Promise<void> {
  const scoredSplits = [];
  for (const split of splits) scoredSplits.push({ split: split.name, scores: await scoreRanker(split) });
  process.stdout.write(json ? `${JSON.stringify(scoredSplits)}\n` : `${formatRankerTable(scoredSplits)}\n`);
}

function printSplits(splits: readonly ScoredSplit[], { json, out, force, reference }: Args): void {
  for (const { split, unscored, unpredicted } of splits) {
    if (unscored > 0)
      process.stderr.write(
        `${split}: ${unscored} predictions are not scored, because their turn has no valid reference.\n`,
      );
    if (unpredicted > 0)
      process.stderr.write(
        `${split}: ${unpredicted} turns that the paper evaluates have no prediction; the means cover only the others.\n`,
      );
  }
  if (out !== undefined) writeNewFiles(out, listScoreFiles(splits), force);
  process.stdout.write(
    json
      ? `${JSON.stringify(toScoreRecords(splits))}\n`
      : `${formatScores(splits, reference === undefined)}\n`,
  );
}

/** Creates the files that the WebLINX library writes: `<split>/eval_scores.csv` and `aggregated_scores.json`. */
const listScoreFiles = (splits: readonly ScoredSplit[]): NewFile[] => [
  ...splits.map(({ split, rows }) => ({ name: join(split, 'eval_scores.csv'), text: formatScoresCsv(rows) })),
  { name: 'aggregated_scores.json', text: `${JSON.stringify(toScoreRecords(splits), null, 2)}\n` },
];

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
        describe: 'A data set (WebLINX 1.0 or 1.1) or a folder of demonstrations; with --reference, sessions',
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
        describe: 'Demonstration to compare the sessions with',
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
        describe: 'With --run: file for the predictions (JSONL); a stopped run continues from it',
      })
      .option('workers', {
        type: 'string',
        default: '1',
        requiresArg: true,
        describe: 'With --run: number of turns to predict at the same time',
      })
      .option('limit', {
        type: 'string',
        requiresArg: true,
        describe: 'With --run: only this many turns, from the start',
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
        'scores of a model next to the paper’s',
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
