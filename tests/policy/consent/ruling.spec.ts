import { expect, test } from '@playwright/test';

import { decideConsent, type ConsentRequest, type PageFacts } from '../../../src/policy/consent/index.js';
import type { IrreversibleAction, Turn } from '../../../src/contract/index.js';

const facts = (name: string, given: Partial<PageFacts> = {}): PageFacts => ({
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
  ...given,
});

const PLACE_ORDER: IrreversibleAction = { class: 'buy', kind: 'buy', what: 'place the order (€24.90)' };
const DELETE: IrreversibleAction = { class: 'delete', kind: 'delete', what: 'delete it' };
const SEND: IrreversibleAction = { class: 'send', kind: 'send', what: 'send the message' };

const request = (action: IrreversibleAction, uid: string, page: PageFacts): ConsentRequest => ({
  action,
  uid,
  facts: page,
});
const order = request(PLACE_ORDER, 'order', facts('Place order', { heading: 'Review your order' }));

type Line = readonly [speaker: 'i' | 'n', text: string];

const toTurns = (lines: readonly Line[]): Turn[] =>
  lines.map(([speaker, text], index) =>
    speaker === 'i'
      ? { index, speaker: 'instructor', type: 'say', text }
      : { index, speaker: 'navigator', type: 'say', kind: text.endsWith('?') ? 'ask' : 'report', text },
  );

const isGiven = (one: ConsentRequest, turns: Turn[]): boolean => decideConsent(one, { turns }, {}, []).given;

test('a yes is consent only for the question that proposes this action', () => {
  const answers: readonly [boolean, question: string, answer: string][] = [
    [true, 'Shall I place the order (€24.90)?', 'Yes.'],
    [true, 'Everything is filled in. Do you want me to order it now?', 'yes please, go ahead'],
    [true, 'Shall I place the order (€24.90)?', 'OK'],
    [true, 'Shall I place the order (€24.90)?', 'Yes, no problem'],
    [false, 'Shall I sort and order the list by price first?', 'Yes.'],
    [false, 'Shall I open the order?', 'Yes.'],
    [false, 'Shall I place the order (€24.90)?', 'OK, sort them by price'],
    [false, 'Shall I place the order (€24.90)?', 'yes, once the address is right'],
    [false, 'Shall I place the order (€24.90)?', 'yes, but order the gift wrap first'],
    [true, 'Shall I place the order (€24.90)?', 'yes, place the order, I do not need the gift wrap'],
    [false, 'Shall I place the order (€24.90)?', 'What does the delivery cost?'],
  ];
  for (const [expected, question, answer] of answers)
    expect
      .soft(
        isGiven(
          order,
          toTurns([
            ['i', 'to the last step'],
            ['n', question],
            ['i', answer],
          ]),
        ),
        `${question} ${answer}`,
      )
      .toBe(expected);
});

test('a yes that repeats the verb, with a pronoun for a person, is a yes', () => {
  const remove = request(
    { class: 'account', kind: 'grant', what: 'remove the access' },
    'remove',
    facts('Remove access', { heading: 'Ian Strand – can view and pay' }),
  );
  const answer = (text: string): boolean =>
    isGiven(
      remove,
      toTurns([
        ['n', 'Shall I remove Ian Strand’s access?'],
        ['i', text],
      ]),
    );
  expect(answer('Yes, remove him')).toBe(true);
  expect(answer('Yes, but ask him first')).toBe(false);
});

test('a yes to the question about one refused control is no consent for another one', () => {
  const turns: Turn[] = [
    { index: 0, speaker: 'instructor', type: 'say', text: 'tidy up' },
    {
      index: 1,
      speaker: 'navigator',
      type: 'action',
      action: { intent: 'click', uid: 'first' },
      target: { uid: 'first', tag: 'button', role: 'button', name: 'Delete', attributes: {}, xpath: '/a' },
      outcome: {
        status: 'failed',
        reason: 'refused',
        detail: '',
        consent: { ...DELETE, reason: 'not-requested', question: 'Shall I delete it?' },
      },
      url: '',
    },
    { index: 2, speaker: 'navigator', type: 'say', kind: 'ask', text: 'Shall I delete it?' },
    { index: 3, speaker: 'instructor', type: 'say', text: 'yes' },
  ];
  expect(isGiven(request(DELETE, 'first', facts('Delete', { row: 'Acme' })), turns)).toBe(true);
  expect(isGiven(request(DELETE, 'second', facts('Delete', { row: 'Umbrella' })), turns)).toBe(false);
});

test('the answer to a question of the navigator keeps the consent of the instruction before it', () => {
  const send = request(SEND, 'send', facts('Send', { heading: 'New message' }));
  expect(
    isGiven(
      send,
      toTurns([
        ['i', 'Send Ana a mail: I come at noon'],
        ['n', 'What is her address?'],
        ['i', 'ana@example.test'],
      ]),
    ),
  ).toBe(true);
  expect(
    isGiven(
      send,
      toTurns([
        ['i', 'Send Ana a mail: I come at noon'],
        ['n', 'Sent.'],
        ['i', 'open the inbox'],
      ]),
    ),
  ).toBe(false);
});

test('an answer that is neither yes nor no takes the order back', () => {
  const answers: readonly [boolean, string][] = [
    [true, 'place it'],
    [true, 'fine, I can live with that, order'],
    [true, 'oh yes, please'],
    [false, 'ok but only once the money is there'],
    [false, 'hm. is there a cheaper one?'],
    [false, 'let me check, one moment'],
  ];
  for (const [expected, answer] of answers)
    expect
      .soft([
        answer,
        isGiven(
          order,
          toTurns([
            ['i', 'place the order'],
            ['n', 'It is €24.90 now. Shall I place the order (€24.90)?'],
            ['i', answer],
          ]),
        ),
      ])
      .toEqual([answer, expected]);
});

test('an answer that chooses another thing than the one at hand takes the order back', () => {
  const ana = request(DELETE, 'delete', facts('Delete', { row: 'Message from Ana Holt · Hello' }));
  for (const [expected, answer] of [
    [true, 'the one from Ana'],
    [false, 'the one from Jon'],
  ] as const)
    expect
      .soft([
        answer,
        isGiven(
          ana,
          toTurns([
            ['i', 'delete the message'],
            ['n', 'Which one, the one from Ana or the one from Jon?'],
            ['i', answer],
          ]),
        ),
      ])
      .toEqual([answer, expected]);
});
