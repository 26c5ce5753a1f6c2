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
import { observation } from '../support/candidates.js';
import { changed, click, decides, runTestSession, page, report, save, says } from './doubles.js';

const ask: Action = { intent: 'say', kind: 'ask', text: 'The page asks. Yes or no?' };
const accept: Action = { intent: 'dialog', answer: 'accept' };
const done = (...effects: [Effect, ...Effect[]]): Outcome => ({
  status: 'done',
  effects,
  settle: { reason: 'quiet', ms: 1 },
});

/** A page whose button opens a dialog that stays until it is answered. */
function asking(): { surface: SessionSurface; performed: string[] } {
  let dialog: OpenDialog | null = null;
  const performed: string[] = [];
  const perform = async (action: PageAction) => {
    performed.push(action.intent === 'dialog' ? action.answer : action.intent);
    const opens = action.intent === 'click';
    dialog = opens ? { type: 'confirm', message: 'Delete Lunch?', defaultText: '' } : null;
    const outcome = opens
      ? done({ type: 'dialog', dialog: 'confirm', message: 'Delete Lunch?' })
      : done({ type: 'dialog-answered', answer: 'accepted' });
    return { outcome, element: null, mouse: null };
  };
  const surface = page(changed, { observe: async () => observation([save], { dialog }), perform });
  return { surface, performed };
}

const texts = (events: { type: string }[]): string[] =>
  events.flatMap((event) => (event.type === 'note' ? [(event as { text?: string }).text ?? ''] : []));

test('an open dialog ends the decision, and the navigator decides about it next', async () => {
  const { surface, performed } = asking();
  const seen: (string | null)[] = [];
  const { log } = await runTestSession({
    surface,
    instructor: says('delete Lunch'),
    navigator: decides(({ observation: { dialog } }) => {
      seen.push(dialog?.message ?? null);
      if (dialog) return [accept, click];
      return seen.length === 1 ? [click, click, click] : [report];
    }),
  });
  expect(seen).toEqual([null, 'Delete Lunch?', null]);
  expect(performed).toEqual(['click', 'accept']);
  expect(log).toEqual([
    'instructor: delete Lunch',
    'click done',
    'dialog done',
    'navigator: Saved.',
    'end done 0',
  ]);
});

test('a dialog stays open until the instructor answers', async () => {
  const { surface, performed } = asking();
  let open: string | undefined;
  const instructor: Instructor = {
    next: async (exchange) => {
      if (exchange.turns.length === 0) return { type: 'say', text: 'delete it' };
      if (exchange.turns.at(-1)?.type !== 'say' || performed.length > 1) return { type: 'stop' };
      open = (await surface.observe({}, new AbortController().signal)).dialog?.message;
      return { type: 'say', text: 'yes' };
    },
  };
  const { log } = await runTestSession({
    surface,
    instructor,
    navigator: decides(({ observation: { dialog }, exchange: { turns } }) => {
      const said = turns.findLast((turn) => turn.speaker === 'instructor');
      if (dialog) return said?.type === 'say' && said.text === 'yes' ? [accept] : [ask];
      return turns.length > 3 ? [report] : [click];
    }),
  });
  expect(open).toBe('Delete Lunch?');
  expect(log).toContain('dialog done');
  expect(log.at(-1)).toBe('end done 0');
});

test('a dialog that opens between two actions of a decision stops the second', async () => {
  let observations = 0;
  const performed: string[] = [];
  const dialog: OpenDialog = { type: 'alert', message: 'Time is up', defaultText: '' };
  const surface = page(changed, {
    observe: async () => observation([save], { dialog: ++observations === 2 ? dialog : null }),
    perform: async (action) => {
      performed.push(action.intent);
      return { outcome: changed, element: null, mouse: null };
    },
  });
  let decisions = 0;
  await runTestSession({ surface, navigator: decides(() => (decisions++ ? [report] : [click, click])) });
  expect(performed).toEqual(['click']);
});

test('a start page with a dialog counts as not blank, and a note shows the dialog', async () => {
  const dialog: OpenDialog = { type: 'alert', message: 'Welcome', defaultText: '' };
  const surface = page(changed, {
    observe: async () => observation([], { dialog }),
    open: async () => ({ settle: { reason: 'dialog', ms: 1 } }),
  });
  const { events, verdict } = await runTestSession({ surface, startUrl: 'http://127.0.0.1/' });
  expect(texts(events)).toEqual(['The page asks “Welcome” and waits for an answer.']);
  expect(verdict.kind).toBe('done');
});

test('a navigation of the instructor during a dialog is refused in a note, and the session goes on', async () => {
  const asks = new ParleyError('infra', 'Nothing can be opened while the page asks.', 'Answer it first.');
  const surface = page(changed, {
    open: async () => Promise.reject(asks),
    back: async () => Promise.reject(asks),
  });
  const moves: InstructorMove[] = [{ type: 'goto', url: 'http://a.test/' }, { type: 'back' }];
  const instructor: Instructor = { next: async () => moves.shift() ?? { type: 'stop' } };
  const { events, verdict } = await runTestSession({ surface, instructor });
  const refusal = 'Nothing can be opened while the page asks. Answer it first.';
  expect(texts(events)).toEqual([refusal, refusal]);
  expect(verdict.kind).toBe('done');
});

const PAGE_EVENTS: [pageEvent: PageEvent, sentence: string][] = [
  [{ type: 'crash', url: 'http://a.test/x' }, 'The page crashed and was opened again at http://a.test/x.'],
  [{ type: 'stuck-script', seconds: 1 }, 'A script kept the page busy for 1 second and was stopped.'],
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
    'The page opened a file chooser for a file and waits for an upload.',
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

test('page events are noted as sentences, with the event attached', async () => {
  const surface = page(changed, {
    observe: async () => observation([save], { pageEvents: PAGE_EVENTS.map(([pageEvent]) => pageEvent) }),
  });
  const { events } = await runTestSession({ surface });
  expect(texts(events)).toEqual(PAGE_EVENTS.map(([, sentence]) => sentence));
  expect(events.filter((event) => event.type === 'note').map((event) => event.pageEvent)).toEqual(
    PAGE_EVENTS.map(([pageEvent]) => pageEvent),
  );
});

/** The navigator's state at its second decision, given the observations of the session. */
async function secondDecision(
  observations: Partial<Observation>[],
): Promise<{ state: State; notes: string[] }> {
  const states: State[] = [];
  let value = 0;
  const surface = page(changed, {
    observe: async () => observation([{ ...save, value: String(value++) }], observations.shift() ?? {}),
  });
  const { events } = await runTestSession({
    surface,
    navigator: decides((state) => {
      states.push(state);
      return states.length === 1 ? [click, click] : [report];
    }),
  });
  return { state: states[1]!, notes: texts(events) };
}

test('a host refused repeatedly is noted once; two stuck scripts are noted twice', async () => {
  const refused: PageEvent = { type: 'request-refused', host: 'b.test', reason: 'not allowed' };
  const stuck: PageEvent = { type: 'stuck-script', seconds: 9 };
  const { notes } = await secondDecision([
    { pageEvents: [refused, refused, stuck] },
    { pageEvents: [refused] },
    { pageEvents: [stuck, { ...refused, host: 'd.test' }] },
  ]);
  expect(notes).toEqual([
    'A request to b.test was refused: not allowed.',
    'A script kept the page busy for 9 seconds and was stopped.',
    'A script kept the page busy for 9 seconds and was stopped.',
    'A request to d.test was refused: not allowed.',
  ]);
});

test('notices and dialogs between two actions reach the next decision', async () => {
  const { state, notes } = await secondDecision([
    {},
    { newNotices: ['Saved'], dialogs: [{ type: 'confirm', message: 'Sure?', answer: 'dismissed' }] },
    { newNotices: ['Saved', 'Sent'] },
  ]);
  expect(state.observation.newNotices).toEqual(['Saved', 'Sent']);
  expect(state.observation.dialogs).toHaveLength(1);
  expect(notes).toEqual(['The page asked “Sure?”; that was dismissed.']);
});

test('a dialog that the record of an action shows has no note', async () => {
  let observations = 0;
  const surface = page(done({ type: 'dialog', dialog: 'alert', message: 'Hi' }), {
    observe: async () =>
      observation([save], {
        dialogs: ++observations > 1 ? [{ type: 'alert', message: 'Hi', answer: 'dismissed' }] : [],
      }),
  });
  let decisions = 0;
  const { events } = await runTestSession({
    surface,
    navigator: decides(() => (decisions++ ? [report] : [click])),
  });
  expect(texts(events)).toEqual([]);
});

const ending: [effect: Effect, goesOn: boolean][] = [
  [{ type: 'crashed', url: 'http://a.test/' }, false],
  [{ type: 'dialog', dialog: 'confirm', message: 'Sure?' }, false],
  [{ type: 'dialog-answered', answer: 'dismissed' }, false],
  [{ type: 'tab-switched', from: 1, to: 2 }, false],
  [{ type: 'clipboard', text: 'A-17' }, true],
  [{ type: 'scroll', x: 0, y: 9 }, true],
];
for (const [effect, goesOn] of ending) {
  test(`after ${effect.type} the decision ${goesOn ? 'continues' : 'ends'}`, async () => {
    const performed: string[] = [];
    const surface = page(changed, {
      perform: async (action) => {
        performed.push(action.intent);
        return { outcome: done(effect), element: null, mouse: null };
      },
    });
    let decisions = 0;
    await runTestSession({ surface, navigator: decides(() => (decisions++ ? [report] : [click, click])) });
    expect(performed).toHaveLength(goesOn ? 2 : 1);
  });
}

test('text copied from or pasted into a password field becomes a secret', async () => {
  const password = { ...save, uid: 'p', role: 'textbox', attributes: { type: 'password' } };
  const surface = page(changed, {
    observe: async () => observation([save, password]),
    perform: async (action) => ({
      outcome: action.intent === 'copy' ? done({ type: 'clipboard', text: `of ${action.uid}` }) : changed,
      element: null,
      mouse: null,
    }),
  });
  const secrets: string[] = [];
  const copies: Action[] = [
    { intent: 'copy', uid: save.uid },
    { intent: 'paste', uid: save.uid },
    { intent: 'paste', uid: 'p' },
    { intent: 'copy', uid: 'p' },
    report,
  ];
  await runTestSession({
    surface,
    navigator: decides(() => copies),
    secrets: {
      keep: (value) => void secrets.push(value),
      reveal: (text) => ({ ok: true, text }),
    },
  });
  expect(secrets).toEqual([`of ${save.uid}`, 'of p']);
});

test('a drag is recorded with its drop target', async () => {
  const list = { ...save, uid: 'l', name: 'Done' };
  const surface = page(changed, { observe: async () => observation([save, list]) });
  const drag: Action = { intent: 'drag', uid: save.uid, to: { uid: 'l' } };
  const { events } = await runTestSession({
    surface,
    navigator: decides(() => [drag, report]),
    instructor: says('move it'),
  });
  expect(events.find((event) => event.type === 'action')).toMatchObject({
    target: { name: 'Save' },
    drop: { name: 'Done' },
  });
});
