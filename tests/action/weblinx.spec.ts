import { expect, test } from '@playwright/test';

import {
  type ActFacts,
  BROWSER_INTENTS,
  isBrowserIntent,
  tabForms,
  weblinxForm,
} from '../../src/action/index.js';
import type { Effect, Outcome, PageAct } from '../../src/contract/index.js';

const settle = { reason: 'quiet', ms: 5 } as const;
const uid = '4717de80-eda2-4319';

function done(...effects: [Effect, ...Effect[]]): Outcome {
  return { status: 'done', effects, settle };
}

const dom = done({ type: 'dom', mutations: 1 });
const noEffect: Outcome = { status: 'no-effect', settle };

function facts(outcome: Outcome, tag = 'div', attributes: Record<string, string> = {}, role = ''): ActFacts {
  return { outcome, element: { tag, role, attributes }, urlBefore: 'https://a.example/now' };
}

function press(key: string): PageAct {
  return { intent: 'press', key, uid };
}

test('the intents on the wire are the twelve of the format, and press is none of them', () => {
  expect(BROWSER_INTENTS).toHaveLength(12);
  expect(isBrowserIntent('textInput')).toBe(true);
  for (const name of ['press', 'textinput', 'say', 'back']) expect(isBrowserIntent(name)).toBe(false);
});

test('acts on elements keep their intent and their text', () => {
  expect(weblinxForm({ intent: 'click', uid }, facts(dom))).toEqual({ intent: 'click' });
  expect(weblinxForm({ intent: 'hover', uid }, facts(dom))).toEqual({ intent: 'hover' });
  expect(weblinxForm({ intent: 'submit', uid }, facts(dom))).toEqual({ intent: 'submit' });
  const typed = weblinxForm({ intent: 'textInput', uid, text: ' river ' }, facts(dom));
  expect(typed).toEqual({ intent: 'textInput', text: ' river ' });
  expect(weblinxForm({ intent: 'change', uid, value: 'no' }, facts(dom))).toEqual({
    intent: 'change',
    value: 'no',
  });
});

test('scroll says where the page came to stand, not where it was sent', () => {
  const act: PageAct = { intent: 'scroll', x: 0, y: 99999 };
  const form = weblinxForm(act, facts(done({ type: 'scroll', x: 0, y: 1400 })));
  expect(form).toEqual({ intent: 'scroll', scrollX: 0, scrollY: 1400 });
  expect(weblinxForm(act, facts(noEffect))).toEqual({ intent: 'scroll', scrollX: 0, scrollY: 99999 });
});

test('load is a typed address; history and reload are loads with their qualifiers', () => {
  const led = done({ type: 'navigated', url: 'https://a.example/led', status: 200 });
  expect(weblinxForm({ intent: 'load', url: 'https://a.example/asked' }, facts(led))).toEqual({
    intent: 'load',
    url: 'https://a.example/asked',
    transitionType: 'typed',
    transitionQualifiers: ['from_address_bar'],
  });
  for (const intent of ['back', 'forward'] as const) {
    expect(weblinxForm({ intent }, facts(led))).toEqual({
      intent: 'load',
      url: 'https://a.example/led',
      transitionType: 'link',
      transitionQualifiers: ['forward_back'],
    });
  }
  expect(weblinxForm({ intent: 'reload' }, facts(noEffect))).toEqual({
    intent: 'load',
    url: 'https://a.example/now',
    transitionType: 'reload',
    transitionQualifiers: [],
  });
});

function loaded(url: string, outcome: Outcome) {
  return weblinxForm({ intent: 'load', url }, facts(outcome));
}

test('an address without a scheme is recorded as it was loaded', () => {
  expect(loaded('a.example', noEffect)).toMatchObject({ url: 'https://a.example' });
  expect(loaded('localhost:80/x', noEffect)).toMatchObject({ url: 'https://localhost:80/x' });
  expect(loaded('about:blank', noEffect)).toMatchObject({ url: 'about:blank' });
  const led = done({ type: 'navigated', url: 'http://localhost:80/x', status: 200 });
  expect(loaded('localhost:80/x', led)).toMatchObject({ url: 'http://localhost:80/x' });
});

test('going back to nowhere known has no form, as a load must have an address', () => {
  expect(weblinxForm({ intent: 'back' }, facts(noEffect))).toBeNull();
  const after = { ...facts(noEffect), urlAfter: 'https://a.example/before' };
  expect(weblinxForm({ intent: 'back' }, after)).toMatchObject({ url: 'https://a.example/before' });
});

test('what did not happen on the page has no form', () => {
  const failed: Outcome = { status: 'failed', reason: 'covered', detail: 'a banner' };
  const already: Outcome = { status: 'already', detail: 'checked' };
  expect(weblinxForm({ intent: 'click', uid }, facts(failed))).toBeNull();
  expect(weblinxForm({ intent: 'change', uid, value: 'true' }, facts(already))).toBeNull();
  expect(weblinxForm({ intent: 'click', uid }, facts(noEffect))).toEqual({ intent: 'click' });
});

const value = (to: string): Effect => ({ type: 'value', from: 'x', to });
const left: Effect = { type: 'navigated', url: 'https://a.example/found', status: 200 };

const presses: [why: string, key: string, at: ActFacts, form: unknown][] = [
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
  test(`press: ${why}`, () => expect(weblinxForm(press(key), at)).toEqual(form));
}

test('a key pressed on the page as a whole is no act on an element', () => {
  expect(weblinxForm({ intent: 'press', key: 'Enter' }, facts(dom, 'button'))).toBeNull();
});

test('tabs that opened and closed become events of their own, in order', () => {
  const opened: Effect = { type: 'tab', opened: 8, url: 'https://b.example' };
  expect(tabForms([opened, { type: 'tab-closed', closed: 8, now: 7 }], 7)).toEqual([
    { intent: 'tabcreate', tabId: 8 },
    { intent: 'tabswitch', tabId: 8, tabIdOrigin: 7 },
    { intent: 'tabremove', tabId: 8 },
    { intent: 'tabswitch', tabId: 7, tabIdOrigin: 8 },
  ]);
  expect(tabForms([{ type: 'tab-closed', closed: 9, now: 7 }], 7)).toEqual([
    { intent: 'tabremove', tabId: 9 },
  ]);
});
