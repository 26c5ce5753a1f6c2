/**
 * Ctrl-C as a worker hears it itself. Playwright tells its workers too, but one that is between two steps at that
 * moment goes on to the end of its test; and whoever is told can write down how the conversation ended.
 */
import { ParleyError } from '../contract/index.js';

const pressed = new AbortController();

// Elsewhere (where specs are only read) nobody would end the process any more.
if (process.env.TEST_WORKER_INDEX !== undefined)
  process.once('SIGINT', () => {
    pressed.abort(new ParleyError('user', 'The run was interrupted.', 'Start it again.'));
  });

export const interrupted: AbortSignal = pressed.signal;
