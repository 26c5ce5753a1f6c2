/**
 * Reads the outputs of a model: `results.json` of the WebLINX library (one list), or JSONL with one prediction per line.
 * In WebLINX 1.1, a prediction may also refer to its task by BrowserGym's name.
 */
import { readFileSync } from 'node:fs';

import { ParleyError } from '../contract/index.js';

export interface Prediction {
  demo: string;
  /** Index of the turn in `replay.json`. */
  turn: number;
  /** As the model wrote it. */
  output: string;
  /** Position of the prediction: `file:line` in JSONL, `file[index]` in a list. */
  position: string;
}

const NEXT_STEP =
  'A prediction has the form {"demo_name": "aaabtsd", "turn_index": 7, "output_predicted": "click(uid=\\"…\\")"}.';

/** @throws ParleyError `usage` with the position of the first entry that is not a prediction or repeats one */
export function readPredictions(path: string): Prediction[] {
  const predictions = readEntries(path).map(({ value, position }) => toPrediction(value, position));
  const positionByTurn = new Map<string, string>();
  for (const { demo, turn, position } of predictions) {
    const key = `${turn} ${demo}`;
    const firstPosition = positionByTurn.get(key);
    if (firstPosition !== undefined)
      throw new ParleyError(
        'usage',
        `${position} predicts turn ${turn} of ${demo} again; the first prediction is at ${firstPosition}.`,
        'Remove one of them.',
      );
    positionByTurn.set(key, position);
  }
  return predictions;
}

function readEntries(path: string): { value: unknown; position: string }[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ParleyError(
      'usage',
      `“${path}” cannot be read (${code}).`,
      'Give a file with predictions, as JSON or JSONL.',
      { cause: error },
    );
  }
  if (text.trim() === '')
    throw new ParleyError('usage', `${path} is empty.`, `Give a file with predictions. ${NEXT_STEP}`);
  if (text.trimStart().startsWith('[')) {
    const entries = parseJson(text, path) as unknown[];
    return entries.map((value, index) => ({ value, position: `${path}[${index}]` }));
  }
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const position = `${path}:${index + 1}`;
    return [{ value: parseJson(line, position), position }];
  });
}

function parseJson(text: string, position: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ParleyError('usage', `${position} is not JSON: ${(error as Error).message}.`, NEXT_STEP, {
      cause: error,
    });
  }
}

/** Name of a task in BrowserGym: `weblinx.aaabtsd.7`. */
const TASK_NAME = /^(?:browsergym\/)?weblinx\.(.+)\.(\d+)$/;

function toPrediction(value: unknown, position: string): Prediction {
  const fields = (value ?? {}) as Record<string, unknown>;
  const { task_name: task, output_predicted: output } = fields;
  const taskMatch = typeof task === 'string' ? TASK_NAME.exec(task) : null;
  const demo = taskMatch ? taskMatch[1] : fields['demo_name'];
  const turn = taskMatch ? Number(taskMatch[2]) : fields['turn_index'];
  const fault =
    task !== undefined && !taskMatch
      ? '“task_name” does not have the form “weblinx.DEMONSTRATION.STEP”'
      : typeof demo !== 'string' || demo === ''
        ? '“demo_name” is missing'
        : typeof turn !== 'number' || !Number.isInteger(turn) || turn < 0
          ? '“turn_index” is not a whole number from 0'
          : typeof output !== 'string'
            ? '“output_predicted” is not a string'
            : null;
  if (fault !== null) throw new ParleyError('usage', `${position} is not a prediction: ${fault}.`, NEXT_STEP);
  return { demo: demo as string, turn: turn as number, output: output as string, position };
}
