import { expect, test } from '@playwright/test';

import type { Candidate, ElementFingerprint } from '../../src/contract/index.js';
import {
  createActionFingerprints,
  locateSubmitButton,
  locateSuccessor,
} from '../../src/fingerprint/index.js';
import { createCandidate, createObservation } from '../support/candidates.js';

const fingerprintOf = (element: Candidate): ElementFingerprint =>
  createActionFingerprints({ intent: 'click', uid: element.uid }, createObservation([element])).fingerprint!;

const link = (name: string, href: string, change: Partial<Candidate> = {}): Candidate =>
  createCandidate({
    role: 'link',
    name,
    attributes: { href },
    landmark: 'nav',
    section: 'Departments',
    ...change,
  });
const field = (
  name: string,
  attributes: Record<string, string>,
  change: Partial<Candidate> = {},
): Candidate =>
  createCandidate({
    role: 'textbox',
    name,
    attributes,
    landmark: 'form',
    states: { editable: true },
    ...change,
  });
const button = (name: string, xpath: string, change: Partial<Candidate> = {}): Candidate =>
  createCandidate({ name, xpath, landmark: 'form', ...change });

/** Simulates a ranker that cannot find the name that is nearest in meaning. */
const NO_HINT = { findNearest: () => Promise.resolve(null) };

test('after a redesign, an element is found by an attribute that its author chose, together with a second property', async () => {
  const elsewhere = { section: 'Ranges' };
  const cases: [description: string, was: Candidate, now: Candidate[], found: boolean][] = [
    ['link in the same section', link('Clothing', '/c/wear'), [link('Outfits', '/range/wear')], true],
    ['link to something else', link('Clothing', '/c/wear'), [link('Outfits', '/range/garden')], false],
    [
      'no second property agrees',
      link('Clothing', '/c/wear'),
      [link('Outfits', '/range/wear', elsewhere)],
      false,
    ],
    ['shared word', link('Clothing', '/c/wear'), [link('All clothing', '/r/wear', elsewhere)], true],
    ['links to two places', link('Clothing', '/c/wear'), [link('A', '/x/wear'), link('B', '/y/wear')], false],
    ['operation instead of an item', link('Edit', '/users/edit'), [link('Change', '/orders/edit')], false],
    ['only a number', link('First', '/c/12'), [link('Second', '/range/12')], false],
    ['another query', link('Reply', '?m=1'), [link('Forward', '?m=1')], false],
    [
      'an element still has the old name',
      link('Clothing', '/c/wear'),
      [link('Clothing', '/c/x'), link('B', '/r/wear')],
      false,
    ],
    ['field of a form', field('E-mail', { name: 'mail' }), [field('Write to', { name: 'mail' })], true],
    ['other field', field('E-mail', { name: 'mail' }), [field('Write to', { name: 'phone' })], false],
    [
      'two fields',
      field('E-mail', { name: 'q' }),
      [field('A', { name: 'q' }), field('B', { name: 'q' })],
      false,
    ],
    [
      'password field',
      field('User', { name: 'user' }),
      [field('Secret', { name: 'user', type: 'password' }, { inputType: 'password' })],
      false,
    ],
    [
      'button',
      button('Save', '/form/button', { attributes: { name: 'action' } }),
      [button('Delete', '/form/button', { attributes: { name: 'action' } })],
      false,
    ],
  ];
  for (const [description, element, currentElements, isFound] of cases) {
    const successor = await locateSuccessor(
      fingerprintOf(element),
      createObservation(currentElements),
      NO_HINT,
    );
    expect.soft(successor?.name, description).toBe(isFound ? currentElements.at(-1)!.name : undefined);
  }
});

test('without a second property, the element whose name is closest in meaning is chosen, but only in the same landmark', async () => {
  const recordedLink = fingerprintOf(link('Clothing', '/c/wear'));
  const now = [
    link('Outfits', '/range/wear', { section: 'Ranges' }),
    link('Garden', '/range/garden', { section: 'Ranges' }),
  ];
  const nearest = (name: string) => ({
    findNearest: (candidates: readonly Candidate[]) =>
      Promise.resolve(candidates.find((candidate) => candidate.name === name) ?? null),
  });
  expect((await locateSuccessor(recordedLink, createObservation(now), nearest('Outfits')))?.name).toBe(
    'Outfits',
  );
  expect(await locateSuccessor(recordedLink, createObservation(now), nearest('Garden'))).toBeNull();
  const elementsInMain = now.map((element) => ({ ...element, landmark: 'main' }));
  expect(
    await locateSuccessor(recordedLink, createObservation(elementsInMain), nearest('Outfits')),
  ).toBeNull();
});

test('a renamed submit button is found if it is the only one in the form that was filled in', () => {
  const form = '/html/body/form[1]';
  const recordedButton = fingerprintOf(
    button('Continue', `${form}/button`, { attributes: { type: 'submit' } }),
  );
  const next = button('Next step', `${form}/div/button[1]`);
  const backButton = button('Back', `${form}/div/button[2]`, { attributes: { type: 'button' } });
  const other = button('Search', '/html/body/form[2]/button');
  const locate = (...candidates: Candidate[]): string | undefined =>
    locateSubmitButton(recordedButton, form, createObservation(candidates))?.name;
  expect(locate(next, backButton, other)).toBe('Next step');
  expect.soft(locate(next, button('Save draft', `${form}/button`)), 'two submit buttons').toBeUndefined();
  expect.soft(locate(other), 'another form').toBeUndefined();
  expect
    .soft(locate(next, button('Continue', '/html/body/form[2]/button')), 'an element still has the old name')
    .toBeUndefined();
  expect.soft(locate({ ...next, states: { disabled: true } }), 'disabled').toBeUndefined();
  const plain = fingerprintOf(button('Preview', `${form}/button`, { attributes: { type: 'button' } }));
  expect
    .soft(locateSubmitButton(plain, form, createObservation([next])), 'the recorded button did not submit')
    .toBeNull();
});
