/** `/undo` and `/retry` in a session, with a page whose outcomes are fixed. */
import { expect, test } from '@playwright/test';

import type { Action, Instructor, InstructorMove, Observation } from '../../src/contract/index.js';
import { candidate, observation } from '../support/candidates.js';
import {
  changedOutcome,
  clickSave,
  createTestNavigator,
  createTestSurface,
  reportSaved,
  runTestSession,
  saveButton,
} from './doubles.js';

const field = candidate({ role: 'textbox', name: 'City', value: 'Bergen' });
const typeOslo: Action = { intent: 'textInput', uid: field.uid, text: 'Oslo' };

const createInstructor = (...moves: InstructorMove[]): Instructor => ({
  next: async () => moves.shift() ?? { type: 'stop' },
});

/** Creates a page with a field. With `keeps`, the field ignores all text after the first. */
function createFieldSurface(keeps: boolean) {
  let value = 'Bergen';
  let typed = 0;
  return createTestSurface(changedOutcome, {
    observe: async (): Promise<Observation> => observation([{ ...field, value }]),
    perform: async (action) => {
      const from = value;
      if (action.intent === 'textInput' && (typed++ === 0 || !keeps)) value = action.text;
      const effects = [{ type: 'value', from, to: value }] as const;
      return {
        outcome: { status: 'done', effects: [...effects], settle: { reason: 'quiet', ms: 1 } },
        element: null,
        mouse: null,
      };
    },
  });
}

const notesOf = ({ events }: Awaited<ReturnType<typeof runTestSession>>): string[] =>
  events.flatMap((event) => (event.type === 'note' ? [event.text] : []));

test('an action counts as taken back only if the page shows it', async () => {
  for (const [keeps, note] of [
    [false, 'Took back: type “Oslo” into textbox “City”.'],
    [true, 'Not taken back: type “Oslo” into textbox “City” (the page did not return to its earlier state).'],
  ] as const) {
    const result = await runTestSession({
      surface: createFieldSurface(keeps),
      navigator: createTestNavigator(() => [typeOslo, reportSaved]),
      instructor: createInstructor({ type: 'say', text: 'Oslo' }, { type: 'undo' }),
    });
    expect.soft(notesOf(result)).toEqual([note]);
    expect
      .soft(result.log.slice(0, 4))
      .toEqual(['instructor: Oslo', 'textInput done', 'navigator: Saved.', 'textInput done']);
  }
});

test('after /undo the instructor speaks next', async () => {
  const lines: InstructorMove[] = [{ type: 'say', text: 'Oslo' }, { type: 'undo' }, { type: 'undo' }];
  let decisions = 0;
  const result = await runTestSession({
    surface: createFieldSurface(false),
    navigator: createTestNavigator(() => {
      decisions++;
      return [typeOslo, reportSaved];
    }),
    instructor: createInstructor(...lines),
  });
  expect(decisions).toBe(1);
  expect(notesOf(result).at(-1)).toBe('There is nothing to take back.');
});

test('a refused element is not offered, and an action on it is refused, until the next line', async () => {
  const offered: boolean[] = [];
  const result = await runTestSession({
    navigator: {
      ...createTestNavigator(() => []),
      decide: async ({ observation: page, exchange }) => {
        offered.push(page.candidates.some(({ uid }) => uid === saveButton.uid));
        const isAfterAction = exchange.turns.at(-1)?.type === 'action';
        return { actions: [isAfterAction ? reportSaved : clickSave], evidence: { query: 'save' } };
      },
    },
    instructor: createInstructor(
      { type: 'say', text: 'Please save it.' },
      { type: 'retry' },
      { type: 'say', text: 'Save again.' },
    ),
  });
  expect(result.log).toEqual([
    'instructor: Please save it.',
    'click done',
    'navigator: Saved.',
    'note',
    // Only the step that the navigator was working on is repeated.
    'instructor: save',
    'click failed',
    'navigator: Saved.',
    'instructor: Save again.',
    'click done',
    'navigator: Saved.',
    'end done 0',
  ]);
  expect(offered).toEqual([true, true, false, false, true, true]);
  expect(result.events.find((event) => event.type === 'note')).toMatchObject({ refused: 'button “Save”' });
});

test('a session that continues another one tells the navigator first, and the instructor speaks next', async () => {
  const seen: string[] = [];
  const result = await runTestSession({
    openingNote: 'The page was reloaded.',
    navigator: createTestNavigator(({ exchange }) => {
      seen.push(...exchange.turns.map((turn) => (turn.type === 'say' ? turn.text : '')));
      return [reportSaved];
    }),
  });
  expect(result.log.slice(0, 3)).toEqual([
    'navigator: The page was reloaded.',
    'instructor: save it',
    'navigator: Saved.',
  ]);
  expect(seen).toEqual(['The page was reloaded.', 'save it']);
});

test('log-ins are saved before each turn of the instructor; a failure to save them does not end the session', async () => {
  let calls = 0;
  const faults: unknown[] = [];
  const result = await runTestSession({
    onTurnEnd: async () => {
      calls++;
      throw new Error('disk full');
    },
    onFault: (error) => faults.push(error),
  });
  expect(result.verdict.kind).toBe('done');
  // Before “save it”, and before the end.
  expect([calls, faults.length]).toEqual([2, 2]);
});
