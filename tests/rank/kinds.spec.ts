import { expect, test } from '@playwright/test';

import type { Candidate } from '../../src/contract/index.js';
import { nounTest, nounTestLoosely, verbOf, verbTest } from '../../src/rank/kinds.js';
import { candidate } from '../support/candidates.js';

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
  // Nothing is said that could be typed.
  ['change the password', null],
  ['use my location', null],
  ['the left arrow', null],
];
for (const [query, verb] of VERBS)
  test(`"${query}" ${verb ? `is to be done to a ${verb}` : 'says nothing of how to act'}`, () => {
    expect(verbOf(query)).toBe(verb);
  });

const field = candidate({ role: 'textbox', states: { editable: true } });
const box = candidate({ role: 'checkbox', states: { checked: false } });
const link = candidate({ role: 'link' });
const list = candidate({ role: 'combobox' });
const text = candidate({ role: 'generic', interactive: false });

const TAKES: [query: string, takes: Candidate[], not: Candidate[]][] = [
  ['type hello', [field, list], [box, link, text]],
  ['choose blue', [list], [field, link]],
  ['tick it', [box], [field, link]],
  ['click it', [link, box, list], [field, text]],
  ['open it', [link, list], [field, box, text]],
];
for (const [query, takes, not] of TAKES)
  test(`what takes "${query}"`, () => {
    const fits = verbTest(query)!;
    expect(takes.map(fits)).toEqual(takes.map(() => true));
    expect(not.map(fits)).toEqual(not.map(() => false));
  });

const NOUNS: [query: string, is: Partial<Candidate>, not: Partial<Candidate>][] = [
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
for (const [query, is, not] of NOUNS)
  test(`"${query}" names a role`, () => {
    const named = nounTest(query)!;
    expect(named(candidate(is))).toBe(true);
    expect(named(candidate(not))).toBe(false);
  });

test('where nothing has the role that is named, what works like it is meant', () => {
  expect(nounTestLoosely('the week tab')!(candidate({ role: 'link' }))).toBe(true);
  expect(nounTestLoosely('the week tab')!(field)).toBe(false);
  expect(nounTestLoosely('the bell icon')!(candidate({ text: '' }))).toBe(true);
  expect(nounTestLoosely('the bell icon')!(candidate({ text: 'Notifications' }))).toBe(false);
  expect(nounTestLoosely('Berlin')).toBeNull();
});
