import { expect, test } from '@playwright/test';

import type { Candidate, ElementFingerprint, Observation } from '../../src/contract/index.js';
import { createActionFingerprints, locateElement } from '../../src/fingerprint/index.js';
import { createCandidate, createObservation } from '../support/candidates.js';

/** A list of cards, each with a heading and a button. */
function createCards(
  titles: readonly string[],
  change: Partial<Candidate> = {},
  button = 'Delete',
): Candidate[] {
  return titles.flatMap((title, i) => {
    const root = `/html/body/ul/li[${i + 1}]`;
    const card = createCandidate({ role: 'listitem', tag: 'li', text: `${title} ${button}`, xpath: root });
    return [
      card,
      createCandidate({ role: 'heading', tag: 'h3', name: title, xpath: `${root}/h3`, parent: card.uid }),
      createCandidate({
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

const findButton = (page: Observation, title: string, name = 'Delete'): Candidate =>
  page.candidates.find((candidate) => candidate.name === name && candidate.section === title)!;

function fingerprintOf(page: Observation, target: Candidate): ElementFingerprint {
  return createActionFingerprints({ intent: 'click', uid: target.uid }, page).fingerprint!;
}

const locate = (recorded: ElementFingerprint, page: Observation, isStrict = false) =>
  locateElement(recorded, page, { isSameUrl: true, isStrict });

test('a repeated control is found by its row, even if the row has moved', () => {
  const recordedPage = createObservation(createCards(['Haircut', 'Dentist', 'Lunch']));
  const recorded = fingerprintOf(recordedPage, findButton(recordedPage, 'Dentist'));
  const currentPage = createObservation(
    createCards(['Lunch', 'Gym', 'Haircut', 'Dentist'], { attributes: { class: 'x' } }),
  );
  expect(locate(recorded, currentPage)).toEqual({
    status: 'found',
    candidate: findButton(currentPage, 'Dentist'),
  });
});

test('a control in another row never matches, even if it is the only one or has the recorded id', () => {
  const recordedPage = createObservation(createCards(['Haircut', 'Dentist']));
  const recorded = fingerprintOf(recordedPage, findButton(recordedPage, 'Haircut'));
  for (const titles of [['Dentist'], ['Lunch', 'Dentist'], ['Haircut at Nora’s']])
    expect
      .soft(locate(recorded, createObservation(createCards(titles))), titles.join())
      .toMatchObject({ status: 'not-found' });
});

test('rows with the same key are ambiguous', () => {
  const recordedPage = createObservation(createCards(['Haircut', 'Dentist']));
  const recorded = fingerprintOf(recordedPage, findButton(recordedPage, 'Haircut'));
  expect(locate(recorded, createObservation(createCards(['Haircut', 'Haircut'])))).toMatchObject({
    status: 'not-found',
  });
});

test('a row whose text has grown is found by its heading', () => {
  const recordedPage = createObservation(createCards(['Haircut', 'Dentist']));
  const recorded = fingerprintOf(recordedPage, findButton(recordedPage, 'Dentist'));
  const currentCards = createCards(['Haircut', 'Dentist']);
  currentCards[3]!.text = 'Dentist new! Delete';
  expect(locate(recorded, createObservation(currentCards))).toMatchObject({ status: 'found' });
});

test('repeated controls without rows are distinguished by the text before them', () => {
  const list = (titles: readonly string[]): Observation =>
    createObservation(
      titles.flatMap((title, i) => [
        createCandidate({
          role: 'paragraph',
          tag: 'p',
          name: '',
          text: title,
          xpath: `/html/body/p[${i + 1}]`,
        }),
        createCandidate({ name: 'Open', xpath: `/html/body/button[${i + 1}]` }),
      ]),
    );
  const recordedPage = list(['Haircut', 'Dentist']);
  const recorded = fingerprintOf(recordedPage, recordedPage.candidates[1]!);
  const currentPage = list(['Dentist', 'Haircut']);
  expect(locate(recorded, currentPage)).toEqual({ status: 'found', candidate: currentPage.candidates[3] });
  expect(locate(recorded, list(['Dentist']))).toMatchObject({ status: 'not-found' });
});

test('a single control is found by role and name', () => {
  const saved: Partial<Candidate> = { name: 'Save changes', section: 'Profile', landmark: 'main' };
  const recordedPage = createObservation([createCandidate(saved), createCandidate({ name: 'Cancel' })]);
  const recorded = fingerprintOf(recordedPage, recordedPage.candidates[0]!);
  const cases: [description: string, now: Candidate[], status: string][] = [
    ['another id and class', [createCandidate({ ...saved, attributes: { id: 'x1', class: 'y' } })], 'found'],
    ['moved on the page', [createCandidate({ ...saved, section: 'Footer', landmark: 'footer' })], 'found'],
    ['renamed', [createCandidate({ ...saved, name: 'Store' })], 'not-found'],
    ['another role', [createCandidate({ ...saved, role: 'link' })], 'not-found'],
    ['invisible', [createCandidate({ ...saved, visible: false })], 'not-found'],
    ['behind a dialog', [createCandidate({ ...saved, behindModal: true })], 'not-found'],
    [
      'a second one elsewhere',
      [createCandidate({ ...saved, section: 'News' }), createCandidate(saved)],
      'found',
    ],
    ['a second one next to it', [createCandidate(saved), createCandidate(saved)], 'not-found'],
  ];
  for (const [description, now, status] of cases)
    expect.soft(locate(recorded, createObservation(now)).status, description).toBe(status);
});

test('for an irreversible action, the element must be in the same section', () => {
  const order: Partial<Candidate> = { name: 'Place order', section: 'Review', landmark: 'main' };
  const recordedPage = createObservation([createCandidate(order)]);
  const recorded = fingerprintOf(recordedPage, recordedPage.candidates[0]!);
  const moved = createObservation([createCandidate({ ...order, section: 'Subscriptions' })]);
  expect(locate(recorded, moved).status).toBe('found');
  expect(locate(recorded, moved, true).status).toBe('not-found');
});

test('a counter in a link’s name may have changed if its `href` has not', () => {
  const link = (name: string, href: string): Observation =>
    createObservation([createCandidate({ role: 'link', name, attributes: { href } })]);
  const recordedPage = link('Basket (2)', '/basket');
  const recorded = fingerprintOf(recordedPage, recordedPage.candidates[0]!);
  expect(locate(recorded, link('Basket (3)', '/basket')).status).toBe('found');
  expect(locate(recorded, link('Basket (3)', '/old-basket')).status).toBe('not-found');
});

test('an element without a name is found only by an attribute, a row or a label', () => {
  const field = (attributes: Record<string, string>, label: string): Observation =>
    createObservation([
      createCandidate({ role: 'paragraph', tag: 'p', text: label, xpath: '/html/body/p' }),
      createCandidate({ role: 'textbox', attributes, states: { editable: true }, xpath: '/html/body/input' }),
    ]);
  const recordedPage = field({ name: 'city' }, 'Town');
  const recorded = fingerprintOf(recordedPage, recordedPage.candidates[1]!);
  expect(locate(recorded, field({ name: 'city' }, 'Place')).status).toBe('found');
  expect(locate(recorded, field({ name: 'f17' }, 'Town')).status).toBe('found');
  expect(locate(recorded, field({ name: 'f17' }, 'Street')).status).toBe('not-found');
});

test('a control under a renamed heading is found by its neighbours, but only on the same page', () => {
  const form = (section: string, before: string): Observation =>
    createObservation([
      createCandidate({ role: 'textbox', name: before, section, xpath: '/html/body/input' }),
      createCandidate({ name: 'Save', section, xpath: '/html/body/button' }),
    ]);
  const recordedPage = form('Profile', 'City');
  const recorded = fingerprintOf(recordedPage, recordedPage.candidates[1]!);
  expect(locate(recorded, form('About you', 'City')).status).toBe('found');
  expect(locate(recorded, form('About you', 'Country')).status).toBe('not-found');
  expect(locateElement(recorded, form('About you', 'City'), { isSameUrl: false }).status).toBe('not-found');
  expect(locate(recorded, form('About you', 'City'), true).status).toBe('not-found');
});
