// Sidebars with group headings, login forms without labels, heading rows in tables, and note fields.
import { expect, test } from '@playwright/test';

import { createDirectNavigator } from '../../../src/navigator/index.js';
import { parseLine } from '../../../src/navigator/direct/language/parse.js';
import { createBlock, createPage, type ElementSketch, Conversation } from './simulated-page.js';

const NAV: ElementSketch[] = [
  {
    role: 'paragraph',
    name: 'Tickets Show Open Show All Find',
    text: 'Tickets Show Open Show All Find',
    landmark: 'nav',
  },
  { role: 'generic', name: 'Tickets', parent: 'Tickets Show Open Show All Find', landmark: 'nav' },
  ...['Show Open', 'Show All', 'Find'].map((name) => ({
    role: 'link',
    name,
    parent: 'Tickets Show Open Show All Find',
    landmark: 'nav' as const,
    attributes: { href: `/${name}` },
  })),
];

test('a link is found by its name and the heading of its group; "show" does not match "Show All"', async () => {
  for (const [line, expectedActions] of [
    ['show me the open tickets', ['click Show Open']],
    ['open the list of all tickets', ['click Show All']],
    ['show me the lost tickets', []],
  ] as const) {
    const conversation = new Conversation(createDirectNavigator(), createPage(NAV));
    const response = await conversation.say(line);
    expect(conversation.actions, line).toEqual(expectedActions);
    if (!expectedActions.length) expect(response.text).not.toContain('Show All, in the row');
  }
});

const createLoginForm = (...extraSketches: ElementSketch[]): ElementSketch[] => [
  { role: 'searchbox', name: '', attributes: { name: 'q' } },
  { role: 'form', name: 'entry', tag: 'form' },
  ...extraSketches,
  { role: 'textbox', name: '', parent: 'entry', attributes: { name: 'x1' }, document: 'x1' },
  { role: 'textbox', name: '', parent: 'entry', inputType: 'password', attributes: { name: 'x2' } },
  { role: 'button', name: 'Enter', parent: 'entry' },
];

test('the only text field before the password field gets the user name; if there are two, neither is filled in', async () => {
  const conversation = new Conversation(createDirectNavigator(), createPage(createLoginForm()));
  await conversation.say('log in as ada with the password lace');
  expect(conversation.actions).toEqual(['textInput=ada', 'textInput=lace', 'click Enter']);
  const twoFieldConversation = new Conversation(
    createDirectNavigator(),
    createPage(createLoginForm({ role: 'textbox', name: 'Company', parent: 'entry' })),
  );
  expect((await twoFieldConversation.say('log in as ada with the password lace')).text).toContain(
    "can't find",
  );
  expect(twoFieldConversation.actions).toEqual([]);
});

const TABLE = [
  createBlock('heading', 'Tickets'),
  createBlock('row', 'Id | Title | State'),
  createBlock('row', 'urgent'),
  createBlock('row', 'Id: 1 | Title: Rope is worn | State: open'),
  createBlock('row', 'Id: 4 | Title: Lamp is out | State: open'),
  createBlock('row', 'some day'),
  createBlock('row', 'Id: 2 | Title: Paint the door | State: open'),
];

test('a row with a single cell is the heading of the rows below it', async () => {
  for (const [question, expected] of [
    ['Which tickets are urgent?', 'Rope is worn and Lamp is out (under “urgent”).'],
    ['Which ticket is some day?', 'Paint the door (under “some day”).'],
    ['Which ticket is not urgent?', "can't find that"],
    ['Which ticket is urgent and lost?', "can't find that"],
  ] as const)
    expect(
      (await new Conversation(createDirectNavigator(), createPage([], { text: TABLE })).say(question)).text,
    ).toContain(expected);
});

test('a note is typed into the page’s note field; no note is created elsewhere', async () => {
  const conversation = new Conversation(
    createDirectNavigator(),
    createPage([
      { role: 'link', name: 'Create New', landmark: 'nav', attributes: { href: '/new' } },
      { role: 'form', name: 'change', tag: 'form' },
      { role: 'textbox', name: 'Change Note', tag: 'textarea', parent: 'change' },
      { role: 'button', name: 'Submit Changes', parent: 'change' },
    ]),
  );
  await conversation.say('add the note "Bought a new one" and submit the changes');
  expect(conversation.actions).toEqual(['textInput Change Note=Bought a new one', 'click Submit Changes']);
});

test('“the issue called Rope is worn” can also mean just “Rope is worn”', () => {
  const [{ step }] = parseLine('open the issue called Rope is worn') as [ReturnType<typeof parseLine>[0]];
  expect(step.do === 'click' && step.target.interpretations.map((r) => r.phrase)).toContain('Rope is worn');
});
