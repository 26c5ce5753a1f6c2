import type { Observation, TextBlock } from '../../src/contract/index.js';
import { findChallengeEvidence } from '../../src/policy/index.js';
import { createCandidate, createObservation } from '../support/candidates.js';
import { expect, test } from '@playwright/test';

const createParagraph = (text: string): TextBlock => ({ kind: 'paragraph', text, section: '', order: 0 });
const createPage = (overrides: Partial<Observation>, controlCount = 1): Observation =>
  createObservation(
    Array.from({ length: controlCount }, () => createCandidate({ name: 'Continue' })),
    overrides,
  );
const createFrame = (src: string) =>
  createCandidate({ role: 'generic', tag: 'iframe', interactive: false, attributes: { src } });

test('pages that only check whether the visitor is human are recognised', () => {
  const challengePages: [description: string, page: Observation][] = [
    ['Google', createPage({ url: 'https://www.google.com/sorry/index?continue=x' })],
    ['title', createPage({ title: 'Just a moment...' })],
    ['title', createPage({ title: 'Robot or human?' })],
    ['title', createPage({ title: 'Attention Required! | Cloudflare' })],
    ['text', createPage({ text: [createParagraph('Please verify you are a human to continue.')] })],
    [
      'text',
      createPage({
        text: [createParagraph('Our systems have detected unusual traffic from your computer network.')],
      }),
    ],
    [
      'text',
      createPage({ text: [createParagraph('Press & Hold to confirm you are a human (and not a bot).')] }),
    ],
    ['frame', createObservation([createFrame('https://challenges.cloudflare.com/turnstile/v0/x')])],
    ['frame', createObservation([createFrame('https://www.google.com/recaptcha/api2/anchor?k=1')])],
    [
      'control in a frame',
      createObservation([
        createCandidate({ role: 'checkbox', frame: ['https://newassets.hcaptcha.com/c/1'] }),
      ]),
    ],
  ];
  for (const [description, page] of challengePages)
    expect.soft(findChallengeEvidence(page), description).not.toBeNull();
});

test('pages with other content are not challenge pages, even if they contain a check for humans', () => {
  const field = createCandidate({ role: 'textbox', name: 'E-mail', states: { editable: true } });
  const otherPages: [description: string, page: Observation][] = [
    ['shop', createPage({ title: 'Shop', text: [createParagraph('Blue mug, 12.90')] })],
    [
      'article about checks',
      createPage({ title: 'News', text: [createParagraph(`Are you a robot? ${'word '.repeat(400)}`)] }),
    ],
    ['article with such a title', createPage({ title: 'Robot check: how it works' }, 30)],
    [
      'form with a check',
      createObservation([field, createFrame('https://www.google.com/recaptcha/api2/anchor?k=1')]),
    ],
    [
      'form with the text of a check',
      createObservation([field], { text: [createParagraph('I’m not a robot')] }),
    ],
    ['another site’s sorry page', createPage({ url: 'https://shop.test/sorry/' })],
    ['security settings', createPage({ title: 'Security', text: [createParagraph('Check your password.')] })],
    ['confirm age', createPage({ text: [createParagraph('Confirm that you are over 18.')] })],
  ];
  for (const [description, page] of otherPages)
    expect.soft(findChallengeEvidence(page), description).toBeNull();
});
