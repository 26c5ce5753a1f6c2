/** Targets with exclusions (“not the first one”) and with alternatives (“A or B”). */
import { expect, test } from '@playwright/test';
import type { Step } from '../../../src/navigator/direct/language/steps.js';
import { createPage, noEffect, Conversation, type Sketch } from './simulated-page.js';
import { choose, click, createScriptedNavigator, targetNamed, tick } from './scripted-steps.js';

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
  /** Performed actions with their uid or value. */
  done: string[];
  kind?: string;
  says?: string[];
}
const ROWS: Row[] = [
  {
    line: 'click any link but the first one',
    step: click(targetNamed('', { role: 'link', not: [targetNamed('', { nth: 1 })] })),
    page: links,
    done: ['click u1'],
  },
  {
    line: 'click the link that is not the first one',
    step: click(targetNamed('', { role: 'link', not: [targetNamed('', { nth: 1 })] })),
    page: links,
    done: [],
    kind: 'ask',
    says: ['Beta', 'Gamma'],
  },
  {
    line: 'open Documentation, not the one in the footer',
    step: click(targetNamed('Documentation', { role: 'link', not: [targetNamed('', { in: 'footer' })] })),
    page: two,
    done: ['click u0'],
  },
  {
    line: 'click Documentation, not the first',
    step: click(targetNamed('Documentation', { not: [targetNamed('', { nth: 1 })] })),
    page: two,
    done: ['click u1'],
  },
  {
    line: 'click the second link, not the first',
    step: click(targetNamed('', { role: 'link', nth: 2, not: [targetNamed('', { nth: 1 })] })),
    page: links,
    done: ['click u1'],
  },
  {
    line: 'click Delete next to Draft 2, not the one next to Draft 1',
    step: click(targetNamed('Delete', { near: 'Draft 2', not: [targetNamed('', { near: 'Draft 1' })] })),
    page: rows('Draft 1', 'Draft 2'),
    done: ['click u3'],
  },
  {
    line: 'click Report, not Report all',
    step: click(targetNamed('Report', { not: [targetNamed('Report all')] })),
    page: [{ role: 'button', name: 'Report all' }],
    done: [],
    kind: 'unfinished',
  },
  {
    line: 'click Edit, not the Archive one',
    step: click(targetNamed('Edit', { role: 'button', not: [targetNamed('Archive')] })),
    page: [
      { role: 'button', name: 'Archive' },
      { role: 'button', name: 'Edit' },
    ],
    done: ['click u1'],
  },
  {
    line: 'press Log in or Sign in',
    step: click(targetNamed('Log in', { or: [targetNamed('Sign in')] })),
    page: [
      { role: 'link', name: 'Home' },
      { role: 'button', name: 'Sign in' },
    ],
    done: ['click u1'],
  },
  {
    line: 'click Skip or Not now',
    step: click(targetNamed('Skip', { or: [targetNamed('Not now')] })),
    page: [
      { role: 'button', name: 'Not now' },
      { role: 'button', name: 'Skip' },
    ],
    done: ['click u1'],
  },
  {
    line: 'click OK or Continue, whichever can be pressed',
    step: click(targetNamed('OK', { or: [targetNamed('Continue')] })),
    page: [
      { role: 'button', name: 'OK', states: { disabled: true } },
      { role: 'button', name: 'Continue' },
    ],
    done: ['click u1'],
  },
  {
    line: 'tick Phone or Email',
    step: tick(targetNamed('Phone', { or: [targetNamed('Email')] })),
    page: [
      { role: 'checkbox', name: 'Email' },
      { role: 'checkbox', name: 'Post' },
    ],
    done: ['change u0=true'],
  },
  {
    line: 'pick Huge or Medium from the size list',
    step: choose('Huge', {
      from: targetNamed('size', { role: 'select' }),
      target: targetNamed('Huge', { or: [targetNamed('Medium')] }),
    }),
    page: [sizes],
    done: ['change u0=Medium'],
  },
  {
    line: 'pick Large or Medium',
    step: choose('Large', { target: targetNamed('Large', { or: [targetNamed('Medium')] }) }),
    page: [sizes],
    done: ['change u0=Medium'],
  },
  {
    line: 'pick any size except Small',
    step: choose('', {
      from: targetNamed('size', { role: 'select' }),
      target: targetNamed('', { role: 'option', not: [targetNamed('Small')] }),
    }),
    page: [sizes],
    done: ['change u0=Medium'],
  },
  {
    line: 'choose a size other than Small',
    step: choose('size', { target: targetNamed('size', { not: [targetNamed('Small')] }) }),
    page: [sizes],
    done: ['change u0=Medium'],
  },
  {
    line: 'pick any option except Red',
    step: choose('option', { target: targetNamed('', { role: 'option', not: [targetNamed('Red')] }) }),
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
    const conversation = new Conversation(createScriptedNavigator({ [line]: step }), createPage(page));
    const response = await conversation.say(line);
    const actions = conversation.turns.flatMap((t) => (t.type === 'action' ? [t.action] : []));
    expect(
      actions.map((a) => `${a.intent} ${'uid' in a ? a.uid : ''}${'value' in a ? `=${a.value}` : ''}`),
      response.text,
    ).toEqual(done);
    expect(response.kind, response.text).toBe(kind);
    for (const text of says) expect(response.text).toContain(text);
    if (kind === 'ask' && !says.includes('Alpha')) expect(response.text).not.toContain('Alpha');
  });

test('after a click without effect, another element with the same name is tried once, and both are reported', async () => {
  const page = createPage([
    { role: 'button', name: 'Play', attributes: { href: '/a' } },
    { role: 'link', name: 'Play', attributes: { href: '/a' } },
    { role: 'button', name: 'Play all' },
  ]);
  const conversation = new Conversation(createScriptedNavigator({}), page, (_action, _name, t) =>
    t.done.length === 1
      ? noEffect
      : { status: 'done', effects: [{ type: 'dom', mutations: 1 }], settle: { reason: 'quiet', ms: 1 } },
  );
  const response = await conversation.say('click Play');
  expect(conversation.done).toEqual(['click Play', 'click Play']);
  expect(response).toEqual({
    kind: 'report',
    text: 'Clicked the “Play” button, which did nothing, and clicked “Play”.',
  });
});

test('after a click without effect, an element with a similar name is not tried', async () => {
  const conversation = new Conversation(
    createScriptedNavigator({}),
    createPage([
      { role: 'button', name: 'Save' },
      { role: 'button', name: 'Save and send' },
    ]),
    () => noEffect,
  );
  expect((await conversation.say('click Save')).kind).toBe('unfinished');
  expect(conversation.done).toEqual(['click Save']);
});
