/** Stops synchronous work that takes too long, such as a catastrophic regular expression or an endless loop. */
import { createContext, Script, type Context } from 'node:vm';

export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

const RUN_SCRIPT = new Script('run()');
let context: Context | undefined;

/**
 * Runs a function and interrupts it after `limitMs` milliseconds. Ctrl-C interrupts it too; the default handling of the
 * signal applies.
 * @throws TimeLimitError
 */
export function runWithTimeLimit<T>(run: () => T, limitMs: number): T {
  context ??= createContext({});
  const outerRun = (context as { run?: unknown }).run;
  (context as { run?: unknown }).run = run;
  try {
    return RUN_SCRIPT.runInContext(context, { timeout: limitMs, breakOnSigint: true }) as T;
  } catch (error) {
    const { code } = (error ?? {}) as { code?: string };
    if (code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') process.kill(process.pid, 'SIGINT');
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new TimeLimitError(`stopped after ${limitMs / 1_000} s`);
    throw error;
  } finally {
    (context as { run?: unknown }).run = outerRun;
  }
}
