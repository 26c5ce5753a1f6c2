/** `/undo` and `/retry` in a session whose page has fixed outcomes. */
import { expect, test } from '@playwright/test';

import type { Action, Instructor, InstructorMove, Observation } from '../../src/contract/index.js';
import { createCandidate, createObservation } from '../support/candidates.js';
import {
  changedOutcome,
  clickSave,
  createTestNavigator,
  createTestSurface,
  reportSaved,
  runTestSession,
  saveButton,
} from './doubles.js';

const field = createCandidate({ role: 'textbox', name: 'City', value: 'Bergen' });
const typeOslo: Action = { intent: 'textInput', uid: field.uid, text: 'Oslo' };

const createInstructor = (...moves: InstructorMove[]): Instructor => ({
  next: async () => moves.shift() ?? { type: 'stop' },
});

/** Creates a page with a field. With `acceptsFirstTextOnly`, the field ignores later input. */
function createFieldSurface(acceptsFirstTextOnly: boolean) {
  let value = 'Bergen';
  let typedCount = 0;
  return createTestSurface(changedOutcome, {
    observe: async (): Promise<Observation> => createObservation([{ ...field, value }]),
    perform: async (action) => {
      const from = value;
      if (action.intent === 'textInput' && (typedCount++ === 0 || !acceptsFirstTextOnly)) value = action.text;
      const effects = [{ type: 'value', from, to: value }] as const;
      return {
        outcome: { status: 'done', effects: [...effects], settle: { reason: 'quiet', ms: 1 } },
        element: null,
        mouse: null,
      };
    },
  });
}

const listNotes = ({ events }: Awaited<ReturnType<typeof runTestSession>>): string[] =>
  events.flatMap((event) => (event.type === 'note' ? [event.text] : []));

test('an action counts as undone only if the page shows this', async () => {
  for (const [acceptsFirstTextOnly, note] of [
    [false, 'Took back: type “Oslo” into textbox “City”.'],
    [true, 'Not taken back: type “Oslo” into textbox “City” (the page did not return to its earlier state).'],
  ] as const) {
    const result = await runTestSession({
      surface: createFieldSurface(acceptsFirstTextOnly),
      navigator: createTestNavigator(() => [typeOslo, reportSaved]),
      instructor: createInstructor({ type: 'say', text: 'Oslo' }, { type: 'undo' }),
    });
    expect.soft(listNotes(result)).toEqual([note]);
    expect
      .soft(result.log.slice(0, 4))
      .toEqual(['instructor: Oslo', 'textInput done', 'navigator: Saved.', 'textInput done']);
  }
});

test('after /undo, the instructor speaks next', async () => {
  const lines: InstructorMove[] = [{ type: 'say', text: 'Oslo' }, { type: 'undo' }, { type: 'undo' }];
  let decisionCount = 0;
  const result = await runTestSession({
    surface: createFieldSurface(false),
    navigator: createTestNavigator(() => {
      decisionCount++;
      return [typeOslo, reportSaved];
    }),
    instructor: createInstructor(...lines),
  });
  expect(decisionCount).toBe(1);
  expect(listNotes(result).at(-1)).toBe('There is nothing to take back.');
});

test('until the next line, a refused element is not offered, and an action on it is refused', async () => {
  const offersSaveButton: boolean[] = [];
  const result = await runTestSession({
    navigator: {
      ...createTestNavigator(() => []),
      decide: async ({ observation: page, exchange }) => {
        offersSaveButton.push(page.candidates.some(({ uid }) => uid === saveButton.uid));
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
    // Only the navigator's current step is repeated.
    'instructor: save',
    'click failed',
    'navigator: Saved.',
    'instructor: Save again.',
    'click done',
    'navigator: Saved.',
    'end done 0',
  ]);
  expect(offersSaveButton).toEqual([true, true, false, false, true, true]);
  expect(result.events.find((event) => event.type === 'note')).toMatchObject({ refused: 'button “Save”' });
});

test('a session that continues another one starts with a message from the navigator, and the instructor speaks next', async () => {
  const seenTexts: string[] = [];
  const result = await runTestSession({
    openingNote: 'The page was reloaded.',
    navigator: createTestNavigator(({ exchange }) => {
      seenTexts.push(...exchange.turns.map((turn) => (turn.type === 'say' ? turn.text : '')));
      return [reportSaved];
    }),
  });
  expect(result.log.slice(0, 3)).toEqual([
    'navigator: The page was reloaded.',
    'instructor: save it',
    'navigator: Saved.',
  ]);
  expect(seenTexts).toEqual(['The page was reloaded.', 'save it']);
});

test("logins are saved before each of the instructor's turns; a failure to save them does not end the session", async () => {
  let saveCount = 0;
  const reportedErrors: unknown[] = [];
  const result = await runTestSession({
    onTurnEnd: async () => {
      saveCount++;
      throw new Error('disk full');
    },
    onFault: (error) => reportedErrors.push(error),
  });
  expect(result.verdict.kind).toBe('done');
  // Before “save it”, and before the end.
  expect([saveCount, reportedErrors.length]).toEqual([2, 2]);
});
