/** Lets a person type the navigator's actions (`step:keyboard`): shows what a policy sees and reads one line. */
import { createInterface, type Interface } from 'node:readline';

import { stripTerminalControls } from '../text/index.js';

export interface KeyboardQuestion {
  policy: string;
  objective: string;
  observation: string;
  url: string;
  previousActions: string;
  /** What was wrong with the previous line; null if it was valid. */
  error: string | null;
}

/** Removes control sequences, so that page text cannot control the terminal. */
export const formatKeyboardQuestion = (question: KeyboardQuestion): string =>
  stripTerminalControls(
    [
      '',
      `POLICY: ${question.policy}`,
      'OBJECTIVE:',
      question.objective,
      'OBSERVATION:',
      question.observation,
      'URL:',
      question.url,
      'PREVIOUS ACTIONS:',
      question.previousActions || '(none)',
      ...(question.error === null ? [] : [`Not usable: ${question.error}`]),
    ].join('\n'),
  );

export interface Keyboard {
  /** @returns null at the end of the input */
  readAction(question: KeyboardQuestion, signal: AbortSignal): Promise<string | null>;
  close(): void;
}

/** For runs without a terminal instructor. Opens the input at the first question. */
export function createKeyboard(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Keyboard {
  const lines: string[] = [];
  let ended = false;
  let reader: Interface | null = null;
  let pending: ((line: string | null) => void) | null = null;
  const open = (): void => {
    if (reader) return;
    reader = createInterface({ input, terminal: false });
    reader.on('line', (line) => (pending ? pending(line) : lines.push(line)));
    reader.on('close', () => {
      ended = true;
      pending?.(null);
    });
  };
  return {
    async readAction(question, signal) {
      open();
      output.write(`${formatKeyboardQuestion(question)}\nAction: `);
      const next = lines.shift();
      if (next !== undefined) return next;
      if (ended) return null;
      signal.throwIfAborted();
      return new Promise((resolve, reject) => {
        const finish = (settle: () => void): void => {
          pending = null;
          signal.removeEventListener('abort', onAbort);
          settle();
        };
        const onAbort = (): void => finish(() => reject(signal.reason as Error));
        signal.addEventListener('abort', onAbort);
        pending = (line) => finish(() => resolve(line));
      });
    },
    close() {
      reader?.close();
    },
  };
}
