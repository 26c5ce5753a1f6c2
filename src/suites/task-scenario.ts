/** Writes a task as a scenario with one line, so that tasks are run and checked exactly as scenarios are. */
import { FIXTURES, type LoadedScenario, parseScenario } from '../dialogue/index.js';
import type { SuiteTask } from './task.js';

/** The variable that contains the task's text; its value is never read as a template. */
export const TASK_VARIABLE = 'TASK';

/** The variable that contains the address of the suite's server. */
export const SERVER_VARIABLE = 'SUITE';

/** How the browser opens tasks of a suite. */
export interface SuiteViewport {
  viewport: { width: number; height: number };
  locale: string;
}

/** @returns JSON, which is YAML */
export function toScenarioText(
  { id, url, checks }: Pick<SuiteTask, 'id' | 'url' | 'checks'>,
  page: Partial<SuiteViewport> = {},
): string {
  const { reset, replies, expect, check, finally: final } = checks ?? {};
  return JSON.stringify({
    scenario: 1,
    name: id,
    start: { url, ...page, ...(reset === undefined ? {} : { reset }) },
    ...(replies === undefined ? {} : { replies }),
    dialogue: [
      {
        say: `{{${TASK_VARIABLE}}}`,
        ...(expect === undefined ? {} : { expect }),
        ...(check === undefined ? {} : { check }),
      },
    ],
    ...(final === undefined ? {} : { finally: final }),
  });
}

export function loadTaskScenario(task: SuiteTask, page: SuiteViewport): LoadedScenario {
  return parseScenario(`task ${task.id}`, toScenarioText(task, page), {
    builtins: [FIXTURES, SERVER_VARIABLE],
    overrides: { [TASK_VARIABLE]: task.text },
  });
}
