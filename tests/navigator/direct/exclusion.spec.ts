/** Targets with exclusions (“not the first one”) and with alternatives (“A or B”). */
import { expect, test } from '@playwright/test';
import type { Step } from '../../../src/navigator/direct/language/steps.js';
import { createPage, noEffectOutcome, Conversation, type ElementSketch } from './simulated-page.js';
import {
  createChoiceStep,
  createClickStep,
  createScriptedNavigator,
  createNamedTarget,
  createTickStep,
} from './scripted-steps.js';

const createOption = (label: string, selected = false, disabled = false) => ({
  value: label.toLowerCase(),
  label,
  selected,
  disabled,
});
const links: ElementSketch[] = ['Alpha', 'Beta', 'Gamma'].map((name) => ({
  role: 'link',
  name,
  attributes: { href: `/${name}` },
}));
const documentationLinks: ElementSketch[] = [
  { role: 'link', name: 'Documentation', landmark: 'header', attributes: { href: '/a' } },
  { role: 'link', name: 'Documentation', landmark: 'footer', attributes: { href: '/b' } },
];
const createRows = (...names: string[]): ElementSketch[] =>
  names.flatMap((name): ElementSketch[] => [
    { role: 'row', name, tag: 'tr', text: `${name} Delete` },
    { role: 'button', name: 'Delete', parent: name },
  ]);
const sizes: ElementSketch = {
  role: 'combobox',
  name: 'Size',
  options: [createOption('Small', true), createOption('Medium'), createOption('Large', false, true)],
};

interface ExclusionCase {
  line: string;
  step: Step;
  sketches: ElementSketch[];
  /** The performed actions, each with its element's uid and its value. */
  expectedActions: string[];
  kind?: string;
  expectedPhrases?: string[];
}
const EXCLUSION_CASES: ExclusionCase[] = [
  {
    line: 'click any link but the first one',
    step: createClickStep(createNamedTarget('', { role: 'link', not: [createNamedTarget('', { nth: 1 })] })),
    sketches: links,
    expectedActions: ['click u1'],
  },
  {
    line: 'click the link that is not the first one',
    step: createClickStep(createNamedTarget('', { role: 'link', not: [createNamedTarget('', { nth: 1 })] })),
    sketches: links,
    expectedActions: [],
    kind: 'ask',
    expectedPhrases: ['Beta', 'Gamma'],
  },
  {
    line: 'open Documentation, not the one in the footer',
    step: createClickStep(
      createNamedTarget('Documentation', { role: 'link', not: [createNamedTarget('', { in: 'footer' })] }),
    ),
    sketches: documentationLinks,
    expectedActions: ['click u0'],
  },
  {
    line: 'click Documentation, not the first',
    step: createClickStep(createNamedTarget('Documentation', { not: [createNamedTarget('', { nth: 1 })] })),
    sketches: documentationLinks,
    expectedActions: ['click u1'],
  },
  {
    line: 'click the second link, not the first',
    step: createClickStep(
      createNamedTarget('', { role: 'link', nth: 2, not: [createNamedTarget('', { nth: 1 })] }),
    ),
    sketches: links,
    expectedActions: ['click u1'],
  },
  {
    line: 'click Delete next to Draft 2, not the one next to Draft 1',
    step: createClickStep(
      createNamedTarget('Delete', { near: 'Draft 2', not: [createNamedTarget('', { near: 'Draft 1' })] }),
    ),
    sketches: createRows('Draft 1', 'Draft 2'),
    expectedActions: ['click u3'],
  },
  {
    line: 'click Report, not Report all',
    step: createClickStep(createNamedTarget('Report', { not: [createNamedTarget('Report all')] })),
    sketches: [{ role: 'button', name: 'Report all' }],
    expectedActions: [],
    kind: 'unfinished',
  },
  {
    line: 'click Edit, not the Archive one',
    step: createClickStep(createNamedTarget('Edit', { role: 'button', not: [createNamedTarget('Archive')] })),
    sketches: [
      { role: 'button', name: 'Archive' },
      { role: 'button', name: 'Edit' },
    ],
    expectedActions: ['click u1'],
  },
  {
    line: 'press Log in or Sign in',
    step: createClickStep(createNamedTarget('Log in', { or: [createNamedTarget('Sign in')] })),
    sketches: [
      { role: 'link', name: 'Home' },
      { role: 'button', name: 'Sign in' },
    ],
    expectedActions: ['click u1'],
  },
  {
    line: 'click Skip or Not now',
    step: createClickStep(createNamedTarget('Skip', { or: [createNamedTarget('Not now')] })),
    sketches: [
      { role: 'button', name: 'Not now' },
      { role: 'button', name: 'Skip' },
    ],
    expectedActions: ['click u1'],
  },
  {
    line: 'click OK or Continue, whichever can be pressed',
    step: createClickStep(createNamedTarget('OK', { or: [createNamedTarget('Continue')] })),
    sketches: [
      { role: 'button', name: 'OK', states: { disabled: true } },
      { role: 'button', name: 'Continue' },
    ],
    expectedActions: ['click u1'],
  },
  {
    line: 'tick Phone or Email',
    step: createTickStep(createNamedTarget('Phone', { or: [createNamedTarget('Email')] })),
    sketches: [
      { role: 'checkbox', name: 'Email' },
      { role: 'checkbox', name: 'Post' },
    ],
    expectedActions: ['change u0=true'],
  },
  {
    line: 'pick Huge or Medium from the size list',
    step: createChoiceStep('Huge', {
      from: createNamedTarget('size', { role: 'select' }),
      target: createNamedTarget('Huge', { or: [createNamedTarget('Medium')] }),
    }),
    sketches: [sizes],
    expectedActions: ['change u0=Medium'],
  },
  {
    line: 'pick Large or Medium',
    step: createChoiceStep('Large', {
      target: createNamedTarget('Large', { or: [createNamedTarget('Medium')] }),
    }),
    sketches: [sizes],
    expectedActions: ['change u0=Medium'],
  },
  {
    line: 'pick any size except Small',
    step: createChoiceStep('', {
      from: createNamedTarget('size', { role: 'select' }),
      target: createNamedTarget('', { role: 'option', not: [createNamedTarget('Small')] }),
    }),
    sketches: [sizes],
    expectedActions: ['change u0=Medium'],
  },
  {
    line: 'choose a size other than Small',
    step: createChoiceStep('size', {
      target: createNamedTarget('size', { not: [createNamedTarget('Small')] }),
    }),
    sketches: [sizes],
    expectedActions: ['change u0=Medium'],
  },
  {
    line: 'pick any option except Red',
    step: createChoiceStep('option', {
      target: createNamedTarget('', { role: 'option', not: [createNamedTarget('Red')] }),
    }),
    sketches: ['Red', 'Blue', 'Green'].map((name) => ({
      role: 'radio',
      name,
      inputType: 'radio',
      states: { checked: false },
    })),
    expectedActions: ['change u1=true'],
  },
];

for (const {
  line,
  step,
  sketches,
  expectedActions,
  kind = 'report',
  expectedPhrases = [],
} of EXCLUSION_CASES)
  test(line, async () => {
    const conversation = new Conversation(createScriptedNavigator({ [line]: step }), createPage(sketches));
    const response = await conversation.say(line);
    const actions = conversation.turns.flatMap((t) => (t.type === 'action' ? [t.action] : []));
    expect(
      actions.map((a) => `${a.intent} ${'uid' in a ? a.uid : ''}${'value' in a ? `=${a.value}` : ''}`),
      response.text,
    ).toEqual(expectedActions);
    expect(response.kind, response.text).toBe(kind);
    for (const text of expectedPhrases) expect(response.text).toContain(text);
    if (kind === 'ask' && !expectedPhrases.includes('Alpha')) expect(response.text).not.toContain('Alpha');
  });

test('after a click without effect, another element with the same name is tried once, and both are reported', async () => {
  const observation = createPage([
    { role: 'button', name: 'Play', attributes: { href: '/a' } },
    { role: 'link', name: 'Play', attributes: { href: '/a' } },
    { role: 'button', name: 'Play all' },
  ]);
  const conversation = new Conversation(
    createScriptedNavigator({}),
    observation,
    (_action, _name, { actions }) =>
      actions.length === 1
        ? noEffectOutcome
        : { status: 'done', effects: [{ type: 'dom', mutations: 1 }], settle: { reason: 'quiet', ms: 1 } },
  );
  const response = await conversation.say('click Play');
  expect(conversation.actions).toEqual(['click Play', 'click Play']);
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
    () => noEffectOutcome,
  );
  expect((await conversation.say('click Save')).kind).toBe('unfinished');
  expect(conversation.actions).toEqual(['click Save']);
});
