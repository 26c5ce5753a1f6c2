/** Everyday lines on plain HTML: what was said is done to the end, and nothing else is changed on the way. */
import { expect, test } from '@playwright/test';

import { createDirectNavigator } from '../../../src/navigator/index.js';
import { viewOf } from '../../../src/navigator/direct/ground/view.js';
import { readTarget } from '../../../src/navigator/direct/language/target.js';
import { nextReveal } from '../../../src/navigator/direct/run/reveal.js';
import { look, Talk, type Sketch } from './page.js';
import { FRIDAY } from './said.js';

const talk = (sketches: Sketch[], ...more: unknown[]): Talk =>
  new Talk(
    createDirectNavigator(() => FRIDAY),
    look(sketches),
    ...(more as []),
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
