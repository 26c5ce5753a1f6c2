// Applications with forms and lists: filters, counts, messages and lists of field values.
import { expect, test } from '@playwright/test';

import type { Observation } from '../../../src/contract/index.js';
import { createView } from '../../../src/navigator/direct/ground/view.js';
import { findFilterOptions } from '../../../src/navigator/direct/run/filter-list.js';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import { createBlock, createPage, type ElementSketch, Conversation } from './simulated-page.js';

const createOption = (
  label: string,
): { label: string; value: string; selected: boolean; disabled: boolean } => ({
  label,
  value: label,
  selected: false,
  disabled: false,
});

const SIDEBAR_LINKS: ElementSketch[] = ['Paid', 'Cancelled'].map((name) => ({
  role: 'link',
  name,
  section: 'By status',
  landmark: 'nav',
}));
const ROWS = [
  'Number: A-3 | Customer: Ida Holm | Status: Paid',
  'Number: A-2 | Customer: Tom Reuter | Status: New',
  'Number: A-1 | Customer: Ida Holm | Status: New',
];
const ORDERS: Partial<Observation> = {
  title: 'Select order to change',
  text: [createBlock('heading', 'Orders'), ...ROWS.map((row) => createBlock('row', row))],
};
const createOrdersView = (
  overrides: Partial<Observation> = {},
  sketches: ElementSketch[] = SIDEBAR_LINKS,
): ReturnType<typeof createView> => createView(createPage(sketches, { ...ORDERS, ...overrides }));

const FILTERS = [
  ['paid orders', ['Paid']],
  ['status Paid', ['Paid']],
  ['country Norway', []],
  ['unpaid orders', []],
  ['orders', []],
] as const;

test('a phrase selects the matching filters of a list', () => {
  for (const [phrase, labels] of FILTERS)
    expect
      .soft(
        findFilterOptions(phrase, createOrdersView()).map((o) => o.label),
        phrase,
      )
      .toEqual(labels);
});

test('if several filters have the same option, the named filter is used', () => {
  const sketches: ElementSketch[] = ['Country', 'Warehouse'].map((name) => ({
    role: 'combobox',
    name,
    options: [createOption('All'), createOption('Norway')],
  }));
  const findFilterNames = (phrase: string): string[] =>
    findFilterOptions(phrase, createOrdersView({}, sketches)).map((o) => o.candidate.name);
  expect(findFilterNames('country Norway')).toEqual(['Country']);
  expect(findFilterNames('Norway')).toEqual(['Country', 'Warehouse']);
});

const FORM: ElementSketch[] = [
  { role: 'form', name: 'Product form', tag: 'form' },
  ...['Name:', 'SKU:', 'Stock level:'].map((name): ElementSketch => ({
    role: 'textbox',
    name,
    parent: 'Product form',
    section: 'Add product',
  })),
  {
    role: 'combobox',
    name: 'Country:',
    parent: 'Product form',
    section: 'Add product',
    options: [createOption('---'), createOption('Germany')],
  },
  { role: 'button', name: 'Save', parent: 'Product form', section: 'Add product' },
];
const fillForm = async (
  line: string,
): Promise<{ actions: string[]; response: { kind: string; text: string } }> => {
  const conversation = new Conversation(
    createDirectNavigator(() => new Date(2026, 10, 20)),
    createPage(structuredClone(FORM)),
  );
  const response = await conversation.say(line);
  return { actions: conversation.actions, response };
};

test('a list of values fills the fields of the page, and a value without a field name is chosen in the list that offers it', async () => {
  const { actions } = await fillForm('add a product called Oil lamp, SKU P-200, stock level 12 in Germany');
  expect(actions.slice(0, 4)).toEqual([
    'textInput Name:=Oil lamp',
    'textInput SKU:=P-200',
    'textInput Stock level:=12',
    'change Country:=Germany',
  ]);
});

test('words that do not name a field belong to the previous value', async () => {
  const { actions } = await fillForm('add a product called Milk jug, sugar bowl');
  expect(actions[0]).toBe('textInput Name:=Milk jug, sugar bowl');
});

test('a value without a matching field is reported', async () => {
  const { actions, response } = await fillForm('add a product called Oil lamp, SKU P-200, colour red');
  expect(response.text).toContain('colour');
  expect(actions.join()).not.toContain('red');
});

test('a new instruction cancels the navigator’s question', async () => {
  const sketches: ElementSketch[] = [...structuredClone(FORM), { role: 'link', name: 'Orders' }];
  sketches[2]!.states = { required: true, editable: true };
  const conversation = new Conversation(createDirectNavigator(), createPage(sketches));
  expect((await conversation.say('add a product called Oil lamp')).text).toContain(
    'What should I enter in the “SKU” field',
  );
  await conversation.say('go to the orders');
  expect(conversation.actions.at(-1)).toBe('click Orders');
});

const CONFIRMATION_PAGE: Partial<Observation> = {
  url: 'http://site.test/delete',
  text: [createBlock('paragraph', 'Are you sure you want to delete the order “A-3”?')],
};
for (const [answer, lastAction] of [
  ['yes', 'click Yes, I’m sure'],
  ['no', 'click Delete'],
] as const)
  test(`the navigator asks a confirmation page’s question, and the instructor answers “${answer}”`, async () => {
    const conversation = new Conversation(
      createDirectNavigator(),
      createPage([{ role: 'link', name: 'Delete' }]),
      (_action, name, currentConversation) => {
        const opensConfirmation = name === 'Delete';
        if (opensConfirmation)
          currentConversation.observation = createPage(
            [
              { role: 'button', name: 'Yes, I’m sure' },
              { role: 'link', name: 'No, take me back' },
            ],
            CONFIRMATION_PAGE,
          );
        return {
          status: 'done',
          effects: [{ type: 'navigated', url: currentConversation.observation.url, status: 200 }],
          settle: { reason: 'quiet', ms: 1 },
        };
      },
    );
    expect((await conversation.say('click Delete')).text).toContain(
      'The page asks: “Are you sure you want to delete',
    );
    await conversation.say(answer);
    expect(conversation.actions.at(-1)).toBe(lastAction);
  });

test('the browser’s validation message is reported instead of “nothing happened”', async () => {
  const sketches: ElementSketch[] = structuredClone(FORM);
  sketches[1]!.states = { required: true, editable: true, validationMessage: 'Please fill out this field.' };
  const conversation = new Conversation(createDirectNavigator(), createPage(sketches), () => ({
    status: 'no-effect',
    settle: { reason: 'quiet', ms: 1 },
  }));
  expect((await conversation.say('click Save')).text).toContain(
    'Please fill out this field” at the “Name” field',
  );
});
