import { expect, test } from '@playwright/test';

import { classify, readPageFacts } from '../../../src/policy/consent/index.js';
import type { IrreversibleAction, Observation, PageAction } from '../../../src/contract/index.js';
import { createCandidate, createObservation } from '../../support/candidates.js';
import { CONTROLS, type Labelled } from './controls.data.js';
import { HELD_OUT } from './held-out.data.js';
import { drawSketch, type Sketch } from './sketch.js';

function classifySketch(sketch: Sketch): IrreversibleAction | null {
  const { observation: page, action } = drawSketch(sketch);
  const facts = readPageFacts(action, page, sketch.opener);
  return facts && classify(facts);
}

/** Lists the controls that are not classified as labelled. */
const findErrors = (labelled: readonly Labelled[]): string[] =>
  labelled.flatMap(([expected, sketch]) => {
    const actual = classifySketch(sketch)?.class ?? null;
    const where = sketch.dialog ?? sketch.title ?? '';
    return actual === expected
      ? []
      : [`“${sketch.name || sketch.native}” on “${where}”: ${actual}, not ${expected}`];
  });

test('hand-labelled controls are classified correctly', () => {
  expect(findErrors(CONTROLS)).toEqual([]);
});

test('controls of the held-out set are classified correctly, except two', () => {
  // The name of the first button does not match the dialog; the second may lead to another step.
  expect(findErrors(HELD_OUT)).toEqual([
    '“Get tickets” on “Confirm purchase of 2 tickets for €58.00?”: null, not buy',
    '“Proceed to pay” on “Checkout”: null, not buy',
  ]);
});

test('the action is described in words of the page', () => {
  const what = (sketch: Sketch): string | undefined => classifySketch(sketch)?.what;
  const total = { title: 'Review your order', text: ['Total: €24.90'] };
  expect(what({ name: 'Place order', ...total })).toBe('place the order (€24.90)');
  expect(what({ name: 'Pay $54.10' })).toBe('pay $54.10');
  expect(what({ name: 'Send', heading: 'New message', fields: ['To=ana@site.example', '*Message'] })).toBe(
    'send the message to ana@site.example',
  );
  expect(what({ name: 'Cancel order 48211' })).toBe('cancel order 48211');
  expect(what({ name: 'Delete draft' })).toBe('delete the draft');
  expect(what({ name: 'Yes, delete my account', dialog: 'Delete your account?' })).toBe('close the account');
});

test('changes of a ticket are irreversible only with a comment, which is sent to others', () => {
  const classOf = (comment: string): string | undefined =>
    classifySketch({
      name: 'Submit changes',
      heading: 'Modify ticket',
      fields: ['Summary=Broken lamp', '*Description=It flickers.', `*Add comment${comment}`],
    })?.class;
  expect(classOf('')).toBeUndefined();
  expect(classOf('=Fixed now.')).toBe('send');
});

test('Enter in a form field submits the form, Enter in a text area does not', () => {
  const form = createCandidate({ role: 'form', tag: 'form', interactive: false, xpath: '/html/body/form' });
  const field = (name: string, tag = 'input') =>
    createCandidate({
      role: 'textbox',
      name,
      tag,
      states: { editable: true },
      parent: form.uid,
      xpath: `/html/body/form/${name}`,
    });
  const [to, text] = [field('To'), field('Message', 'textarea')];
  const send = createCandidate({
    name: 'Send',
    parent: form.uid,
    xpath: '/html/body/form/button',
    attributes: { type: 'submit' },
  });
  const page: Observation = createObservation([form, to, text, send].map((c, order) => ({ ...c, order })));
  const classOf = (action: PageAction): string | null => {
    const facts = readPageFacts(action, page);
    return (facts && classify(facts))?.class ?? null;
  };
  expect(classOf({ intent: 'press', key: 'Enter', uid: to.uid })).toBe('send');
  expect(classOf({ intent: 'submit', uid: to.uid })).toBe('send');
  expect(classOf({ intent: 'press', key: 'Enter', uid: text.uid })).toBe(null);
  expect(classOf({ intent: 'press', key: 'Control+Enter', uid: text.uid })).toBe('send');
  expect(classOf({ intent: 'textInput', uid: text.uid, text: 'Send' })).toBe(null);
  expect(classOf({ intent: 'hover', uid: send.uid })).toBe(null);
});

const classOf = (sketch: Sketch): string | null => classifySketch(sketch)?.class ?? null;

test('a control is judged whatever its name is wrapped in', () => {
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
    expect.soft(classOf({ name, title: 'Page' }), name).toBe(expected);
});

test('controls with a state are judged if they act at once, not if they are settings', () => {
  for (const role of ['tab', 'switch', 'checkbox', 'radio', 'option', 'menuitemcheckbox', 'menuitemradio']) {
    expect.soft(classOf({ name: 'Delete account', role, title: 'Profile' }), role).toBe('account');
    expect
      .soft(classOf({ name: 'Delete account', role, title: 'Profile', beside: ['Save'] }), role)
      .toBe(null);
    expect.soft(classOf({ name: 'Delete messages after 30 days', role, title: 'Settings' }), role).toBe(null);
    expect.soft(classOf({ name: 'Send reminders', role, title: 'Settings' }), role).toBe(null);
  }
});

test('orders of money are judged', () => {
  const bank = { title: 'Transfers', fields: ['Payee', 'IBAN', 'Amount'] };
  for (const name of ['Transfer', 'Transfer now', 'Send', 'Confirm', 'Withdraw'])
    expect.soft(classOf({ name, ...bank }), name).toBe('buy');
  for (const name of [
    'Withdraw €50',
    'Withdraw funds',
    'Approve payment',
    'Release payment',
    'Top up €20',
    'Bid €45',
    'Donate $10',
  ])
    expect.soft(classOf({ name, title: 'Page' }), name).toBe('buy');
  for (const name of ['Bid', 'Donate', 'Donate monthly', 'Top up'])
    expect.soft(classOf({ name, title: 'Page', fields: ['Amount'] }), name).toBe('buy');
  for (const name of ['Transfers', 'Find IBAN', 'Withdrawals', 'Bids', 'Donations', 'Transfer history'])
    expect.soft(classOf({ name, ...bank }), name).toBe(null);
});

test('a choice in a list without a button is judged by the option', () => {
  const list = createCandidate({
    role: 'combobox',
    tag: 'select',
    name: 'Actions',
    xpath: '/html/body/main/select',
  });
  const go = createCandidate({ name: 'Go', xpath: '/html/body/main/button' });
  const classOfChoice = (value: string, ...others: (typeof go)[]): string | null => {
    const facts = readPageFacts(
      { intent: 'change', uid: list.uid, value },
      createObservation([list, ...others]),
    );
    return (facts && classify(facts))?.class ?? null;
  };
  expect(classOfChoice('Delete account')).toBe('account');
  expect(classOfChoice('Rename')).toBe(null);
});

test('Enter sends where the page has no button, or has it outside of the form', () => {
  const field = createCandidate({
    role: 'textbox',
    name: 'Message Ana',
    tag: 'textarea',
    states: { editable: true },
    xpath: '/html/body/main/div[1]/textarea',
  });
  const send = createCandidate({ name: 'Send', xpath: '/html/body/main/div[2]/button' });
  const classOfKey = (key: string, ...others: (typeof send)[]): string | null => {
    const facts = readPageFacts(
      { intent: 'press', key, uid: field.uid },
      createObservation([field, ...others]),
    );
    return (facts && classify(facts))?.class ?? null;
  };
  for (const key of ['Enter', 'Control+Enter', 'Meta+Enter']) {
    expect.soft(classOfKey(key, send), `${key} with a button`).toBe('send');
    expect.soft(classOfKey(key), `${key} without one`).toBe('send');
  }
  expect(classOfKey('Shift+Enter')).toBe(null);
  expect(classOfKey('Tab', send)).toBe(null);
});

test('the Delete key deletes what is selected, unless it edits a field', () => {
  const row = createCandidate({
    role: 'row',
    name: 'Budget',
    states: { selected: true },
    xpath: '/html/body/table/tr[1]',
  });
  const field = createCandidate({ role: 'textbox', name: 'Name', states: { editable: true, focused: true } });
  const bin = createCandidate({ role: 'link', name: 'Trash', attributes: { href: '/trash' } });
  const classOfDelete = (...candidates: (typeof row)[]): string | null => {
    const facts = readPageFacts({ intent: 'press', key: 'Delete' }, createObservation(candidates));
    return (facts && classify(facts))?.class ?? null;
  };
  expect(classOfDelete(row)).toBe('delete');
  expect(classOfDelete(row, bin)).toBe(null);
  expect(classOfDelete(row, field)).toBe(null);
  expect(classOfDelete()).toBe(null);
});
