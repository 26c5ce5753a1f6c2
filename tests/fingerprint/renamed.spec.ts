import { expect, test } from '@playwright/test';

import type { Candidate, Observation } from '../../src/contract/index.js';
import { createActionFingerprints, locateRenamed } from '../../src/fingerprint/index.js';
import { createCandidate, createObservation } from '../support/candidates.js';

const fingerprintOf = (
  element: Candidate,
): NonNullable<ReturnType<typeof createActionFingerprints>['fingerprint']> =>
  createActionFingerprints({ intent: 'click', uid: element.uid }, createObservation([element])).fingerprint!;

const button = (
  name: string,
  attributes: Record<string, string>,
  change: Partial<Candidate> = {},
): Candidate => createCandidate({ name, attributes, section: 'Shop', ...change });
const link = (name: string, href: string): Candidate =>
  createCandidate({ role: 'link', name, attributes: { href } });
const field = (name: string, attributes: Record<string, string>): Candidate =>
  createCandidate({ role: 'textbox', name, attributes, states: { editable: true } });

test('a renamed element is found by its id, href or name attribute, but only in the same section', () => {
  const cases: [description: string, was: Candidate, now: Candidate[], found: boolean][] = [
    ['link with the same href', link('Help', '/help'), [link('Support', '/help')], true],
    ['link with another href', link('Help', '/help'), [link('Support', '/support')], false],
    ['field', field('E-mail', { name: 'mail' }), [field('Your address', { name: 'mail' })], true],
    [
      'two fields',
      field('E-mail', { name: 'mail' }),
      [field('A', { name: 'mail' }), field('B', { name: 'mail' })],
      false,
    ],
    [
      'button with an id that shares a word with its name',
      button('Add to cart', { id: 'add-to-cart' }),
      [button('Put in bag', { id: 'add-to-cart' })],
      true,
    ],
    [
      'button with a generic id',
      button('Add to cart', { id: 'submit' }),
      [button('Notify me', { id: 'submit' })],
      false,
    ],
    [
      'button whose id contains a number',
      button('Add to cart', { id: 'add-1' }),
      [button('Put in bag', { id: 'add-1' })],
      false,
    ],
    [
      'another section',
      button('Add to cart', { id: 'add-to-cart' }),
      [button('Put in bag', { id: 'add-to-cart' }, { section: 'News' })],
      false,
    ],
    [
      'another test id',
      button('Add to cart', { id: 'add-to-cart', 'data-testid': 'add' }),
      [button('Put in bag', { id: 'add-to-cart', 'data-testid': 'wish' })],
      false,
    ],
    [
      'toggle',
      button('Follow', { id: 'follow' }, { states: { pressed: false } }),
      [button('Unfollow', { id: 'follow' }, { states: { pressed: true } })],
      false,
    ],
    [
      'an element still has the old name',
      link('Help', '/help'),
      [link('Support', '/help'), link('Help', '/faq')],
      false,
    ],
  ];
  for (const [description, element, currentElements, isFound] of cases) {
    const page: Observation = createObservation(currentElements);
    expect
      .soft(locateRenamed(fingerprintOf(element), page), description)
      .toBe(isFound ? currentElements[0] : null);
  }
});
