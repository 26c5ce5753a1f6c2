import { expect, test } from '@playwright/test';

import { classify, readPageFacts } from '../../../src/policy/consent/index.js';
import type { IrreversibleAction, Observation, PageAction } from '../../../src/contract/index.js';
import { candidate, observation } from '../../support/candidates.js';
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

test('Enter in a form field submits the form, Enter in a text area does not', () => {
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
  const page: Observation = observation([form, to, text, send].map((c, order) => ({ ...c, order })));
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
