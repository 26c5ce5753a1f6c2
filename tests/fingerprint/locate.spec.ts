import { expect, test } from '@playwright/test';

import type { Candidate, ElementFingerprint, Observation } from '../../src/contract/index.js';
import { fingerprintsOf, locateElement } from '../../src/fingerprint/index.js';
import { candidate, observation } from '../support/candidates.js';

/** A list of cards, each with a heading and a button. */
function cards(titles: readonly string[], change: Partial<Candidate> = {}, button = 'Delete'): Candidate[] {
  return titles.flatMap((title, i) => {
    const root = `/html/body/ul/li[${i + 1}]`;
    const card = candidate({ role: 'listitem', tag: 'li', text: `${title} ${button}`, xpath: root });
    return [
      card,
      candidate({ role: 'heading', tag: 'h3', name: title, xpath: `${root}/h3`, parent: card.uid }),
      candidate({
        name: button,
        xpath: `${root}/button`,
        parent: card.uid,
        attributes: { id: `delete-${i}` },
        section: title,
        ...change,
      }),
    ];
  });
}

const buttonOf = (page: Observation, title: string, name = 'Delete'): Candidate =>
  page.candidates.find((one) => one.name === name && one.section === title)!;

function record(page: Observation, target: Candidate): ElementFingerprint {
  return fingerprintsOf({ intent: 'click', uid: target.uid }, page).fingerprint!;
}

const find = (recorded: ElementFingerprint, page: Observation, isStrict = false) =>
  locateElement(recorded, page, { isSameUrl: true, isStrict });

test('a repeated control is found by its row, even if the row has moved', () => {
  const before = observation(cards(['Haircut', 'Dentist', 'Lunch']));
  const recorded = record(before, buttonOf(before, 'Dentist'));
  const after = observation(cards(['Lunch', 'Gym', 'Haircut', 'Dentist'], { attributes: { class: 'x' } }));
  expect(find(recorded, after)).toEqual({ status: 'found', candidate: buttonOf(after, 'Dentist') });
});

test('a control of another row never matches, even if it is the only one or has the recorded id', () => {
  const before = observation(cards(['Haircut', 'Dentist']));
  const recorded = record(before, buttonOf(before, 'Haircut'));
  for (const titles of [['Dentist'], ['Lunch', 'Dentist'], ['Haircut at Nora’s']])
    expect
      .soft(find(recorded, observation(cards(titles))), titles.join())
      .toMatchObject({ status: 'not-found' });
});

test('rows with the same key are ambiguous', () => {
  const before = observation(cards(['Haircut', 'Dentist']));
  const recorded = record(before, buttonOf(before, 'Haircut'));
  expect(find(recorded, observation(cards(['Haircut', 'Haircut'])))).toMatchObject({ status: 'not-found' });
});

test('a row whose text has grown is found by its heading', () => {
  const before = observation(cards(['Haircut', 'Dentist']));
  const recorded = record(before, buttonOf(before, 'Dentist'));
  const after = cards(['Haircut', 'Dentist']);
  after[3]!.text = 'Dentist new! Delete';
  expect(find(recorded, observation(after))).toMatchObject({ status: 'found' });
});

test('repeated controls without rows are distinguished by the text before them', () => {
  const list = (titles: readonly string[]): Observation =>
    observation(
      titles.flatMap((title, i) => [
        candidate({ role: 'paragraph', tag: 'p', name: '', text: title, xpath: `/html/body/p[${i + 1}]` }),
        candidate({ name: 'Open', xpath: `/html/body/button[${i + 1}]` }),
      ]),
    );
  const before = list(['Haircut', 'Dentist']);
  const recorded = record(before, before.candidates[1]!);
  const after = list(['Dentist', 'Haircut']);
  expect(find(recorded, after)).toEqual({ status: 'found', candidate: after.candidates[3] });
  expect(find(recorded, list(['Dentist']))).toMatchObject({ status: 'not-found' });
});

test('a single control is found by role and name', () => {
  const saved: Partial<Candidate> = { name: 'Save changes', section: 'Profile', landmark: 'main' };
  const before = observation([candidate(saved), candidate({ name: 'Cancel' })]);
  const recorded = record(before, before.candidates[0]!);
  const cases: [what: string, now: Candidate[], status: string][] = [
    ['other id and class', [candidate({ ...saved, attributes: { id: 'x1', class: 'y' } })], 'found'],
    ['moved on the page', [candidate({ ...saved, section: 'Footer', landmark: 'footer' })], 'found'],
    ['renamed', [candidate({ ...saved, name: 'Store' })], 'not-found'],
    ['another role', [candidate({ ...saved, role: 'link' })], 'not-found'],
    ['invisible', [candidate({ ...saved, visible: false })], 'not-found'],
    ['behind a dialog', [candidate({ ...saved, behindModal: true })], 'not-found'],
    ['a second one elsewhere', [candidate({ ...saved, section: 'News' }), candidate(saved)], 'found'],
    ['a second one beside it', [candidate(saved), candidate(saved)], 'not-found'],
  ];
  for (const [what, now, status] of cases)
    expect.soft(find(recorded, observation(now)).status, what).toBe(status);
});

test('an irreversible action requires the same place', () => {
  const order: Partial<Candidate> = { name: 'Place order', section: 'Review', landmark: 'main' };
  const before = observation([candidate(order)]);
  const recorded = record(before, before.candidates[0]!);
  const moved = observation([candidate({ ...order, section: 'Subscriptions' })]);
  expect(find(recorded, moved).status).toBe('found');
  expect(find(recorded, moved, true).status).toBe('not-found');
});

test('a counter in a name may have changed if the link leads to the same place', () => {
  const link = (name: string, href: string): Observation =>
    observation([candidate({ role: 'link', name, attributes: { href } })]);
  const before = link('Basket (2)', '/basket');
  const recorded = record(before, before.candidates[0]!);
  expect(find(recorded, link('Basket (3)', '/basket')).status).toBe('found');
  expect(find(recorded, link('Basket (3)', '/old-basket')).status).toBe('not-found');
});

test('an element without a name needs an attribute, a row or a label', () => {
  const field = (attributes: Record<string, string>, label: string): Observation =>
    observation([
      candidate({ role: 'paragraph', tag: 'p', text: label, xpath: '/html/body/p' }),
      candidate({ role: 'textbox', attributes, states: { editable: true }, xpath: '/html/body/input' }),
    ]);
  const before = field({ name: 'city' }, 'Town');
  const recorded = record(before, before.candidates[1]!);
  expect(find(recorded, field({ name: 'city' }, 'Place')).status).toBe('found');
  expect(find(recorded, field({ name: 'f17' }, 'Town')).status).toBe('found');
  expect(find(recorded, field({ name: 'f17' }, 'Street')).status).toBe('not-found');
});

test('a control under a renamed heading is found by its neighbours, but only on the same page', () => {
  const form = (section: string, before: string): Observation =>
    observation([
      candidate({ role: 'textbox', name: before, section, xpath: '/html/body/input' }),
      candidate({ name: 'Save', section, xpath: '/html/body/button' }),
    ]);
  const before = form('Profile', 'City');
  const recorded = record(before, before.candidates[1]!);
  expect(find(recorded, form('About you', 'City')).status).toBe('found');
  expect(find(recorded, form('About you', 'Country')).status).toBe('not-found');
  expect(locateElement(recorded, form('About you', 'City'), { isSameUrl: false }).status).toBe('not-found');
  expect(find(recorded, form('About you', 'City'), true).status).toBe('not-found');
});
