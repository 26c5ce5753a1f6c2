// Side bars with headed groups, log-in forms without labels, rows that one heading row speaks for, notes of a page.
import { expect, test } from '@playwright/test';

import { createDirectNavigator } from '../../../src/navigator/index.js';
import { parseLine } from '../../../src/navigator/direct/language/parse.js';
import { block, look, type Sketch, Talk } from './page.js';

const NAV: Sketch[] = [
  {
    role: 'paragraph',
    name: 'Tickets Show Open Show All Find',
    text: 'Tickets Show Open Show All Find',
    landmark: 'nav',
  },
  { role: 'generic', name: 'Tickets', parent: 'Tickets Show Open Show All Find', landmark: 'nav' },
  ...['Show Open', 'Show All', 'Find'].map((name) => ({
    role: 'link',
    name,
    parent: 'Tickets Show Open Show All Find',
    landmark: 'nav' as const,
    attributes: { href: `/${name}` },
  })),
];

test('an entry under a heading is called by both; "show" alone is not "show all"', async () => {
  for (const [line, did] of [
    ['show me the open tickets', ['click Show Open']],
    ['open the list of all tickets', ['click Show All']],
    ['show me the lost tickets', []],
  ] as const) {
    const talk = new Talk(createDirectNavigator(), look(NAV));
    const said = await talk.say(line);
    expect(talk.done, line).toEqual(did);
    if (!did.length) expect(said.text).not.toContain('Show All, in the row');
  }
});

const logIn = (...more: Sketch[]): Sketch[] => [
  { role: 'searchbox', name: '', attributes: { name: 'q' } },
  { role: 'form', name: 'entry', tag: 'form' },
  ...more,
  { role: 'textbox', name: '', parent: 'entry', attributes: { name: 'x1' }, document: 'x1' },
  { role: 'textbox', name: '', parent: 'entry', inputType: 'password', attributes: { name: 'x2' } },
  { role: 'button', name: 'Enter', parent: 'entry' },
];

test('the one text field before the only password is for who logs in; of two neither is', async () => {
  const talk = new Talk(createDirectNavigator(), look(logIn()));
  await talk.say('log in as ada with the password lace');
  expect(talk.done).toEqual(['textInput=ada', 'textInput=lace', 'click Enter']);
  const two = new Talk(
    createDirectNavigator(),
    look(logIn({ role: 'textbox', name: 'Company', parent: 'entry' })),
  );
  expect((await two.say('log in as ada with the password lace')).text).toContain("can't find");
  expect(two.done).toEqual([]);
});

const TABLE = [
  block('row', 'Id | Title | State'),
  block('row', 'urgent'),
  block('row', 'Id: 1 | Title: Rope is worn | State: open'),
  block('row', 'Id: 4 | Title: Lamp is out | State: open'),
  block('row', 'some day'),
  block('row', 'Id: 2 | Title: Paint the door | State: open'),
];

test('a row of one cell speaks for the rows under it', async () => {
  for (const [question, told] of [
    ['Which tickets are urgent?', 'Rope is worn and Lamp is out (under “urgent”).'],
    ['Which ticket is some day?', 'Paint the door (under “some day”).'],
    ['Which ticket is not urgent?', "can't find that"],
    ['Which ticket is urgent and lost?', "can't find that"],
  ] as const)
    expect((await new Talk(createDirectNavigator(), look([], { text: TABLE })).say(question)).text).toContain(
      told,
    );
});

test('a note is written into the note of the page, and not made elsewhere', async () => {
  const talk = new Talk(
    createDirectNavigator(),
    look([
      { role: 'link', name: 'Create New', landmark: 'nav', attributes: { href: '/new' } },
      { role: 'form', name: 'change', tag: 'form' },
      { role: 'textbox', name: 'Change Note', tag: 'textarea', parent: 'change' },
      { role: 'button', name: 'Submit Changes', parent: 'change' },
    ]),
  );
  await talk.say('add the note "Bought a new one" and submit the changes');
  expect(talk.done).toEqual(['textInput Change Note=Bought a new one', 'click Submit Changes']);
});

test('what a thing is called stands alone beside its kind', () => {
  const [{ step }] = parseLine('open the issue called Rope is worn') as [ReturnType<typeof parseLine>[0]];
  expect(step.do === 'click' && step.target.readings.map((r) => r.phrase)).toContain('Rope is worn');
});
