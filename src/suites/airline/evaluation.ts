/** Reads how the fixture site evaluates a scenario. */
import * as z from 'zod';

import { ParleyError } from '../../contract/index.js';
import type { Measurement, TaskContext } from '../suite.js';

const EVALUATION_SCHEMA = z.object({
  success: z.literal([0, 1]),
  task_progress: z.number().min(0).max(1),
  subgoals: z.array(z.object({ name: z.string(), done: z.boolean() })),
  side_effects: z.array(z.string()),
});

/** @throws ParleyError `infra` if the site does not answer */
export async function measureScenario({ url, signal }: TaskContext): Promise<Measurement> {
  const address = new URL(url);
  address.pathname += 'evaluate';
  const {
    success,
    task_progress: progress,
    subgoals,
    side_effects: sideEffects,
  } = await fetchEvaluation(address, signal);
  const undoneNames = subgoals.filter(({ done }) => !done).map(({ name }) => name);
  const notes = [...(undoneNames.length > 0 ? [`not done: ${undoneNames.join(', ')}`] : []), ...sideEffects];
  return {
    success: success === 1,
    figures: { progress },
    ...(notes.length > 0 ? { note: notes.join('; ') } : {}),
  };
}

async function fetchEvaluation(
  address: URL,
  signal: AbortSignal,
): Promise<z.infer<typeof EVALUATION_SCHEMA>> {
  try {
    const response = await fetch(address, { signal });
    return EVALUATION_SCHEMA.parse(await response.json());
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ParleyError(
      'infra',
      `The example site did not return an evaluation from ${address.href}.`,
      'Run the task again.',
      { cause: error },
    );
  }
}
