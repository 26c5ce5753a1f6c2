import { expect, test } from '@playwright/test';

import { classify, readPageFacts } from '../../../src/policy/consent/index.js';
import type { IrreversibleAction, Observation, PageAction } from '../../../src/contract/index.js';
import { candidate, observation } from '../../support/candidates.js';
import { CONTROLS, type Labelled } from './controls.data.js';
import { HELD_OUT } from './held-out.data.js';
import { lookOf, type Sketch } from './look.js';

function found(sketch: Sketch): IrreversibleAction | null {
  const { observation: look, act } = lookOf(sketch);
  const facts = readPageFacts(act, look, sketch.opener);
  return facts && classify(facts);
}

const wrongOf = (labelled: readonly Labelled[]): string[] =>
  labelled.flatMap(([is, sketch]) => {
    const got = found(sketch)?.class ?? null;
    const where = sketch.dialog ?? sketch.title ?? '';
    return got === is ? [] : [`“${sketch.name || sketch.native}” on “${where}”: ${got}, not ${is}`];
  });

test('of controls labelled by hand each is taken for what it is', () => {
  expect(wrongOf(CONTROLS)).toEqual([]);
});

test('of those labelled after the rules were made, none asks for consent that needs none', () => {
  // A button whose name says nothing of what the dialog asks, and one that may be the step before.
  expect(wrongOf(HELD_OUT)).toEqual([
    '“Get tickets” on “Confirm purchase of 2 tickets for €58.00?”: null, not buy',
    '“Proceed to pay” on “Checkout”: null, not buy',
  ]);
});

test('what is about to be done is told in words of the page', () => {
  const what = (sketch: Sketch): string | undefined => found(sketch)?.what;
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

test('Enter in a form presses its button, a line break in a letter presses nothing', () => {
  const form = candidate({ role: 'form', tag: 'form', interactive: false, xpath: '/html/body/form' });
  const field = (name: string, tag = 'input') =>
    candidate({
      role: 'textbox',
      name,
      tag,
      states: { editable: true },
      parent: form.uid,
      xpath: `/html/body/form/${name}`,
    });
  const [to, text] = [field('To'), field('Message', 'textarea')];
  const send = candidate({
    name: 'Send',
    parent: form.uid,
    xpath: '/html/body/form/button',
    attributes: { type: 'submit' },
  });
  const look: Observation = observation([form, to, text, send].map((c, order) => ({ ...c, order })));
  const judged = (act: PageAction): string | null => {
    const facts = readPageFacts(act, look);
    return (facts && classify(facts))?.class ?? null;
  };
  expect(judged({ intent: 'press', key: 'Enter', uid: to.uid })).toBe('send');
  expect(judged({ intent: 'submit', uid: to.uid })).toBe('send');
  expect(judged({ intent: 'press', key: 'Enter', uid: text.uid })).toBe(null);
  expect(judged({ intent: 'press', key: 'Control+Enter', uid: text.uid })).toBe('send');
  expect(judged({ intent: 'textInput', uid: text.uid, text: 'Send' })).toBe(null);
  expect(judged({ intent: 'hover', uid: send.uid })).toBe(null);
});
