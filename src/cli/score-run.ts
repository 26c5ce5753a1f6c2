/**
 * `parley score --run`: lets a model predict the turns of a data set. A run that was stopped continues from its
 * predictions file.
 */
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import {
  applySettings,
  createNavigatorPlan,
  type NavigatorFlags,
  openModelSession,
  parseWholeNumber,
  withSettingSources,
} from '../assembly/index.js';
import { ParleyError } from '../contract/index.js';
import { formatTotals } from '../instructor/index.js';
import { type PlannedTurn, predictTurns, type PredictionLine } from '../offline/index.js';
import { type Prediction, readPredictions } from '../score/index.js';
import { registerEnvironmentSecrets, createRedactor } from '../secrets/index.js';
import { stripTerminalControls } from '../text/index.js';
import { readCommandConfiguration } from './configuration.js';

export interface ScoreRunArgs extends NavigatorFlags {
  /** Name of the navigator, such as `weblinx:llama`. */
  run: string;
  /** File for the predictions. */
  save: string;
  workers: string;
  limit?: string;
}

/**
 * @param plannedTurns the turns to predict; a turn that belongs to several splits may occur several times
 * @param format converts a model's answer to the syntax of the predictions file
 * @returns all predictions in the file, including earlier ones
 * @throws ParleyError `usage` for a navigator that needs a live page
 */
export async function runPredictions(
  args: ScoreRunArgs,
  plannedTurns: readonly PlannedTurn[],
  signal: AbortSignal,
  format: (answer: string) => string = (answer) => answer,
): Promise<Prediction[]> {
  if (!/^weblinx(:|$)/.test(args.run))
    throw new ParleyError(
      'usage',
      `The navigator “${args.run}” cannot predict recorded turns, because it needs a live page.`,
      'Choose weblinx or weblinx:FAMILY; for other navigators record sessions and use --reference.',
    );
  const workers = parseWholeNumber('workers', args.workers, 1);
  const limit = args.limit === undefined ? undefined : parseWholeNumber('limit', args.limit, 1);
  const uniqueTurns = [
    ...new Map(plannedTurns.map((turn) => [`${turn.turn} ${turn.demo}`, turn])).values(),
  ].slice(0, limit);
  const savedPredictions = existsSync(args.save) ? readPredictions(args.save) : [];
  const savedKeys = new Set(savedPredictions.map(({ demo, turn }) => `${turn} ${demo}`));
  const pendingTurns = uniqueTurns.filter(({ demo, turn }) => !savedKeys.has(`${turn} ${demo}`));
  notice(
    `${uniqueTurns.length} turns to predict${savedKeys.size > 0 ? `, ${uniqueTurns.length - pendingTurns.length} of them are in ${args.save}` : ''}.`,
  );
  if (pendingTurns.length > 0) await predictPendingTurns(pendingTurns, { ...args, format }, workers, signal);
  return readPredictions(args.save);
}

async function predictPendingTurns(
  pendingTurns: readonly PlannedTurn[],
  { run, save, format, ...flags }: ScoreRunArgs & { format: (answer: string) => string },
  workers: number,
  signal: AbortSignal,
): Promise<void> {
  mkdirSync(dirname(save), { recursive: true });
  const appliedSettings = applySettings({ ...flags, navigator: run }, readCommandConfiguration().settings());
  await withSettingSources(appliedSettings, async () => {
    const plan = await createNavigatorPlan(appliedSettings.flags, process.env, signal);
    if (plan.kind !== 'weblinx') throw new Error(`not a navigator of the paper: ${plan.kind}`);
    const redactor = createRedactor();
    registerEnvironmentSecrets(redactor, process.env);
    const { tokenizer, family, template } = plan;
    const session = openModelSession(plan.model, {
      redactor,
      env: process.env,
      recordPrompt: () => undefined,
      ...(tokenizer.exact ? { tokenizer: (text: string) => tokenizer.count(text) } : {}),
    });
    const startedAt = performance.now();
    let predictionCount = 0;
    const onLine = (prediction: PredictionLine): void => {
      const line = { ...prediction, output_predicted: format(prediction.output_predicted) };
      appendFileSync(save, `${JSON.stringify(line)}\n`);
      predictionCount += 1;
      const remainingSeconds =
        ((performance.now() - startedAt) / 1000 / predictionCount) * (pendingTurns.length - predictionCount);
      notice(
        `${predictionCount}/${pendingTurns.length}  ${line.demo_name} turn ${line.turn_index}: ${line.error ?? line.output_predicted.slice(0, 100)}${remainingSeconds > 0 ? `  (about ${Math.ceil(remainingSeconds)} s left)` : ''}`,
      );
    };
    let isFinished = false;
    try {
      await predictTurns(
        pendingTurns,
        { model: session.model, family, tokenizer, template, workers, onLine, onWait: notice },
        signal,
      );
      isFinished = true;
    } finally {
      if (!isFinished && predictionCount < pendingTurns.length)
        notice(
          `Stopped: ${predictionCount} predictions are in ${save}. The same command continues with the rest.`,
        );
      const { totals } = session.getSpending();
      if (totals.calls > 0) notice(`Model: ${formatTotals(totals)}`);
      for (const line of await session.close(isFinished)) notice(line);
    }
  });
}

const notice = (message: string): void => void process.stderr.write(`${stripTerminalControls(message)}\n`);
