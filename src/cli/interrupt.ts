/**
 * Converts Ctrl-C and termination signals to an AbortSignal. The first signal aborts it; the second ends the process
 * immediately.
 */

export class InterruptedError extends Error {
  override readonly name = 'Interrupted';
}

/** Runs `body` under a signal that SIGINT, SIGTERM and SIGHUP abort; handlers are removed afterwards. */
export async function withInterrupt<T>(body: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new InterruptedError('Interrupted'));
  };
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of names) process.on(name, onSignal);
  try {
    return await body(controller.signal);
  } finally {
    for (const name of names) process.off(name, onSignal);
  }
}
