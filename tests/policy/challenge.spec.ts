import type { Observation, TextBlock } from '../../src/contract/index.js';
import { findChallenge } from '../../src/policy/index.js';
import { createCandidate, createObservation } from '../support/candidates.js';
import { expect, test } from '@playwright/test';

const block = (text: string): TextBlock => ({ kind: 'paragraph', text, section: '', order: 0 });
const page = (overrides: Partial<Observation>, controls = 1): Observation =>
  createObservation(
    Array.from({ length: controls }, () => createCandidate({ name: 'Continue' })),
    overrides,
  );
const frame = (src: string) =>
  createCandidate({ role: 'generic', tag: 'iframe', interactive: false, attributes: { src } });

test('pages that only check whether the visitor is human are recognised', () => {
  const challenges: [name: string, page: Observation][] = [
    ['Google', page({ url: 'https://www.google.com/sorry/index?continue=x' })],
    ['title', page({ title: 'Just a moment...' })],
    ['title', page({ title: 'Robot or human?' })],
    ['title', page({ title: 'Attention Required! | Cloudflare' })],
    ['text', page({ text: [block('Please verify you are a human to continue.')] })],
    [
      'text',
      page({ text: [block('Our systems have detected unusual traffic from your computer network.')] }),
    ],
    ['text', page({ text: [block('Press & Hold to confirm you are a human (and not a bot).')] })],
    ['frame', createObservation([frame('https://challenges.cloudflare.com/turnstile/v0/x')])],
    ['frame', createObservation([frame('https://www.google.com/recaptcha/api2/anchor?k=1')])],
    [
      'control in a frame',
      createObservation([
        createCandidate({ role: 'checkbox', frame: ['https://newassets.hcaptcha.com/c/1'] }),
      ]),
    ],
  ];
  for (const [name, one] of challenges) expect.soft(findChallenge(one), name).not.toBeNull();
});

test('pages with other content are not challenges, even if they contain such a check', () => {
  const field = createCandidate({ role: 'textbox', name: 'E-mail', states: { editable: true } });
  const others: [name: string, page: Observation][] = [
    ['shop', page({ title: 'Shop', text: [block('Blue mug, 12.90')] })],
    [
      'article about checks',
      page({ title: 'News', text: [block(`Are you a robot? ${'word '.repeat(400)}`)] }),
    ],
    ['article with such a title', page({ title: 'Robot check: how it works' }, 30)],
    [
      'form with a check',
      createObservation([field, frame('https://www.google.com/recaptcha/api2/anchor?k=1')]),
    ],
    ['form with the text of a check', createObservation([field], { text: [block('I’m not a robot')] })],
    ['another site’s sorry page', page({ url: 'https://shop.test/sorry/' })],
    ['security settings', page({ title: 'Security', text: [block('Check your password.')] })],
    ['confirm age', page({ text: [block('Confirm that you are over 18.')] })],
  ];
  for (const [name, one] of others) expect.soft(findChallenge(one), name).toBeNull();
});
