import { expect, test } from '@playwright/test';

import { asksSomething, isQuestion } from '../../src/dialogue/index.js';

const QUESTIONS = [
  'What is your surname?',
  'Which flight do you want: morning or evening?',
  'I found two bookings. Which one? I can see both.',
  'Should I go ahead',
  'Please tell me your surname.',
  'Could you give me the booking reference',
  'I need your last name to find the booking.',
  'Ok, which date do you prefer',
  'Really? 🙂',
  '¿Cuál es su apellido?',
  'お名前は何ですか？',
];

const STATEMENTS = [
  'Done.',
  '',
  'I cancelled the booking. Is there anything else I can do for you?',
  'I cancelled it. What else can I help with?',
  'Let me know if you need anything else.',
  'I searched for “Where is Oslo?” and found 3 results.',
  'I opened https://shop.test/find?q=bag and it shows 12 bags.',
  'When I clicked Save, the page said "Are you sure?".',
  'What I did: typed the surname, pressed Find.',
  'The page needs a moment.',
];

for (const text of QUESTIONS) test(`a question: ${text}`, () => expect(isQuestion(text)).toBe(true));
for (const text of STATEMENTS)
  test(`not a question: ${text || '(nothing)'}`, () => expect(isQuestion(text)).toBe(false));

test('if a message’s kind is set, it decides whether the message is a question', () => {
  expect(asksSomething({ kind: 'ask', text: 'Your surname, please.' })).toBe(true);
  expect(asksSomething({ kind: 'report', text: 'Was that all?' })).toBe(false);
  expect(asksSomething({ text: 'Was that all?' })).toBe(true);
});
