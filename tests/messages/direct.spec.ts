/** The direct navigator's messages: reports, questions and refusals. */
import { expect, test } from '@playwright/test';

import type { Outcome } from '../../src/contract/index.js';
import { createDirectNavigator } from '../../src/navigator/index.js';
import {
  changedOutcome,
  Conversation,
  createPage,
  noEffectOutcome,
  type ElementSketch,
} from '../navigator/direct/simulated-page.js';

const saveButton: ElementSketch = { role: 'button', name: 'Save' };
const titleField: ElementSketch = { role: 'textbox', name: 'Title' };
const createTermsCheckbox = (checked: boolean): ElementSketch => ({
  role: 'checkbox',
  name: 'Terms',
  states: { checked },
});
const cookieBanner: ElementSketch = { role: 'generic', tag: 'div', name: 'bar', text: 'We use cookies' };
const createFailedOutcome = (reason: 'covered' | 'timeout', detail: string): Outcome => ({
  status: 'failed',
  reason,
  detail,
});

const DIALOGUES: readonly [
  line: string,
  page: readonly ElementSketch[],
  kind: string,
  text: string,
  outcome?: Outcome,
][] = [
  ['click Save', [saveButton], 'report', 'Clicked “Save”.'],
  [
    'click Save',
    [saveButton],
    'unfinished',
    'I clicked the “Save” button, but I saw no change.',
    noEffectOutcome,
  ],
  [
    'click Save',
    [saveButton],
    'unfinished',
    'Save is covered by the shade.',
    createFailedOutcome('covered', 'Save is covered by the shade'),
  ],
  [
    'click Save',
    [saveButton],
    'unfinished',
    'I could not finish with the “Save” button: the page did not respond in time.',
    createFailedOutcome('timeout', 'the page did not respond in time'),
  ],
  [
    'click Save',
    [{ ...saveButton, states: { disabled: true } }],
    'unfinished',
    'The “Save” button is there, but it is disabled.',
  ],
  [
    'click Save',
    [
      { ...saveButton, landmark: 'header' },
      { ...saveButton, landmark: 'footer' },
    ],
    'ask',
    '2 things here could be “Save”: the “Save” button in the header and the “Save” button in the footer. Which one do you mean?',
  ],
  ['click Cancel', [saveButton], 'unfinished', "I can't find anything called “Cancel” on this page."],
  [
    'sing me a song',
    [saveButton],
    'ask',
    'I am not sure what to do with “sing me a song”. I can follow step-by-step requests such as “click Documentation”, “type Anna into the name field” or “open the first result”, and answer questions from the page.',
  ],
  ['type hello into the title', [titleField], 'report', 'Typed “hello” into the “Title” field.'],
  ['fill in the title', [titleField], 'ask', 'What should I enter in the “Title” field?'],
  [
    'set the number of guests to four',
    [titleField],
    'unfinished',
    "I can't find a field called “number of guests” on this page.",
  ],
  ['tick Terms', [createTermsCheckbox(false)], 'report', 'Ticked the “Terms” checkbox.'],
  ['tick Terms', [createTermsCheckbox(true)], 'report', 'Found the “Terms” checkbox already on.'],
  ['what is the price?', [saveButton], 'unfinished', "I can't find that on this page: “what is the price”."],
  ['go back', [saveButton], 'report', 'Went back to “Start”.'],
  ['scroll down', [saveButton], 'report', 'Scrolled down.'],
  ['open http://127.0.0.1/x', [saveButton], 'report', 'Opened http://127.0.0.1/x.'],
  ['close the dialog', [saveButton], 'unfinished', "I can't find anything called “dialog” to close."],
  ['reject cookies', [saveButton], 'unfinished', 'There is no cookie banner on this page.'],
  [
    'reject cookies',
    [cookieBanner, { role: 'button', name: 'Reject', parent: 'bar' }],
    'report',
    'Clicked “Reject” in the cookie banner.',
  ],
  [
    'reject cookies',
    [cookieBanner, { role: 'button', name: 'Accept', parent: 'bar' }],
    'unfinished',
    'The cookie banner has no reject button.',
  ],
];

test('the direct navigator’s messages', async () => {
  for (const [line, page, kind, text, outcome = changedOutcome] of DIALOGUES) {
    const navigator = createDirectNavigator(() => new Date(2026, 10, 20));
    const conversation = new Conversation(navigator, createPage([...page]), () => outcome);
    const answer = await conversation.say(line);
    expect.soft([answer.kind, answer.text], `${line} → ${text}`).toEqual([kind, text]);
  }
});
