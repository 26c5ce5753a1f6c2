/** Compares sessions with a reference demonstration of the same task. */
import { expect, test, type TestInfo } from '@playwright/test';

import type { WeblinxTurn } from '../../src/demonstration/index.js';
import { aggregate, compareSession, type SessionComparison } from '../../src/score/index.js';
import { writeDemonstration } from './golden-data-set.js';

/** Compares the golden demonstration with a copy whose turns are changed. */
function compareChanged(info: TestInfo, change: (turns: WeblinxTurn[]) => WeblinxTurn[]): SessionComparison {
  const reference = writeDemonstration(info.outputPath('reference'));
  const session = writeDemonstration(info.outputPath('session'), (file, content) =>
    file === 'replay.json' ? { data: change((content as { data: WeblinxTurn[] }).data) } : content,
  );
  return compareSession(session, reference, 'session');
}

const isNavigatorTurn = (turn: WeblinxTurn): boolean =>
  turn.type === 'browser' || turn.speaker === 'navigator';

const computeOverallIntentMatch = ({ rows }: SessionComparison): number =>
  aggregate(rows).find(({ intent, metric }) => intent === 'overall' && metric === 'intent-match')!
    .unconditional!;

test('a session that repeats the reference matches every turn', ({}, info) => {
  const result = compareChanged(info, (turns) => turns);
  expect(computeOverallIntentMatch(result)).toBe(1);
  expect(result.rows.every(({ predicted, reference }) => predicted === reference)).toBe(true);
});

test('additional turns are counted and do not lower the scores of the others', ({}, info) => {
  const comparison = compareChanged(info, (turns) => turns);
  const result = compareChanged(info, (turns) =>
    turns.flatMap((turn) =>
      turn.type === 'browser' && turn.action.intent === 'scroll' ? [turn, turn, turn] : [turn],
    ),
  );
  expect(computeOverallIntentMatch(result)).toBe(1);
  expect(result.extraTurns).toBeGreaterThan(comparison.extraTurns);
  expect(result.rows).toHaveLength(comparison.rows.length);
});

test('a reference turn that the session lacks counts as the wrong intent', ({}, info) => {
  const original = compareChanged(info, (turns) => turns);
  const result = compareChanged(info, (turns) => turns.filter((turn) => !isNavigatorTurn(turn)));
  expect(computeOverallIntentMatch(result)).toBe(0);
  expect(result.rows).toHaveLength(original.rows.length);
  expect(new Set(result.rows.map(({ predicted }) => predicted))).toEqual(new Set(['<unk>']));
});

test('turns are compared only with turns that follow the same line of the instructor', ({}, info) => {
  const result = compareChanged(info, (turns) => {
    const lines = turns.filter((turn) => !isNavigatorTurn(turn));
    // All actions of the navigator come before the first line.
    return [...turns.filter(isNavigatorTurn), ...lines];
  });
  expect(result.lines.session).toBe(result.lines.reference);
  expect(computeOverallIntentMatch(result)).toBeLessThan(1);
});
