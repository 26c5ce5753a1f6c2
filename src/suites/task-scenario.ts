/** Converts a task to a scenario, so that it is run and checked exactly like a scenario. */
import { FIXTURES, type LoadedScenario, parseScenario } from '../dialogue/index.js';
import type { SuiteTask } from './task.js';

/** The variable that contains the task's text. Templates in the text are not expanded. */
export const TASK_VARIABLE = 'TASK';

/** The name of the variable that contains one of the task's further lines, numbered from 0. */
const getLineVariable = (index: number): string => `${TASK_VARIABLE}_LINE_${index}`;

/** The variable that contains the URL of the suite's server. */
export const SERVER_VARIABLE = 'SUITE';

/** Viewport and locale of a suite's tasks. */
export interface SuiteViewport {
  viewport: { width: number; height: number };
  locale: string;
}

/** @returns the scenario as JSON, which is also valid YAML */
export function toScenarioText(
  { id, url, checks, lines = [] }: Pick<SuiteTask, 'id' | 'url' | 'checks' | 'lines'>,
  page: Partial<SuiteViewport> = {},
): string {
  const { reset, replies, expect, check, finally: finalChecks } = checks ?? {};
  const variables = [TASK_VARIABLE, ...lines.map((_, index) => getLineVariable(index))];
  const judgement = {
    ...(expect === undefined ? {} : { expect }),
    ...(check === undefined ? {} : { check }),
  };
  return JSON.stringify({
    scenario: 1,
    name: id,
    start: { url, ...page, ...(reset === undefined ? {} : { reset }) },
    ...(replies === undefined ? {} : { replies }),
    // The task's checks apply after the last line.
    dialogue: variables.map((name, index) => ({
      say: `{{${name}}}`,
      ...(index > 0 ? { when: 'turn' } : {}),
      ...(index === lines.length ? judgement : {}),
    })),
    ...(finalChecks === undefined ? {} : { finally: finalChecks }),
  });
}

export function loadTaskScenario(task: SuiteTask, page: SuiteViewport): LoadedScenario {
  return parseScenario(`task ${task.id}`, toScenarioText(task, page), {
    builtins: [FIXTURES, SERVER_VARIABLE],
    overrides: {
      [TASK_VARIABLE]: task.text,
      ...Object.fromEntries((task.lines ?? []).map((line, index) => [getLineVariable(index), line])),
    },
  });
}
