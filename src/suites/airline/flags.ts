/** The flags of the AirlineCRM suite. */
import { parseWholeNumber } from '../../assembly/index.js';
import { ParleyError } from '../../contract/index.js';
import { formatSuggestion } from '../../yaml/index.js';
import type { FlagValues, SuiteFlag } from '../flags.js';
import { AIRLINE_TASKS, type AirlineTask } from './tasks.js';

/** The variants of the site: with labels and ARIA, or with only placeholders. */
export const SKINS = { labelled: 'airline', stripped: 'airline-2' } as const;
type Skin = keyof typeof SKINS;

const DEFAULT_SCENARIO_COUNT = 20;
const DEFAULT_FIRST_SEED = 1;
/** The largest seed that a scenario id can represent. */
const MAX_SEED = 2 ** 32 - 1;
const TASK_NAMES = AIRLINE_TASKS.map(({ name }) => name);
const PAPER_TASKS = AIRLINE_TASKS.filter(({ isEvaluated }) => isEvaluated);

export const FLAGS: Readonly<Record<string, SuiteFlag>> = {
  task: {
    describe: `task to run: ${TASK_NAMES.join(', ')}, or all (default: the five in the paper)`,
    isRepeatable: true,
    selectsTasks: true,
  },
  scenarios: { describe: `scenarios per task (default ${DEFAULT_SCENARIO_COUNT})`, selectsTasks: true },
  'first-seed': { describe: `first seed (default ${DEFAULT_FIRST_SEED})`, selectsTasks: true },
  skin: {
    describe: 'the site with labels (labelled, default), or with placeholders only (stripped)',
    choices: Object.keys(SKINS),
    selectsTasks: true,
  },
  conversation: {
    describe: 'use a customer’s words for the task: two to five utterances',
    type: 'boolean',
    selectsTasks: true,
  },
};

export interface AirlineOptions {
  tasks: readonly AirlineTask[];
  seeds: number[];
  skin: Skin;
  conversation: boolean;
}

/** @throws ParleyError `usage` */
export function parseFlags(flags: FlagValues): AirlineOptions {
  const { task, scenarios, firstSeed, skin, conversation } = flags as {
    task?: string[];
    scenarios?: string;
    firstSeed?: string;
    skin?: Skin;
    conversation?: boolean;
  };
  const seedCount =
    scenarios === undefined ? DEFAULT_SCENARIO_COUNT : parseWholeNumber('scenarios', scenarios, 1);
  const firstSeedNumber =
    firstSeed === undefined ? DEFAULT_FIRST_SEED : parseWholeNumber('first-seed', firstSeed, 0);
  if (firstSeedNumber + seedCount - 1 > MAX_SEED)
    throw new ParleyError(
      'usage',
      `--first-seed and --scenarios lead to seeds above ${MAX_SEED}.`,
      'Begin with a smaller seed.',
    );
  return {
    tasks: selectTasks(task),
    seeds: Array.from({ length: seedCount }, (_, index) => firstSeedNumber + index),
    skin: skin ?? 'labelled',
    conversation: conversation ?? false,
  };
}

function selectTasks(names: readonly string[] | undefined): readonly AirlineTask[] {
  if (names === undefined) return PAPER_TASKS;
  for (const name of names)
    if (name !== 'all' && !TASK_NAMES.includes(name))
      throw new ParleyError(
        'usage',
        `The suite airline has no task “${name}”.${formatSuggestion(name, TASK_NAMES)}`,
        `It has these: ${TASK_NAMES.join(', ')}; all selects every task.`,
      );
  return names.includes('all') ? AIRLINE_TASKS : AIRLINE_TASKS.filter(({ name }) => names.includes(name));
}
