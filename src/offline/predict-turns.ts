/**
 * Predicts the turns of demonstrations one by one, each after the recorded turns before it (teacher forcing), with the
 * prompts of the paper's evaluation. It uses the prompt code of the live navigator.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Demonstration, readDemonstration } from '../demonstration/index.js';
import { toParleyError, type Model, type ModelResult, type ModelFailureKind } from '../llm/index.js';
import { toModelRequest } from '../navigator/index.js';
import {
  buildWeblinxRequest,
  type ChatTemplate,
  getRecordedShape,
  type PromptShape,
  type PromptTokenizer,
  type WeblinxFamily,
} from '../prompt/index.js';
import {
  type BrowserGymData,
  type BrowserGymSplit,
  type DataSplit,
  findBrowserGymDemonstration,
  listTasks,
  selectPredictedTurns,
} from '../score/index.js';
import { rebuildPromptInput } from './prompt-input.js';
import { createPromptRanking } from './prompt-ranking.js';

export interface PlannedTurn {
  demo: string;
  folder: string;
  turn: number;
  shape: PromptShape;
  /** `candidates/<split>.jsonl`. If null, the bundled encoder ranks the candidates. */
  candidatesFile: string | null;
}

/** A line of the predictions file. The first three fields are those of the WebLINX library. */
export interface PredictionLine {
  demo_name: string;
  turn_index: number;
  /** Empty if the model gave no usable answer. */
  output_predicted: string;
  prompt_tokens: number;
  answer_tokens: number;
  /** Why there is no answer. */
  error?: string;
}

/** Plans the turns of the paper's evaluation in the order of the demonstrations. */
export function planTurns({ demonstrations, candidatesFile }: DataSplit): PlannedTurn[] {
  return [...demonstrations].flatMap(([demo, folder]) => {
    const { turns } = readDemonstration(folder);
    return selectPredictedTurns(turns).map((turn) => {
      const { shape } = getRecordedShape(turns[turn]!);
      return { demo, folder, turn, shape, candidatesFile };
    });
  });
}

/**
 * Plans the tasks of WebLINX 1.1. Every prompt shows the last page, because prompts of 1.1 do not reveal whether a chat
 * line follows.
 */
export function planTasks(data: BrowserGymData, { demonstrations }: BrowserGymSplit): PlannedTurn[] {
  return [...demonstrations].flatMap(([demo, steps]) => {
    const tasks = listTasks(steps);
    const folder = tasks.length > 0 ? findBrowserGymDemonstration(data, demo) : '';
    return tasks.map((turn): PlannedTurn => ({ demo, folder, turn, shape: 'browser', candidatesFile: null }));
  });
}

export interface PredictionSetup {
  model: Model;
  family: WeblinxFamily;
  tokenizer: PromptTokenizer;
  /** Renders chat messages for a completions endpoint; null for chat endpoints. */
  template: ChatTemplate | null;
  /** Number of turns to predict at the same time. */
  workers: number;
  onLine(line: PredictionLine): void;
  onWait(message: string): void;
}

/** Failures caused by an unusable answer. All others are failures of the server and end the run. */
const UNUSABLE_FAILURES: ReadonlySet<ModelFailureKind> = new Set([
  'empty',
  'refused',
  'cut-short',
  'context',
]);

/** @throws ParleyError if the server fails or a budget is used up; the earlier lines are already reported */
export async function predictTurns(
  plannedTurns: readonly PlannedTurn[],
  setup: PredictionSetup,
  signal: AbortSignal,
): Promise<void> {
  const queue = [...plannedTurns];
  const cache = new DemonstrationCache();
  const failureController = new AbortController();
  const stopSignal = AbortSignal.any([signal, failureController.signal]);
  const runWorker = async (): Promise<void> => {
    for (let nextTurn = queue.shift(); nextTurn !== undefined; nextTurn = queue.shift()) {
      stopSignal.throwIfAborted();
      setup.onLine(await predictTurn(nextTurn, cache.read(nextTurn.folder), setup, stopSignal));
    }
  };
  const results = await Promise.allSettled(
    Array.from({ length: setup.workers }, () =>
      runWorker().catch((error: unknown) => {
        // The other workers stop at once, because their results would be lost.
        failureController.abort(error);
        throw error;
      }),
    ),
  );
  signal.throwIfAborted();
  for (const result of results) if (result.status === 'rejected') throw failureController.signal.reason;
}

async function predictTurn(
  { demo, folder, turn: index, shape, candidatesFile }: PlannedTurn,
  demonstration: Demonstration,
  { model, family, tokenizer, template, onWait }: PredictionSetup,
  signal: AbortSignal,
): Promise<PredictionLine> {
  const { turns } = demonstration;
  const ranking = createPromptRanking({
    dir: folder,
    demonstration,
    candidatesFile: candidatesFile ?? undefined,
    shape,
    signal,
  });
  try {
    const { input } = await rebuildPromptInput(folder, turns, index, shape, ranking.rank);
    const request = buildWeblinxRequest(family, shape, input, tokenizer, { live: false });
    const result = await model.ask(
      toModelRequest(request, template, readScreenshot(folder, demonstration, index)),
      {
        signal,
        onWait: ({ sentence }) => onWait(sentence),
      },
    );
    return toPredictionLine(demo, index, result);
  } finally {
    await ranking.close();
  }
}

function toPredictionLine(demo: string, turn: number, result: ModelResult): PredictionLine {
  const turnFields = { demo_name: demo, turn_index: turn };
  if (result.ok) {
    const { promptTokens, answerTokens } = result.usage;
    return {
      ...turnFields,
      output_predicted: result.text,
      prompt_tokens: promptTokens,
      answer_tokens: answerTokens,
    };
  }
  if (!UNUSABLE_FAILURES.has(result.kind)) throw toParleyError(result);
  return { ...turnFields, output_predicted: '', prompt_tokens: 0, answer_tokens: 0, error: result.sentence };
}

/** Reads a turn's screenshot; a chat turn uses the last one before it. */
function readScreenshot(folder: string, { turns }: Demonstration, index: number): Uint8Array | null {
  const screenshotTurn = turns
    .slice(0, index + 1)
    .findLast((turn) => turn.type === 'browser' && turn.state.screenshot !== null);
  if (screenshotTurn?.type !== 'browser' || !screenshotTurn.state.screenshot) return null;
  const path = join(folder, 'screenshots', screenshotTurn.state.screenshot);
  return existsSync(path) ? readFileSync(path) : null;
}

/** Keeps the last demonstration read, because neighbouring turns belong to the same one. */
class DemonstrationCache {
  #lastRead: { folder: string; demonstration: Demonstration } | null = null;

  read(folder: string): Demonstration {
    if (this.#lastRead?.folder !== folder)
      this.#lastRead = { folder, demonstration: readDemonstration(folder) };
    return this.#lastRead.demonstration;
  }
}
