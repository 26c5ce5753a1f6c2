/** The flags of the WebVoyager suite: its task file and options that change the tasks. */
import { ParleyError } from '../../contract/index.js';
import type { FlagValues, SuiteFlag } from '../flags.js';
import type { TaskList } from '../suite.js';
import { readTasks } from './read-tasks.js';

export const FLAGS: Readonly<Record<string, SuiteFlag>> = {
  tasks: { describe: 'JSONL file of tasks: {id, ques, web} on each line', selectsTasks: true },
  patches: { describe: 'JSON file that rewords or removes tasks', selectsTasks: true },
  checks: {
    describe: 'YAML file with checks of the tasks (default: the .checks.yaml file next to the task file)',
    selectsTasks: true,
  },
  today: {
    describe: 'Date that relative dates in tasks refer to, such as 2026-11-24 (default: today)',
    selectsTasks: true,
  },
};

/** @throws ParleyError `usage` if a flag is missing or invalid, and with all errors in a file */
export function readTasksFromFlags(flags: FlagValues): TaskList {
  const { tasks, patches, checks, today } = flags as Record<string, string | undefined>;
  if (tasks === undefined)
    throw new ParleyError(
      'usage',
      'parley bench needs a file of tasks.',
      'Give it with --tasks; --fetch FOLDER downloads the published tasks.',
    );
  const date = today === undefined ? new Date() : parseDay(today);
  const readResult = readTasks({ tasks, patches, checks, today: date });
  return {
    tasks: readResult.tasks,
    remarks: readResult.remarks,
    taskFile: tasks,
    patchFile: patches,
    checksFile: readResult.checksFile ?? undefined,
    today: date,
  };
}

function parseDay(text: string): Date {
  const date = new Date(`${text}T12:00:00`);
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime())) return date;
  throw new ParleyError('usage', `--today needs a day, not “${text}”.`, 'For example --today 2026-11-24.');
}
