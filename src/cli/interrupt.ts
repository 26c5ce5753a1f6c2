/**
 * Converts Ctrl-C and termination signals to an AbortSignal. The first signal aborts the AbortSignal; the second ends
 * the process immediately.
 */

export class InterruptedError extends Error {
  override readonly name = 'Interrupted';
}

/** Calls `body` with an AbortSignal that SIGINT, SIGTERM and SIGHUP abort. Removes the handlers afterwards. */
export async function withInterrupt<T>(body: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new InterruptedError('Interrupted'));
  };
  const signalNames = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signalNames) process.on(name, onSignal);
  try {
    return await body(controller.signal);
  } finally {
    for (const name of signalNames) process.off(name, onSignal);
  }
}
