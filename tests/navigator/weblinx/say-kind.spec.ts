import { expect, test } from '@playwright/test';

import type { Exchange, SayKind, Turn } from '../../../src/contract/index.js';
import { inferSayKind } from '../../../src/navigator/weblinx/say-kind.js';

const createExchange = (instructorText: string, hasActed: boolean): Exchange => {
  const turns: Turn[] = [{ index: 0, speaker: 'instructor', type: 'say', text: instructorText }];
  if (hasActed)
    turns.push({
      index: 1,
      speaker: 'navigator',
      type: 'action',
      action: { intent: 'back' },
      target: null,
      outcome: { status: 'done', effects: [{ type: 'focus' }], settle: { reason: 'quiet', ms: 1 } },
      url: '',
    });
  return { turns };
};

const CASES: [utterance: string, instructorText: string, hasActed: boolean, kind: SayKind][] = [
  ['Okay', 'Open the prices', false, 'ack'],
  ['Sure, opening them now', 'Open the prices', false, 'ack'],
  ['Sure', 'Can you open the prices?', false, 'ack'],
  ['Let me look', 'What is the price?', false, 'ack'],
  ['One moment please', 'Open the prices', true, 'ack'],
  ['I will open it', 'Open the prices', false, 'ack'],
  ['Okay, it is open', 'Open the prices', true, 'report'],
  ['Done', 'Open the prices', true, 'report'],
  ['Done, let me know if you need more', 'Open the prices', true, 'report'],
  ['I have opened it', 'Could you please open it?', true, 'report'],
  ['It is 5 euros', 'What does it cost?', false, 'answer'],
  ['It is 5 euros', 'What does it cost?', true, 'answer'],
  ['Yes, until five o’clock on weekdays', 'Is it open?', false, 'answer'],
  ['It is 5 euros', 'Can you tell me the price?', true, 'answer'],
  ['You are welcome', 'Thanks', false, 'answer'],
  ['Hello', 'Hi there', false, 'answer'],
  ['Which one do you mean?', 'Open the prices', false, 'ask'],
  ['Done. Is there anything else?', 'Open the prices', true, 'ask'],
  ['I cannot find the prices', 'Open the prices', true, 'unfinished'],
  ['I’m sorry, I couldn’t open it', 'Open the prices', true, 'unfinished'],
  ['Sorry, there is no such page', 'Open the prices', true, 'unfinished'],
  ['Unfortunately it is sold out', 'Buy it', true, 'unfinished'],
  ['I am unable to log in', 'Log in', false, 'unfinished'],
  ['Sorry for the wait. It is open', 'Open the prices', true, 'report'],
  ['You can not cancel after Friday', 'When can I cancel?', false, 'answer'],
];

test('the kind of an utterance follows from its words, the instructor’s line and whether the navigator has acted', () => {
  for (const [utterance, instructorText, hasActed, kind] of CASES)
    expect
      .soft(
        inferSayKind(utterance, createExchange(instructorText, hasActed)),
        `“${utterance}” after “${instructorText}”${hasActed ? ' and an action' : ''}`,
      )
      .toBe(kind);
});
