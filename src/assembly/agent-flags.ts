/** What a scenario says under `agent`, as if it were given on the command line; what is really given there wins. */
import type { Scenario } from '../dialogue/index.js';
import type { NavigatorFlags } from './navigator-plan.js';
import type { RankerFlags } from './ranker-plan.js';

export function withAgent<T extends NavigatorFlags & RankerFlags>(flags: T, agent: Scenario['agent']): T {
  const { ranker, ...said } = agent;
  const ranking = typeof ranker === 'string' ? { name: ranker } : ranker;
  const decider = { ...said, ...(ranking?.top_k === undefined ? {} : { topK: ranking.top_k }) };
  // A navigator and its model belong together: who names one of them on the command line means another pair.
  const other = flags.navigator !== undefined || flags.model !== undefined;
  return {
    ...flags,
    ...(other ? {} : decider),
    ...given(flags, ['pictures', 'temperature', 'topK']),
    ...(flags.ranker === undefined && ranking?.name !== undefined ? { ranker: ranking.name } : {}),
  };
}

function given<T extends object>(flags: T, names: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(
    names.filter((name) => flags[name] !== undefined).map((name) => [name, flags[name]]),
  ) as Partial<T>;
}
