/** What is said not to be meant is left out, and of things that would do as well the best is taken. */
import { expect, test } from '@playwright/test';
import type { Step } from '../../../src/navigator/direct/language/steps.js';
import { look, nothing, Talk, type Sketch } from './page.js';
import { choose, click, navigatorThatReads, thing, tick } from './said.js';

const option = (label: string, selected = false, disabled = false) => ({
  value: label.toLowerCase(),
  label,
  selected,
  disabled,
});
const links: Sketch[] = ['Alpha', 'Beta', 'Gamma'].map((name) => ({
  role: 'link',
  name,
  attributes: { href: `/${name}` },
}));
const two: Sketch[] = [
  { role: 'link', name: 'Documentation', landmark: 'header', attributes: { href: '/a' } },
  { role: 'link', name: 'Documentation', landmark: 'footer', attributes: { href: '/b' } },
];
const rows = (...names: string[]): Sketch[] =>
  names.flatMap((name): Sketch[] => [
    { role: 'row', name, tag: 'tr', text: `${name} Delete` },
    { role: 'button', name: 'Delete', parent: name },
  ]);
const sizes: Sketch = {
  role: 'combobox',
  name: 'Size',
  options: [option('Small', true), option('Medium'), option('Large', false, true)],
};

interface Row {
  line: string;
  step: Step;
  page: Sketch[];
  /** Act and uid or value, as done. */
  done: string[];
  kind?: string;
  says?: string[];
}
const ROWS: Row[] = [
  {
    line: 'click any link but the first one',
    step: click(thing('', { role: 'link', not: [thing('', { nth: 1 })] })),
    page: links,
    done: ['click u1'],
  },
  {
    line: 'click the link that is not the first one',
    step: click(thing('', { role: 'link', not: [thing('', { nth: 1 })] })),
    page: links,
    done: [],
    kind: 'ask',
    says: ['Beta', 'Gamma'],
  },
  {
    line: 'open Documentation, not the one in the footer',
    step: click(thing('Documentation', { role: 'link', not: [thing('', { in: 'footer' })] })),
    page: two,
    done: ['click u0'],
  },
  {
    line: 'click Documentation, not the first',
    step: click(thing('Documentation', { not: [thing('', { nth: 1 })] })),
    page: two,
    done: ['click u1'],
  },
  {
    line: 'click the second link, not the first',
    step: click(thing('', { role: 'link', nth: 2, not: [thing('', { nth: 1 })] })),
    page: links,
    done: ['click u1'],
  },
  {
    line: 'click Delete next to Draft 2, not the one next to Draft 1',
    step: click(thing('Delete', { near: 'Draft 2', not: [thing('', { near: 'Draft 1' })] })),
    page: rows('Draft 1', 'Draft 2'),
    done: ['click u3'],
  },
  {
    line: 'click Report, not Report all',
    step: click(thing('Report', { not: [thing('Report all')] })),
    page: [{ role: 'button', name: 'Report all' }],
    done: [],
    kind: 'unfinished',
  },
  {
    line: 'click Edit, not the Archive one',
    step: click(thing('Edit', { role: 'button', not: [thing('Archive')] })),
    page: [
      { role: 'button', name: 'Archive' },
      { role: 'button', name: 'Edit' },
    ],
    done: ['click u1'],
  },
  {
    line: 'press Log in or Sign in',
    step: click(thing('Log in', { or: [thing('Sign in')] })),
    page: [
      { role: 'link', name: 'Home' },
      { role: 'button', name: 'Sign in' },
    ],
    done: ['click u1'],
  },
  {
    line: 'click Skip or Not now',
    step: click(thing('Skip', { or: [thing('Not now')] })),
    page: [
      { role: 'button', name: 'Not now' },
      { role: 'button', name: 'Skip' },
    ],
    done: ['click u1'],
  },
  {
    line: 'click OK or Continue, whichever can be pressed',
    step: click(thing('OK', { or: [thing('Continue')] })),
    page: [
      { role: 'button', name: 'OK', states: { disabled: true } },
      { role: 'button', name: 'Continue' },
    ],
    done: ['click u1'],
  },
  {
    line: 'tick Phone or Email',
    step: tick(thing('Phone', { or: [thing('Email')] })),
    page: [
      { role: 'checkbox', name: 'Email' },
      { role: 'checkbox', name: 'Post' },
    ],
    done: ['change u0=true'],
  },
  {
    line: 'pick Huge or Medium from the size list',
    step: choose('Huge', {
      from: thing('size', { role: 'select' }),
      target: thing('Huge', { or: [thing('Medium')] }),
    }),
    page: [sizes],
    done: ['change u0=Medium'],
  },
  {
    line: 'pick Large or Medium',
    step: choose('Large', { target: thing('Large', { or: [thing('Medium')] }) }),
    page: [sizes],
    done: ['change u0=Medium'],
  },
  {
    line: 'pick any size except Small',
    step: choose('', {
      from: thing('size', { role: 'select' }),
      target: thing('', { role: 'option', not: [thing('Small')] }),
    }),
    page: [sizes],
    done: ['change u0=Medium'],
  },
  {
    line: 'choose a size other than Small',
    step: choose('size', { target: thing('size', { not: [thing('Small')] }) }),
    page: [sizes],
    done: ['change u0=Medium'],
  },
  {
    line: 'pick any option except Red',
    step: choose('option', { target: thing('', { role: 'option', not: [thing('Red')] }) }),
    page: ['Red', 'Blue', 'Green'].map((name) => ({
      role: 'radio',
      name,
      inputType: 'radio',
      states: { checked: false },
    })),
    done: ['change u1=true'],
  },
];

for (const { line, step, page, done, kind = 'report', says = [] } of ROWS)
  test(line, async () => {
    const talk = new Talk(navigatorThatReads({ [line]: step }), look(page));
    const said = await talk.say(line);
    const acts = talk.turns.flatMap((t) => (t.type === 'action' ? [t.action] : []));
    expect(
      acts.map((a) => `${a.intent} ${'uid' in a ? a.uid : ''}${'value' in a ? `=${a.value}` : ''}`),
      said.text,
    ).toEqual(done);
    expect(said.kind, said.text).toBe(kind);
    for (const text of says) expect(said.text).toContain(text);
    if (kind === 'ask' && !says.includes('Alpha')) expect(said.text).not.toContain('Alpha');
  });

test('what does nothing is followed by what fits as well, once, and both are told', async () => {
  const page = look([
    { role: 'button', name: 'Play', attributes: { href: '/a' } },
    { role: 'link', name: 'Play', attributes: { href: '/a' } },
    { role: 'button', name: 'Play all' },
  ]);
  const talk = new Talk(navigatorThatReads({}), page, (_act, _name, t) =>
    t.done.length === 1
      ? nothing
      : { status: 'done', effects: [{ type: 'dom', mutations: 1 }], settle: { reason: 'quiet', ms: 1 } },
  );
  const said = await talk.say('click Play');
  expect(talk.done).toEqual(['click Play', 'click Play']);
  expect(said).toEqual({
    kind: 'report',
    text: 'Clicked the “Play” button, which did nothing, and clicked “Play”.',
  });
});

test('what did nothing is not followed by something else that is called nearly so', async () => {
  const talk = new Talk(
    navigatorThatReads({}),
    look([
      { role: 'button', name: 'Save' },
      { role: 'button', name: 'Save and send' },
    ]),
    () => nothing,
  );
  expect((await talk.say('click Save')).kind).toBe('unfinished');
  expect(talk.done).toEqual(['click Save']);
});
