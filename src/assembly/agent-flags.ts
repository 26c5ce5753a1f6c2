/** What a scenario says under `agent`, as if it were given on the command line; what is really given there wins. */
import type { Scenario } from '../dialogue/index.js';
import type { NavigatorFlags } from './navigator-plan.js';
import type { RankerFlags } from './ranker-plan.js';

export function withAgent<T extends NavigatorFlags & RankerFlags>(flags: T, agent: Scenario['agent']): T {
  const { ranker, ...decider } = agent;
  // A navigator and its model belong together: who names one of them on the command line means another pair.
  const other = flags.navigator !== undefined || flags.model !== undefined;
  return {
    ...flags,
    ...(other ? {} : decider),
    ...(flags.pictures === undefined ? {} : { pictures: flags.pictures }),
    ...(flags.ranker === undefined && ranker !== undefined ? { ranker } : {}),
  };
}
