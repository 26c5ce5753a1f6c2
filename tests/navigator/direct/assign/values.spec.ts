// Lines that give values to fields: which field gets which value, when the form is submitted, and which lines are not read.
import { expect, test } from '@playwright/test';

import {
  readValues,
  readValuesForForm,
  readValuesForRow,
} from '../../../../src/navigator/direct/assign/index.js';
import { createView, type View } from '../../../../src/navigator/direct/ground/view.js';
import { parseLine } from '../../../../src/navigator/direct/language/parse.js';
import { createPage, type ElementSketch } from '../simulated-page.js';

const TODAY = new Date(2026, 10, 20);
const createOptions = (...labels: string[]): ElementSketch['options'] =>
  labels.map((label) => ({ label, value: label === '---' ? '' : label, selected: false, disabled: false }));
const placeInForm = (formName: string, sketches: ElementSketch[]): ElementSketch[] => [
  { role: 'form', tag: 'form', name: formName },
  ...sketches.map((s): ElementSketch => ({ parent: formName, ...s })),
];

const ORDER = createView(
  createPage(
    placeInForm('Order', [
      { role: 'textbox', name: 'Number:' },
      { role: 'textbox', name: 'Customer:' },
      { role: 'combobox', name: 'Product:', options: createOptions('---', 'Kettle', 'Oil lamp') },
      {
        role: 'spinbutton',
        tag: 'input',
        inputType: 'number',
        name: 'Quantity:',
        states: { editable: true },
      },
      { role: 'combobox', name: 'Status:', options: createOptions('New', 'Paid', 'Sent') },
      { role: 'textbox', name: 'Due on:', inputType: 'date' },
      { role: 'checkbox', name: 'Gift' },
      { role: 'textbox', name: 'Keywords' },
      { role: 'button', name: 'Save' },
      { role: 'button', name: 'Save and continue editing' },
    ]),
    { title: 'Add order' },
  ),
);

const EXPENSE = createView(
  createPage(
    placeInForm('Bill', [
      { role: 'textbox', name: 'What?' },
      { role: 'combobox', name: 'Who paid?', options: createOptions('Anna', 'Bruno') },
      { role: 'textbox', name: 'How much?' },
      { role: 'checkbox', name: 'Anna', states: { checked: true } },
      { role: 'checkbox', name: 'Bruno', states: { checked: true } },
      { role: 'button', name: 'Submit' },
    ]),
  ),
);

/** Returns the values by field name. If the line submits the form, `submit` is the name of the button that it names. */
function readFieldValues(line: string, view: View): Record<string, string | null> | null {
  const step = readValuesForForm(line, view, TODAY);
  if (!step) return null;
  const values = Object.fromEntries(step.fields.map((f) => [f.field.text, f.value]));
  const button = step.button ? view.byUid.get(step.button)!.name : '';
  return step.kind === 'save' ? { ...values, submit: button } : values;
}

const READ_LINES: readonly [line: string, view: View, values: Record<string, string>][] = [
  [
    'number A-2000, customer Lea Brandt, product Kettle, quantity 3, status Paid. Save it.',
    ORDER,
    {
      Number: 'A-2000',
      Customer: 'Lea Brandt',
      Product: 'Kettle',
      Quantity: '3',
      Status: 'Paid',
      submit: 'Save',
    },
  ],
  [
    'quantity 7 and customer Tom Reuter jr, save please',
    ORDER,
    { Quantity: '7', Customer: 'Tom Reuter jr', submit: 'Save' },
  ],
  ['set the customer to "Ada, Eve" and the status to Sent', ORDER, { Customer: 'Ada, Eve', Status: 'Sent' }],
  [
    'put "A-7" in the number field, "Ada" in customer and 4 in quantity',
    ORDER,
    { Number: 'A-7', Customer: 'Ada', Quantity: '4' },
  ],
  ['number=A-7, status = Paid', ORDER, { Number: 'A-7', Status: 'Paid' }],
  ['tick gift and set the due on to 2026-12-24', ORDER, { Gift: 'yes', 'Due on': '2026-12-24' }],
  [
    'customer: Ada Moe, then save and continue editing',
    ORDER,
    { Customer: 'Ada Moe', submit: 'Save and continue editing' },
  ],
  [
    'set the keywords to: night, safety; then press the Save button',
    ORDER,
    { Keywords: 'night, safety', submit: 'Save' },
  ],
  ['add an order for the Kettle, status Paid', ORDER, { Product: 'Kettle', Status: 'Paid', submit: '' }],
  [
    'Bruno paid 36 for Beer. Untick Anna, she does not drink it. Then submit',
    EXPENSE,
    { 'Who paid?': 'Bruno', 'How much?': '36', 'What?': 'Beer', Anna: 'no', submit: 'Submit' },
  ],
  [
    'enter "Sun cream", 22 euros, paid by Anna',
    EXPENSE,
    { 'What?': 'Sun cream', 'How much?': '22', 'Who paid?': 'Anna' },
  ],
  [
    'rename this bill to Lamp oil and wicks and submit it',
    EXPENSE,
    { 'What?': 'Lamp oil and wicks', submit: 'Submit' },
  ],
];

test('each value goes to the field with the right name, options or format', () => {
  for (const [line, view, values] of READ_LINES)
    expect.soft(readFieldValues(line, view), line).toEqual(values);
});

test('a value that the named field does not accept is still assigned to that field', () => {
  expect(readFieldValues('status Lost, quantity 3', ORDER)).toEqual({ Status: 'Lost', Quantity: '3' });
  expect(readFieldValues('set the status to Lost and the quantity to 3', ORDER)).toEqual({
    Status: 'Lost',
    Quantity: '3',
  });
  expect(readFieldValues('quantity many, status Paid', ORDER)).toEqual({ Quantity: 'many', Status: 'Paid' });
});

const UNREAD_LINES: readonly [line: string, reason: string][] = [
  ['open the first order', 'an action'],
  ['number A-7, colour red', 'a field that the form does not have'],
  ['search for Kettle and save', 'another action'],
  ["don't set the status to Paid", 'a prohibition'],
  ['number A-7 and number A-8', 'one field twice'],
  ['add an order for Ada Moe from Kiel, quantity 3', 'a name that belongs nowhere'],
];

test('a line is not read as values if the form does not account for all its words', () => {
  for (const [line, reason] of UNREAD_LINES)
    expect.soft(readFieldValues(line, ORDER), `${line}: ${reason}`).toBeNull();
});

/** Creates a table row whose first cell is a link. */
const createRow = (n: number, cells: readonly string[]): ElementSketch[] => [
  {
    role: 'row',
    tag: 'tr',
    name: `row ${n}`,
    text: cells.join(' '),
    xpath: `/html/body/table/tbody/tr[${n}]`,
  },
  ...cells.map((cell, i): ElementSketch => ({
    role: i === 0 ? 'link' : 'cell',
    tag: i === 0 ? 'a' : 'td',
    name: cell,
    interactive: i === 0,
    parent: `row ${n}`,
    xpath: `/html/body/table/tbody/tr[${n}]/td[${i + 1}]`,
  })),
];
const PRODUCTS = createView(
  createPage(
    [
      ...['Name', 'Price', 'Stock'].map((name, i): ElementSketch => ({
        role: 'columnheader',
        tag: 'th',
        name,
        xpath: `/html/body/table/thead/tr/th[${i + 1}]`,
      })),
      ...createRow(1, ['Kettle', '24.90', '12']),
      ...createRow(2, ['Oil lamp', '18.00', '3']),
      ...createRow(3, ['Oil can', '7.50', '40']),
    ],
    { title: 'Products' },
  ),
);

test('a line that names a row and its columns gives new values to that row', () => {
  const rows: readonly [line: string, row: string | null][] = [
    ['change the price of the Kettle to 31.50', 'Kettle'],
    ["set the Oil lamp's stock to 5", 'Oil lamp'],
    ['edit the row of Oil can and set the price to 8', 'Oil can'],
    ['edit the first row and change its price to 1', 'first row'],
    ['set the price of Oil to 5', 'Oil'],
    ['set the weight of the Kettle to 5', 'Kettle'],
    ['set the price of the Teapot to 5', null],
    ['add a product called Kettle, price 5', null],
    ['open the Kettle', null],
  ];
  for (const [line, expected] of rows)
    expect.soft(readValuesForRow(line, PRODUCTS)?.row ?? null, line).toBe(expected);
});

const createFormView = (form: string, ...labels: string[]): View =>
  createView(
    createPage(
      placeInForm(
        form,
        labels.map((name): ElementSketch => ({ role: 'textbox', name })),
      ),
    ),
  );

const LABELLED_LINES = [
  [
    'insert a row with the motto Per aspera, grade 4 and opened 1998',
    createFormView('Row', 'Motto', 'Grade', 'Opened'),
    { Motto: 'Per aspera', Grade: '4', Opened: '1998' },
  ],
  [
    'add a member: first name Ann, born: 1990',
    createFormView('Member', 'First name', 'Born'),
    { 'First name': 'Ann', Born: '1990' },
  ],
  [
    'add a song with motto "Salt, grade and sand"',
    createFormView('Song', 'Motto', 'Grade'),
    { Motto: 'Salt, grade and sand' },
  ],
  [
    'name Kestrel, berth E1, length 5',
    createFormView('Boat', 'Name', 'Berth', 'Length'),
    { Name: 'Kestrel', Berth: 'E1', Length: '5' },
  ],
  [
    'add a product called Oil lamp, SKU P-200, supplier Nordlys AS, price 24.90 and stock 12',
    createFormView('Product', 'Name', 'SKU', 'Supplier', 'Price', 'Stock'),
    { Name: 'Oil lamp', SKU: 'P-200', Supplier: 'Nordlys AS', Price: '24.90', Stock: '12' },
  ],
  [
    'with username ida, e-mail i@x.org',
    createFormView('User', 'Username', 'Email'),
    { Username: 'ida', Email: 'i@x.org' },
  ],
] as const;

test('the labels of a form show where each value in a line begins and ends', () => {
  for (const [line, view, values] of LABELLED_LINES) {
    const { submit: _, ...fieldValues } = readFieldValues(line, view) ?? {};
    expect.soft(fieldValues, line).toEqual(values);
  }
});

test('a line with login details also submits the login form', () => {
  const line = 'log in as maria with password secret-1';
  const view = createFormView('Login', 'Username', 'Password');
  const [first] = readValues(line, parseLine(line), view, TODAY) ?? [];
  expect(first?.step).toMatchObject({
    do: 'fill',
    kind: 'enter',
    fields: [
      { field: { text: 'Username' }, value: 'maria' },
      { field: { text: 'Password' }, value: 'secret-1' },
    ],
  });
});
