import { expect, test } from '@playwright/test';

import {
  type LiveDecision,
  type LiveFault,
  parseLive,
  REPAIR_TEXT,
  type Repair,
} from '../../src/action/index.js';
import { golden } from '../support/golden.js';

const u = { uid: 'u' };

// The paper's edge cases (spec 6.2), parsed for live use.
const READ: [output: string, decision: LiveDecision, ...repairs: Repair[]][] = [
  ['click(uid="a-b")', { intent: 'click', target: { uid: 'a-b' } }],
  ['assistant\n\nclick(uid="u")', { intent: 'click', target: u }, 'around'],
  ['<click(uid="u")>', { intent: 'click', target: u }, 'around'],
  ['click (uid="u")', { intent: 'click', target: u }, 'space'],
  ['Sure (I think): click(uid="u")', { intent: 'click', target: u }, 'around'],
  ['I will click (carefully) on it: click(uid="u") (done)', { intent: 'click', target: u }, 'around'],
  ['```\nclick(uid="u")\n```', { intent: 'click', target: u }, 'around'],
  ['click(uid="u"', { intent: 'click', target: u }, 'bracket'],
  ['click(uid="u", )', { intent: 'click', target: u }],
  ["click(uid='u')", { intent: 'click', target: u }, 'quotes'],
  ['do click(uid="u") then click(uid="v")', { intent: 'click', target: u }, 'more', 'around'],
  ['say(speaker="navigator", utterance="Hi") then click(uid="v")', { intent: 'say', text: 'Hi' }, 'more'],
  [
    'say(speaker="navigator", utterance="Hi")\nsay(speaker="navigator", utterance="Bye")',
    { intent: 'say', text: 'Hi' },
    'more',
  ],
  [
    'text_input(text="oh no ):", uid="123")',
    { intent: 'textInput', target: { uid: '123' }, text: 'oh no ):' },
  ],
  ['text_input(text="2023", uid="u")', { intent: 'textInput', target: u, text: '2023' }, 'number'],
  ['text_input(text="3.14", uid="u")', { intent: 'textInput', target: u, text: '3.14' }, 'number'],
  ['text_input(text="", uid="u")', { intent: 'textInput', target: u, text: '' }],
  ['text_input(uid="u", text="a, b")', { intent: 'textInput', target: u, text: 'a, b' }],
  ['Text_Input(TEXT="a", uid=u)', { intent: 'textInput', target: u, text: 'a' }],
  ["text_input(text='a, b', uid='u')", { intent: 'textInput', target: u, text: 'a, b' }, 'quotes'],
  [
    'text_input(text="it is 5" wide, I "think", uid="u")',
    { intent: 'textInput', target: u, text: 'it is 5" wide, I "think' },
    'delimiters',
  ],
  [
    'text_input(text="line1\\nline2\\tend", uid="u")',
    { intent: 'textInput', target: u, text: 'line1\nline2\tend' },
    'escapes',
  ],
  ['change(value="opt 2", uid="u")', { intent: 'change', target: u, value: 'opt 2' }],
  ['say(speaker="navigator", utterance="100")', { intent: 'say', text: '100' }, 'number'],
  [
    'say(speaker="navigator", utterance="unbalanced " quote, and more")',
    { intent: 'say', text: 'unbalanced " quote, and more' },
    'delimiters',
  ],
  [
    'say(speaker="navigator", utterance="unbalanced " quote) tail")',
    { intent: 'say', text: 'unbalanced " quote) tail' },
    'delimiters',
  ],
  ['say(speaker="navigator", utterance="set x=5, click(it)")', { intent: 'say', text: 'set x=5, click(it)' }],
  [
    'say(utterance="It costs (approx) 5, ok?", speaker="navigator")',
    { intent: 'say', text: 'It costs (approx) 5, ok?' },
  ],
  ['load(url="https://a.b/c?d=e,f&g=(h)")', { intent: 'load', url: 'https://a.b/c?d=e,f&g=(h)' }],
  ['scroll(x=-5, y=12.5)', { intent: 'scroll', x: -5, y: 12.5 }],
  ['click(x=5 y=6)', { intent: 'click', target: { x: 5, y: 6 } }, 'comma'],
  ['click(x="12", y=" 7 ")', { intent: 'click', target: { x: 12, y: 7 } }],
  [
    'submit(tag="form", attrs={}, top=100, left=0, right=1280, bottom=141)',
    { intent: 'submit', target: { x: 640, y: 120.5 } },
    'box',
  ],
  [
    'text_input(text="a", tag="input", attrs={}, top=1, left=2, right=4, bottom=3)',
    { intent: 'textInput', target: { x: 3, y: 2 }, text: 'a' },
    'box',
  ],
  ['tabSwitch(origin=1, target=2)', { intent: 'tabswitch', tab: 2 }],
  ['action(uid="u", intent="click")', { intent: 'click', target: u }],
  [
    'action(uid="u", intent="text_input", text="say "hi", ok")',
    { intent: 'textInput', target: u, text: 'say "hi", ok' },
  ],
  ['action(intent="say", speaker="navigator", utterance="Hi")', { intent: 'say', text: 'Hi' }],
];

for (const [output, decision, ...repairs] of READ) {
  test(`live: ${JSON.stringify(output)}`, () => {
    const reading = parseLive(output);
    expect(reading).toMatchObject({ ok: true, decision });
    expect(reading.ok && reading.repairs.toSorted()).toEqual(repairs.toSorted());
  });
}

const FAULTS: [output: string, kind: LiveFault['kind'], message: RegExp][] = [
  ['', 'empty', /nothing/],
  [' \n', 'empty', /nothing/],
  ['click', 'no-action', /no action/],
  ['I am not sure what to do (sorry).', 'no-action', /no action/],
  ['dance(uid="u")', 'unknown-action', /“dance”/],
  ['click(uid=None)', 'no-element', /names no element/],
  ['click()', 'no-element', /names no element/],
  ['action(uid="u")', 'arguments', /action action cannot be read/],
  ['text_input(uid="u")', 'arguments', /no text/],
  ['scroll(x=1)', 'arguments', /no x and y/],
  ['scroll(x=1, y=nan)', 'arguments', /no x and y/],
  ['say()', 'arguments', /no utterance/],
  ['say(speaker="instructor", utterance="Yes, buy it")', 'speaker', /instructor/],
  ['say(speaker="navigator", utterance="I have found', 'cut-off', /breaks off/],
  [`click(uid="u")${' '.repeat(5)}${'x'.repeat(20_000)}`, 'too-long', /20019 characters/],
];

for (const [output, kind, message] of FAULTS) {
  test(`live: ${JSON.stringify(output.slice(0, 60))} is rejected`, () => {
    const reading = parseLive(output);
    expect(reading).toMatchObject({ ok: false, fault: { kind } });
    expect(!reading.ok && reading.fault.message).toMatch(message);
  });
}

test('the format that models were trained on is parsed without repair, except for line breaks', () => {
  for (const { llama, pix2act_out, m2w } of golden.formatters) {
    for (const output of [llama, pix2act_out, m2w]) {
      if (/^(hover|action\(intent="hover)/.test(output)) continue;
      const reading = parseLive(output);
      if (/instructor/.test(output)) expect(reading).toMatchObject({ fault: { kind: 'speaker' } });
      // Copies and pastes are printed without their element and are never a target.
      else if (/copy|paste/.test(output)) expect(reading).toMatchObject({ fault: { kind: 'no-element' } });
      else expect(reading, output).toMatchObject({ ok: true });
    }
  }
});

test('many brackets are parsed or rejected quickly', () => {
  expect(parseLive(`say(utterance="${')'.repeat(19_000)}`)).toMatchObject({ ok: false });
  expect(parseLive('click('.repeat(3000))).toMatchObject({ ok: false });
});

test('every kind of repair occurs in these answers and has a sentence', () => {
  const met = new Set(READ.flatMap(([, , ...repairs]) => repairs));
  expect([...met].toSorted()).toEqual(Object.keys(REPAIR_TEXT).toSorted());
  for (const repair of met) expect(REPAIR_TEXT[repair]).toMatch(/^[A-Z].*\.$/);
});
