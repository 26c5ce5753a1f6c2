// Whether a line requests a particular control's action, given what the page shows around the control.

import { expect, test } from '@playwright/test';

import { describeTarget } from '../../../src/policy/consent/consent-target.js';
import { classifyAction, readPageFacts } from '../../../src/policy/consent/index.js';
import { interpretLine } from '../../../src/policy/consent/instructor-line.js';
import { createCandidate, createObservation } from '../../support/candidates.js';
import { createSketchedPage, type PageSketch } from './sketch.js';

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
  issue: {
    name: 'Submit',
    title: 'Edit issue 12',
    heading: 'Edit',
    fields: ['Subject', 'Priority=High', '*Description'],
  },
  order: {
    name: 'Place order',
    title: 'Checkout',
    heading: 'Sidamo, whole bean',
    fields: ['Quantity=20', 'Delivery=Standard'],
  },
  bid: { name: 'Place bid', title: 'Lot 31', heading: 'Pocket sundial', fields: ['Your bid=600.00 EUR'] },
  comment: {
    name: 'Comment',
    title: 'Issue 88',
    heading: 'Colours are too pale',
    fields: ['*Comment=fixed in 2.4'],
  },
  newsletter: {
    name: 'Send message to 4,210 subscribers',
    title: 'Newsletter',
    heading: 'New message: newsletter 14',
    fields: ['*Message'],
  },
  recordings: { name: 'Delete all recordings', title: 'Recordings', heading: 'Recordings (9)' },
  account: { name: 'Close account', title: 'My account', heading: 'Account menu' },
  slides: { name: 'Delete presentation', title: 'Kick-off', heading: 'Kick-off, 14 slides' },
  backup: { name: 'Delete backup', title: 'Backups', heading: 'Backup of 30 March, 02:00' },
  'new issue': {
    name: 'Submit',
    title: 'New issue',
    heading: 'New issue',
    fields: ['Subject', 'Priority', '*Description'],
  },
} satisfies Record<string, PageSketch>;

/** Whether the line requests what the control does. */
function requestsAction(control: keyof typeof CONTROLS, line: string): boolean {
  const { observation, action } = createSketchedPage(CONTROLS[control]);
  const facts = readPageFacts(action, observation)!;
  return interpretLine(line, describeTarget(classifyAction(facts)!, facts)) === 'requests';
}

for (const [behaviour, rows] of Object.entries({
  'two distinctive words or the amount on the control identify its target': [
    ['tickets', 'get me two adult tickets for the 19:40 showing of The Grey Harbour', true],
    ['tickets', 'get me to the ticket page', false],
    ['transfer', 'send Klein his 870 for the flat', true],
    ['transfer', 'send Klein the photos of the flat', false],
    ['donation', '20 dollars to the otter people', true],
    ['donation', '20 dollars is too much', false],
  ],
  'a different day, time or number means a different target': [
    ['tickets', 'get me two adult tickets for the 17:15 showing of The Grey Harbour', false],
    ['trip', "cancel monday's booking for Oslo", true],
    ['trip', "cancel friday's booking for Oslo", false],
    ['auction', 'bid 75 on the clock', true],
    ['auction', 'bid 75 on the silver spoon', false],
  ],
  'part of the target, or another object on the page, is not the target': [
    ['ad', 'take the ad down so people stop ringing', true],
    ['ad', 'delete the second photo of the ad', false],
    ['upload', 'cancel the upload, it is the wrong file', false],
    ['upload', 'cancel my registration', true],
  ],
  'causative and passive commands are requests': [
    ['trip', 'have the Oslo booking cancelled', true],
    ['trip', 'the Oslo booking should be cancelled', true],
    ['trip', 'when you have a minute, could you get the booking cancelled?', true],
    ['trip', 'the Oslo booking can be cancelled', false],
    ['trip', 'was the Oslo booking cancelled?', false],
  ],
  '“let Carla know …” and “ask Carla …” request a message to her': [
    ['chat', "let Carla know I'll be late", true],
    ['chat', 'ask Carla if she is in', true],
    ['chat', 'tell me what Carla wrote', false],
    ['chat', 'send me the photo of Carla', false],
  ],
  'a command to change a field includes the last step of the form that edits it, but of no other form': [
    ['issue', 'change the priority to high', true],
    ['issue', 'set the priority to high and save it', true],
    ['issue', 'open issue 12, edit the subject and save the changes', true],
    ['issue', 'change the colour to blue', false],
    ['issue', 'change the priority of issue 14 to high', false],
    ['issue', "set the priority to high but don't save it yet", false],
    ['issue', 'save it as a draft', false],
    ['new issue', 'set the priority to high', false],
    ['new issue', 'submit the issue', true],
  ],
  'the numbers in a command must equal the values that the page shows': [
    ['order', 'order 20 bags of the Sidamo', true],
    ['order', 'order two bags of the Sidamo', false],
    ['bid', 'bid 600 on the pocket sundial', true],
    ['bid', 'bid 60 on the pocket sundial', false],
    ['backup', 'delete the backup from the 30th of March', true],
    ['backup', 'delete the backup from the 3rd of March', false],
  ],
  'quoted text must equal the text in the form, and words after the quotation belong to the command': [
    ['comment', "comment 'fixed in 2.4'", true],
    ['comment', "comment 'cannot reproduce this'", false],
    ['comment', "comment 'fixed in 2.4' on the issue about the crash", false],
  ],
  'a control that does more than the command says is not requested': [
    ['newsletter', 'send the newsletter', true],
    ['newsletter', 'send a test copy to my own address', false],
    ['recordings', 'delete all recordings', true],
    ['recordings', 'delete the recording', false],
  ],
  "the command's head noun must be the object that the control names": [
    ['account', 'close my account', true],
    ['account', 'close the account menu', false],
    ['slides', 'delete the presentation', true],
    ['slides', 'delete the third slide', false],
  ],
  'a command that is only prepared, postponed or joined with a negated verb requests nothing': [
    ['order', 'get everything ready to order the Sidamo', false],
    ['order', 'order the Sidamo next week', false],
    ['slides', "don't open and delete the presentation", false],
  ],
  'a command that stops before the last step requests nothing': [
    ['tickets', 'buy the tickets, but go only as far as the summary', false],
    ['chat', 'reply to Carla that I come and leave it there for me', false],
  ],
} satisfies Record<string, [keyof typeof CONTROLS, string, boolean][]>))
  test(behaviour, () => {
    for (const [control, line, expected] of rows)
      expect.soft([line, requestsAction(control, line)]).toEqual([line, expected]);
  });

test('an entry in a menu that was opened from a row applies to that row', () => {
  const rowElements = ['Budget.xlsx', 'Plan.pdf'].map((name, index) => [
    createCandidate({
      role: 'generic',
      name: '',
      text: name,
      interactive: false,
      xpath: `/html/body/table/tr[${index + 1}]/td[1]/b`,
    }),
    createCandidate({
      name: 'More',
      xpath: `/html/body/table/tr[${index + 1}]/td[2]/button`,
      states: { haspopup: 'menu', expanded: index === 1 },
    }),
  ]);
  const menu = createCandidate({ role: 'menu', name: '', interactive: false, xpath: '/html/body/div/ul' });
  const menuEntry = createCandidate({
    role: 'menuitem',
    name: 'Delete',
    parent: menu.uid,
    xpath: '/html/body/div/ul/li[2]/a',
  });
  const candidates = [...rowElements.flat(), menu, menuEntry].map((c, order) => ({ ...c, order }));
  const facts = readPageFacts(
    { intent: 'click', uid: menuEntry.uid },
    createObservation(candidates, { title: 'Files' }),
  )!;
  expect(facts.row).toContain('Plan.pdf');
  const target = describeTarget(classifyAction(facts)!, facts);
  expect(interpretLine('delete Plan.pdf', target)).toBe('requests');
  expect(interpretLine('delete Budget.xlsx', target)).toBe('nothing');
});
