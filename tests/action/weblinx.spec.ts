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

function done(...effects: [Effect, ...Effect[]]): Outcome {
  return { status: 'done', effects, settle };
}

const dom = done({ type: 'dom', mutations: 1 });
const noEffect: Outcome = { status: 'no-effect', settle };

function facts(
  outcome: Outcome,
  tag = 'div',
  attributes: Record<string, string> = {},
  role = '',
): ActionFacts {
  return { outcome, element: { tag, role, attributes }, urlBefore: 'https://a.example/now' };
}

function press(key: string): PageAction {
  return { intent: 'press', key, uid };
}

test('only the twelve intents of the format are written; press is not one', () => {
  expect(BROWSER_INTENTS).toHaveLength(12);
  expect(isBrowserIntent('textInput')).toBe(true);
  for (const name of ['press', 'textinput', 'say', 'back']) expect(isBrowserIntent(name)).toBe(false);
});

test('actions on elements keep their intent and text', () => {
  expect(toWeblinxForm({ intent: 'click', uid }, facts(dom))).toEqual({ intent: 'click' });
  expect(toWeblinxForm({ intent: 'hover', uid }, facts(dom))).toEqual({ intent: 'hover' });
  expect(toWeblinxForm({ intent: 'submit', uid }, facts(dom))).toEqual({ intent: 'submit' });
  const typed = toWeblinxForm({ intent: 'textInput', uid, text: ' river ' }, facts(dom));
  expect(typed).toEqual({ intent: 'textInput', text: ' river ' });
  expect(toWeblinxForm({ intent: 'change', uid, value: 'no' }, facts(dom))).toEqual({
    intent: 'change',
    value: 'no',
  });
});

test('scroll records the final position, not the requested one', () => {
  const action: PageAction = { intent: 'scroll', x: 0, y: 99999 };
  const form = toWeblinxForm(action, facts(done({ type: 'scroll', x: 0, y: 1400 })));
  expect(form).toEqual({ intent: 'scroll', scrollX: 0, scrollY: 1400 });
  expect(toWeblinxForm(action, facts(noEffect))).toEqual({ intent: 'scroll', scrollX: 0, scrollY: 99999 });
});

test('load is a typed URL; history and reload are loads with qualifiers', () => {
  const led = done({ type: 'navigated', url: 'https://a.example/led', status: 200 });
  expect(toWeblinxForm({ intent: 'load', url: 'https://a.example/asked' }, facts(led))).toEqual({
    intent: 'load',
    url: 'https://a.example/asked',
    transitionType: 'typed',
    transitionQualifiers: ['from_address_bar'],
  });
  for (const intent of ['back', 'forward'] as const) {
    expect(toWeblinxForm({ intent }, facts(led))).toEqual({
      intent: 'load',
      url: 'https://a.example/led',
      transitionType: 'link',
      transitionQualifiers: ['forward_back'],
    });
  }
  expect(toWeblinxForm({ intent: 'reload' }, facts(noEffect))).toEqual({
    intent: 'load',
    url: 'https://a.example/now',
    transitionType: 'reload',
    transitionQualifiers: [],
  });
});

function loaded(url: string, outcome: Outcome) {
  return toWeblinxForm({ intent: 'load', url }, facts(outcome));
}

test('a URL without a scheme is recorded as loaded', () => {
  expect(loaded('a.example', noEffect)).toMatchObject({ url: 'https://a.example' });
  expect(loaded('localhost:80/x', noEffect)).toMatchObject({ url: 'https://localhost:80/x' });
  expect(loaded('about:blank', noEffect)).toMatchObject({ url: 'about:blank' });
  const led = done({ type: 'navigated', url: 'http://localhost:80/x', status: 200 });
  expect(loaded('localhost:80/x', led)).toMatchObject({ url: 'http://localhost:80/x' });
});

test('going back to an unknown URL is not written, because a load needs a URL', () => {
  expect(toWeblinxForm({ intent: 'back' }, facts(noEffect))).toBeNull();
  const after = { ...facts(noEffect), urlAfter: 'https://a.example/before' };
  expect(toWeblinxForm({ intent: 'back' }, after)).toMatchObject({ url: 'https://a.example/before' });
});

test('actions without effect on the page are not written', () => {
  const failed: Outcome = { status: 'failed', reason: 'covered', detail: 'a banner' };
  const already: Outcome = { status: 'already', detail: 'checked' };
  expect(toWeblinxForm({ intent: 'click', uid }, facts(failed))).toBeNull();
  expect(toWeblinxForm({ intent: 'change', uid, value: 'true' }, facts(already))).toBeNull();
  expect(toWeblinxForm({ intent: 'click', uid }, facts(noEffect))).toEqual({ intent: 'click' });
});

const value = (to: string): Effect => ({ type: 'value', from: 'x', to });
const left: Effect = { type: 'navigated', url: 'https://a.example/found', status: 200 };

const presses: [why: string, key: string, at: ActionFacts, form: unknown][] = [
  ['Enter in a field submits', 'Enter', facts(dom, 'input', { type: 'search' }), { intent: 'submit' }],
  ['also when nothing came of it', 'Enter', facts(noEffect, 'INPUT'), { intent: 'submit' }],
  ['also when the field is emptied by it', 'Enter', facts(done(value('')), 'input'), { intent: 'submit' }],
  ['also when it leads away', 'Enter', facts(done(value('river'), left), 'input'), { intent: 'submit' }],
  [
    'Enter that takes a suggestion types it',
    'Enter',
    facts(done(value('river')), 'input'),
    { intent: 'textInput', text: 'river' },
  ],
  [
    'Enter breaks a line',
    'Enter',
    facts(done(value('a\n')), 'textarea'),
    { intent: 'textInput', text: 'a\n' },
  ],
  [
    'Enter sends a message',
    'Control+Enter',
    facts(dom, 'div', { contenteditable: '' }),
    { intent: 'submit' },
  ],
  ['Enter without effect in a text area', 'Enter', facts(noEffect, 'textarea'), null],
  ['Enter on a button clicks it', 'Enter', facts(dom, 'button'), { intent: 'click' }],
  ['Enter on a link clicks it', 'NumpadEnter', facts(dom, 'a', { href: '/' }), { intent: 'click' }],
  ['Space on a link does not', 'Space', facts(dom, 'a', { href: '/' }), null],
  ['Space ticks a box', 'Space', facts(dom, 'input', { type: 'checkbox' }), { intent: 'click' }],
  [
    'Enter in a box submits its form',
    'Enter',
    facts(done(left), 'input', { type: 'radio' }),
    { intent: 'submit' },
  ],
  ['a letter types', 'a', facts(done(value('rivera')), 'input'), { intent: 'textInput', text: 'rivera' }],
  [
    'so does a chord',
    'Control+V',
    facts(done(value('pasted')), 'textarea'),
    { intent: 'textInput', text: 'pasted' },
  ],
  [
    'an arrow in a select chooses',
    'ArrowDown',
    facts(done(value('no')), 'select'),
    { intent: 'change', value: 'no' },
  ],
  [
    'an arrow on a slider sets it',
    'ArrowUp',
    facts(done(value('7')), 'div', {}, 'slider'),
    { intent: 'change', value: '7' },
  ],
  [
    'a page key scrolls',
    'PageDown',
    facts(done({ type: 'scroll', x: 0, y: 700 })),
    { intent: 'scroll', scrollX: 0, scrollY: 700 },
  ],
  // The page reports a change in some other field as a value from '' to ''.
  ['a key that changed another field', 'x', facts(done({ type: 'value', from: '', to: '' }), 'input'), null],
  ['Escape has no form', 'Escape', facts(dom, 'input'), null],
  [
    'a type of the page’s invention is a text field',
    'Enter',
    facts(dom, 'input', { type: 'constructor' }),
    { intent: 'submit' },
  ],
];

for (const [why, key, at, form] of presses) {
  test(`press: ${why}`, () => expect(toWeblinxForm(press(key), at)).toEqual(form));
}

test('a key pressed on the page is not an action on an element', () => {
  expect(toWeblinxForm({ intent: 'press', key: 'Enter' }, facts(dom, 'button'))).toBeNull();
});

test('tabs that open and close become separate turns, in order', () => {
  const opened: Effect = { type: 'tab-opened', opened: 8, url: 'https://b.example' };
  expect(toTabForms([opened, { type: 'tab-closed', closed: 8, now: 7 }], 7)).toEqual([
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
  const opened: Effect = { type: 'tab-opened', opened: 8, url: '' };
  expect(toTabForms([opened, { type: 'tab-switched', from: 7, to: 8 }], 7)).toEqual([
    { intent: 'tabcreate', tabId: 8 },
    { intent: 'tabswitch', tabId: 8, tabIdOrigin: 7 },
  ]);
  expect(toTabForms([{ type: 'tab-switched', from: 7, to: 9 }], 7)).toEqual([
    { intent: 'tabswitch', tabId: 9, tabIdOrigin: 7 },
  ]);
  const closed: Effect = { type: 'tab-closed', closed: 8, now: 7 };
  expect(toTabForms([closed, { type: 'tab-switched', from: 8, to: 7 }], 8)).toEqual([
    { intent: 'tabremove', tabId: 8 },
    { intent: 'tabswitch', tabId: 7, tabIdOrigin: 8 },
  ]);
  expect(toTabForms([{ type: 'tab-switched', from: 8, to: 7 }, closed], 8)).toEqual([
    { intent: 'tabswitch', tabId: 7, tabIdOrigin: 8 },
    { intent: 'tabremove', tabId: 8 },
  ]);
});

const copied: Effect = { type: 'clipboard', text: 'A-17' };
const container: Effect = { type: 'scroll', x: 0, y: 300, uid };
const wholePage: Effect = { type: 'scroll', x: 0, y: 80 };
const pageAt80 = { intent: 'scroll', scrollX: 0, scrollY: 80 };
const change: Effect = { type: 'dom', mutations: 1 };

/** Live actions without a WebLINX intent, and the turns that a WebLINX recorder would have written. */
const mapped: [why: string, action: PageAction, outcome: Outcome, form: unknown, clipboard?: string][] = [
  ['a double click is a click', { intent: 'doubleClick', uid }, dom, { intent: 'click', clicks: 2 }],
  ['a right click', { intent: 'rightClick', uid }, dom, null],
  ['a drag', { intent: 'drag', uid, to: { dx: 5, dy: 0 } }, dom, null],
  ['a wait', { intent: 'wait', ms: 500 }, dom, null],
  ['an answered dialog', { intent: 'dialog', answer: 'accept' }, dom, null],
  [
    'an upload changes the field, to names without their folders',
    { intent: 'upload', uid, files: ['/home/me/cv.pdf', 'C:\\papers\\b.txt'] },
    dom,
    { intent: 'change', value: 'cv.pdf, b.txt' },
  ],
  ['a container that scrolls alone', { intent: 'scroll', uid, x: 0, y: 300 }, done(container), null],
  [
    'a container that takes the page along',
    { intent: 'scroll', uid, x: 0, y: 300 },
    done(wholePage, container),
    pageAt80,
  ],
  ['a container of which nothing is known', { intent: 'scroll', uid, x: 0, y: 300 }, noEffect, null],
  ['what is brought into view scrolls the page', { intent: 'reveal', uid }, done(wholePage), pageAt80],
  ['what is in a container only', { intent: 'reveal', uid }, done(container), null],
  ['a copy', { intent: 'copy', uid }, done(copied), { intent: 'copy', selected: 'A-17' }],
  ['a copy of nothing', { intent: 'copy', uid }, noEffect, null],
  ['a paste of what was copied', { intent: 'paste', uid }, dom, { intent: 'paste', pasted: 'A-17' }, 'A-17'],
  ['a paste of nothing', { intent: 'paste', uid }, dom, null],
  ['a tab', { intent: 'tabcreate' }, done({ type: 'tab-opened', opened: 8, url: 'about:blank' }), null],
  ['a closed tab', { intent: 'tabremove' }, done({ type: 'tab-closed', closed: 8, now: 7 }), null],
  ['a tab in front', { intent: 'tabswitch', tab: 8 }, done({ type: 'tab-switched', from: 7, to: 8 }), null],
];

for (const [why, action, outcome, form, clipboard] of mapped) {
  test(`live actions: ${why}${form === null ? ' is not written' : ''}`, () => {
    expect(toWeblinxForm(action, { ...facts(outcome), clipboard })).toEqual(form);
  });
}

test('scroll offsets of a container are page offsets only if requested', () => {
  const action: PageAction = { intent: 'reveal', uid };
  const inside = (outcome: Outcome) => toWeblinxForm(action, { ...facts(outcome), inContainer: true });
  expect(inside(done(wholePage))).toBeNull();
  expect(inside(done(wholePage, container))).toEqual(pageAt80);
});

test('the turns of an action are in the order in which a browser reports them', () => {
  const opened: Effect = { type: 'tab-opened', opened: 8, url: 'https://b.example/' };
  const kinds = (action: PageAction, outcome: Outcome): string[] =>
    toWeblinxTurns(action, facts(outcome), 7).map((turn) =>
      turn.kind === 'tab' ? turn.form.intent : `${turn.form.intent} in ${turn.tab}`,
    );
  expect(kinds({ intent: 'click', uid }, done(change, opened))).toEqual([
    'click in 7',
    'tabcreate',
    'tabswitch',
  ]);
  expect(kinds({ intent: 'tabcreate', url: 'https://b.example/' }, done(opened))).toEqual([
    'tabcreate',
    'tabswitch',
    'load in 8',
  ]);
  expect(kinds({ intent: 'tabcreate' }, done(opened))).toEqual(['tabcreate', 'tabswitch']);
  expect(kinds({ intent: 'tabswitch', tab: 8 }, done({ type: 'tab-switched', from: 7, to: 8 }))).toEqual([
    'tabswitch',
  ]);
  expect(kinds({ intent: 'tabremove' }, done({ type: 'tab-closed', closed: 7, now: 6 }))).toEqual([
    'tabremove',
    'tabswitch',
  ]);
  expect(kinds({ intent: 'rightClick', uid }, done(opened))).toEqual(['tabcreate', 'tabswitch']);
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
  const all: Outcome = done(
    change,
    copied,
    wholePage,
    container,
    value('y'),
    { type: 'tab-opened', opened: 8, url: '' },
    { type: 'tab-closed', closed: 8, now: 7 },
    { type: 'tab-switched', from: 7, to: 6 },
    left,
  );
  for (const action of Object.values(actions))
    for (const outcome of [all, noEffect])
      for (const turn of toWeblinxTurns(action, facts(outcome, 'input'), 7))
        expect(isBrowserIntent(turn.form.intent), action.intent).toBe(true);
});
