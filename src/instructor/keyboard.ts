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

/** Creates a keyboard for runs without a terminal instructor. Opens the input at the first question. */
export function createKeyboard(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Keyboard {
  const pendingLines: string[] = [];
  let hasEnded = false;
  let reader: Interface | null = null;
  let resolvePending: ((line: string | null) => void) | null = null;
  const openInput = (): void => {
    if (reader) return;
    reader = createInterface({ input, terminal: false });
    reader.on('line', (line) => (resolvePending ? resolvePending(line) : pendingLines.push(line)));
    reader.on('close', () => {
      hasEnded = true;
      resolvePending?.(null);
    });
  };
  return {
    async readAction(question, signal) {
      openInput();
      output.write(`${formatKeyboardQuestion(question)}\nAction: `);
      const pendingLine = pendingLines.shift();
      if (pendingLine !== undefined) return pendingLine;
      if (hasEnded) return null;
      signal.throwIfAborted();
      return new Promise((resolve, reject) => {
        const finish = (settle: () => void): void => {
          resolvePending = null;
          signal.removeEventListener('abort', onAbort);
          settle();
        };
        const onAbort = (): void => finish(() => reject(signal.reason as Error));
        signal.addEventListener('abort', onAbort);
        resolvePending = (line) => finish(() => resolve(line));
      });
    },
    close() {
      reader?.close();
    },
  };
}
