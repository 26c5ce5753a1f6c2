/** Asks one yes-or-no question in the terminal. Any answer other than “y” or “yes” means no. */
import { createInterface } from 'node:readline';

import { stripTerminalControls } from '../text/index.js';

export interface QuestionStreams {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

/** @throws the abort reason if `signal` aborts before the answer */
export function askYesNo(
  question: string,
  { input, output }: QuestionStreams,
  signal: AbortSignal,
): Promise<boolean> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const terminal = createInterface({ input, output });
    const finish = (settle: () => void): void => {
      signal.removeEventListener('abort', onAbort);
      // The promise is settled first, because closing the terminal counts as a no.
      settle();
      terminal.close();
    };
    const onAbort = (): void => finish(() => reject(signal.reason as Error));
    signal.addEventListener('abort', onAbort, { once: true });
    terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    // The end of the input counts as a no.
    terminal.once('close', () => finish(() => resolve(false)));
    // Clears the status line, if there is one.
    output.write('\r\u001b[K');
    // Names in the question come from the page and may contain control characters.
    terminal.question(`${stripTerminalControls(question)} [y/N] `, (answer) =>
      finish(() => resolve(/^y(?:es)?$/iu.test(answer.trim()))),
    );
  });
}
