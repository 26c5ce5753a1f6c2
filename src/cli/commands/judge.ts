/**
 * `parley judge`: lets a model judge finished tasks by their screenshots. Also writes and reads sheets for human votes.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { CommandModule } from 'yargs';

import {
  applySettings,
  createModelPlan,
  formatPath,
  openJudgeModel,
  withSettingSources,
  type ModelFlags,
} from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import {
  aggregateTasks,
  aggregateBySite,
  collectHints,
  computeAgreement,
  countTasksForModel,
  findTasks,
  formatVoteCsv,
  hasDifferentSettings,
  JUDGE_COMPATS,
  judgeTasks,
  parseVoteCsv,
  readJudgeRecord,
  readReferences,
  scoreAgainstReference,
  type JudgeCompat,
  type JudgedTask,
  type TaskJudgeOptions,
} from '../../judge/index.js';
import { getExitCode } from '../../policy/index.js';
import { readCommandConfiguration } from '../configuration.js';
import { withInterrupt } from '../interrupt.js';
import { createJudgeOutput } from '../judge-output.js';
import { formatAgreement } from '../judge-text.js';
import { modelOptions } from '../model-options.js';

interface Args extends ModelFlags {
  folders: string[];
  compat?: JudgeCompat;
  last?: number;
  again: boolean;
  references?: string;
  hints: boolean;
  parallel: number;
  json: boolean;
  review: boolean;
  sheet?: string;
  votes?: string;
}

async function handle(args: Args): Promise<void> {
  assertCompatibleFlags(args);
  if (args.votes !== undefined && args.folders.length > 0)
    throw new ParleyError(
      'usage',
      '--votes reads the folders from the sheet.',
      'Remove the folders from the command.',
    );
  if (args.votes !== undefined) return printAgreement(args.votes, args.hints, args.json);
  if (args.folders.length === 0)
    throw new ParleyError(
      'usage',
      'There is nothing to judge.',
      'Give results, task folders or demonstrations: parley judge results',
    );
  if (args.review) return writeSheet(args.folders, args.sheet);
  await withInterrupt((signal) => judgeResults(args, signal));
}

function assertCompatibleFlags({
  compat,
  last,
  parallel,
  hints,
  references,
  review,
  sheet,
  votes,
}: Args): void {
  const refuse = (message: string, next: string): never => {
    throw new ParleyError('usage', message, next);
  };
  if (last !== undefined && (!Number.isInteger(last) || last < 1))
    refuse('--last must be a whole number of at least 1.', 'For example: --last 3');
  if (!Number.isInteger(parallel) || parallel < 1)
    refuse('--parallel must be a whole number of at least 1.', 'For example: --parallel 4');
  if (hints && references === undefined && votes === undefined)
    refuse(
      '--hints needs --references.',
      'Give the file with possible answers: --references reference_answer.json',
    );
  if (hints && compat === 'faithful')
    refuse('--hints does not apply to --compat faithful, whose prompt is fixed.', 'Remove one of them.');
  if (sheet !== undefined && !review) refuse('--sheet needs --review.', 'Add --review, or remove --sheet.');
  if (review && votes !== undefined)
    refuse('--review and --votes cannot be combined.', 'Write the sheet first, then read its votes.');
}

async function judgeResults(args: Args, signal: AbortSignal): Promise<void> {
  const tasks = findTasks(args.folders);
  const references = args.references === undefined ? null : readReferences(args.references);
  const options: TaskJudgeOptions = {
    compat: args.compat ?? 'hardened',
    screenshotCount: args.last ?? null,
    rejudge: args.again,
    hints: args.hints ? collectHints(references!) : null,
    parallelCount: args.parallel,
  };
  const scoreTask = (task: JudgedTask['task']): 1 | 0 | null =>
    'fault' in task ? null : scoreAgainstReference(task.answer, references?.get(task.id));
  const appliedSettings = applySettings(args, readCommandConfiguration().settings());
  await withSettingSources(appliedSettings, async () => {
    const plan = await createModelPlan(appliedSettings.flags, process.env, signal);
    if (!plan && countTasksForModel(tasks, options) > 0)
      throw new ParleyError(
        'usage',
        'The judge needs a language model that accepts images.',
        'Choose one with --model, PARLEY_MODEL or model in parley.config.yaml.',
      );
    const output = createJudgeOutput(args.json, tasks.length);
    const judgeModel = plan && openJudgeModel(plan, process.env);
    let areAllJudged = false;
    try {
      const { judgedTasks, stopError } = await judgeTasks(tasks, {
        options,
        openModel: () => judgeModel!.getModel(signal),
        signal,
        onTask: (judgedTask) => output.onTask({ ...judgedTask, reference: scoreTask(judgedTask.task) }),
        onWait: output.notice,
      });
      const scoredTasks = judgedTasks.map((judgedTask) => ({
        ...judgedTask,
        reference: scoreTask(judgedTask.task),
      }));
      const outdatedTasks = judgedTasks.filter(
        ({ record, isNew }) =>
          record && !isNew && hasDifferentSettings(record, options, plan?.settings.model ?? null),
      );
      output.summary({
        sites: aggregateBySite(scoredTasks),
        overall: aggregateTasks('Overall', scoredTasks),
        hints: args.hints,
      });
      const verdictCount = judgedTasks.filter(({ record }) => record !== null).length;
      if (outdatedTasks.length > 0)
        output.notice(
          `${outdatedTasks.length} of the verdicts were made with a different protocol, number of screenshots or model; --again judges these tasks again.`,
        );
      if (signal.aborted) {
        output.notice(
          `Interrupted: ${verdictCount} of ${tasks.length} tasks have a verdict. The same command continues with the rest.`,
        );
        process.exitCode = getExitCode('user');
      } else if (stopError) {
        output.notice(`Stopped: ${verdictCount} of ${tasks.length} tasks have a verdict.`);
        throw stopError;
      } else {
        const hasFailures = judgedTasks.some(({ record }) => record === null);
        areAllJudged = !hasFailures;
        process.exitCode = hasFailures
          ? getExitCode('infra')
          : judgeModel
            ? getExitCode(judgeModel.getVerdict().kind)
            : 0;
      }
    } finally {
      for (const line of (await judgeModel?.close(areAllJudged)) ?? []) output.notice(line);
    }
  });
}

/** Writes a new sheet. An existing sheet may contain people's votes, so it is never overwritten. */
function writeSheet(folders: readonly string[], sheet: string | undefined): void {
  const tasks = findTasks(folders);
  const path = resolve(sheet ?? join(folders[0]!, 'review.csv'));
  if (existsSync(path))
    throw new ParleyError(
      'usage',
      `“${formatPath(path)}” already exists and may contain votes.`,
      'Choose another file with --sheet, or delete this one.',
    );
  const text = formatVoteCsv(tasks, (file) => relative(dirname(path), file) || '.');
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    throw new ParleyError(
      'usage',
      `“${formatPath(path)}” cannot be written (${(error as NodeJS.ErrnoException).code}).`,
      'Choose another file with --sheet.',
      { cause: error },
    );
  }
  const unreadableTasks = tasks.filter((task) => 'fault' in task);
  for (const task of unreadableTasks)
    if ('fault' in task) process.stderr.write(`${task.id}: ${task.fault}\n`);
  const taskCount = tasks.length - unreadableTasks.length;
  process.stdout.write(
    `${taskCount} ${taskCount === 1 ? 'task' : 'tasks'} written to ${formatPath(path)}. Enter 1 (success) or 0 (failure) under vote_1 to vote_3, then run parley judge --votes ${formatPath(path)}.\n`,
  );
}

function printAgreement(file: string, hints: boolean, json: boolean): void {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ParleyError(
      'usage',
      `“${file}” cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      'Give a sheet that parley judge --review wrote.',
      { cause: error },
    );
  }
  const folder = dirname(resolve(file));
  const agreement = computeAgreement(
    parseVoteCsv(text, file).map((task) => ({
      ...task,
      verdict: readJudgeRecord(resolve(folder, task.folder), hints)?.verdict,
    })),
  );
  process.stdout.write(
    `${json ? JSON.stringify({ type: 'agreement', ...agreement }) : formatAgreement(agreement)}\n`,
  );
}

export const judgeCommand: CommandModule<object, Args> = {
  command: 'judge [folders..]',
  describe: 'Let a model judge finished tasks by their screenshots',
  builder: (yargs) =>
    modelOptions(
      yargs
        .group([], 'Positionals:')
        .group([], 'Options:')
        .positional('folders', {
          type: 'string',
          array: true,
          default: [] as string[],
          describe: 'Results folders, task folders or demonstrations',
        })
        .option('compat', {
          choices: JUDGE_COMPATS,
          describe:
            'faithful: the WebVoyager paper’s protocol; hardened (default): JSON verdicts, unknown counted separately',
        })
        .option('last', {
          type: 'number',
          describe: 'Show the judge only the last k screenshots (default: all that fit; faithful: 15)',
        })
        .option('again', {
          type: 'boolean',
          default: false,
          describe: 'Also judge tasks that already have a verdict',
        })
        .option('parallel', {
          type: 'number',
          default: 1,
          describe: 'Number of tasks to judge at the same time',
        })
        .option('references', {
          type: 'string',
          describe: 'WebVoyager’s reference_answer.json: its golden answers give a second score',
        })
        .option('hints', {
          type: 'boolean',
          default: false,
          describe: 'Show the judge the possible answers in --references; verdicts go to judge.hints.json',
        })
        .option('review', {
          type: 'boolean',
          default: false,
          describe: 'Write a sheet for three human votes per task instead of judging',
        })
        .option('sheet', {
          type: 'string',
          describe: 'File for the sheet (default review.csv in the results folder)',
        })
        .option('votes', { type: 'string', describe: 'Compare the votes of a sheet with the verdicts' })
        .option('json', { type: 'boolean', default: false, describe: 'Print one JSON object per line' }),
    )
      .example('$0 judge results --model gpt-5-mini', 'judge every recorded session')
      .example('$0 judge results/webvoyager --compat faithful --last 3', 'the paper’s protocol, k = 3')
      .example('$0 judge results --review', 'write a sheet for human votes')
      .example('$0 judge --votes results/review.csv', 'agreement between people and the judge')
      .epilogue(
        'Exit codes: 0 every task has a verdict, whatever it is; 1 recorded answers unused, 2 usage, 4 budget, 5 model server, 130 interrupted',
      ),
  handler: handle,
};
