import { expect, test } from '@playwright/test';

import {
  type ActionFacts,
  BROWSER_INTENTS,
  isBrowserIntent,
  toTabForms,
  toWeblinxForm,
  toWeblinxTurns,
} from '../../src/action/index.js';
import type { Effect, Intent, Outcome, PageAction } from '../../src/contract/index.js';

const settle = { reason: 'quiet', ms: 5 } as const;
const uid = '4717de80-eda2-4319';

function createDoneOutcome(...effects: [Effect, ...Effect[]]): Outcome {
  return { status: 'done', effects, settle };
}

const domChangedOutcome = createDoneOutcome({ type: 'dom', mutations: 1 });
const noEffectOutcome: Outcome = { status: 'no-effect', settle };

function createFacts(
  outcome: Outcome,
  tag = 'div',
  attributes: Record<string, string> = {},
  role = '',
): ActionFacts {
  return { outcome, element: { tag, role, attributes }, urlBefore: 'https://a.example/now' };
}

function createPress(key: string): PageAction {
  return { intent: 'press', key, uid };
}

test('only the twelve intents of the WebLINX format are browser intents', () => {
  expect(BROWSER_INTENTS).toHaveLength(12);
  expect(isBrowserIntent('textInput')).toBe(true);
  for (const name of ['press', 'textinput', 'say', 'back']) expect(isBrowserIntent(name)).toBe(false);
});

test('actions on elements keep their intent and text', () => {
  expect(toWeblinxForm({ intent: 'click', uid }, createFacts(domChangedOutcome))).toEqual({
    intent: 'click',
  });
  expect(toWeblinxForm({ intent: 'hover', uid }, createFacts(domChangedOutcome))).toEqual({
    intent: 'hover',
  });
  expect(toWeblinxForm({ intent: 'submit', uid }, createFacts(domChangedOutcome))).toEqual({
    intent: 'submit',
  });
  const typingForm = toWeblinxForm(
    { intent: 'textInput', uid, text: ' river ' },
    createFacts(domChangedOutcome),
  );
  expect(typingForm).toEqual({ intent: 'textInput', text: ' river ' });
  expect(toWeblinxForm({ intent: 'change', uid, value: 'no' }, createFacts(domChangedOutcome))).toEqual({
    intent: 'change',
    value: 'no',
  });
});

test('a scroll is written with the final position, not the requested one', () => {
  const action: PageAction = { intent: 'scroll', x: 0, y: 99999 };
  const form = toWeblinxForm(action, createFacts(createDoneOutcome({ type: 'scroll', x: 0, y: 1400 })));
  expect(form).toEqual({ intent: 'scroll', scrollX: 0, scrollY: 1400 });
  expect(toWeblinxForm(action, createFacts(noEffectOutcome))).toEqual({
    intent: 'scroll',
    scrollX: 0,
    scrollY: 99999,
  });
});

test('load, back, forward and reload are written as loads that differ in their transition', () => {
  const navigated = createDoneOutcome({ type: 'navigated', url: 'https://a.example/opened', status: 200 });
  const load: PageAction = { intent: 'load', url: 'https://a.example/requested' };
  expect(toWeblinxForm(load, createFacts(navigated))).toEqual({
    intent: 'load',
    url: 'https://a.example/requested',
    transitionType: 'typed',
    transitionQualifiers: ['from_address_bar'],
  });
  for (const intent of ['back', 'forward'] as const) {
    expect(toWeblinxForm({ intent }, createFacts(navigated))).toEqual({
      intent: 'load',
      url: 'https://a.example/opened',
      transitionType: 'link',
      transitionQualifiers: ['forward_back'],
    });
  }
  expect(toWeblinxForm({ intent: 'reload' }, createFacts(noEffectOutcome))).toEqual({
    intent: 'load',
    url: 'https://a.example/now',
    transitionType: 'reload',
    transitionQualifiers: [],
  });
});

function toLoadForm(url: string, outcome: Outcome) {
  return toWeblinxForm({ intent: 'load', url }, createFacts(outcome));
}

test('a URL without a scheme is recorded as the URL that was opened, or with https', () => {
  expect(toLoadForm('a.example', noEffectOutcome)).toMatchObject({ url: 'https://a.example' });
  expect(toLoadForm('localhost:80/x', noEffectOutcome)).toMatchObject({ url: 'https://localhost:80/x' });
  expect(toLoadForm('about:blank', noEffectOutcome)).toMatchObject({ url: 'about:blank' });
  const navigated = createDoneOutcome({ type: 'navigated', url: 'http://localhost:80/x', status: 200 });
  expect(toLoadForm('localhost:80/x', navigated)).toMatchObject({ url: 'http://localhost:80/x' });
});

test('a step back is not written if the new URL is unknown, because a load needs a URL', () => {
  expect(toWeblinxForm({ intent: 'back' }, createFacts(noEffectOutcome))).toBeNull();
  const knownUrl = { ...createFacts(noEffectOutcome), urlAfter: 'https://a.example/before' };
  expect(toWeblinxForm({ intent: 'back' }, knownUrl)).toMatchObject({ url: 'https://a.example/before' });
});

test('actions without effect are written, but actions that were not performed are not', () => {
  const failedOutcome: Outcome = { status: 'failed', reason: 'covered', detail: 'a banner' };
  const alreadyOutcome: Outcome = { status: 'already', detail: 'checked' };
  expect(toWeblinxForm({ intent: 'click', uid }, createFacts(failedOutcome))).toBeNull();
  expect(toWeblinxForm({ intent: 'change', uid, value: 'true' }, createFacts(alreadyOutcome))).toBeNull();
  expect(toWeblinxForm({ intent: 'click', uid }, createFacts(noEffectOutcome))).toEqual({ intent: 'click' });
});

const createValueEffect = (to: string): Effect => ({ type: 'value', from: 'x', to });
const navigation: Effect = { type: 'navigated', url: 'https://a.example/found', status: 200 };

const PRESSES: [description: string, key: string, facts: ActionFacts, form: unknown][] = [
  [
    'Enter in a field submits',
    'Enter',
    createFacts(domChangedOutcome, 'input', { type: 'search' }),
    { intent: 'submit' },
  ],
  [
    'Enter in a field submits, even without effect',
    'Enter',
    createFacts(noEffectOutcome, 'INPUT'),
    { intent: 'submit' },
  ],
  [
    'Enter that empties the field submits',
    'Enter',
    createFacts(createDoneOutcome(createValueEffect('')), 'input'),
    { intent: 'submit' },
  ],
  [
    'Enter that navigates submits',
    'Enter',
    createFacts(createDoneOutcome(createValueEffect('river'), navigation), 'input'),
    { intent: 'submit' },
  ],
  [
    'Enter that accepts a suggestion types it',
    'Enter',
    createFacts(createDoneOutcome(createValueEffect('river')), 'input'),
    { intent: 'textInput', text: 'river' },
  ],
  [
    'Enter that inserts a line break types it',
    'Enter',
    createFacts(createDoneOutcome(createValueEffect('a\n')), 'textarea'),
    { intent: 'textInput', text: 'a\n' },
  ],
  [
    'Control+Enter in an editable element submits',
    'Control+Enter',
    createFacts(domChangedOutcome, 'div', { contenteditable: '' }),
    { intent: 'submit' },
  ],
  [
    'Enter without effect in a text area is not written',
    'Enter',
    createFacts(noEffectOutcome, 'textarea'),
    null,
  ],
  ['Enter on a button clicks it', 'Enter', createFacts(domChangedOutcome, 'button'), { intent: 'click' }],
  [
    'Enter on a link clicks it',
    'NumpadEnter',
    createFacts(domChangedOutcome, 'a', { href: '/' }),
    { intent: 'click' },
  ],
  ['Space on a link is not written', 'Space', createFacts(domChangedOutcome, 'a', { href: '/' }), null],
  [
    'Space on a checkbox clicks it',
    'Space',
    createFacts(domChangedOutcome, 'input', { type: 'checkbox' }),
    { intent: 'click' },
  ],
  [
    'Enter on a radio button submits its form if it navigates',
    'Enter',
    createFacts(createDoneOutcome(navigation), 'input', { type: 'radio' }),
    { intent: 'submit' },
  ],
  [
    'a letter types',
    'a',
    createFacts(createDoneOutcome(createValueEffect('rivera')), 'input'),
    { intent: 'textInput', text: 'rivera' },
  ],
  [
    'a chord that changes the text types',
    'Control+V',
    createFacts(createDoneOutcome(createValueEffect('pasted')), 'textarea'),
    { intent: 'textInput', text: 'pasted' },
  ],
  [
    'an arrow key in a select changes its value',
    'ArrowDown',
    createFacts(createDoneOutcome(createValueEffect('no')), 'select'),
    { intent: 'change', value: 'no' },
  ],
  [
    'an arrow key on a slider changes its value',
    'ArrowUp',
    createFacts(createDoneOutcome(createValueEffect('7')), 'div', {}, 'slider'),
    { intent: 'change', value: '7' },
  ],
  [
    'Page Down scrolls',
    'PageDown',
    createFacts(createDoneOutcome({ type: 'scroll', x: 0, y: 700 })),
    { intent: 'scroll', scrollX: 0, scrollY: 700 },
  ],
  // The page reports a change in some other field as a value from '' to ''.
  [
    'a key that changed another field is not written',
    'x',
    createFacts(createDoneOutcome({ type: 'value', from: '', to: '' }), 'input'),
    null,
  ],
  ['Escape is not written', 'Escape', createFacts(domChangedOutcome, 'input'), null],
  [
    'an input with an invalid type is a text field',
    'Enter',
    createFacts(domChangedOutcome, 'input', { type: 'constructor' }),
    { intent: 'submit' },
  ],
];

for (const [description, key, pressFacts, form] of PRESSES) {
  test(`press: ${description}`, () => expect(toWeblinxForm(createPress(key), pressFacts)).toEqual(form));
}

test('a key press without a target is not an action on an element', () => {
  expect(
    toWeblinxForm({ intent: 'press', key: 'Enter' }, createFacts(domChangedOutcome, 'button')),
  ).toBeNull();
});

test('tabs that open and close become separate turns, in order', () => {
  const tabOpened: Effect = { type: 'tab-opened', opened: 8, url: 'https://b.example' };
  expect(toTabForms([tabOpened, { type: 'tab-closed', closed: 8, now: 7 }], 7)).toEqual([
    { intent: 'tabcreate', tabId: 8 },
    { intent: 'tabswitch', tabId: 8, tabIdOrigin: 7 },
    { intent: 'tabremove', tabId: 8 },
    { intent: 'tabswitch', tabId: 7, tabIdOrigin: 8 },
  ]);
  expect(toTabForms([{ type: 'tab-closed', closed: 9, now: 7 }], 7)).toEqual([
    { intent: 'tabremove', tabId: 9 },
  ]);
});

test('switching to or closing a tab is recorded once, even if the page reports it too', () => {
  const tabOpened: Effect = { type: 'tab-opened', opened: 8, url: '' };
  expect(toTabForms([tabOpened, { type: 'tab-switched', from: 7, to: 8 }], 7)).toEqual([
    { intent: 'tabcreate', tabId: 8 },
    { intent: 'tabswitch', tabId: 8, tabIdOrigin: 7 },
  ]);
  expect(toTabForms([{ type: 'tab-switched', from: 7, to: 9 }], 7)).toEqual([
    { intent: 'tabswitch', tabId: 9, tabIdOrigin: 7 },
  ]);
  const tabClosed: Effect = { type: 'tab-closed', closed: 8, now: 7 };
  expect(toTabForms([tabClosed, { type: 'tab-switched', from: 8, to: 7 }], 8)).toEqual([
    { intent: 'tabremove', tabId: 8 },
    { intent: 'tabswitch', tabId: 7, tabIdOrigin: 8 },
  ]);
  expect(toTabForms([{ type: 'tab-switched', from: 8, to: 7 }, tabClosed], 8)).toEqual([
    { intent: 'tabswitch', tabId: 7, tabIdOrigin: 8 },
    { intent: 'tabremove', tabId: 8 },
  ]);
});

const copyEffect: Effect = { type: 'clipboard', text: 'A-17' };
const containerScroll: Effect = { type: 'scroll', x: 0, y: 300, uid };
const pageScroll: Effect = { type: 'scroll', x: 0, y: 80 };
const pageScrollForm = { intent: 'scroll', scrollX: 0, scrollY: 80 };
const domChange: Effect = { type: 'dom', mutations: 1 };

/** Live actions without a WebLINX intent, and the turns that a WebLINX recorder would have written. */
const OTHER_ACTIONS: [
  description: string,
  action: PageAction,
  outcome: Outcome,
  form: unknown,
  clipboard?: string,
][] = [
  [
    'a double click is a click',
    { intent: 'doubleClick', uid },
    domChangedOutcome,
    { intent: 'click', clicks: 2 },
  ],
  ['a right click', { intent: 'rightClick', uid }, domChangedOutcome, null],
  ['a drag', { intent: 'drag', uid, to: { dx: 5, dy: 0 } }, domChangedOutcome, null],
  ['a wait', { intent: 'wait', ms: 500 }, domChangedOutcome, null],
  ['an answered dialog', { intent: 'dialog', answer: 'accept' }, domChangedOutcome, null],
  [
    'an upload changes the field to the file names without folders',
    { intent: 'upload', uid, files: ['/home/me/cv.pdf', 'C:\\papers\\b.txt'] },
    domChangedOutcome,
    { intent: 'change', value: 'cv.pdf, b.txt' },
  ],
  [
    'a scroll of a container only',
    { intent: 'scroll', uid, x: 0, y: 300 },
    createDoneOutcome(containerScroll),
    null,
  ],
  [
    'a scroll of a container and the page is a scroll of the page',
    { intent: 'scroll', uid, x: 0, y: 300 },
    createDoneOutcome(pageScroll, containerScroll),
    pageScrollForm,
  ],
  ['a scroll of a container without effect', { intent: 'scroll', uid, x: 0, y: 300 }, noEffectOutcome, null],
  [
    'an element scrolled into view is a scroll of the page',
    { intent: 'reveal', uid },
    createDoneOutcome(pageScroll),
    pageScrollForm,
  ],
  [
    'an element scrolled into view in a container only',
    { intent: 'reveal', uid },
    createDoneOutcome(containerScroll),
    null,
  ],
  ['a copy', { intent: 'copy', uid }, createDoneOutcome(copyEffect), { intent: 'copy', selected: 'A-17' }],
  ['a copy without effect', { intent: 'copy', uid }, noEffectOutcome, null],
  [
    'a paste of the copied text',
    { intent: 'paste', uid },
    domChangedOutcome,
    { intent: 'paste', pasted: 'A-17' },
    'A-17',
  ],
  ['a paste from an empty clipboard', { intent: 'paste', uid }, domChangedOutcome, null],
  [
    'a new tab without a URL',
    { intent: 'tabcreate' },
    createDoneOutcome({ type: 'tab-opened', opened: 8, url: 'about:blank' }),
    null,
  ],
  [
    'a closed tab',
    { intent: 'tabremove' },
    createDoneOutcome({ type: 'tab-closed', closed: 8, now: 7 }),
    null,
  ],
  [
    'a switch of tabs',
    { intent: 'tabswitch', tab: 8 },
    createDoneOutcome({ type: 'tab-switched', from: 7, to: 8 }),
    null,
  ],
];

for (const [description, action, outcome, form, clipboard] of OTHER_ACTIONS) {
  test(`live actions: ${description}${form === null ? ' has no WebLINX form' : ''}`, () => {
    expect(toWeblinxForm(action, { ...createFacts(outcome), clipboard })).toEqual(form);
  });
}

test('a scroll in a container is written as a scroll of the page only if an effect names the container', () => {
  const action: PageAction = { intent: 'reveal', uid };
  const toForm = (outcome: Outcome) => toWeblinxForm(action, { ...createFacts(outcome), inContainer: true });
  expect(toForm(createDoneOutcome(pageScroll))).toBeNull();
  expect(toForm(createDoneOutcome(pageScroll, containerScroll))).toEqual(pageScrollForm);
});

test('an action’s turns are in the order in which a browser reports its events', () => {
  const tabOpened: Effect = { type: 'tab-opened', opened: 8, url: 'https://b.example/' };
  const listTurnKinds = (action: PageAction, outcome: Outcome): string[] =>
    toWeblinxTurns(action, createFacts(outcome), 7).map((turn) =>
      turn.kind === 'tab' ? turn.form.intent : `${turn.form.intent} in ${turn.tab}`,
    );
  expect(listTurnKinds({ intent: 'click', uid }, createDoneOutcome(domChange, tabOpened))).toEqual([
    'click in 7',
    'tabcreate',
    'tabswitch',
  ]);
  expect(
    listTurnKinds({ intent: 'tabcreate', url: 'https://b.example/' }, createDoneOutcome(tabOpened)),
  ).toEqual(['tabcreate', 'tabswitch', 'load in 8']);
  expect(listTurnKinds({ intent: 'tabcreate' }, createDoneOutcome(tabOpened))).toEqual([
    'tabcreate',
    'tabswitch',
  ]);
  expect(
    listTurnKinds(
      { intent: 'tabswitch', tab: 8 },
      createDoneOutcome({ type: 'tab-switched', from: 7, to: 8 }),
    ),
  ).toEqual(['tabswitch']);
  expect(
    listTurnKinds({ intent: 'tabremove' }, createDoneOutcome({ type: 'tab-closed', closed: 7, now: 6 })),
  ).toEqual(['tabremove', 'tabswitch']);
  expect(listTurnKinds({ intent: 'rightClick', uid }, createDoneOutcome(tabOpened))).toEqual([
    'tabcreate',
    'tabswitch',
  ]);
});

test('replay.json contains only the twelve intents', () => {
  const actions: Record<Exclude<Intent, 'say'>, PageAction> = {
    click: { intent: 'click', uid },
    doubleClick: { intent: 'doubleClick', uid },
    rightClick: { intent: 'rightClick', uid },
    hover: { intent: 'hover', uid },
    textInput: { intent: 'textInput', uid, text: 'x' },
    change: { intent: 'change', uid, value: 'x' },
    submit: { intent: 'submit', uid },
    press: { intent: 'press', uid, key: 'Enter' },
    drag: { intent: 'drag', uid, to: { uid } },
    upload: { intent: 'upload', uid, files: ['x'] },
    scroll: { intent: 'scroll', x: 0, y: 0 },
    reveal: { intent: 'reveal', uid },
    copy: { intent: 'copy', uid },
    paste: { intent: 'paste', uid },
    load: { intent: 'load', url: 'https://a.example/' },
    back: { intent: 'back' },
    forward: { intent: 'forward' },
    reload: { intent: 'reload' },
    wait: { intent: 'wait', ms: 1 },
    dialog: { intent: 'dialog', answer: 'dismiss' },
    tabcreate: { intent: 'tabcreate', url: 'https://a.example/' },
    tabremove: { intent: 'tabremove' },
    tabswitch: { intent: 'tabswitch', tab: 2 },
  };
  const allEffects: Outcome = createDoneOutcome(
    domChange,
    copyEffect,
    pageScroll,
    containerScroll,
    createValueEffect('y'),
    { type: 'tab-opened', opened: 8, url: '' },
    { type: 'tab-closed', closed: 8, now: 7 },
    { type: 'tab-switched', from: 7, to: 6 },
    navigation,
  );
  for (const action of Object.values(actions))
    for (const outcome of [allEffects, noEffectOutcome])
      for (const turn of toWeblinxTurns(action, createFacts(outcome, 'input'), 7))
        expect(isBrowserIntent(turn.form.intent), action.intent).toBe(true);
});
