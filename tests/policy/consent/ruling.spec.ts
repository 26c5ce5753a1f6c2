import { expect, test } from '@playwright/test';

import { decideConsent, type ConsentRequest, type PageFacts } from '../../../src/policy/consent/index.js';
import type { IrreversibleAction, Turn } from '../../../src/contract/index.js';

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

const PLACE_ORDER: IrreversibleAction = { class: 'buy', kind: 'buy', what: 'place the order (€24.90)' };
const DELETE: IrreversibleAction = { class: 'delete', kind: 'delete', what: 'delete it' };
const SEND: IrreversibleAction = { class: 'send', kind: 'send', what: 'send the message' };

const createRequest = (action: IrreversibleAction, uid: string, facts: PageFacts): ConsentRequest => ({
  action,
  uid,
  facts,
});
const orderRequest = createRequest(
  PLACE_ORDER,
  'order',
  createFacts('Place order', { heading: 'Review your order' }),
);

type DialogueLine = readonly [speaker: 'i' | 'n', text: string];

const toTurns = (lines: readonly DialogueLine[]): Turn[] =>
  lines.map(([speaker, text], index) =>
    speaker === 'i'
      ? { index, speaker: 'instructor', type: 'say', text }
      : { index, speaker: 'navigator', type: 'say', kind: text.endsWith('?') ? 'ask' : 'report', text },
  );

const isConsentGiven = (request: ConsentRequest, turns: Turn[]): boolean =>
  decideConsent(request, { turns }, {}, []).given;

test('a yes is consent only if the question proposed this action', () => {
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
        isConsentGiven(
          orderRequest,
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

test('a yes may repeat the question’s verb with a pronoun for a person', () => {
  const remove = createRequest(
    { class: 'account', kind: 'grant', what: 'remove the access' },
    'remove',
    createFacts('Remove access', { heading: 'Ian Strand – can view and pay' }),
  );
  const answer = (text: string): boolean =>
    isConsentGiven(
      remove,
      toTurns([
        ['n', 'Shall I remove Ian Strand’s access?'],
        ['i', text],
      ]),
    );
  expect(answer('Yes, remove him')).toBe(true);
  expect(answer('Yes, but ask him first')).toBe(false);
});

test('a yes to the question about one refused control is not consent to another', () => {
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
  expect(isConsentGiven(createRequest(DELETE, 'first', createFacts('Delete', { row: 'Acme' })), turns)).toBe(
    true,
  );
  expect(
    isConsentGiven(createRequest(DELETE, 'second', createFacts('Delete', { row: 'Umbrella' })), turns),
  ).toBe(false);
});

test("an answer to the navigator's question does not withdraw the consent that the instruction gave", () => {
  const sendRequest = createRequest(SEND, 'send', createFacts('Send', { heading: 'New message' }));
  expect(
    isConsentGiven(
      sendRequest,
      toTurns([
        ['i', 'Send Ana a mail: I come at noon'],
        ['n', 'What is her address?'],
        ['i', 'ana@example.test'],
      ]),
    ),
  ).toBe(true);
  expect(
    isConsentGiven(
      sendRequest,
      toTurns([
        ['i', 'Send Ana a mail: I come at noon'],
        ['n', 'Sent.'],
        ['i', 'open the inbox'],
      ]),
    ),
  ).toBe(false);
});

test('a conditional or evasive answer withdraws the request', () => {
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
        isConsentGiven(
          orderRequest,
          toTurns([
            ['i', 'place the order'],
            ['n', 'It is €24.90 now. Shall I place the order (€24.90)?'],
            ['i', answer],
          ]),
        ),
      ])
      .toEqual([answer, expected]);
});

test('an answer that chooses a different object withdraws the request', () => {
  const deleteRequest = createRequest(
    DELETE,
    'delete',
    createFacts('Delete', { row: 'Message from Ana Holt · Hello' }),
  );
  for (const [expected, answer] of [
    [true, 'the one from Ana'],
    [false, 'the one from Jon'],
  ] as const)
    expect
      .soft([
        answer,
        isConsentGiven(
          deleteRequest,
          toTurns([
            ['i', 'delete the message'],
            ['n', 'Which one, the one from Ana or the one from Jon?'],
            ['i', answer],
          ]),
        ),
      ])
      .toEqual([answer, expected]);
});
