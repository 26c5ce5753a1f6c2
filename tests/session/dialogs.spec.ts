import { expect, test } from '@playwright/test';

import type {
  Action,
  Effect,
  PageEvent,
  Instructor,
  InstructorMove,
  Observation,
  OpenDialog,
  Outcome,
  PageAction,
  State,
} from '../../src/contract/index.js';
import { ParleyError } from '../../src/contract/index.js';
import type { SessionSurface } from '../../src/session/index.js';
import { createObservation } from '../support/candidates.js';
import {
  changedOutcome,
  clickSave,
  createTestNavigator,
  runTestSession,
  createTestSurface,
  reportSaved,
  saveButton,
  createTestInstructor,
} from './doubles.js';

const askAboutDialog: Action = { intent: 'say', kind: 'ask', text: 'The page asks. Yes or no?' };
const acceptDialog: Action = { intent: 'dialog', answer: 'accept' };
const createDoneOutcome = (...effects: [Effect, ...Effect[]]): Outcome => ({
  status: 'done',
  effects,
  settle: { reason: 'quiet', ms: 1 },
});

/** Creates a page whose button opens a dialog that stays until it is answered. */
function createDialogPage(): { surface: SessionSurface; performedActions: string[] } {
  let dialog: OpenDialog | null = null;
  const performedActions: string[] = [];
  const perform = async (action: PageAction) => {
    performedActions.push(action.intent === 'dialog' ? action.answer : action.intent);
    const opensDialog = action.intent === 'click';
    dialog = opensDialog ? { type: 'confirm', message: 'Delete Lunch?', defaultText: '' } : null;
    const outcome = opensDialog
      ? createDoneOutcome({ type: 'dialog', dialog: 'confirm', message: 'Delete Lunch?' })
      : createDoneOutcome({ type: 'dialog-answered', answer: 'accepted' });
    return { outcome, element: null, mouse: null };
  };
  const surface = createTestSurface(changedOutcome, {
    observe: async () => createObservation([saveButton], { dialog }),
    perform,
  });
  return { surface, performedActions };
}

const listNotes = (events: { type: string }[]): string[] =>
  events.flatMap((event) => (event.type === 'note' ? [(event as { text?: string }).text ?? ''] : []));

test('an open dialog ends the decision, and the next decision answers the dialog', async () => {
  const { surface, performedActions } = createDialogPage();
  const dialogMessages: (string | null)[] = [];
  const { log } = await runTestSession({
    surface,
    instructor: createTestInstructor('delete Lunch'),
    navigator: createTestNavigator(({ observation: { dialog } }) => {
      dialogMessages.push(dialog?.message ?? null);
      if (dialog) return [acceptDialog, clickSave];
      return dialogMessages.length === 1 ? [clickSave, clickSave, clickSave] : [reportSaved];
    }),
  });
  expect(dialogMessages).toEqual([null, 'Delete Lunch?', null]);
  expect(performedActions).toEqual(['click', 'accept']);
  expect(log).toEqual([
    'instructor: delete Lunch',
    'click done',
    'dialog done',
    'navigator: Saved.',
    'end done 0',
  ]);
});

test('a dialog stays open until the instructor answers', async () => {
  const { surface, performedActions } = createDialogPage();
  let messageBeforeAnswer: string | undefined;
  const instructor: Instructor = {
    next: async (exchange) => {
      if (exchange.turns.length === 0) return { type: 'say', text: 'delete it' };
      if (exchange.turns.at(-1)?.type !== 'say' || performedActions.length > 1) return { type: 'stop' };
      messageBeforeAnswer = (await surface.observe({}, new AbortController().signal)).dialog?.message;
      return { type: 'say', text: 'yes' };
    },
  };
  const { log } = await runTestSession({
    surface,
    instructor,
    navigator: createTestNavigator(({ observation: { dialog }, exchange: { turns } }) => {
      const lastLine = turns.findLast((turn) => turn.speaker === 'instructor');
      if (dialog)
        return lastLine?.type === 'say' && lastLine.text === 'yes' ? [acceptDialog] : [askAboutDialog];
      return turns.length > 3 ? [reportSaved] : [clickSave];
    }),
  });
  expect(messageBeforeAnswer).toBe('Delete Lunch?');
  expect(log).toContain('dialog done');
  expect(log.at(-1)).toBe('end done 0');
});

test('a dialog that opens between two actions prevents the second action', async () => {
  let observationCount = 0;
  const performedActions: string[] = [];
  const dialog: OpenDialog = { type: 'alert', message: 'Time is up', defaultText: '' };
  const surface = createTestSurface(changedOutcome, {
    observe: async () =>
      createObservation([saveButton], { dialog: ++observationCount === 2 ? dialog : null }),
    perform: async (action) => {
      performedActions.push(action.intent);
      return { outcome: changedOutcome, element: null, mouse: null };
    },
  });
  let decisionCount = 0;
  await runTestSession({
    surface,
    navigator: createTestNavigator(() => (decisionCount++ ? [reportSaved] : [clickSave, clickSave])),
  });
  expect(performedActions).toEqual(['click']);
});

test('a start page that shows only a dialog does not count as blank, and a note reports the dialog', async () => {
  const dialog: OpenDialog = { type: 'alert', message: 'Welcome', defaultText: '' };
  const surface = createTestSurface(changedOutcome, {
    observe: async () => createObservation([], { dialog }),
    open: async () => ({ settle: { reason: 'dialog', ms: 1 } }),
  });
  const { events, verdict } = await runTestSession({ surface, startUrl: 'http://127.0.0.1/' });
  expect(listNotes(events)).toEqual(['The page asks “Welcome” and is waiting for an answer.']);
  expect(verdict.kind).toBe('done');
});

test('the instructor cannot navigate during a dialog: a note says so, and the session continues', async () => {
  const openDialogError = new ParleyError('infra', 'Answer the open dialog first.', 'Then open the page.');
  const surface = createTestSurface(changedOutcome, {
    open: async () => Promise.reject(openDialogError),
    back: async () => Promise.reject(openDialogError),
  });
  const moves: InstructorMove[] = [{ type: 'goto', url: 'http://a.test/' }, { type: 'back' }];
  const instructor: Instructor = { next: async () => moves.shift() ?? { type: 'stop' } };
  const { events, verdict } = await runTestSession({ surface, instructor });
  const refusal = 'Answer the open dialog first. Then open the page.';
  expect(listNotes(events)).toEqual([refusal, refusal]);
  expect(verdict.kind).toBe('done');
});

const PAGE_EVENTS: [pageEvent: PageEvent, sentence: string][] = [
  [{ type: 'crash', url: 'http://a.test/x' }, 'The page crashed and was opened again at http://a.test/x.'],
  [{ type: 'stuck-script', seconds: 1 }, 'A script kept the page busy for 1 second and was stopped.'],
  [
    { type: 'navigation-stopped', url: 'http://b.test/', seconds: 15 },
    'http://b.test/ did not answer within 15 seconds, so the page stayed where it was.',
  ],
  [
    { type: 'request-refused', host: 'b.test', reason: 'it is not on the list' },
    'A request to b.test was refused: it is not on the list.',
  ],
  [{ type: 'too-many-tabs', closed: 3 }, 'The page opened too many tabs; Parley closed 3 tabs.'],
  [{ type: 'download', file: 'a.csv' }, 'The page started a download; Parley saved “a.csv”.'],
  [
    { type: 'download-refused', file: 'a.exe', reason: 'It is too large.' },
    'The download “a.exe” was refused: It is too large.',
  ],
  [
    { type: 'file-chooser', multiple: false },
    'The page opened a file chooser for a file and is waiting for an upload.',
  ],
  [{ type: 'sign-in', host: 'c.test' }, 'c.test asked for a user name and a password; Parley sent none.'],
  [
    { type: 'frames-skipped', url: 'http://d.test/', overLimit: 5, timedOut: 1 },
    'Parley could not read parts of the page: 5 frames over the limit and 1 frame that did not answer in time.',
  ],
  [
    { type: 'frames-skipped', url: 'http://e.test/', overLimit: 0, timedOut: 2 },
    'Parley could not read parts of the page: 2 frames that did not answer in time.',
  ],
  [
    { type: 'loading-stopped', url: 'http://d.test/', frames: 120 },
    'The page kept loading frames; Parley stopped it after 120 frames.',
  ],
];

test('each page event becomes a note that contains a message and the event', async () => {
  const surface = createTestSurface(changedOutcome, {
    observe: async () =>
      createObservation([saveButton], { pageEvents: PAGE_EVENTS.map(([pageEvent]) => pageEvent) }),
  });
  const { events } = await runTestSession({ surface });
  expect(listNotes(events)).toEqual(PAGE_EVENTS.map(([, noteText]) => noteText));
  expect(events.filter((event) => event.type === 'note').map((event) => event.pageEvent)).toEqual(
    PAGE_EVENTS.map(([pageEvent]) => pageEvent),
  );
});

/** Runs a session with the given observations. @returns the state at the second decision, and the notes */
async function runToSecondDecision(
  observations: Partial<Observation>[],
): Promise<{ state: State; notes: string[] }> {
  const states: State[] = [];
  let fieldValue = 0;
  const surface = createTestSurface(changedOutcome, {
    observe: async () =>
      createObservation([{ ...saveButton, value: String(fieldValue++) }], observations.shift() ?? {}),
  });
  const { events } = await runTestSession({
    surface,
    navigator: createTestNavigator((state) => {
      states.push(state);
      return states.length === 1 ? [clickSave, clickSave] : [reportSaved];
    }),
  });
  return { state: states[1]!, notes: listNotes(events) };
}

test('several refused requests to one host are noted once; two stuck scripts are noted twice', async () => {
  const refusedRequest: PageEvent = { type: 'request-refused', host: 'b.test', reason: 'not allowed' };
  const stuckScript: PageEvent = { type: 'stuck-script', seconds: 9 };
  const { notes } = await runToSecondDecision([
    { pageEvents: [refusedRequest, refusedRequest, stuckScript] },
    { pageEvents: [refusedRequest] },
    { pageEvents: [stuckScript, { ...refusedRequest, host: 'd.test' }] },
  ]);
  expect(notes).toEqual([
    'A request to b.test was refused: not allowed.',
    'A script kept the page busy for 9 seconds and was stopped.',
    'A script kept the page busy for 9 seconds and was stopped.',
    'A request to d.test was refused: not allowed.',
  ]);
});

test('notices and dialogs that appeared between two actions are passed to the next decision', async () => {
  const { state, notes } = await runToSecondDecision([
    {},
    { newNotices: ['Saved'], dialogs: [{ type: 'confirm', message: 'Sure?', answer: 'dismissed' }] },
    { newNotices: ['Saved', 'Sent'] },
  ]);
  expect(state.observation.newNotices).toEqual(['Saved', 'Sent']);
  expect(state.observation.dialogs).toHaveLength(1);
  expect(notes).toEqual(['The page asked “Sure?”; the dialog was dismissed.']);
});

test('a dialog that is reported as an action’s effect does not also cause a note', async () => {
  let observationCount = 0;
  const surface = createTestSurface(createDoneOutcome({ type: 'dialog', dialog: 'alert', message: 'Hi' }), {
    observe: async () =>
      createObservation([saveButton], {
        dialogs: ++observationCount > 1 ? [{ type: 'alert', message: 'Hi', answer: 'dismissed' }] : [],
      }),
  });
  let decisionCount = 0;
  const { events } = await runTestSession({
    surface,
    navigator: createTestNavigator(() => (decisionCount++ ? [reportSaved] : [clickSave])),
  });
  expect(listNotes(events)).toEqual([]);
});

const EFFECTS: [effect: Effect, continues: boolean][] = [
  [{ type: 'crashed', url: 'http://a.test/' }, false],
  [{ type: 'dialog', dialog: 'confirm', message: 'Sure?' }, false],
  [{ type: 'dialog-answered', answer: 'dismissed' }, false],
  [{ type: 'tab-switched', from: 1, to: 2 }, false],
  [{ type: 'clipboard', text: 'A-17' }, true],
  [{ type: 'scroll', x: 0, y: 9 }, true],
];
for (const [effect, continues] of EFFECTS) {
  test(`after the effect ${effect.type}, the decision ${continues ? 'continues' : 'ends'}`, async () => {
    const performedActions: string[] = [];
    const surface = createTestSurface(changedOutcome, {
      perform: async (action) => {
        performedActions.push(action.intent);
        return { outcome: createDoneOutcome(effect), element: null, mouse: null };
      },
    });
    let decisionCount = 0;
    await runTestSession({
      surface,
      navigator: createTestNavigator(() => (decisionCount++ ? [reportSaved] : [clickSave, clickSave])),
    });
    expect(performedActions).toHaveLength(continues ? 2 : 1);
  });
}

test('text copied from or pasted into a password field becomes a secret', async () => {
  const passwordField = { ...saveButton, uid: 'p', role: 'textbox', attributes: { type: 'password' } };
  const surface = createTestSurface(changedOutcome, {
    observe: async () => createObservation([saveButton, passwordField]),
    perform: async (action) => ({
      outcome:
        action.intent === 'copy'
          ? createDoneOutcome({ type: 'clipboard', text: `of ${action.uid}` })
          : changedOutcome,
      element: null,
      mouse: null,
    }),
  });
  const secrets: string[] = [];
  const copyActions: Action[] = [
    { intent: 'copy', uid: saveButton.uid },
    { intent: 'paste', uid: saveButton.uid },
    { intent: 'paste', uid: 'p' },
    { intent: 'copy', uid: 'p' },
    reportSaved,
  ];
  await runTestSession({
    surface,
    navigator: createTestNavigator(() => copyActions),
    secrets: {
      remember: (value) => void secrets.push(value),
      reveal: (text) => ({ ok: true, text }),
    },
  });
  expect(secrets).toEqual([`of ${saveButton.uid}`, 'of p']);
});

test('a drag is recorded with its drop target', async () => {
  const doneList = { ...saveButton, uid: 'l', name: 'Done' };
  const surface = createTestSurface(changedOutcome, {
    observe: async () => createObservation([saveButton, doneList]),
  });
  const dragAction: Action = { intent: 'drag', uid: saveButton.uid, to: { uid: 'l' } };
  const { events } = await runTestSession({
    surface,
    navigator: createTestNavigator(() => [dragAction, reportSaved]),
    instructor: createTestInstructor('move it'),
  });
  expect(events.find((event) => event.type === 'action')).toMatchObject({
    target: { name: 'Save' },
    drop: { name: 'Done' },
  });
});
