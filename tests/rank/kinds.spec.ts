import { expect, test } from '@playwright/test';

import type { Candidate } from '../../src/contract/index.js';
import { createNounTest, createLooseNounTest, findActionKind, createVerbTest } from '../../src/rank/kinds.js';
import { createCandidate } from '../support/candidates.js';

const VERBS: [query: string, verb: string | null][] = [
  ['type hello', 'field'],
  ['enter your e-mail', 'field'],
  ['choose a colour', 'choice'],
  ['tick the terms', 'tick'],
  ['click on it', 'press'],
  ['open the settings', 'open'],
  ['set the volume to 3', 'value'],
  ['my surname is Lind', 'value'],
  ['quiet hours start at 11 pm', 'value'],
  ['click, then type', 'press'],
  // These queries contain no text that could be typed.
  ['change the password', null],
  ['use my location', null],
  ['the left arrow', null],
];
test('findActionKind reads the kind of action from the query', () => {
  for (const [query, verb] of VERBS) expect.soft(findActionKind(query), query).toBe(verb);
});

const field = createCandidate({ role: 'textbox', states: { editable: true } });
const box = createCandidate({ role: 'checkbox', states: { checked: false } });
const link = createCandidate({ role: 'link' });
const list = createCandidate({ role: 'combobox' });
const text = createCandidate({ role: 'generic', interactive: false });

const FITTING: [query: string, fitting: Candidate[], others: Candidate[]][] = [
  ['type hello', [field, list], [box, link, text]],
  ['choose blue', [list], [field, link]],
  ['tick it', [box], [field, link]],
  ['click it', [link, box, list], [field, text]],
  ['open it', [link, list], [field, box, text]],
];
test('a verb matches only elements on which the action is possible', () => {
  for (const [query, fittingElements, otherElements] of FITTING) {
    const fits = createVerbTest(query)!;
    expect.soft(fittingElements.map(fits), query).toEqual(fittingElements.map(() => true));
    expect.soft(otherElements.map(fits), query).toEqual(otherElements.map(() => false));
  }
});

const NOUNS: [query: string, named: Partial<Candidate>, other: Partial<Candidate>][] = [
  ['the save button', { role: 'button' }, { role: 'link' }],
  ['the help link', { role: 'link' }, { role: 'button' }],
  ['the news tab', { role: 'tab' }, { role: 'link' }],
  ['the terms checkbox', { role: 'checkbox' }, { role: 'radio' }],
  ['the country dropdown', { role: 'combobox' }, { role: 'textbox' }],
  ['the sound switch', { role: 'switch' }, { role: 'button' }],
  ['the name field', { role: 'textbox' }, { role: 'button' }],
  ['the box below', { role: 'textbox' }, { role: 'link' }],
  ['the company logo', { role: 'img' }, { role: 'link' }],
  ['the page title', { role: 'heading' }, { role: 'link' }],
  ['the user menu', { role: 'button', states: { expanded: false } }, { role: 'button' }],
];
test('a noun matches only elements with the role that it names', () => {
  for (const [query, namedElements, otherElements] of NOUNS) {
    const hasRole = createNounTest(query)!;
    expect.soft(hasRole(createCandidate(namedElements)), query).toBe(true);
    expect.soft(hasRole(createCandidate(otherElements)), query).toBe(false);
  }
});

test('the loose noun test also matches elements that work like the named role', () => {
  expect(createLooseNounTest('the week tab')!(createCandidate({ role: 'link' }))).toBe(true);
  expect(createLooseNounTest('the week tab')!(field)).toBe(false);
  expect(createLooseNounTest('the bell icon')!(createCandidate({ text: '' }))).toBe(true);
  expect(createLooseNounTest('the bell icon')!(createCandidate({ text: 'Notifications' }))).toBe(false);
  expect(createLooseNounTest('Berlin')).toBeNull();
});
