/** Everyday lines on plain HTML: what was said is done to the end, and nothing else is changed on the way. */
import { expect, test } from '@playwright/test';

import type { Outcome } from '../../../src/contract/index.js';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import { viewOf } from '../../../src/navigator/direct/ground/view.js';
import { readTarget } from '../../../src/navigator/direct/language/target.js';
import { nextReveal } from '../../../src/navigator/direct/run/reveal.js';
import { changed, look, nothing, Talk, type Sketch } from './page.js';
import { FRIDAY } from './said.js';

const talk = (sketches: Sketch[], react?: ConstructorParameters<typeof Talk>[2]): Talk =>
  new Talk(
    createDirectNavigator(() => FRIDAY),
    look(sketches),
    react,
  );

test.describe('a form that is filled in and sent in one breath', () => {
  const FORM: Sketch[] = [
    { role: 'link', name: 'Search', landmark: 'nav' },
    { role: 'form', name: 'Rooms' },
    { role: 'textbox', name: 'Length (m)', inputType: 'number', parent: 'Rooms' },
    { role: 'button', name: 'Search rooms', parent: 'Rooms' },
  ];
  for (const line of ['Set the length to 12 and search.', 'Set the length to 12, then search'])
    test(`${line}: the button is pressed, and the report says both`, async () => {
      const t = talk(FORM.slice(1));
      const said = await t.say(line);
      expect(t.done).toEqual(['textInput Length (m)=12', 'click Search rooms']);
      expect(said.kind).toBe('report');
      expect(said.text).toContain('“12”');
    });

  test('with nothing filled in it is asked what to search for', async () => {
    expect(await talk(FORM).say('Search')).toMatchObject({ kind: 'ask' });
  });

  test('a number with an order behind it that is not understood is no number', async () => {
    const t = talk(FORM.slice(1));
    expect((await t.say('Set the length to 12 and frobnicate')).kind).toBe('unfinished');
    expect(t.done).toEqual([]);
  });
});

test.describe('looking for something changes nothing', () => {
  const shut = { expanded: false };
  const rows: Sketch[] = ['Rope', 'Buoy'].flatMap((name) => [
    { role: 'row', name, tag: 'tr' },
    { role: 'checkbox', name: `Toggle ${name}`, parent: name },
    { role: 'button', name: `Mark all of ${name}`, parent: name },
  ]);
  test('boxes and buttons that act on all are never opened to look behind them', () => {
    const view = viewOf(look([{ role: 'checkbox', name: 'Mark all', states: { checked: false } }, ...rows]));
    for (const line of ['delete for Rope', 'Archive in the row of Rope', 'all of them', '“Anything”'])
      expect(nextReveal(readTarget(line, []), view, new Set())).toBeNull();
  });

  test('nor is a thing, or its label, with a box in it clicked to see what may be done with it', async () => {
    const t = talk([
      { role: 'listitem', name: 'Rope', interactive: true },
      { role: 'checkbox', name: 'Done', parent: 'Rope', states: { checked: false } },
      { role: 'generic', tag: 'label', name: 'Rope', interactive: true, parent: 'Rope' },
    ]);
    await t.say('Delete Rope');
    expect(t.done.filter((did) => did.startsWith('click'))).toEqual([]);
  });

  test('the menu of the row is', () => {
    const menus: Sketch[] = ['Rope', 'Buoy'].map((name) => ({
      role: 'button',
      name: `Actions of ${name}`,
      parent: name,
      states: shut,
    }));
    const view = viewOf(look([...rows, ...menus]));
    expect(nextReveal(readTarget('Archive in the row of Rope', []), view, new Set())?.name).toBe(
      'Actions of Rope',
    );
  });
});

test.describe('the words are the label', () => {
  const LIST: Sketch[] = [
    { role: 'checkbox', name: 'Mark all as complete', states: { checked: false } },
    { role: 'textbox', name: 'Completed by' },
    { role: 'button', name: 'Clear completed (1)' },
    { role: 'button', name: 'Empty' },
    { role: 'link', name: 'Make a wish' },
  ];
  for (const [line, done] of [
    ['Clear completed', 'click Clear completed (1)'],
    ['Please mark all as complete.', 'change Mark all as complete=true'],
    ['Make a wish', 'click Make a wish'],
  ] as const)
    test(line, async () => {
      const t = talk(LIST);
      expect((await t.say(line)).kind).toBe('report');
      expect(t.done).toEqual([done]);
    });

  test('not where two are called so', async () => {
    const t = talk([...LIST, { role: 'button', name: 'Clear completed' }]);
    await t.say('Clear completed');
    expect(t.done.filter((did) => did.startsWith('click'))).toEqual([]);
  });
});

test.describe('making something', () => {
  const berths: Sketch[] = ['A1', 'A2'].flatMap((name) => [
    { role: 'row', name: `row ${name}`, tag: 'tr', text: `${name} 12 m Book` },
    { role: 'cell', name, tag: 'td', parent: `row ${name}` },
    { role: 'link', name: 'Book', uid: `book-${name}`, parent: `row ${name}` },
  ]);
  for (const line of ['Book A2', 'Book room A2'])
    test(`${line}: the row has what is called so`, async () => {
      let pressed = '';
      const t = talk(berths, (act) => {
        pressed = 'uid' in act ? (act.uid ?? '') : '';
        return changed;
      });
      expect(await t.say(line)).toMatchObject({ kind: 'report' });
      expect(pressed).toBe('book-A2');
    });

  test('a field whose markup says that it is for new ones takes it, and Enter', async () => {
    const t = talk([
      { role: 'textbox', name: 'What is next?', attributes: { class: 'big new-task' } },
      { role: 'textbox', name: 'Filter', attributes: { class: 'filter' } },
    ]);
    await t.say('Add a task called Buy milk');
    expect(t.done).toEqual(['textInput What is next?=Buy milk', 'press What is next?=Enter']);
  });
});

test('before the first page there is none to go back to: the way back is gone forward again', async () => {
  const moved = (url: string): Outcome => ({
    status: 'done',
    effects: [{ type: 'navigated', url, status: null }],
    settle: { reason: 'navigated', ms: 1 },
  });
  const t = talk([{ role: 'link', name: 'Prices' }], (act, _name, me) => {
    const url = act.intent === 'back' ? 'about:blank' : 'http://site.test/start';
    me.page = { ...me.page, url };
    return moved(url);
  });
  expect(await t.say('Go back')).toEqual({ kind: 'unfinished', text: 'There is no page to go back to.' });
  expect(t.done).toEqual(['back', 'forward']);
});

test('beside the number of an error stands what the page says', async () => {
  const t = talk([{ role: 'button', name: 'Reserve' }], (_act, _name, me) => {
    me.page = look([
      { role: 'alert', name: '', text: 'That table is taken.' },
      { role: 'button', name: 'Reserve' },
    ]);
    return {
      status: 'done',
      effects: [{ type: 'navigated', url: 'http://site.test/start', status: 409 }],
      settle: { reason: 'navigated', ms: 1 },
    };
  });
  const said = await t.say('Press Reserve');
  expect(said.kind).toBe('unfinished');
  expect(said.text).toMatch(/409 .+; the page says “That table is taken”/u);
});

test('what the browser does not send for want of a field is asked for, and sent with the answer', async () => {
  const field: Sketch = {
    role: 'textbox',
    name: 'Dog name',
    parent: 'Walk',
    states: { editable: true, required: true, validationMessage: 'Please fill out this field.' },
  };
  const t = talk(
    [{ role: 'form', name: 'Walk' }, field, { role: 'button', name: 'Go on', parent: 'Walk' }],
    (act, _name, me) => {
      const dog = me.page.candidates.find((c) => c.name === 'Dog name')!;
      if (act.intent === 'textInput') delete (dog.states as { validationMessage?: string }).validationMessage;
      return dog.states.validationMessage ? nothing : changed;
    },
  );
  const asked = await t.say('Press Go on');
  expect(asked.kind).toBe('ask');
  expect(asked.text).toContain('“Please fill out this field” at the “Dog name” field');
  expect((await t.say('Rex')).kind).toBe('report');
  expect(t.done).toEqual(['click Go on', 'textInput Dog name=Rex', 'click Go on']);
});
