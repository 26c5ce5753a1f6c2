/** Questions about tables, lists, labels, fields, counts and sentences. The expected answer is null if the page has none. */
import { expect, test } from '@playwright/test';

import type { Observation, TextBlock } from '../../../../src/contract/index.js';
import { answerQuestion } from '../../../../src/navigator/direct/answer/answer.js';
import { createView } from '../../../../src/navigator/direct/ground/view.js';
import { createBlock, createPage, type ElementSketch } from '../simulated-page.js';

type ExpectedAnswers = readonly (readonly [question: string, expected: RegExp | null])[];

function expectAnswers(
  text: readonly TextBlock[],
  questions: ExpectedAnswers,
  sketches: readonly ElementSketch[] = [],
  overrides: Partial<Observation> = {},
): void {
  const view = createView(createPage(sketches, { text: [...text], ...overrides }));
  for (const [question, expected] of questions) {
    const { isFound, text: answerText } = answerQuestion(question, view);
    if (expected === null) expect.soft(isFound ? answerText : null, question).toBeNull();
    else expect.soft(isFound ? answerText : 'no answer', question).toMatch(expected);
  }
}
const createRows = (...rowTexts: string[]): TextBlock[] => rowTexts.map((text) => createBlock('row', text));

test('a sentence with a number of days answers how long something takes', () => {
  expectAnswers(
    [createBlock('paragraph', 'Delivery takes 3 days. Returns are free.')],
    [
      ['how long does delivery take?', /3 days/u],
      ['how long does a return take?', null],
    ],
  );
});

const PARTS = createRows(
  'id | part | maker | made_in | stock | price',
  'id: 1 | part: Brass Hinge | maker: Falk & Son | made_in: Austria | stock: 40 | price: 3.2',
  'id: 2 | part: Oak Knob | maker: Wirth | made_in: Poland | stock: 7 | price: 1.8',
  'id: 3 | part: Long Bolt | maker: Wirth | made_in: Austria | stock: 120 | price: 0.4',
);

test('a question about a table is answered from the row and the column that it names', () => {
  expectAnswers(PARTS, [
    ['what is the price of Oak Knob?', /“Oak Knob”.*1\.8/u],
    ['how much is the Long Bolt?', /“Long Bolt”.*0\.4/u],
    ['which part is made in Poland?', /^Oak Knob/u],
    ['which parts come from Austria?', /^Brass Hinge and Long Bolt/u],
    ['where was the Oak Knob made?', /Poland/u],
    ['which part has the id 3?', /^Long Bolt/u],
    ['which parts does Wirth make?', /^Oak Knob and Long Bolt/u],
    ['how many parts come from Austria?', /^2 rows/u],
    ['which part is the cheapest in Austria?', /Long Bolt.*0\.4/u],
    ['what is the highest price?', /Brass Hinge.*3\.2/u],
    ['which part is not from Austria?', null],
    ['what is the price of Oak Knob Deluxe?', null],
    ['what is the weight of Oak Knob?', null],
    ['how many parts come from Norway?', null],
    ['who is the maker?', null],
  ]);
});

test('a question that names only the kind of row is answered with all rows', () => {
  expectAnswers(PARTS, [
    ['what parts are there?', /Brass Hinge, Oak Knob and Long Bolt/u],
    ['which parts do we have?', /Brass Hinge, Oak Knob and Long Bolt/u],
    ['what are the parts?', /Brass Hinge, Oak Knob and Long Bolt/u],
    ['what suppliers are there?', null],
    ['what parts are there in Norway?', null],
    ['which parts are not there?', null],
  ]);
});

test('a question about a person is answered even if it names only part of the row', () => {
  expectAnswers(
    createRows(
      'name: Vera Lind | email: vera@firm.example | office: Turku | joined: 2016',
      'name: Otto Braun | email: otto@firm.example | office: Graz | joined: 2020',
    ),
    [
      ['who is in Graz?', /Otto Braun/u],
      ['who is Vera Lind?', /vera@firm\.example.*Turku.*2016/u],
      ["what is Otto Braun's email?", /otto@firm\.example/u],
      ['whats the email adress of Vera', /vera@firm\.example/u],
      ['in which office does Vera Lind work?', /Turku/u],
      ['who joined in 2020?', /Otto Braun/u],
      ['where does Otto Braun sit?', /Graz/u],
      ['who joined first?', /Vera Lind/u],
      ['what is the email?', null],
      ['what is the phone number of Vera Lind?', null],
    ],
  );
});

test('if a question names no row, the answer says how many rows it could mean', () => {
  const view = createView(
    createPage([], { text: createRows('name: Vera | berth: A4', 'name: Otto | berth: C1') }),
  );
  expect(answerQuestion('what is the berth?', view)).toMatchObject({
    isFound: false,
    text: expect.stringContaining('2 rows'),
  });
});

test('a question about which rows have something is answered from a yes/no column', () => {
  expectAnswers(
    createRows(
      'Room | Floor | Rate | Bath | Sea view',
      'Room: A1 | Floor: First | Rate: 80 | Bath: Yes | Sea view: No',
      'Room: A2 | Floor: First | Rate: 90 | Bath: Yes | Sea view: No',
      'Room: B1 | Floor: Second | Rate: 60 | Bath: No | Sea view: No',
    ),
    [
      ['Which rooms have a bath?', /^A1 and A2/u],
      ['Which rooms do not have a bath?', /^B1/u],
      ['Which rooms have a sea view?', /^None of the 3 rows/u],
      ['Which rooms on the first floor have a bath?', /^A1 and A2/u],
      ['Which rooms have a hot bath?', null],
      ['Which free rooms have a bath?', null],
      ['Which rooms have a balcony?', null],
    ],
  );
});

test('a row with a single cell is the heading of the rows below it', () => {
  expectAnswers(
    createRows(
      'Id | Title | State',
      'urgent',
      'Id: 1 | Title: Rope is worn | State: open',
      'Id: 4 | Title: Lamp is out | State: open',
      'some day',
      'Id: 2 | Title: Paint the door | State: open',
    ),
    [
      ['Which tickets are urgent?', /^Rope is worn and Lamp is out/u],
      ['Which ticket is not urgent?', null],
      ['Which ticket is urgent and lost?', null],
    ],
    [],
    { title: 'Tickets' },
  );
});

test('in a table without headers, cells are distinguished by the kind of their content', () => {
  expectAnswers(
    createRows(
      'Lena Hart | Keys for the shed | 09:12',
      'Tom Reuter | Tide table | 17 May',
      'Water board | Meter reading due | 12 May',
    ),
    [
      ['who sent the mail about the tide table?', /Tom Reuter/u],
      ['when did the message about the keys arrive?', /09:12/u],
      ['who sent the meter reading?', /Water board/u],
      ['which mails are from Lena Hart?', /Keys for the shed/u],
      ['who sent the mail about the anchor?', null],
      ['what is the phone number of Lena Hart?', null],
      ['who received the tide table?', null],
    ],
    [],
    { title: 'Inbox' },
  );
});

test('the first row of a table without header cells can contain its headers', () => {
  expectAnswers(createRows('Fruit | Weight | Price', 'Pear | 1 kg | €3.20', 'Plum | 2 kg | €4.00'), [
    ['what is the weight of the plum?', /2 kg/u],
    ['how much are the pears?', /3\.20/u],
    ['what do they cost in total?', /7\.20/u],
    ['what is the colour of the plum?', null],
  ]);
});

test('an empty cell is reported as empty', () => {
  expectAnswers(
    createRows(
      'Task | Owner | Due',
      'Task: Mend nets | Owner: Ida | Due: 3 May 2026',
      'Task: Paint hull | Due: 9 May 2026',
    ),
    [
      ['who is the owner of Paint hull?', /empty/u],
      ['who is the owner of Mend nets?', /Ida/u],
    ],
  );
});

test('a total is reported together with the rows that it adds up', () => {
  expectAnswers(
    createRows(
      'Number | Status | Amount',
      'Number: 11 | Status: Open | Amount: €120.50',
      'Number: 12 | Status: Paid | Amount: €80.00',
      'Number: 13 | Status: Open | Amount: €1,000.00',
    ),
    [
      ['what is the total amount of the open invoices?', /2 rows.*€1,120\.50/u],
      ['what is the total amount?', /3 rows.*€1,200\.50/u],
      ['what is the average amount?', null],
    ],
    [],
    { title: 'Invoices' },
  );
});

test('a yes/no answer requires a value in the row or under the label', () => {
  expectAnswers(
    [
      ...createRows(
        'Order | Customer | State',
        'Order: A-11 | Customer: Ida Holm | State: Shipped',
        'Order: A-12 | Customer: Tom Reuter | State: Cancelled',
      ),
      createBlock('term', 'Warehouse: Bergen'),
    ],
    [
      ['is A-12 cancelled?', /^Yes.*Cancelled/u],
      ['is A-11 cancelled?', /^No.*Shipped/u],
      ['is there an order from Ida Holm?', /^Yes/u],
      ['is there an order from Nora Vik?', /^No/u],
      ['is A-11 heavy?', null],
      ['is A-13 cancelled?', null],
    ],
    [],
    { title: 'Orders' },
  );
});

test('questions without a name are answered from labels, fields and the open item', () => {
  const event = [
    createBlock('heading', 'Haircut'),
    createBlock('term', 'Date: Tuesday 17 November 2026', 'Haircut'),
    createBlock('term', 'Time: 16:00 – 16:45', 'Haircut'),
    createBlock('row', 'Where: Salon Brill', 'Haircut'),
  ];
  expectAnswers(event, [
    ['When is it?', /17 November 2026.*16:00/u],
    ['And where is it?', /Salon Brill/u],
    ['what is the phone number?', null],
  ]);
  expectAnswers(
    [createBlock('heading', 'Ann Oak <ann@oak.example>'), createBlock('paragraph', 'Will you come at one?')],
    [['Who is it from?', /Ann Oak/u]],
  );
  expectAnswers([createBlock('other', 'Ann Oak → Bo Elm · 2026-11-20')], [['Who wrote it?', /Ann Oak/u]]);
  expectAnswers(
    [createBlock('term', 'Date: 1 May', 'Haircut'), createBlock('term', 'Date: 2 May', 'Dentist')],
    [['When is it?', null]],
  );
  expectAnswers(
    [createBlock('term', 'Phone: 12 34')],
    [
      ['what is the city?', /City.*“Graz”/u],
      ['what is the name?', null],
      ['what is the street on this form?', /empty/u],
      ['what is the phone?', /12 34/u],
    ],
    [
      { role: 'textbox', name: 'City', value: 'Graz' },
      { role: 'textbox', name: 'Street', value: '' },
      { role: 'textbox', name: 'table name...', value: 'x' },
    ],
  );
});

test('the parameter name in a link’s URL can serve as the label of its value', () => {
  const links = (names: readonly string[]): ElementSketch[] =>
    names.map((name) => ({ role: 'link', name, attributes: { href: `/all?status=${name}` } }));
  const ticketPage = { url: 'http://site.test/ticket/1' };
  expectAnswers(
    [],
    [
      ['what is the status of the ticket?', /new/u],
      ['what is the status of the invoice?', null],
    ],
    links(['new']),
    ticketPage,
  );
  expectAnswers([], [['what is the status?', null]], links(['new', 'closed']), ticketPage);
});

test('counts come from the text of the page or from the rows of its table', () => {
  const orders = createRows(
    'Number: A-3 | Customer: Ida Holm | Status: Paid',
    'Number: A-2 | Customer: Tom Reuter | Status: New',
    'Number: A-1 | Customer: Ida Holm | Status: New',
  );
  const ordersPage = { title: 'Orders' };
  const addParagraph = (text: string): TextBlock[] => [...orders, createBlock('paragraph', text)];
  expectAnswers(
    addParagraph('1 2 30 orders'),
    [
      ['how many are there?', /30/u],
      ['how many products are there?', null],
    ],
    [],
    ordersPage,
  );
  expectAnswers(
    addParagraph('8 results (30 total)'),
    [['how many orders are there?', /8 results/u]],
    [],
    ordersPage,
  );
  expectAnswers(
    addParagraph('0 of 3 selected'),
    [
      ['how many are there?', /3 rows/u],
      ['how many orders has Ida Holm?', /^2 rows/u],
      ['Which orders has Ida Holm placed?', /A-3 and A-1/u],
      ['which new orders has Ida Holm?', /^A-1/u],
      ['which orders has Bob placed?', null],
      ['which orders are not paid?', null],
    ],
    [],
    ordersPage,
  );
  expectAnswers(
    [createBlock('heading', 'Milestone: 1.0'), createBlock('heading', 'Milestone: 2.0')],
    [
      ['how many milestones are there?', /2/u],
      ['which milestones are there', /1\.0 and 2\.0/u],
    ],
  );
  expectAnswers([createBlock('other', '{7} My tickets')], [['how many tickets are there?', null]]);
  expectAnswers(
    [createBlock('heading', 'Tickets'), createBlock('heading', 'Attachments (0)')],
    [
      ['how many tickets are there?', null],
      ['how many attachments are there?', /0/u],
    ],
  );
  expectAnswers(
    [],
    [
      ['how many messages are in Archive?', /4/u],
      ['how many unread messages are in Archive?', null],
    ],
    [{ role: 'link', name: 'Archive 4' }],
  );
});

test('a sentence answers only if it contains the requested value and every relevant word of the question', () => {
  expectAnswers(
    [
      createBlock(
        'paragraph',
        'The default value is taken from the first host, 80 in most set-ups.',
        'Hosts',
      ),
      createBlock('row', 'Default: KeepAliveTimeout 5', 'KeepAliveTimeout Directive'),
      createBlock('paragraph', 'The crane lifts 12 tonnes. Ask Maria for the key.', 'Crane'),
      createBlock('item', 'Quiet hours are from 22:00 to 7:00.', 'Rules'),
      createBlock('other', '48190 of May, 20.00 EUR – Arrived'),
      createBlock('other', '48204 of June, 39.90 EUR – In transit'),
    ],
    [
      ['What is the default value of KeepAliveTimeout?', /KeepAliveTimeout 5/u],
      ['What is the default value of MaxClients?', null],
      ['How much can the crane lift?', /12 tonnes/u],
      ['Who has the key?', /Maria/u],
      ['when are quiet hours?', /22:00/u],
      ['What is the status of order 48204?', /In transit/u],
      ['What is the status of order 48205?', null],
    ],
  );
});

test('an open dialog is read before the page behind it', () => {
  const behindDialog = { behindModal: true } as const;
  const at = (order: number, text: string): TextBlock => ({ ...createBlock('term', text), order });
  expectAnswers(
    [at(0, 'State: Published'), at(0, 'Owner: Ida'), at(1, 'State: Draft')],
    [
      ['what is the state?', /Draft/u],
      ['who is the owner?', /Ida/u],
    ],
    [
      { role: 'link', name: 'Edit', ...behindDialog },
      { role: 'button', name: 'Close' },
    ],
  );
});

test('links, buttons and images are counted by their elements', () => {
  expectAnswers(
    [],
    [
      ['how many buttons are there?', /2 buttons/u],
      ['how many pictures are there on this page?', /1 image/u],
      ['how many tabs are there?', null],
    ],
    [
      { role: 'button', name: 'Save' },
      { role: 'button', name: 'Close' },
      { role: 'img', name: 'Logo' },
    ],
  );
});

test('the only table of the page is the result of a query', () => {
  expectAnswers(createRows('count(*): 12'), [['what is the result?', /12/u]]);
  expectAnswers([], [['what is the result?', null]]);
});

test('a question about whether something was saved is answered from the page’s last message', () => {
  expectAnswers([], [['was it saved?', /Order A-3 was changed/u]], [], {
    notices: ['Order A-3 was changed.'],
  });
  expectAnswers([], [['did it work?', /no message/u]]);
});
