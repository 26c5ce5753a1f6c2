/** Targets hidden in menus, elements with similar names, and a link with the same name as the thing asked about. */
import { expect, test } from '@playwright/test';

import { answerPresence } from '../../../src/navigator/direct/answer/page-questions.js';
import { scoreClickable, ground } from '../../../src/navigator/direct/ground/ground.js';
import { createView } from '../../../src/navigator/direct/ground/view.js';
import { createTarget } from '../../../src/navigator/direct/language/target.js';
import { findNextToReveal } from '../../../src/navigator/direct/run/reveal.js';
import { scoreAgreement } from '../../../src/navigator/direct/text.js';
import { createBlock, createPage, type ElementSketch } from './simulated-page.js';

const MENUS: ElementSketch[] = [
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

for (const [target, menu] of [
  ['log out', 'ida'],
  ['users', 'Settings'],
  ['publish', 'More actions'],
] as const)
  test(`for the hidden “${target}”, “${menu}” is opened first`, () => {
    expect(findNextToReveal(createTarget(target), createView(createPage(MENUS)), new Set())?.name).toBe(menu);
  });

test('“users” does not match “Account”, but “user” does', () => {
  expect(scoreAgreement('users', 'Account').score).toBe(0);
  expect(scoreAgreement('user', 'Account').score).toBeGreaterThan(0.7);
});

test('a link in an expanded group is preferred to the button with the same name', () => {
  const view = createView(
    createPage([
      { role: 'button', name: 'Pages', states: { expanded: true } },
      { role: 'link', name: 'Pages', attributes: { href: '/pages' } },
    ]),
  );
  const grounding = ground({ target: createTarget('Pages'), scoreSuitability: scoreClickable }, view);
  expect(grounding.kind === 'one' && grounding.hit.candidate.role).toBe('link');
});

test('whether there are images is answered from the page’s text, not from a link named “Images”', () => {
  const link: ElementSketch = { role: 'link', name: 'Images', attributes: { href: '/images' } };
  const text = [createBlock('paragraph', "You haven't uploaded any images. Why not upload one now?")];
  expect(answerPresence('are there any images', createView(createPage([link])))).toBeNull();
  expect(answerPresence('are there any images', createView(createPage([link], { text })))?.text).toMatch(
    /^No: the page says/u,
  );
  expect(answerPresence('are there any users', createView(createPage([link], { text })))).toBeNull();
});
