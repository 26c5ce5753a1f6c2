/** Finds a scenario's checks that are judged by a model. */
import type { KeyPath } from '../yaml/index.js';
import type { Scenario } from './schema/scenario.js';

/** Returns their paths, in source order. */
export function findJudgeChecks({
  dialogue,
  finally: finalChecks,
}: Pick<Scenario, 'dialogue' | 'finally'>): KeyPath[] {
  return [
    ...dialogue.flatMap(({ check }, i) =>
      check.flatMap(({ judge }, j): KeyPath[] =>
        judge === undefined ? [] : [['dialogue', i, 'check', j, 'judge']],
      ),
    ),
    ...finalChecks.flatMap(({ judge }, i): KeyPath[] =>
      judge === undefined ? [] : [['finally', i, 'judge']],
    ),
  ];
}
