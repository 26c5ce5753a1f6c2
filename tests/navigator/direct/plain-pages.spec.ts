/** Common lines on plain HTML pages. They are performed completely, and nothing else is changed. */
import { expect, test } from '@playwright/test';

import type { Outcome } from '../../../src/contract/index.js';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import { createView } from '../../../src/navigator/direct/ground/view.js';
import { readTarget } from '../../../src/navigator/direct/language/target.js';
import { findNextToReveal } from '../../../src/navigator/direct/run/reveal.js';
import {
  changedOutcome,
  createPage,
  noEffectOutcome,
  Conversation,
  type ElementSketch,
} from './simulated-page.js';
import { FRIDAY } from './scripted-steps.js';

const startConversation = (
  sketches: ElementSketch[],
  react?: ConstructorParameters<typeof Conversation>[2],
): Conversation =>
  new Conversation(
    createDirectNavigator(() => FRIDAY),
    createPage(sketches),
    react,
  );

test.describe('a line that fills and submits a form', () => {
  const FORM: ElementSketch[] = [
    { role: 'link', name: 'Search', landmark: 'nav' },
    { role: 'form', name: 'Rooms' },
    { role: 'textbox', name: 'Length (m)', inputType: 'number', parent: 'Rooms' },
    { role: 'button', name: 'Search rooms', parent: 'Rooms' },
  ];
  for (const line of ['Set the length to 12 and search.', 'Set the length to 12, then search'])
    test(`${line} (the button is clicked, and the report names the value)`, async () => {
      const conversation = startConversation(FORM.slice(1));
      const response = await conversation.say(line);
      expect(conversation.actions).toEqual(['textInput Length (m)=12', 'click Search rooms']);
      expect(response.kind).toBe('report');
      expect(response.text).toContain('“12”');
    });

  test('for a search without words, the navigator asks what to search for', async () => {
    expect(await startConversation(FORM).say('Search')).toMatchObject({ kind: 'ask' });
  });

  test('a value is not entered if an unknown command follows it', async () => {
    const conversation = startConversation(FORM.slice(1));
    expect((await conversation.say('Set the length to 12 and frobnicate')).kind).toBe('unfinished');
    expect(conversation.actions).toEqual([]);
  });
});

test.describe('revealing hidden elements changes nothing else', () => {
  const collapsedState = { expanded: false };
  const rows: ElementSketch[] = ['Rope', 'Buoy'].flatMap((name) => [
    { role: 'row', name, tag: 'tr' },
    { role: 'checkbox', name: `Toggle ${name}`, parent: name },
    { role: 'button', name: `Mark all of ${name}`, parent: name },
  ]);
  test('checkboxes, and buttons that affect all items, are never clicked to reveal elements', () => {
    const view = createView(
      createPage([{ role: 'checkbox', name: 'Mark all', states: { checked: false } }, ...rows]),
    );
    for (const line of ['delete for Rope', 'Archive in the row of Rope', 'all of them', '“Anything”'])
      expect(findNextToReveal(readTarget(line, []), view, new Set())).toBeNull();
  });

  test('neither an item with a checkbox nor its label is clicked to reveal commands', async () => {
    const conversation = startConversation([
      { role: 'listitem', name: 'Rope', interactive: true },
      { role: 'checkbox', name: 'Done', parent: 'Rope', states: { checked: false } },
      { role: 'generic', tag: 'label', name: 'Rope', interactive: true, parent: 'Rope' },
    ]);
    await conversation.say('Delete Rope');
    expect(conversation.actions.filter((performed) => performed.startsWith('click'))).toEqual([]);
  });

  test('the menu of the named row is opened to reveal its commands', () => {
    const menus: ElementSketch[] = ['Rope', 'Buoy'].map((name) => ({
      role: 'button',
      name: `Actions of ${name}`,
      parent: name,
      states: collapsedState,
    }));
    const view = createView(createPage([...rows, ...menus]));
    expect(findNextToReveal(readTarget('Archive in the row of Rope', []), view, new Set())?.name).toBe(
      'Actions of Rope',
    );
  });
});

test.describe('lines that consist of a label', () => {
  const LIST: ElementSketch[] = [
    { role: 'checkbox', name: 'Mark all as complete', states: { checked: false } },
    { role: 'textbox', name: 'Completed by' },
    { role: 'button', name: 'Clear completed (1)' },
    { role: 'button', name: 'Empty' },
    { role: 'link', name: 'Make a wish' },
  ];
  for (const [line, expectedAction] of [
    ['Clear completed', 'click Clear completed (1)'],
    ['Please mark all as complete.', 'change Mark all as complete=true'],
    ['Make a wish', 'click Make a wish'],
  ] as const)
    test(line, async () => {
      const conversation = startConversation(LIST);
      expect((await conversation.say(line)).kind).toBe('report');
      expect(conversation.actions).toEqual([expectedAction]);
    });

  test('nothing is clicked if two elements have that name', async () => {
    const conversation = startConversation([...LIST, { role: 'button', name: 'Clear completed' }]);
    await conversation.say('Clear completed');
    expect(conversation.actions.filter((performed) => performed.startsWith('click'))).toEqual([]);
  });
});

test.describe('creating an item', () => {
  const berths: ElementSketch[] = ['A1', 'A2'].flatMap((name) => [
    { role: 'row', name: `row ${name}`, tag: 'tr', text: `${name} 12 m Book` },
    { role: 'cell', name, tag: 'td', parent: `row ${name}` },
    { role: 'link', name: 'Book', uid: `book-${name}`, parent: `row ${name}` },
  ]);
  for (const line of ['Book A2', 'Book room A2'])
    test(`${line} (the button in the named row is clicked)`, async () => {
      let clickedUid = '';
      const conversation = startConversation(berths, (action) => {
        clickedUid = 'uid' in action ? (action.uid ?? '') : '';
        return changedOutcome;
      });
      expect(await conversation.say(line)).toMatchObject({ kind: 'report' });
      expect(clickedUid).toBe('book-A2');
    });

  test('the name is typed into a field for new items, and Enter is pressed', async () => {
    const conversation = startConversation([
      { role: 'textbox', name: 'What is next?', attributes: { class: 'big new-task' } },
      { role: 'textbox', name: 'Filter', attributes: { class: 'filter' } },
    ]);
    await conversation.say('Add a task called Buy milk');
    expect(conversation.actions).toEqual(['textInput What is next?=Buy milk', 'press What is next?=Enter']);
  });
});

test('an attempt to go back from the first page is undone and reported as impossible', async () => {
  const createNavigatedOutcome = (url: string): Outcome => ({
    status: 'done',
    effects: [{ type: 'navigated', url, status: null }],
    settle: { reason: 'navigated', ms: 1 },
  });
  const conversation = startConversation(
    [{ role: 'link', name: 'Prices' }],
    (action, _name, currentConversation) => {
      const url = action.intent === 'back' ? 'about:blank' : 'http://site.test/start';
      currentConversation.observation = { ...currentConversation.observation, url };
      return createNavigatedOutcome(url);
    },
  );
  expect(await conversation.say('Go back')).toEqual({
    kind: 'unfinished',
    text: 'There is no page to go back to.',
  });
  expect(conversation.actions).toEqual(['back', 'forward']);
});

for (const line of [
  'Forward to Cathrine the email from Evy.',
  'Send Cathrine the information Evy sent to you.',
])
  test(`${line} (the words that name the message are not asked about)`, async () => {
    const createButton = (name: string): ElementSketch => ({ role: 'button', name });
    const conversation = startConversation(
      [createButton('Evy Nulla'), createButton('Lidia Tortor')],
      (_action, name, currentConversation) => {
        if (name === 'Evy Nulla')
          currentConversation.observation = createPage([createButton('Reply'), createButton('Forward')]);
        if (name === 'Forward')
          currentConversation.observation = createPage([
            { role: 'textbox', name: 'To' },
            createButton('Send'),
          ]);
        return changedOutcome;
      },
    );
    await conversation.say(line);
    expect(conversation.actions).toEqual([
      'click Evy Nulla',
      'click Forward',
      'textInput To=Cathrine',
      'click Send',
    ]);
  });

test('the report on an HTTP error contains the message on the page', async () => {
  const conversation = startConversation(
    [{ role: 'button', name: 'Reserve' }],
    (_action, _name, currentConversation) => {
      currentConversation.observation = createPage([
        { role: 'alert', name: '', text: 'That table is taken.' },
        { role: 'button', name: 'Reserve' },
      ]);
      return {
        status: 'done',
        effects: [{ type: 'navigated', url: 'http://site.test/start', status: 409 }],
        settle: { reason: 'navigated', ms: 1 },
      };
    },
  );
  const response = await conversation.say('Press Reserve');
  expect(response.kind).toBe('unfinished');
  expect(response.text).toMatch(/409 .+; the page says “That table is taken”/u);
});

test('the navigator asks for a required field that blocks the form, then submits it with the answer', async () => {
  const field: ElementSketch = {
    role: 'textbox',
    name: 'Dog name',
    parent: 'Walk',
    states: { editable: true, required: true, validationMessage: 'Please fill out this field.' },
  };
  const conversation = startConversation(
    [{ role: 'form', name: 'Walk' }, field, { role: 'button', name: 'Go on', parent: 'Walk' }],
    (action, _name, currentConversation) => {
      const nameField = currentConversation.observation.candidates.find((c) => c.name === 'Dog name')!;
      if (action.intent === 'textInput')
        delete (nameField.states as { validationMessage?: string }).validationMessage;
      return nameField.states.validationMessage ? noEffectOutcome : changedOutcome;
    },
  );
  const question = await conversation.say('Press Go on');
  expect(question.kind).toBe('ask');
  expect(question.text).toContain('“Please fill out this field” at the “Dog name” field');
  expect((await conversation.say('Rex')).kind).toBe('report');
  expect(conversation.actions).toEqual(['click Go on', 'textInput Dog name=Rex', 'click Go on']);
});
