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
  const perform = async (act: PageAction) => {
    performed.push(act.intent === 'dialog' ? act.answer : act.intent);
    const opens = act.intent === 'click';
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

test('an open dialog ends what was decided with the act, and is what the navigator decides on next', async () => {
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

test('a dialog stays open while the instructor thinks about it', async () => {
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

test('a dialog that opened between two acts of one decision stops the second', async () => {
  let looks = 0;
  const performed: string[] = [];
  const dialog: OpenDialog = { type: 'alert', message: 'Time is up', defaultText: '' };
  const surface = page(changed, {
    observe: async () => observation([save], { dialog: ++looks === 2 ? dialog : null }),
    perform: async (act) => {
      performed.push(act.intent);
      return { outcome: changed, element: null, mouse: null };
    },
  });
  let decisions = 0;
  await runTestSession({ surface, navigator: decides(() => (decisions++ ? [report] : [click, click])) });
  expect(performed).toEqual(['click']);
});

test('a page that greets with a dialog has content, and a person is told of it', async () => {
  const dialog: OpenDialog = { type: 'alert', message: 'Welcome', defaultText: '' };
  const surface = page(changed, {
    observe: async () => observation([], { dialog }),
    open: async () => ({ settle: { reason: 'dialog', ms: 1 } }),
  });
  const { events, verdict } = await runTestSession({ surface, startUrl: 'http://127.0.0.1/' });
  expect(texts(events)).toEqual(['The page asks “Welcome” and waits for an answer.']);
  expect(verdict.kind).toBe('done');
});

test('an instructor who goes elsewhere while the page asks is told, and the session goes on', async () => {
  const asks = new ParleyError('infra', 'Nothing can be opened while the page asks.', 'Answer it first.');
  const surface = page(changed, {
    open: async () => Promise.reject(asks),
    back: async () => Promise.reject(asks),
  });
  const moves: InstructorMove[] = [{ type: 'goto', url: 'http://a.test/' }, { type: 'back' }];
  const instructor: Instructor = { next: async () => moves.shift() ?? { type: 'stop' } };
  const { events, verdict } = await runTestSession({ surface, instructor });
  const told = 'Nothing can be opened while the page asks. Answer it first.';
  expect(texts(events)).toEqual([told, told]);
  expect(verdict.kind).toBe('done');
});

const incidents: [incident: PageEvent, sentence: string][] = [
  [{ type: 'crash', url: 'http://a.test/x' }, 'The page crashed and was opened again at http://a.test/x.'],
  [{ type: 'stuck-script', seconds: 1 }, 'A script kept the page busy for 1 second and was stopped.'],
  [
    { type: 'request-refused', host: 'b.test', reason: 'it is not on the list' },
    'A request to b.test was refused: it is not on the list.',
  ],
  [
    { type: 'too-many-tabs', closed: 3 },
    'The page opened too many tabs; Parley closed 3 tabs.',
  ],
  [{ type: 'download', file: 'a.csv' }, 'The page started a download; Parley saved “a.csv”.'],
  [
    { type: 'download-refused', file: 'a.exe', reason: 'It is too large.' },
    'The download “a.exe” was refused: It is too large.',
  ],
  [{ type: 'file-chooser', multiple: false }, 'The page opened a file chooser for a file and waits for an upload.'],
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

test('what befell the page is told in plain words, with what it was beside them', async () => {
  const surface = page(changed, {
    observe: async () => observation([save], { pageEvents: incidents.map(([incident]) => incident) }),
  });
  const { events } = await runTestSession({ surface });
  expect(texts(events)).toEqual(incidents.map(([, sentence]) => sentence));
  expect(events.filter((event) => event.type === 'note').map((event) => event.pageEvent)).toEqual(
    incidents.map(([incident]) => incident),
  );
});

/** What the navigator saw at its second decision, when the looks of the session were these. */
async function seenSecond(looks: Partial<Observation>[]): Promise<{ state: State; notes: string[] }> {
  const states: State[] = [];
  let value = 0;
  const surface = page(changed, {
    observe: async () => observation([{ ...save, value: String(value++) }], looks.shift() ?? {}),
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

test('a host that is refused again and again is told once; two crashes are two', async () => {
  const refused: PageEvent = { type: 'request-refused', host: 'b.test', reason: 'not allowed' };
  const stuck: PageEvent = { type: 'stuck-script', seconds: 9 };
  const { notes } = await seenSecond([
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

test('what came to light between two acts reaches the next decision', async () => {
  const { state, notes } = await seenSecond([
    {},
    { newNotices: ['Saved'], dialogs: [{ type: 'confirm', message: 'Sure?', answer: 'dismissed' }] },
    { newNotices: ['Saved', 'Sent'] },
  ]);
  expect(state.observation.newNotices).toEqual(['Saved', 'Sent']);
  expect(state.observation.dialogs).toHaveLength(1);
  expect(notes).toEqual(['The page asked “Sure?”; that was dismissed.']);
});

test('a dialog that the line of an act shows already is not told again', async () => {
  let looks = 0;
  const surface = page(done({ type: 'dialog', dialog: 'alert', message: 'Hi' }), {
    observe: async () =>
      observation([save], {
        dialogs: ++looks > 1 ? [{ type: 'alert', message: 'Hi', answer: 'dismissed' }] : [],
      }),
  });
  let decisions = 0;
  const { events } = await runTestSession({ surface, navigator: decides(() => (decisions++ ? [report] : [click])) });
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
  test(`${effect.type} ${goesOn ? 'lets' : 'does not let'} the acts decided with it go on`, async () => {
    const performed: string[] = [];
    const surface = page(changed, {
      perform: async (act) => {
        performed.push(act.intent);
        return { outcome: done(effect), element: null, mouse: null };
      },
    });
    let decisions = 0;
    await runTestSession({ surface, navigator: decides(() => (decisions++ ? [report] : [click, click])) });
    expect(performed).toHaveLength(goesOn ? 2 : 1);
  });
}

test('what is copied out of a password field, or pasted into one, is a secret from then on', async () => {
  const password = { ...save, uid: 'p', role: 'textbox', attributes: { type: 'password' } };
  const surface = page(changed, {
    observe: async () => observation([save, password]),
    perform: async (act) => ({
      outcome: act.intent === 'copy' ? done({ type: 'clipboard', text: `of ${act.uid}` }) : changed,
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

test('a drag is recorded with the element that it ends on', async () => {
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
