/** Questions about rows of a table, fields and labels. */
import { expect, test } from '@playwright/test';
import { fieldValue, labelValue } from '../../../../src/navigator/direct/answer/labelled.js';
import { fromTables, oneOfMany, resultOf } from '../../../../src/navigator/direct/answer/tables.js';
import { rowsThatHave } from '../../../../src/navigator/direct/answer/yes-columns.js';
import { viewOf } from '../../../../src/navigator/direct/ground/view.js';
import { block, createPage } from '../simulated-page.js';

const PARTS = [
  'id | part | maker | made_in | stock | price',
  'id: 1 | part: Brass Hinge | maker: Falk & Son | made_in: Austria | stock: 40 | price: 3.2',
  'id: 2 | part: Oak Knob | maker: Wirth | made_in: Poland | stock: 7 | price: 1.8',
  'id: 3 | part: Long Bolt | maker: Wirth | made_in: Austria | stock: 120 | price: 0.4',
].map((text) => block('row', text));
const STAFF = [
  'name: Vera Lind | email: vera@firm.example | office: Turku | joined: 2016',
  'name: Otto Braun | email: otto@firm.example | office: Graz | joined: 2020',
].map((text) => block('row', text));

const PARTS_QUESTIONS = [
  ['what is the price of Oak Knob?', 'The price of “Oak Knob” is 1.8.'],
  ['how much is the Long Bolt?', 'The price of “Long Bolt” is 0.4.'],
  ['which part is made in Poland?', 'Oak Knob (made_in: Poland).'],
  ['which parts come from Austria?', 'Brass Hinge and Long Bolt (made_in: Austria).'],
  ['where was the Oak Knob made?', '“Oak Knob”: made in Poland.'],
  ['which part has the id 3?', 'Long Bolt (id: 3).'],
  ['which part is not from Austria?', null],
  ['which part is the cheapest in Austria?', null],
  ['what is the price of Oak Knob Deluxe?', null],
  ['what is the weight of Oak Knob?', null],
  ['how many parts come from Austria?', null],
] as const;

test('questions about a table of parts are answered from its rows', () => {
  for (const [question, expected] of PARTS_QUESTIONS)
    expect.soft(fromTables(question, PARTS)?.text ?? null, question).toBe(expected);
});

const STAFF_QUESTIONS = [
  ['who is in Graz?', 'Otto Braun (office: Graz).'],
  ['who is Vera Lind?', 'Name: Vera Lind, email: vera@firm.example, office: Turku, joined: 2016.'],
  ["what is Otto Braun's email?", 'The email of “Otto Braun” is otto@firm.example.'],
  ['what is the email of Vera', 'The email of “Vera Lind” is vera@firm.example.'],
  ['in which office does Vera Lind work?', 'The office of “Vera Lind” is Turku.'],
  ['who joined in 2020?', 'Otto Braun (joined: 2020).'],
  ['where does Otto Braun sit?', 'The office of “Otto Braun” is Graz.'],
  ['what is the email?', null],
] as const;

test('questions about a table of people are answered from its rows', () => {
  for (const [question, expected] of STAFF_QUESTIONS)
    expect.soft(fromTables(question, STAFF)?.text ?? null, question).toBe(expected);
});

const ROOMS = [
  'Room | Floor | Rate | Bath | Sea view',
  'Room: A1 | Floor: First | Rate: 80 | Bath: Yes | Sea view: No',
  'Room: A2 | Floor: First | Rate: 90 | Bath: Yes | Sea view: No',
  'Room: B1 | Floor: Second | Rate: 60 | Bath: No | Sea view: No',
].map((text) => block('row', text));
const ROOM_QUESTIONS = [
  ['Which rooms have a bath?', 'A1, A2 (Bath: Yes).'],
  ['Which rooms do not have a bath?', 'B1 (Bath: No).'],
  ['Which room is without bath?', undefined],
  ['Which ones have no bath', 'B1 (Bath: No).'],
  ['Which rooms have a sea view?', 'None of the 3 rows here says yes under “Sea view”.'],
  ['Which rooms on the first floor have a bath?', undefined],
  ['Which rooms have a hot bath?', undefined],
  ['Which free rooms have a bath?', undefined],
  ['Which rooms have a balcony?', null],
] as const;

test('questions about columns with yes and no are answered', () => {
  for (const [question, expected] of ROOM_QUESTIONS) {
    const answer = rowsThatHave(question, ROOMS);
    expect.soft(answer?.found === false ? undefined : (answer?.text ?? null), question).toBe(expected);
  }
});

test('the result is the small table of the page, and a question that names no row of many is not answered', () => {
  expect(resultOf('what is the result?', [block('row', 'count(*): 12')])?.text).toBe('Count(*): 12.');
  expect(resultOf('what is the result?', STAFF)?.text).toMatch(/^2 rows: name: Vera Lind/u);
  expect(resultOf('what is the result?', [])).toBeNull();
  expect(oneOfMany('what is the name?', 'name: Vera Lind', STAFF)).toMatch(/2 rows with a “name”/u);
  expect(oneOfMany('what is the email of Vera?', 'email: vera@firm.example', STAFF)).toBeNull();
});

test('the values of labelled fields, labels and empty fields are reported', () => {
  const view = viewOf(
    createPage(
      [
        { role: 'textbox', name: 'City', value: 'Graz' },
        { role: 'textbox', name: 'Street', value: '' },
        { role: 'textbox', name: 'table name...', value: 'x' },
      ],
      { text: [block('term', 'Phone: 12 34')] },
    ),
  );
  expect(fieldValue('what is the city?', view)?.text).toBe('The “City” field contains “Graz”.');
  expect(fieldValue('what is the name?', view)).toBeNull();
  expect(fieldValue('what is the street on this form?', view)).toBeNull();
  expect(labelValue('what is the street on this form?', view)?.text).toBe('The “Street” field is empty.');
  expect(labelValue('what is the phone?', view)?.text).toBe('Phone: 12 34.');
});
