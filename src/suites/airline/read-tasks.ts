/** Creates the tasks of a run: one per scenario, each with its own state on the fixture site. */
import { createHash } from 'node:crypto';

import type { FlagValues } from '../flags.js';
import type { TaskList } from '../suite.js';
import type { SuiteTask } from '../task.js';
import { parseFlags, SKINS, type AirlineOptions } from './flags.js';
import { loadScenarioGenerator, type AirlineScenario } from './scenarios.js';
import type { AirlineTask } from './tasks.js';

/** What the customer answers to any question after the last utterance. */
const REPLIES = [{ about: '/./', say: 'Yes, please.', times: 5 }];

/** @throws ParleyError `usage` for a mistake in a flag */
export async function readScenarios(flags: FlagValues): Promise<TaskList> {
  const options = parseFlags(flags);
  const generateScenario = await loadScenarioGenerator();
  const tasks = options.tasks.flatMap((task) =>
    options.seeds.map((seed) => toTask(task, seed, generateScenario({ task: task.id, seed }), options)),
  );
  return { tasks, remarks: [], source: 'generated for the example site airline' };
}

function toTask(
  { name, id: task }: AirlineTask,
  seed: number,
  { id, instruction, utterances }: AirlineScenario,
  { skin, conversation }: AirlineOptions,
): SuiteTask {
  const site = `{{FIXTURES}}/${SKINS[skin]}`;
  const url = `${site}/?scenario=${id}`;
  const [text = '', ...lines] = conversation ? utterances : [instruction];
  return {
    id: `${name}_${String(seed).padStart(3, '0')}`,
    site: name,
    text,
    ...(lines.length > 0 ? { lines } : {}),
    url,
    version: {
      hash: createHash('sha256')
        .update([text, ...lines, url].join('\n'))
        .digest('hex')
        .slice(0, 12),
      patched: false,
      dated: false,
    },
    parameters: { task, seed, scenario: id },
    checks: {
      reset: { post: `${site}/api/reset`, json: { scenario: id } },
      ...(conversation ? { replies: REPLIES } : {}),
    },
  };
}
