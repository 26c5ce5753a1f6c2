/**
 * Handles Ctrl-C in the worker process. Playwright notifies its workers as well, but a worker between two steps would
 * go on to the end of its test; with its own signal the conversation can record its end.
 */
import { ParleyError } from '../contract/index.js';

const pressed = new AbortController();

// Only in workers: in the process that merely loads specs, a handler would keep SIGINT from ending it.
if (process.env.TEST_WORKER_INDEX !== undefined)
  process.once('SIGINT', () => {
    pressed.abort(new ParleyError('user', 'The run was interrupted.', 'Start it again.'));
  });

export const interruptSignal: AbortSignal = pressed.signal;
