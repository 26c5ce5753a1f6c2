import { expect, test } from '@playwright/test';

import { describeTarget, type ConsentTarget } from '../../../src/policy/consent/consent-target.js';
import type { PageFacts } from '../../../src/policy/consent/index.js';
import {
  interpretLine,
  isActionProposed,
  type LineMeaning,
} from '../../../src/policy/consent/instructor-line.js';
import { isNo, isYes } from '../../../src/policy/consent/replies.js';
import type { IrreversibleAction } from '../../../src/contract/index.js';

const createFacts = (name: string, overrides: Partial<PageFacts> = {}): PageFacts => ({
  control: { role: 'button', name, isPlainLink: false, opensMenuOrDialog: false },
  question: '',
  inDialog: false,
  heading: '',
  row: '',
  pageText: [],
  title: '',
  path: '/',
  fields: [],
  amounts: [],
  bin: 'none',
  siblingNames: [],
  opener: '',
  ...overrides,
});

const createTarget = (action: IrreversibleAction, facts: PageFacts): ConsentTarget =>
  describeTarget(action, facts, 'Enter');

const TARGETS = {
  buy: createTarget(
    { class: 'buy', kind: 'buy', what: 'place the order (€24.90)' },
    createFacts('Place order', {
      heading: 'Review your order',
      pageText: [
        '2 × Blue kettle',
        'Large pizza with ham',
        'The cheapest black one',
        'Flight to Oslo',
        'Tern lamp',
        'Total: €24.90',
      ],
    }),
  ),
  book: createTarget(
    { class: 'buy', kind: 'book', what: 'make the booking' },
    createFacts('Book now', { heading: '2 persons, 7:00 pm' }),
  ),
  send: createTarget(
    { class: 'send', kind: 'send', what: 'send the message' },
    createFacts('Send', { heading: 'New message', title: 'Mail' }),
  ),
  delete: createTarget(
    { class: 'delete', kind: 'delete', what: 'delete the draft' },
    createFacts('Delete', { row: 'Draft of an event | message from Ana | entry of the shop' }),
  ),
  trash: createTarget(
    { class: 'delete', kind: 'delete', what: 'empty the trash' },
    createFacts('Empty trash'),
  ),
  post: createTarget(
    { class: 'send', kind: 'send', what: 'post the comment' },
    createFacts('Post', { heading: 'Leave a comment' }),
  ),
  cancel: createTarget(
    { class: 'delete', kind: 'cancel', what: 'cancel order 48211' },
    createFacts('Cancel order 48211'),
  ),
  'create-account': createTarget(
    { class: 'account', kind: 'create-account', what: 'create the account' },
    createFacts('Sign up'),
  ),
  'close-account': createTarget(
    { class: 'account', kind: 'close-account', what: 'close the account' },
    createFacts('Delete account'),
  ),
  subscription: createTarget(
    { class: 'delete', kind: 'cancel', what: 'cancel the subscription' },
    createFacts('Cancel subscription'),
  ),
  authorize: createTarget(
    { class: 'account', kind: 'grant', what: 'give access to the account' },
    createFacts('Authorize', { heading: 'Calendar Sync wants to access your account' }),
  ),
  acme: createTarget(
    { class: 'delete', kind: 'delete', what: 'delete it' },
    createFacts('Delete', { row: 'Invoice 4711 | Acme Ltd | €200.00 | Delete' }),
  ),
  'pay 200': createTarget(
    { class: 'buy', kind: 'buy', what: 'pay €200.00' },
    createFacts('Pay €200.00', { heading: 'Invoice 4711' }),
  ),
  mail: createTarget(
    { class: 'send', kind: 'send', what: 'send the message to ana@site.example' },
    createFacts('Send', {
      heading: 'New message',
      fields: [{ name: 'To', kind: 'text', value: 'ana@site.example', isRecipient: true }],
    }),
  ),
} satisfies Record<string, ConsentTarget>;

const LINES: readonly [targetName: keyof typeof TARGETS, expected: LineMeaning, line: string][] = [
  ['buy', 'requests', 'buy it'],
  ['buy', 'requests', 'Place the order.'],
  ['buy', 'requests', 'Please place my order now'],
  ['buy', 'requests', 'Put the lamp in the basket and buy it'],
  [
    'buy',
    'requests',
    'Add two of them, go to the checkout, fill in my address, then pay with the saved card.',
  ],
  ['buy', 'requests', 'buy the blue kettle'],
  ['buy', 'requests', 'Order a large pizza with ham'],
  ['buy', 'requests', 'yes, place the order'],
  ['buy', 'requests', 'Could you please order it?'],
  ['buy', 'requests', 'I want you to buy this one'],
  ['buy', 'requests', 'I want to buy it'],
  ['buy', 'requests', 'click "Place order"'],
  ['buy', 'requests', 'Click Place order'],
  ['buy', 'requests', 'press the “Place order” button'],
  ['buy', 'requests', 'Don’t buy the red one, buy the blue one'],
  ['buy', 'requests', 'complete the purchase'],
  ['buy', 'requests', 'click the order button'],
  ['buy', 'nothing', 'click the basket button'],
  ['buy', 'requests', 'go ahead and confirm the order'],
  ['buy', 'nothing', 'If it is below 50 euros, buy it'],
  ['buy', 'requests', 'When you are done, place the order'],
  ['buy', 'forbids', "don't buy yet"],
  ['buy', 'forbids', 'Fill in everything but do not place the order'],
  ['buy', 'forbids', 'Go to the last step without buying anything'],
  ['buy', 'forbids', 'Never order anything'],
  ['buy', 'forbids', 'Add it to the basket, but don’t pay'],
  ['buy', 'nothing', 'I want to buy a rain jacket'],
  ['buy', 'nothing', 'find a lamp that I could buy'],
  ['buy', 'nothing', 'show me where I can buy it'],
  ['buy', 'nothing', 'go to the checkout'],
  ['buy', 'nothing', 'put the lamp in the basket'],
  ['buy', 'nothing', 'How do I place an order?'],
  ['buy', 'nothing', 'before you buy it, show me the total'],
  ['buy', 'nothing', 'Ask me before you place the order'],
  ['buy', 'nothing', 'what does the order cost?'],
  ['buy', 'nothing', 'sort the list in ascending order'],
  ['buy', 'nothing', 'open my orders'],
  ['buy', 'nothing', 'write a mail saying please buy it'],
  ['buy', 'nothing', 'type "buy it" into the search box'],
  ['buy', 'nothing', 'search for pay rises'],
  ['buy', 'nothing', 'yes'],
  ['book', 'requests', 'Book a table for two at seven'],
  ['book', 'requests', 'reserve the second room'],
  ['book', 'requests', 'buy two tickets'],
  ['book', 'requests', 'book the cheapest flight'],
  ['buy', 'nothing', 'order the list by price'],
  ['buy', 'nothing', 'open the book'],
  ['delete', 'requests', 'cancel the appointment'],
  ['delete', 'nothing', 'cancel that'],
  ['book', 'nothing', 'open the book'],
  ['book', 'nothing', 'find a hotel I can book'],
  ['send', 'requests', 'send it'],
  ['send', 'requests', 'Write to ana@site.example that I come later, and send it.'],
  ['send', 'requests', 'Send Ana a mail with the subject Lunch'],
  ['send', 'requests', 'email Bob the report'],
  ['send', 'requests', 'reply to Ana saying thanks'],
  ['send', 'requests', 'I want to send a message to the seller'],
  ['send', 'requests', 'fill in the form and submit it'],
  ['post', 'requests', 'post the comment'],
  ['send', 'nothing', 'post the comment'],
  ['send', 'requests', 'Write an e-mail with the text "See you", then click Send'],
  [
    'send',
    'requests',
    'Write a mail to bob@x.example with the subject Hello and the text See you, and send it.',
  ],
  ['send', 'nothing', 'publish it now'],
  ['send', 'requests', 'type hello into the message box and press Enter'],
  ['send', 'requests', "and don't forget to send it"],
  ['send', 'forbids', 'Write a letter to Ana but don’t send it'],
  ['send', 'forbids', 'do not send the message'],
  ['send', 'forbids', 'write it without sending it'],
  ['send', 'nothing', 'write a mail saying don’t send it'],
  ['send', 'forbids', 'write a mail saying hi to all, but do not send it yet'],
  ['send', 'nothing', 'write a mail to Ana'],
  ['send', 'nothing', 'Write to Ana: please send me the numbers'],
  ['send', 'nothing', 'write a mail saying send it soon'],
  ['send', 'nothing', 'write a message with the text "send it today"'],
  ['send', 'nothing', 'open the sent folder'],
  ['send', 'nothing', 'let me check it before you send it'],
  ['send', 'requests', 'tell Ana to send the file'],
  ['send', 'nothing', 'tell me what Ana sent'],
  ['send', 'nothing', 'what did Ana send me?'],
  ['delete', 'requests', 'delete the draft'],
  ['delete', 'requests', 'Delete all messages from Ana'],
  ['delete', 'requests', 'get rid of the second one'],
  ['delete', 'requests', 'I would like to delete this event'],
  ['delete', 'requests', 'select the first three and delete them forever'],
  ['trash', 'requests', 'empty the trash'],
  ['delete', 'nothing', 'empty the trash'],
  ['delete', 'forbids', 'archive it, don’t delete it'],
  ['delete', 'nothing', 'open the deleted items'],
  ['delete', 'nothing', 'how can I delete a draft?'],
  ['delete', 'nothing', 'cancel'],
  ['delete', 'nothing', 'is there a button to delete it?'],
  ['cancel', 'requests', 'cancel the order'],
  ['cancel', 'requests', 'Cancel order 48211'],
  ['cancel', 'requests', 'call the order off'],
  ['cancel', 'nothing', 'Cancel order 48204'],
  ['cancel', 'nothing', 'can I cancel it?'],
  ['create-account', 'requests', 'sign me up'],
  ['create-account', 'requests', 'Create an account for robin@site.example with the password <PW>'],
  ['create-account', 'requests', 'I want to register'],
  ['create-account', 'nothing', 'log in'],
  ['create-account', 'nothing', 'delete my account'],
  ['close-account', 'requests', 'delete my account'],
  ['close-account', 'requests', 'please close the account'],
  ['close-account', 'nothing', 'delete the draft'],
  ['close-account', 'nothing', 'create an account'],
  // The verb matches, but the object does not.
  ['buy', 'nothing', 'Order the results by price, cheapest first.'],
  ['buy', 'nothing', 'Order by date'],
  ['trash', 'nothing', 'Clear the search field.'],
  ['authorize', 'nothing', 'Accept the cookies.'],
  ['subscription', 'nothing', 'Cancel the search.'],
  ['close-account', 'nothing', 'Delete the account number from the search field.'],
  ['send', 'nothing', 'Answer my question: when do they open?'],
  ['post', 'nothing', 'Post code: 12345'],
  ['send', 'nothing', 'Share price of Acme, please'],
  ['buy', 'nothing', 'Pay attention to the delivery date'],
  ['acme', 'nothing', 'Delete the contract of Umbrella'],
  ['acme', 'nothing', 'Open the contract and delete it'],
  ['acme', 'requests', 'Delete the invoice of Acme'],
  ['acme', 'requests', 'Open the Acme invoice and delete it'],
  ['acme', 'nothing', 'Delete invoice 4712'],
  ['acme', 'requests', 'Delete invoice 4711'],
  ['pay 200', 'nothing', 'Pay 20 euros'],
  ['pay 200', 'requests', 'Pay 200 euros'],
  ['pay 200', 'requests', 'Settle the invoice by card'],
  ['mail', 'requests', 'Send Ana a mail about lunch'],
  ['mail', 'nothing', 'Send Bob a mail about lunch'],
  ['mail', 'nothing', 'Reply to Bob that I am late'],
  ['subscription', 'requests', 'Please cancel my subscription'],
  ['authorize', 'requests', 'Give Calendar Sync access'],
  // Goals that imply the last step.
  ['post', 'requests', 'Leave a comment as Ana: "Nice word."'],
  ['post', 'requests', 'Post this'],
  ['mail', 'requests', 'Reply to her that I am late'],
  ['book', 'requests', 'Book the 7 pm table'],
  ['create-account', 'requests', 'Sign me up with ana@site.example'],
  ['buy', 'nothing', 'Fill in the form'],
  ['buy', 'nothing', 'Open the cart'],
  ['buy', 'nothing', 'OK, go on'],
  ['delete', 'nothing', 'Undo'],
  // Reports, conditions, choices and other languages.
  ['subscription', 'nothing', 'My boss said, cancel the subscription'],
  ['subscription', 'nothing', 'Cancel the subscription if it costs more than 10 euros'],
  ['subscription', 'nothing', 'Cancel the subscription or change the plan'],
  ['subscription', 'nothing', 'Why not cancel the subscription?'],
  ['subscription', 'nothing', 'Cancel the subscription tomorrow'],
  ['subscription', 'nothing', 'Kündige das Abo'],
  // Lines that were written after the rules.
  ['buy', 'requests', 'Get me the cheapest black one and order it to my home address'],
  ['buy', 'requests', 'Please go ahead with checkout and complete the order'],
  ['buy', 'requests', 'Now purchase both items'],
  ['buy', 'requests', 'use the saved card and pay'],
  ['buy', 'requests', "Alright, let's buy it"],
  ['buy', 'nothing', 'Which of these would you buy?'],
  ['buy', 'nothing', 'put everything I need for an order of pasta into the basket'],
  ['buy', 'nothing', 'Show my last order'],
  ['buy', 'forbids', 'stop before paying'],
  ['buy', 'forbids', "I don't want to buy anything, just look"],
  ['send', 'requests', 'Answer Maria that Friday is fine'],
  ['send', 'requests', 'Send a short message to the team: we start at ten'],
  ['send', 'nothing', 'Could you forward the mail from Ana to Bob?'],
  ['send', 'nothing', 'draft an email to Bob'],
  ['send', 'nothing', 'Compose a mail to Bob with the text Please send help'],
  ['send', 'forbids', "Compose a mail to Bob but leave it unsent, don't send"],
  ['send', 'nothing', 'find the mail that Bob sent yesterday'],
  ['delete', 'requests', 'Remove the second entry'],
  ['delete', 'requests', 'Please delete every mail from the shop'],
  ['delete', 'nothing', 'which mails did I delete?'],
  ['delete', 'forbids', 'clean up but never delete anything'],
];

test('interpretLine decides whether a line requests an irreversible action, forbids it, or does neither', () => {
  for (const [targetName, expected, line] of LINES) {
    const target = TARGETS[targetName];
    expect.soft(interpretLine(line, target), `${targetName}: ${line}`).toBe(expected);
  }
});

test('a command requests nothing if it contradicts the page: another time, another recipient or author, or only part of the target', () => {
  const createTableTarget = (row: string): ConsentTarget =>
    createTarget({ class: 'buy', kind: 'book', what: 'book the table' }, createFacts('Reserve', { row }));
  const createSendTarget = (name: string, overrides: Partial<PageFacts>): ConsentTarget =>
    createTarget({ class: 'send', kind: 'send', what: 'send it' }, createFacts(name, overrides));
  const createDeleteTarget = (name: string, overrides: Partial<PageFacts> = {}): ConsentTarget =>
    createTarget({ class: 'delete', kind: 'delete', what: 'delete it' }, createFacts(name, overrides));
  for (const [expected, line, target] of [
    ['requests', 'reserve the 8 pm table', createTableTarget('20:00 · table for 4')],
    ['requests', 'reserve the table at 8', createTableTarget('20:00 · table for 4')],
    ['nothing', 'reserve the 8 pm table', createTableTarget('6.30 pm · table for 4')],
    ['nothing', 'reserve the table at 18:15', createTableTarget('8:15 pm · table for 4')],
    ['requests', 'send Mira the message', createSendTarget('Send', { heading: 'Message to Mira Holt' })],
    ['nothing', 'send Jo the message', createSendTarget('Send', { heading: 'Message to Mira Holt' })],
    [
      'nothing',
      'send Mira the message',
      createSendTarget('Send to all', { heading: 'Message to 30 members' }),
    ],
    [
      'requests',
      'send everyone the message',
      createSendTarget('Send to all', { heading: 'Message to 30 members' }),
    ],
    [
      'nothing',
      'answer the question from Jonas with no',
      createSendTarget('Answer', { row: 'Question from Mira: is it new?' }),
    ],
    ['nothing', 'delete the last photo', createDeleteTarget('Delete album', { heading: 'Summer' })],
    ['requests', 'delete the album', createDeleteTarget('Delete album', { heading: 'Summer' })],
    [
      'requests',
      'delete the event Choir practice',
      createDeleteTarget('Delete event', { heading: 'Choir practice' }),
    ],
    [
      'requests',
      'delete all files in the folder Scans 2021',
      createDeleteTarget('Delete all files', {
        heading: 'Scans 2021',
        question: 'Delete all 120 files in this folder?',
      }),
    ],
  ] as const)
    expect.soft(interpretLine(line, target), `${line} → ${target.nearbyText}`).toBe(expected);
});

test('abbreviations, missing apostrophes, authors and names with brackets are understood', () => {
  const createRow = (row: string): ConsentTarget =>
    createTarget(
      { class: 'delete', kind: 'delete', what: 'delete it' },
      createFacts(row.includes('Wind') ? 'Delete page' : 'Delete comment', { row }),
    );
  for (const [expected, line, target] of [
    ['requests', 'del the comment by spambot99', createRow('spambot99: cheap watches')],
    ['nothing', 'del the comment by ana', createRow('spambot99: cheap watches')],
    ['requests', 'remove spammer99s comment', createRow('spammer99: cheap watches')],
    ['requests', 'delete the page Wind turbines (draft)', createRow('Wind turbines (draft) | 3 June')],
    ['nothing', 'delete the page Wind turbines (draft)', createRow('Wind turbines (final) | 3 June')],
  ] as const)
    expect.soft(interpretLine(line, target), `${line} → ${target.nearbyText}`).toBe(expected);
});

test('misspelled commands and commands to post a question are understood', () => {
  for (const [expected, line, target] of [
    ['requests', 'delete my acount', TARGETS['close-account']],
    ['requests', 'please cancle order 48211', TARGETS.cancel],
    ['nothing', 'cancels the search, oder 12', TARGETS.cancel],
    ['requests', 'post this comment: is it still open on Sundays?', TARGETS.post],
    ['nothing', 'is the post there: yes or no?', TARGETS.post],
    ['requests', 'close my account, I already moved my photos', TARGETS['close-account']],
    ['nothing', 'I already closed my account there', TARGETS['close-account']],
  ] as const)
    expect.soft(interpretLine(line, target), line).toBe(expected);
});

test('a plain yes or no is recognised, but a conditional yes is not', () => {
  for (const line of [
    'yes',
    'Yes, please.',
    'ok',
    'Sure, go ahead',
    'go ahead!',
    'Do it',
    'please do',
    'I confirm',
    '👍',
  ])
    expect([line, isYes(line), isNo(line)]).toEqual([line, true, false]);
  expect(isYes('yes, place the order', () => true)).toBe(true);
  expect(isYes('ok, sort them by price', () => false)).toBe(false);
  for (const line of ['no', 'No, thanks', 'not yet', 'don’t', 'wait', 'never mind', 'leave it', 'Stop!'])
    expect([line, isYes(line), isNo(line)]).toEqual([line, false, true]);
  for (const line of [
    'yes, but change the address first',
    'ok, wait',
    'Yes?',
    'the blue one',
    'if it is below 20',
    '',
  ])
    expect([line, isYes(line)]).toEqual([line, false]);
});

test("a question proposes an action if its verb and object match the action, or if it repeats the page's question", () => {
  const { buy: buyTarget, delete: deleteTarget } = TARGETS;
  for (const [expected, question, target] of [
    [true, 'Shall I place the order (€24.90)?', buyTarget],
    [true, 'Do you want me to buy it now?', buyTarget],
    [false, 'Which size do you want?', buyTarget],
    [false, 'Shall I open the order 48211?', buyTarget],
    [false, 'Shall I sort and order the list by price first?', buyTarget],
    [true, 'I filled in the address. Do you want me to place the order?', buyTarget],
    [true, 'Delete all 4?', deleteTarget],
    [false, 'Shall I delete the draft?', buyTarget],
  ] as const)
    expect.soft(isActionProposed(question, target), question).toBe(expected);
  expect(
    isActionProposed(
      'The page asks: “Are you sure?” Should I answer yes or no?',
      deleteTarget,
      'Are you sure?',
    ),
  ).toBe(true);
});

test('a value in a command must equal the value of the same kind on the page', () => {
  const createBuyTarget = (name: string, overrides: Partial<PageFacts>): ConsentTarget =>
    createTarget({ class: 'buy', kind: 'buy', what: 'place the order' }, createFacts(name, overrides));
  const tickets = createBuyTarget('Buy tickets', { row: '2 tickets · row F · €58.00' });
  const table = createBuyTarget('Reserve', { row: '19:30 · table for 2' });
  const cement = createBuyTarget('Order now', { row: '30 × Cement 25 kg · €240' });
  const donation = createBuyTarget('Donate €50', { heading: 'Donation' });
  const draft = createTarget(
    { class: 'delete', kind: 'delete', what: 'delete it' },
    createFacts('Discard draft', { heading: 'Draft 1' }),
  );
  const mails = createTarget(
    { class: 'delete', kind: 'delete', what: 'delete them' },
    createFacts('Delete all', { question: 'Delete all 200 messages?' }),
  );
  for (const [expected, line, target] of [
    ['requests', 'buy the two tickets', tickets],
    ['nothing', 'buy three tickets', tickets],
    ['requests', 'buy the tickets in row F', tickets],
    ['nothing', 'buy the tickets in row G', tickets],
    ['requests', 'reserve a table for two this evening', table],
    ['nothing', 'reserve a table for four', table],
    ['nothing', 'reserve a table this morning', table],
    ['nothing', 'order 3 bags of cement', cement],
    ['nothing', 'donate five euros', donation],
    ['requests', 'donate fifty euros', donation],
    ['nothing', 'discard the second draft', draft],
    ['requests', 'discard the first draft', draft],
    ['nothing', 'delete the first three messages', mails],
    ['requests', 'delete all messages', mails],
  ] as const)
    expect.soft(interpretLine(line, target), `${line} → ${target.nearbyText}`).toBe(expected);
});

test('every word that identifies the object must be accounted for by the page', () => {
  const createDeleteTarget = (name: string, overrides: Partial<PageFacts>): ConsentTarget =>
    createTarget({ class: 'delete', kind: 'delete', what: 'delete it' }, createFacts(name, overrides));
  const createSendTarget = (overrides: Partial<PageFacts>): ConsentTarget =>
    createTarget({ class: 'send', kind: 'send', what: 'send it' }, createFacts('Send', overrides));
  const createBuyTarget = (overrides: Partial<PageFacts>): ConsentTarget =>
    createTarget({ class: 'buy', kind: 'buy', what: 'place the order' }, createFacts('Order now', overrides));
  const key = createDeleteTarget('Revoke key', { row: 'ci-prod · created 4 Jan' });
  const note = createDeleteTarget('Delete note', { row: 'Do not forget · 2 lines' });
  const chat = createSendTarget({
    heading: 'Chat with Pia Holm',
    fields: [{ name: 'Message', kind: 'long', value: '', isRecipient: false }],
  });
  const host = createSendTarget({ heading: 'Message Anna (host)' });
  const ink = createBuyTarget({ row: 'Ink cartridge, cyan · €14' });
  for (const [expected, line, target] of [
    ['requests', 'revoke the key named ci-prod', key],
    ['nothing', 'revoke the key named ci-old', key],
    ['requests', 'delete the note called Do not forget', note],
    ['requests', 'delete the note "Do not forget"', note],
    ['nothing', 'delete the note "Do not panic"', note],
    ['requests', 'send Pia the address', chat],
    ['nothing', 'send Jon the address', chat],
    ['requests', 'tell the host we are late', host],
    ['nothing', 'tell the neighbour we are late', host],
    ['requests', 'order the cyan cartridge', ink],
    ['nothing', 'order the black ink cartridge', ink],
    ['nothing', 'order the cyan cartridge, no sorry, the black one', ink],
    ['nothing', 'order is too slow, take me back', ink],
    ['requests', 'ordre the cyan cartridge', ink],
  ] as const)
    expect.soft(interpretLine(line, target), `${line} → ${target.nearbyText}`).toBe(expected);
});

test('a command requests nothing if the page does not show its object, or shows an object of another type', () => {
  const createTargetFactory =
    (action: IrreversibleAction) =>
    (name: string, overrides: Partial<PageFacts>): ConsentTarget =>
      createTarget(action, createFacts(name, overrides));
  const createDeleteTarget = createTargetFactory({ class: 'delete', kind: 'delete', what: 'delete it' });
  const createCancelTarget = createTargetFactory({ class: 'delete', kind: 'cancel', what: 'cancel it' });
  const createSendTarget = createTargetFactory({ class: 'send', kind: 'send', what: 'send it' });
  const createBuyTarget = createTargetFactory({ class: 'buy', kind: 'buy', what: 'place the order' });
  const createCloseTarget = createTargetFactory({
    class: 'account',
    kind: 'close-account',
    what: 'close the account',
  });
  const createGrantTarget = createTargetFactory({ class: 'account', kind: 'grant', what: 'change access' });
  const token = createDeleteTarget('Revoke', {
    heading: 'Access tokens',
    row: 'laptop-work · never expires',
  });
  const form = createSendTarget('Submit timesheet', { heading: 'Timesheet, week 23' });
  const items = createBuyTarget('Place order', {
    heading: 'Your basket: 2 items – Camera body, Lens filter',
  });
  const event = createDeleteTarget('Remove event', { heading: 'Dentist 10:30' });
  const login = createGrantTarget('Disable two-step login', { heading: 'Security' });
  for (const [expected, line, target] of [
    ['requests', 'revoke the laptop token', token],
    ['nothing', 'revoke the token for my phone', token],
    ['requests', 'hand in the timesheet', form],
    ['nothing', 'hand in the bug report', form],
    ['requests', 'order both', items],
    ['nothing', 'order the lens filter', items],
    ['nothing', 'delete all of them but the laptop', token],
    ['nothing', 'hand in just the timesheet, nothing else', form],
    [
      'nothing',
      'delete the sample from freezer b',
      createDeleteTarget('Delete sample', { row: 'Sample 91 · Freezer A' }),
    ],
    ['nothing', 'deactivate r.singh', createCloseTarget('Deactivate', { row: 'k.singh · Kiran Singh' })],
    ['nothing', 'order both with the club card, not with mine', items],
    ['requests', 'take the dentist off my calendar', event],
    ['requests', 'delet the dentist entry', event],
    ['requests', 'turn off two-step login', login],
    ['nothing', 'turn on two-step login', login],
    ['requests', 'close my account', createCloseTarget('Close account', { heading: 'Close your account' })],
    [
      'nothing',
      'close my account',
      createCloseTarget('Deactivate', { row: 'Tom Becker · t.becker@site.example' }),
    ],
    [
      'nothing',
      "cancel the three o'clock fitting",
      createCancelTarget('Cancel booking', { row: '15:30 Fitting, Mrs Zeller' }),
    ],
    [
      'requests',
      'unsubscribe me from the premium plan',
      createCancelTarget('Cancel premium plan', { heading: 'Premium' }),
    ],
  ] as const)
    expect.soft(interpretLine(line, target), `${line} → ${target.nearbyText}`).toBe(expected);
});

test('a command without an object may follow a line about other steps, but must not follow another object in the same line', () => {
  const buyTarget = createTarget(
    { class: 'buy', kind: 'buy', what: 'place the order' },
    createFacts('Buy now', { title: 'Everything right?' }),
  );
  expect(interpretLine('All right, buy now.', buyTarget, ['Choose wire, then click Next step.'])).toBe(
    'requests',
  );
  expect(interpretLine('Order the blue kettle and pay.', buyTarget)).toBe('nothing');
});
