/**
 * Handles Ctrl-C in the worker process. Playwright notifies its workers too, but a worker that is between two steps would go
 * on to the end of its test. With this signal the conversation stops and records its end.
 */
import { ParleyError } from '../contract/index.js';

const controller = new AbortController();

// Only in workers: the process that loads the specs must still end on SIGINT.
if (process.env.TEST_WORKER_INDEX !== undefined)
  process.once('SIGINT', () => {
    controller.abort(new ParleyError('user', 'The run was interrupted.', 'Start it again.'));
  });

export const interruptSignal: AbortSignal = controller.signal;
