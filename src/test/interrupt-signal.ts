/**
 * Handles Ctrl-C in the worker process. Playwright also notifies its workers, but a worker that is between two steps
 * would continue to the end of its test. This signal makes the conversation stop and record its end.
 */
import { ParleyError } from '../contract/index.js';

const controller = new AbortController();

// Handled only in workers, because the process that loads the specs must still end on SIGINT.
if (process.env.TEST_WORKER_INDEX !== undefined)
  process.once('SIGINT', () => {
    controller.abort(new ParleyError('user', 'The run was interrupted.', 'Start it again.'));
  });

export const interruptSignal: AbortSignal = controller.signal;
