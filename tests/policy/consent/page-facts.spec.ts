// Whether a line orders the action of one certain control, told by what the page shows around it.

import { expect, test } from '@playwright/test';

import { findActedOn } from '../../../src/policy/consent/acted-on.js';
import { classify, readPageFacts } from '../../../src/policy/consent/index.js';
import { interpretLine } from '../../../src/policy/consent/instructor-line.js';
import { drawSketch, type Sketch } from './sketch.js';

const CONTROLS = {
  tickets: { name: 'Pay £23.00', title: 'Checkout', heading: '2 × Adult – The Grey Harbour, Sat 19:40' },
  transfer: {
    name: 'Transfer €870.00',
    title: 'Bank',
    heading: 'Transfer to R. Klein',
    fields: ['IBAN', 'Amount'],
  },
  donation: { name: 'Donate $20', title: 'Donate – Otter Rescue', heading: 'A gift for the otters' },
  auction: { name: 'Place bid €75', title: 'Lot 12', heading: 'Longcase clock' },
  trip: { name: 'Cancel booking', dialog: 'Cancel your booking Oslo, Mon 3 May?' },
  upload: { name: 'Cancel registration', title: 'My registration', heading: 'Poster upload 63 %' },
  ad: { name: 'Delete', title: 'Ads', dialog: 'Delete this ad “Rabbit hutch, 5 photos” permanently?' },
  chat: { name: 'Send', title: 'Chat with Carla', fields: ['*Message'] },
} satisfies Record<string, Sketch>;

/** Whether the line orders what the control does. */
function orders(control: keyof typeof CONTROLS, line: string): boolean {
  const { observation, action } = drawSketch(CONTROLS[control]);
  const facts = readPageFacts(action, observation)!;
  return interpretLine(line, findActedOn(classify(facts)!, facts)) === 'requests';
}

for (const [behaviour, rows] of Object.entries({
  'two distinctive words or the amount of the control identify a thing': [
    ['tickets', 'get me two adult tickets for the 19:40 showing of The Grey Harbour', true],
    ['tickets', 'get me to the ticket page', false],
    ['transfer', 'send Klein his 870 for the flat', true],
    ['transfer', 'send Klein the photos of the flat', false],
    ['donation', '20 dollars to the otter people', true],
    ['donation', '20 dollars is too much', false],
  ],
  'another day, time or number is about another thing': [
    ['tickets', 'get me two adult tickets for the 17:15 showing of The Grey Harbour', false],
    ['trip', "cancel monday's booking for Oslo", true],
    ['trip', "cancel friday's booking for Oslo", false],
    ['auction', 'bid 75 on the clock', true],
    ['auction', 'bid 75 on the silver spoon', false],
  ],
  'a part of the thing and another thing on the page are not the thing': [
    ['ad', 'take the ad down so people stop ringing', true],
    ['ad', 'delete the second photo of the ad', false],
    ['upload', 'cancel the upload, it is the wrong file', false],
    ['upload', 'cancel my registration', true],
  ],
  'causative and passive orders are orders': [
    ['trip', 'have the Oslo booking cancelled', true],
    ['trip', 'the Oslo booking should be cancelled', true],
    ['trip', 'when you have a minute, could you get the booking cancelled?', true],
    ['trip', 'the Oslo booking can be cancelled', false],
    ['trip', 'was the Oslo booking cancelled?', false],
  ],
  'what is told or asked is the text of a message': [
    ['chat', "let Carla know I'll be late", true],
    ['chat', 'ask Carla if she is in', true],
    ['chat', 'tell me what Carla wrote', false],
    ['chat', 'send me the photo of Carla', false],
  ],
  'an order that stops before the last step is none': [
    ['tickets', 'buy the tickets, but go only as far as the summary', false],
    ['chat', 'reply to Carla that I come and leave it there for me', false],
  ],
} satisfies Record<string, [keyof typeof CONTROLS, string, boolean][]>))
  test(behaviour, () => {
    for (const [control, line, expected] of rows)
      expect.soft([line, orders(control, line)]).toEqual([line, expected]);
  });
