/** The options of the MiniWoB++ benchmark. */
import type { InferredOptionTypes } from 'yargs';

import { JSON_OPTION, wholeNumber } from './command-line.js';

export const MINIWOB_OPTIONS = {
  tasks: {
    type: 'string',
    requiresArg: true,
    describe: 'Tasks to run, separated by commas; * matches any characters',
    defaultDescription: 'all tasks',
  },
  seeds: wholeNumber('seeds', { describe: 'Seeds per task', default: 10 }),
  first: wholeNumber('first', { describe: 'First seed of each task', default: 1 }),
  workers: wholeNumber('workers', { describe: 'Tasks to run at the same time', max: 2, default: 1 }),
  navigator: {
    choices: ['direct', 'chat'],
    requiresArg: true,
    describe: 'Navigator to measure; chat uses the model of PARLEY_MODEL or parley.config.yaml',
    default: 'direct',
  },
  failures: { type: 'boolean', default: false, describe: 'Print the transcript of each failure' },
  'without-query': {
    type: 'boolean',
    default: false,
    describe: 'Hide the line that shows the utterance, as the package’s DOM observations do',
  },
  'with-clock': {
    type: 'boolean',
    default: false,
    describe: 'Leave the page’s hidden clock running, so that the page never settles',
  },
  json: JSON_OPTION,
  pages: {
    type: 'string',
    requiresArg: true,
    describe: 'The package’s html folder; by default the package is installed',
  },
  results: {
    type: 'string',
    requiresArg: true,
    describe: 'Folder for demonstrations; by default they are deleted',
  },
} as const;

export type MiniwobOptions = InferredOptionTypes<typeof MINIWOB_OPTIONS>;
