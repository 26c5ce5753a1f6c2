/** What goes wrong on applications that are met for the first time: near names, menus of the frame, forms that come back. */
import { expect, test } from '@playwright/test';

import { presence } from '../../../src/navigator/direct/answer/presence.js';
import { clickable, ground } from '../../../src/navigator/direct/ground/ground.js';
import { viewOf } from '../../../src/navigator/direct/ground/view.js';
import { named } from '../../../src/navigator/direct/language/target.js';
import { saidByLabel } from '../../../src/navigator/direct/run/own-labels.js';
import { nextReveal } from '../../../src/navigator/direct/run/reveal.js';
import { agreement } from '../../../src/navigator/direct/text.js';
import { block, look, type Sketch } from './page.js';

const FRAME: Sketch[] = [
  { role: 'button', name: 'Reports', landmark: 'nav', states: { expanded: false } },
  { role: 'button', name: 'Settings', landmark: 'nav', states: { expanded: false } },
  { role: 'button', name: 'Help', landmark: 'nav', states: { expanded: false } },
  {
    role: 'button',
    name: 'ida',
    landmark: 'nav',
    states: { expanded: false },
    attributes: { class: 'footer__account' },
  },
  { role: 'button', name: 'More actions', states: { expanded: false } },
];

for (const [wanted, first] of [
  ['log out', 'ida'],
  ['users', 'Settings'],
  ['publish', 'More actions'],
] as const)
  test(`${wanted}, which is not to be seen, is looked for behind “${first}” first`, () => {
    expect(nextReveal(named(wanted), viewOf(look(FRAME)), new Set())?.name).toBe(first);
  });

test('users are a list to be kept, the account is one’s own', () => {
  expect(agreement('users', 'Account').score).toBe(0);
  expect(agreement('user', 'Account').score).toBeGreaterThan(0.7);
});

test('what unfolds is unfolded already: the link in it that is called alike is meant', () => {
  const view = viewOf(
    look([
      { role: 'button', name: 'Pages', states: { expanded: true } },
      { role: 'link', name: 'Pages', attributes: { href: '/pages' } },
    ]),
  );
  const found = ground({ target: named('Pages'), suits: clickable }, view);
  expect(found.kind === 'one' && found.hit.candidate.role).toBe('link');
});

test('a way to the images is no image, and what the page has none of is told', () => {
  const link: Sketch = { role: 'link', name: 'Images', attributes: { href: '/images' } };
  const text = [block('paragraph', "You haven't uploaded any images. Why not upload one now?")];
  expect(presence('are there any images', viewOf(look([link])))).toBeNull();
  expect(presence('are there any images', viewOf(look([link], { text })))?.text).toMatch(
    /^No: the page says/u,
  );
  expect(presence('are there any users', viewOf(look([link], { text })))).toBeNull();
});

test('a label is found by its other spelling', () => {
  const said = saidByLabel('with username ida, e-mail i@x.org', ['Username', 'Email'], false);
  expect(said.map(({ value }) => value)).toEqual(['ida', 'i@x.org']);
});
