// Buttons that need a quantity or another field first.
import { expect, test } from '@playwright/test';

import type { Outcome } from '../../../src/contract/index.js';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import { changedOutcome, createPage, type ElementSketch, Conversation } from './simulated-page.js';

const ADD_BUTTON: ElementSketch = { role: 'button', name: 'Add to basket' };
const QUANTITY_FIELD: ElementSketch = {
  role: 'spinbutton',
  name: 'Quantity',
  tag: 'input',
  inputType: 'number',
  value: '1',
};
const SIZE_LIST: ElementSketch = {
  role: 'combobox',
  name: 'Size',
  tag: 'select',
  options: [
    { label: 'Please choose', value: '', selected: true, disabled: false },
    { label: 'S', value: 's', selected: false, disabled: false },
    { label: 'M', value: 'm', selected: false, disabled: false },
  ],
};

function startConversation(
  sketches: ElementSketch[],
  react?: ConstructorParameters<typeof Conversation>[2],
): Conversation {
  return new Conversation(createDirectNavigator(), createPage(sketches), react);
}

test('a quantity is entered in its field before the button is clicked', async () => {
  const shop = startConversation([QUANTITY_FIELD, ADD_BUTTON]);
  expect((await shop.say('put two in the basket')).kind).toBe('report');
  expect(shop.actions).toEqual(['textInput Quantity=2', 'click Add to basket']);
});

test('without a quantity field, the button is not clicked', async () => {
  const shop = startConversation([ADD_BUTTON]);
  expect(await shop.say('put three of them in the basket')).toEqual({
    kind: 'unfinished',
    text: "I can't find a quantity field here. I did not press “add to basket”, because that would add only one.",
  });
  expect(shop.actions).toEqual([]);
});

test('the navigator asks for a value that the page requires, then clicks the button again', async () => {
  const react = (_action: unknown, name: string, conversation: Conversation): Outcome => {
    const size = conversation.observation.candidates.find((c) => c.name === 'Size')!;
    const isSizeMissing = size.options?.find((o) => o.selected)?.value === '';
    conversation.observation = {
      ...conversation.observation,
      notices: name === ADD_BUTTON.name && isSizeMissing ? ['Choose a size.'] : [],
    };
    return changedOutcome;
  };
  const shop = startConversation([SIZE_LIST, ADD_BUTTON], react);
  expect(await shop.say('add it to the basket')).toEqual({
    kind: 'ask',
    text: 'The page says “Choose a size”. What should I choose in the “Size” list?',
  });
  expect((await shop.say('M')).kind).toBe('report');
  expect(shop.actions).toEqual(['click Add to basket', 'change Size=M', 'click Add to basket']);
});

for (const line of ['If you like, click Add to basket', 'Stop, that is enough. Click Add to basket'])
  test(`polite phrases and interruptions are not part of the instruction: ${line}`, async () => {
    const shop = startConversation([ADD_BUTTON]);
    expect((await shop.say(line)).kind).toBe('report');
    expect(shop.actions).toEqual(['click Add to basket']);
  });

const CONTACT_FORM: ElementSketch[] = [
  { role: 'textbox', name: 'Your name', tag: 'input', inputType: 'text' },
  { role: 'textbox', name: 'Email address', tag: 'input', inputType: 'email' },
  { role: 'textbox', name: 'Message', tag: 'textarea' },
];

test('text that cannot be an email address is not typed into an email field', async () => {
  const contact = startConversation(CONTACT_FORM);
  expect((await contact.say('fill in the email address')).kind).toBe('ask');
  const response = await contact.say("It's about suggesting a purchase");
  expect(response.kind).toBe('ask');
  expect(response.text).toContain('“suggesting a purchase” is not an email address');
  expect(contact.actions).toEqual([]);
  await contact.say('ana@example.test');
  expect(contact.actions).toEqual(['textInput Email address=ana@example.test']);
});

test('an answer that names several fields fills all of them', async () => {
  const contact = startConversation(CONTACT_FORM);
  expect((await contact.say('fill in your name')).kind).toBe('ask');
  await contact.say('My name is Ana Ruiz, my email is ana@example.test');
  expect(contact.actions).toEqual([
    'textInput Your name=Ana Ruiz',
    'textInput Email address=ana@example.test',
  ]);
});

test('thanks need no action', async () => {
  const contact = startConversation(CONTACT_FORM);
  await contact.say('type “Ana Ruiz” into your name');
  for (const line of ['thanks', 'great, thank you very much!']) {
    expect(await contact.say(line)).toMatchObject({ kind: 'answer', text: 'You are welcome.' });
  }
  expect(contact.actions.length).toBe(1);
});

test('a question after “Which one do you mean?” chooses nothing', async () => {
  const hire = startConversation([
    { role: 'row', name: 'Hedge trimmer' },
    { role: 'button', name: 'Reserve', parent: 'Hedge trimmer' },
    { role: 'row', name: 'Lawn aerator' },
    { role: 'button', name: 'Reserve', parent: 'Lawn aerator' },
  ]);
  expect((await hire.say('click Reserve')).kind).toBe('ask');
  expect((await hire.say('which one is free first?')).kind).not.toBe('report');
  expect(hire.actions).toEqual([]);
});
