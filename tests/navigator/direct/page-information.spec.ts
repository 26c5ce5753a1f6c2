/** Instructions that need information from the page first: values, conditions, superlatives and searches. */
import { expect, test } from '@playwright/test';
import type { Observation, Outcome } from '../../../src/contract/index.js';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import {
  createBlock,
  changedOutcome,
  createPage,
  Conversation,
  type ElementSketch,
} from './simulated-page.js';

type Reaction = (action: { intent: string }, name: string, conversation: Conversation) => Outcome;
const startConversation = (observation: Observation, react?: Reaction): Conversation =>
  new Conversation(
    createDirectNavigator(() => new Date(2026, 10, 20)),
    observation,
    react,
  );
const createButton = (name: string, overrides: Partial<ElementSketch> = {}): ElementSketch => ({
  role: 'button',
  name,
  ...overrides,
});

test.describe('values from the page', () => {
  const createCountryPage = (): Observation =>
    createPage(
      [
        { role: 'row', name: 'Country Norway' },
        { role: 'cell', name: 'Country', parent: 'Country Norway' },
        { role: 'cell', name: 'Norway', parent: 'Country Norway' },
        { role: 'textbox', name: 'Note' },
      ],
      { text: [createBlock('paragraph', 'Nulla quis, tortor placerat.')] },
    );
  for (const [line, value] of [
    ['Enter the value of Country into the note field', 'Norway'],
    ['Find the 2nd word in the paragraph and type that into the note field', 'quis'],
    ['Type the last word of the text below into the note field', 'placerat'],
    ['Type "Oslo" in capital letters in the note field', 'OSLO'],
  ] as const)
    test(line, async () => {
      const conversation = startConversation(createCountryPage());
      expect((await conversation.say(line)).kind).toBe('report');
      expect(conversation.actions).toEqual([`textInput Note=${value}`]);
    });

  test('nothing is typed if the page does not contain the value', async () => {
    const conversation = startConversation(createCountryPage());
    const response = await conversation.say('Enter the value of Postcode into the note field');
    expect(response).toMatchObject({ kind: 'unfinished', text: expect.stringContaining('Postcode') });
    expect(conversation.actions).toEqual([]);
  });
});

test.describe('a pronoun instead of a value', () => {
  const createOrderPage = (): Observation =>
    createPage(
      [
        { role: 'row', name: 'Reference KT-88' },
        { role: 'cell', name: 'Reference', parent: 'Reference KT-88' },
        { role: 'cell', name: 'KT-88', parent: 'Reference KT-88' },
        { role: 'textbox', name: 'Note' },
        { role: 'searchbox', name: 'Search' },
      ],
      { text: [createBlock('row', 'Reference: KT-88')] },
    );

  for (const [lines, expectedAction] of [
    [['What is the reference?', 'Enter it in the note field'], 'textInput Note=KT-88'],
    [['What is the reference?', 'Search for it'], 'textInput Search=KT-88'],
    [['What is the reference? Put that in the note field'], 'textInput Note=KT-88'],
    [['Look up the reference, then type it into the note field'], 'textInput Note=KT-88'],
    [['Type “Oslo” into the search', 'Type it into the note field too'], 'textInput Note=Oslo'],
  ] as const)
    test(`${lines.join(' ')} (“it” is the value mentioned last)`, async () => {
      const conversation = startConversation(createOrderPage());
      for (const line of lines) await conversation.say(line);
      expect(conversation.actions).toContain(expectedAction);
      expect(conversation.actions.join()).not.toMatch(/=(?:it|that)\b/u);
    });

  test('after another step, “enter it” still means the last answer, but “search for it” does not', async () => {
    const conversation = startConversation(createOrderPage());
    for (const line of ['What is the reference?', 'Click the note field', 'Enter it in the note field'])
      await conversation.say(line);
    expect(conversation.actions).toContain('textInput Note=KT-88');
    await conversation.say('Click the note field');
    expect(await conversation.say('Search for it')).toMatchObject({ kind: 'ask' });
  });

  test('a password is never the value that “it” means', async () => {
    const conversation = startConversation(
      createPage([
        { role: 'textbox', name: 'Password', inputType: 'password' },
        { role: 'searchbox', name: 'Search' },
      ]),
    );
    await conversation.say('Type “hunter2” into the password field');
    expect(await conversation.say('Search for it')).toMatchObject({ kind: 'ask' });
    expect(conversation.actions.filter((action) => action.includes('hunter2'))).toHaveLength(1);
  });

  for (const [line, question] of [
    ['Enter it in the note field', 'What should I enter'],
    ['Search for it', 'What should I search for?'],
  ] as const)
    test(`${line} (if nothing was mentioned, the navigator asks)`, async () => {
      const conversation = startConversation(createOrderPage());
      expect(await conversation.say(line)).toMatchObject({
        kind: 'ask',
        text: expect.stringContaining(question),
      });
      expect(conversation.actions).toEqual([]);
    });
});

test.describe('conditions', () => {
  const createPricePage = (price: string): Observation =>
    createPage([createButton('Buy'), createButton('Close')], {
      text: [createBlock('row', `Price: ${price} | Seats: 4`)],
    });

  test('a step with a false condition is skipped, and the report says so', async () => {
    const conversation = startConversation(createPricePage('$50'));
    const response = await conversation.say('If the price is below 40, click Buy, otherwise click Close');
    expect(conversation.actions).toEqual(['click Close']);
    expect(response.text).toContain('because it is not true that the price is below 40');
  });

  test('a step with an unknown condition is not performed', async () => {
    const conversation = startConversation(createPricePage('$50'));
    const response = await conversation.say('Click Buy if the weather is fine');
    expect(response).toMatchObject({
      kind: 'unfinished',
      text: expect.stringContaining('I cannot tell whether'),
    });
    expect(conversation.actions).toEqual([]);
  });

  test('“when” waits for the condition', async () => {
    const conversation = startConversation(createPricePage('$50'), (action, _name, currentConversation) => {
      if (action.intent === 'wait') currentConversation.observation = createPricePage('$30');
      return changedOutcome;
    });
    await conversation.say('Click Buy when the price is below 40');
    expect(conversation.actions).toEqual(['wait 1000', 'click Buy']);
  });

  test('“until” repeats the step', async () => {
    let clickCount = 0;
    const conversation = startConversation(
      createPage([createButton('Next')]),
      (_action, _name, currentConversation) => {
        if (++clickCount === 3)
          currentConversation.observation = createPage([createButton('Next'), createButton('Finish')]);
        return changedOutcome;
      },
    );
    const response = await conversation.say('Click Next until you see the Finish button');
    expect(conversation.actions).toEqual(['click Next', 'click Next', 'click Next']);
    expect(response.text).toContain('3 times');
  });
});

test('a superlative such as “the cheapest” selects an element by the text around it', async () => {
  const createTicket = (price: string, duration: string): ElementSketch[] => [
    { role: 'listitem', name: `${duration} Book for ${price}` },
    { role: 'generic', name: duration, parent: `${duration} Book for ${price}` },
    { ...createButton(`Book for ${price}`), parent: `${duration} Book for ${price}` },
  ];
  const createTicketPage = (): Observation =>
    createPage([
      ...createTicket('$390', '14h 18m'),
      ...createTicket('$1255', '5h 6m'),
      ...createTicket('$897', '5h 32m'),
    ]);
  const cheapestRun = startConversation(createTicketPage());
  await cheapestRun.say('Buy the cheapest ticket');
  expect(cheapestRun.actions).toEqual(['click Book for $390']);
  const shortestRun = startConversation(createTicketPage());
  await shortestRun.say('Book the ticket with the shortest duration');
  expect(shortestRun.actions).toEqual(['click Book for $1255']);
});

test('tabs are opened one after the other until the element is found', async () => {
  const createTab = (name: string, selected: boolean): ElementSketch => ({
    role: 'tab',
    name,
    states: { selected },
  });
  const conversation = startConversation(
    createPage([createTab('One', true), createTab('Two', false), createTab('Three', false)]),
    (_action, name, currentConversation) => {
      if (name === 'Three')
        currentConversation.observation = createPage([
          createTab('One', false),
          createTab('Two', false),
          createTab('Three', true),
          { role: 'link', name: 'sed' },
        ]);
      return changedOutcome;
    },
  );
  await conversation.say('Switch between the tabs to find and click on the link "sed".');
  expect(conversation.actions).toEqual(['click Two', 'click Three', 'click sed']);
});

test('an element whose text is the whole instruction is not the target', async () => {
  const line = 'Click the button that says hello.';
  const conversation = startConversation(
    createPage([{ role: 'generic', name: line }, createButton('hello')]),
  );
  await conversation.say(line);
  expect(conversation.actions).toEqual(['click hello']);
});

test('a message is opened, forwarded and sent', async () => {
  const inbox = createPage([createButton('Nora: Plans for May'), createButton('Emil: Lunch')]);
  const messagePage = createPage([createButton('Reply'), createButton('Forward')]);
  const forwardPage = createPage([{ role: 'textbox', name: 'To' }, createButton('Send')]);
  const conversation = startConversation(inbox, (_action, name, currentConversation) => {
    if (name.startsWith('Nora')) currentConversation.observation = messagePage;
    if (name === 'Forward') currentConversation.observation = forwardPage;
    return changedOutcome;
  });
  await conversation.say('Find the email by Nora and forward it to Emil.');
  expect(conversation.actions).toEqual([
    'click Nora: Plans for May',
    'click Forward',
    'textInput To=Emil',
    'click Send',
  ]);
});
