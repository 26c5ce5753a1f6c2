/** Finds the checks of a scenario that a model judges. */
import type { KeyPath } from '../yaml/index.js';
import type { Scenario } from './schema/scenario.js';

/** Their paths, in source order. */
export function findJudgeChecks({
  dialogue,
  finally: last,
}: Pick<Scenario, 'dialogue' | 'finally'>): KeyPath[] {
  return [
    ...dialogue.flatMap(({ check }, i) =>
      check.flatMap(({ judge }, j): KeyPath[] =>
        judge === undefined ? [] : [['dialogue', i, 'check', j, 'judge']],
      ),
    ),
    ...last.flatMap(({ judge }, i): KeyPath[] => (judge === undefined ? [] : [['finally', i, 'judge']])),
  ];
}
