import { expect, test } from '@playwright/test';

import { classifyAction, readPageFacts } from '../../../src/policy/consent/index.js';
import type { IrreversibleAction, Observation, PageAction } from '../../../src/contract/index.js';
import { createCandidate, createObservation } from '../../support/candidates.js';
import { CONTROLS, type LabelledControl } from './controls.data.js';
import { HELD_OUT } from './held-out.data.js';
import { createSketchedPage, type PageSketch } from './sketch.js';

function classifySketch(sketch: PageSketch): IrreversibleAction | null {
  const { observation: page, action } = createSketchedPage(sketch);
  const facts = readPageFacts(action, page, sketch.opener);
  return facts && classifyAction(facts);
}

/** Lists the controls whose class differs from their label. */
const listMisclassified = (labelledControls: readonly LabelledControl[]): string[] =>
  labelledControls.flatMap(([expected, sketch]) => {
    const actual = classifySketch(sketch)?.class ?? null;
    const location = sketch.dialog ?? sketch.title ?? '';
    return actual === expected
      ? []
      : [`“${sketch.name || sketch.confirmMessage}” on “${location}”: ${actual}, not ${expected}`];
  });

test('all hand-labelled controls are classified correctly', () => {
  expect(listMisclassified(CONTROLS)).toEqual([]);
});

test('all but two controls in the held-out set are classified correctly', () => {
  // The name of the first button does not match the dialog; the second may lead to another step.
  expect(listMisclassified(HELD_OUT)).toEqual([
    '“Get tickets” on “Confirm purchase of 2 tickets for €58.00?”: null, not buy',
    '“Proceed to pay” on “Checkout”: null, not buy',
  ]);
});

test('an action is described in the words of the page', () => {
  const describeAction = (sketch: PageSketch): string | undefined => classifySketch(sketch)?.what;
  const reviewPage = { title: 'Review your order', text: ['Total: €24.90'] };
  expect(describeAction({ name: 'Place order', ...reviewPage })).toBe('place the order (€24.90)');
  expect(describeAction({ name: 'Pay $54.10' })).toBe('pay $54.10');
  expect(
    describeAction({ name: 'Send', heading: 'New message', fields: ['To=ana@site.example', '*Message'] }),
  ).toBe('send the message to ana@site.example');
  expect(describeAction({ name: 'Cancel order 48211' })).toBe('cancel order 48211');
  expect(describeAction({ name: 'Delete draft' })).toBe('delete the draft');
  expect(describeAction({ name: 'Yes, delete my account', dialog: 'Delete your account?' })).toBe(
    'close the account',
  );
});

test('changes to a ticket are irreversible only with a comment, because others receive it', () => {
  const getTicketClass = (comment: string): string | undefined =>
    classifySketch({
      name: 'Submit changes',
      heading: 'Modify ticket',
      fields: ['Summary=Broken lamp', '*Description=It flickers.', `*Add comment${comment}`],
    })?.class;
  expect(getTicketClass('')).toBeUndefined();
  expect(getTicketClass('=Fixed now.')).toBe('send');
});

test('Enter in a form field submits the form, but Enter in a text area does not', () => {
  const form = createCandidate({ role: 'form', tag: 'form', interactive: false, xpath: '/html/body/form' });
  const createField = (name: string, tag = 'input') =>
    createCandidate({
      role: 'textbox',
      name,
      tag,
      states: { editable: true },
      parent: form.uid,
      xpath: `/html/body/form/${name}`,
    });
  const [recipientField, messageField] = [createField('To'), createField('Message', 'textarea')];
  const sendButton = createCandidate({
    name: 'Send',
    parent: form.uid,
    xpath: '/html/body/form/button',
    attributes: { type: 'submit' },
  });
  const page: Observation = createObservation(
    [form, recipientField, messageField, sendButton].map((c, order) => ({ ...c, order })),
  );
  const getActionClass = (action: PageAction): string | null => {
    const facts = readPageFacts(action, page);
    return (facts && classifyAction(facts))?.class ?? null;
  };
  expect(getActionClass({ intent: 'press', key: 'Enter', uid: recipientField.uid })).toBe('send');
  expect(getActionClass({ intent: 'submit', uid: recipientField.uid })).toBe('send');
  expect(getActionClass({ intent: 'press', key: 'Enter', uid: messageField.uid })).toBe(null);
  expect(getActionClass({ intent: 'press', key: 'Control+Enter', uid: messageField.uid })).toBe('send');
  expect(getActionClass({ intent: 'textInput', uid: messageField.uid, text: 'Send' })).toBe(null);
  expect(getActionClass({ intent: 'hover', uid: sendButton.uid })).toBe(null);
});

const getSketchClass = (sketch: PageSketch): string | null => classifySketch(sketch)?.class ?? null;

test('extra words, odd spacing and disguised letters in a name do not hide its action', () => {
  const terms =
    'By pressing this you accept our terms of sale and our privacy policy in their current version, which you can read at any time.';
  for (const [expected, name] of [
    ['buy', `Place order. ${terms}`],
    ['delete', 'Delete message and show next'],
    ['buy', 'Pay now – see terms'],
    ['delete', 'De\u00adlete for\u200bever'],
    ['delete', 'Dеlеte forever'],
    ['delete', 'D e l e t e'],
    ['account', 'Delete account | help'],
    [null, 'Show next message and mark it as read'],
    [null, `About our orders. ${terms}`],
  ] as const)
    expect.soft(getSketchClass({ name, title: 'Page' }), name).toBe(expected);
});

test('controls that have a state are irreversible if they act immediately, but not if they are settings', () => {
  for (const role of ['tab', 'switch', 'checkbox', 'radio', 'option', 'menuitemcheckbox', 'menuitemradio']) {
    expect.soft(getSketchClass({ name: 'Delete account', role, title: 'Profile' }), role).toBe('account');
    expect
      .soft(getSketchClass({ name: 'Delete account', role, title: 'Profile', otherButtons: ['Save'] }), role)
      .toBe(null);
    expect
      .soft(getSketchClass({ name: 'Delete messages after 30 days', role, title: 'Settings' }), role)
      .toBe(null);
    expect.soft(getSketchClass({ name: 'Send reminders', role, title: 'Settings' }), role).toBe(null);
  }
});

test('controls that transfer money are irreversible', () => {
  const bankForm = { title: 'Transfers', fields: ['Payee', 'IBAN', 'Amount'] };
  for (const name of ['Transfer', 'Transfer now', 'Send', 'Confirm', 'Withdraw'])
    expect.soft(getSketchClass({ name, ...bankForm }), name).toBe('buy');
  for (const name of [
    'Withdraw €50',
    'Withdraw funds',
    'Approve payment',
    'Release payment',
    'Top up €20',
    'Bid €45',
    'Donate $10',
  ])
    expect.soft(getSketchClass({ name, title: 'Page' }), name).toBe('buy');
  for (const name of ['Bid', 'Donate', 'Donate monthly', 'Top up'])
    expect.soft(getSketchClass({ name, title: 'Page', fields: ['Amount'] }), name).toBe('buy');
  for (const name of ['Transfers', 'Find IBAN', 'Withdrawals', 'Bids', 'Donations', 'Transfer history'])
    expect.soft(getSketchClass({ name, ...bankForm }), name).toBe(null);
});

test('a choice in a list without a button is classified by its option', () => {
  const list = createCandidate({
    role: 'combobox',
    tag: 'select',
    name: 'Actions',
    xpath: '/html/body/main/select',
  });
  const goButton = createCandidate({ name: 'Go', xpath: '/html/body/main/button' });
  const getChoiceClass = (value: string, ...otherControls: (typeof goButton)[]): string | null => {
    const facts = readPageFacts(
      { intent: 'change', uid: list.uid, value },
      createObservation([list, ...otherControls]),
    );
    return (facts && classifyAction(facts))?.class ?? null;
  };
  expect(getChoiceClass('Delete account')).toBe('account');
  expect(getChoiceClass('Rename')).toBe(null);
});

test('Enter sends a message if the page has no send button, or has one only outside the form', () => {
  const field = createCandidate({
    role: 'textbox',
    name: 'Message Ana',
    tag: 'textarea',
    states: { editable: true },
    xpath: '/html/body/main/div[1]/textarea',
  });
  const sendButton = createCandidate({ name: 'Send', xpath: '/html/body/main/div[2]/button' });
  const getKeyClass = (key: string, ...otherControls: (typeof sendButton)[]): string | null => {
    const facts = readPageFacts(
      { intent: 'press', key, uid: field.uid },
      createObservation([field, ...otherControls]),
    );
    return (facts && classifyAction(facts))?.class ?? null;
  };
  for (const key of ['Enter', 'Control+Enter', 'Meta+Enter']) {
    expect.soft(getKeyClass(key, sendButton), `${key} with a button`).toBe('send');
    expect.soft(getKeyClass(key), `${key} without one`).toBe('send');
  }
  expect(getKeyClass('Shift+Enter')).toBe(null);
  expect(getKeyClass('Tab', sendButton)).toBe(null);
});

test('the Delete key deletes the selection, unless a field has the focus or the page has a bin', () => {
  const row = createCandidate({
    role: 'row',
    name: 'Budget',
    states: { selected: true },
    xpath: '/html/body/table/tr[1]',
  });
  const field = createCandidate({ role: 'textbox', name: 'Name', states: { editable: true, focused: true } });
  const binLink = createCandidate({ role: 'link', name: 'Trash', attributes: { href: '/trash' } });
  const getDeleteKeyClass = (...candidates: (typeof row)[]): string | null => {
    const facts = readPageFacts({ intent: 'press', key: 'Delete' }, createObservation(candidates));
    return (facts && classifyAction(facts))?.class ?? null;
  };
  expect(getDeleteKeyClass(row)).toBe('delete');
  expect(getDeleteKeyClass(row, binLink)).toBe(null);
  expect(getDeleteKeyClass(row, field)).toBe(null);
  expect(getDeleteKeyClass()).toBe(null);
});
