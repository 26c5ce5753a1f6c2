/** Unfamiliar applications: similar names, menus of the page frame and labels in another spelling. */
import { expect, test } from '@playwright/test';

import { answerPresence } from '../../../src/navigator/direct/answer/page-itself.js';
import { clickable, ground } from '../../../src/navigator/direct/ground/ground.js';
import { viewOf } from '../../../src/navigator/direct/ground/view.js';
import { named } from '../../../src/navigator/direct/language/target.js';
import { findNextToReveal } from '../../../src/navigator/direct/run/reveal.js';
import { agreement } from '../../../src/navigator/direct/text.js';
import { block, createPage, type Sketch } from './simulated-page.js';

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
  test(`for the hidden “${wanted}”, “${first}” is opened first`, () => {
    expect(findNextToReveal(named(wanted), viewOf(createPage(FRAME)), new Set())?.name).toBe(first);
  });

test('“users” does not match “Account”, “user” does', () => {
  expect(agreement('users', 'Account').score).toBe(0);
  expect(agreement('user', 'Account').score).toBeGreaterThan(0.7);
});

test('a link in an expanded group is preferred to the button with the same name', () => {
  const view = viewOf(
    createPage([
      { role: 'button', name: 'Pages', states: { expanded: true } },
      { role: 'link', name: 'Pages', attributes: { href: '/pages' } },
    ]),
  );
  const found = ground({ target: named('Pages'), suits: clickable }, view);
  expect(found.kind === 'one' && found.hit.candidate.role).toBe('link');
});

test('a link to images does not answer whether there are images, the text of the page does', () => {
  const link: Sketch = { role: 'link', name: 'Images', attributes: { href: '/images' } };
  const text = [block('paragraph', "You haven't uploaded any images. Why not upload one now?")];
  expect(answerPresence('are there any images', viewOf(createPage([link])))).toBeNull();
  expect(answerPresence('are there any images', viewOf(createPage([link], { text })))?.text).toMatch(
    /^No: the page says/u,
  );
  expect(answerPresence('are there any users', viewOf(createPage([link], { text })))).toBeNull();
});
