import { expect, test } from '@playwright/test';

import {
  type LiveDecision,
  type LiveFault,
  parseLiveOutput,
  REPAIR_MESSAGES,
  type Repair,
} from '../../src/action/index.js';
import { goldenData } from '../support/golden.js';

const target = { uid: 'u' };

// The paper's edge cases, parsed for live use.
const PARSED_OUTPUTS: [output: string, decision: LiveDecision, ...repairs: Repair[]][] = [
  ['click(uid="a-b")', { intent: 'click', target: { uid: 'a-b' } }],
  ['assistant\n\nclick(uid="u")', { intent: 'click', target }, 'surrounding-words'],
  ['<click(uid="u")>', { intent: 'click', target }, 'surrounding-words'],
  ['click (uid="u")', { intent: 'click', target }, 'extra-space'],
  ['Sure (I think): click(uid="u")', { intent: 'click', target }, 'surrounding-words'],
  ['I will click (carefully) on it: click(uid="u") (done)', { intent: 'click', target }, 'surrounding-words'],
  ['```\nclick(uid="u")\n```', { intent: 'click', target }, 'surrounding-words'],
  ['click(uid="u"', { intent: 'click', target }, 'missing-bracket'],
  ['click(uid="u", )', { intent: 'click', target }],
  ["click(uid='u')", { intent: 'click', target }, 'quotes'],
  ['do click(uid="u") then click(uid="v")', { intent: 'click', target }, 'more-actions', 'surrounding-words'],
  [
    'say(speaker="navigator", utterance="Hi") then click(uid="v")',
    { intent: 'say', text: 'Hi' },
    'more-actions',
  ],
  [
    'say(speaker="navigator", utterance="Hi")\nsay(speaker="navigator", utterance="Bye")',
    { intent: 'say', text: 'Hi' },
    'more-actions',
  ],
  [
    'text_input(text="oh no ):", uid="123")',
    { intent: 'textInput', target: { uid: '123' }, text: 'oh no ):' },
  ],
  ['text_input(text="2023", uid="u")', { intent: 'textInput', target, text: '2023' }, 'number'],
  ['text_input(text="3.14", uid="u")', { intent: 'textInput', target, text: '3.14' }, 'number'],
  ['text_input(text="", uid="u")', { intent: 'textInput', target, text: '' }],
  ['text_input(uid="u", text="a, b")', { intent: 'textInput', target, text: 'a, b' }],
  ['Text_Input(TEXT="a", uid=u)', { intent: 'textInput', target, text: 'a' }],
  ["text_input(text='a, b', uid='u')", { intent: 'textInput', target, text: 'a, b' }, 'quotes'],
  [
    'text_input(text="it is 5" wide, I "think", uid="u")',
    { intent: 'textInput', target, text: 'it is 5" wide, I "think' },
    'delimiters',
  ],
  [
    'text_input(text="line1\\nline2\\tend", uid="u")',
    { intent: 'textInput', target, text: 'line1\nline2\tend' },
    'escapes',
  ],
  ['change(value="opt 2", uid="u")', { intent: 'change', target, value: 'opt 2' }],
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
  ['click(x=5 y=6)', { intent: 'click', target: { x: 5, y: 6 } }, 'missing-comma'],
  ['click(x="12", y=" 7 ")', { intent: 'click', target: { x: 12, y: 7 } }],
  [
    'submit(tag="form", attrs={}, top=100, left=0, right=1280, bottom=141)',
    { intent: 'submit', target: { x: 640, y: 120.5 } },
    'box-centre',
  ],
  [
    'text_input(text="a", tag="input", attrs={}, top=1, left=2, right=4, bottom=3)',
    { intent: 'textInput', target: { x: 3, y: 2 }, text: 'a' },
    'box-centre',
  ],
  ['tabSwitch(origin=1, target=2)', { intent: 'tabswitch', tab: 2 }],
  ['action(uid="u", intent="click")', { intent: 'click', target }],
  [
    'action(uid="u", intent="text_input", text="say "hi", ok")',
    { intent: 'textInput', target, text: 'say "hi", ok' },
  ],
  ['action(intent="say", speaker="navigator", utterance="Hi")', { intent: 'say', text: 'Hi' }],
];

for (const [output, decision, ...repairs] of PARSED_OUTPUTS) {
  test(`live: ${JSON.stringify(output)}`, () => {
    const result = parseLiveOutput(output);
    expect(result).toMatchObject({ ok: true, decision });
    expect(result.ok && result.repairs.toSorted()).toEqual(repairs.toSorted());
  });
}

const REJECTED_OUTPUTS: [output: string, kind: LiveFault['kind'], message: RegExp][] = [
  ['', 'empty', /empty/],
  [' \n', 'empty', /empty/],
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

for (const [output, kind, message] of REJECTED_OUTPUTS) {
  test(`live: ${JSON.stringify(output.slice(0, 60))} is rejected`, () => {
    const result = parseLiveOutput(output);
    expect(result).toMatchObject({ ok: false, fault: { kind } });
    expect(!result.ok && result.fault.message).toMatch(message);
  });
}

test('the format that models were trained on is parsed without repair, except for line breaks', () => {
  for (const { llama, pix2act_out, m2w } of goldenData.formatters) {
    for (const output of [llama, pix2act_out, m2w]) {
      if (/^(hover|action\(intent="hover)/.test(output)) continue;
      const result = parseLiveOutput(output);
      if (/instructor/.test(output)) expect(result).toMatchObject({ fault: { kind: 'speaker' } });
      // The training format of copy and paste names no element.
      else if (/copy|paste/.test(output)) expect(result).toMatchObject({ fault: { kind: 'no-element' } });
      else expect(result, output).toMatchObject({ ok: true });
    }
  }
});

test('many brackets are parsed or rejected quickly', () => {
  expect(parseLiveOutput(`say(utterance="${')'.repeat(19_000)}`)).toMatchObject({ ok: false });
  expect(parseLiveOutput('click('.repeat(3000))).toMatchObject({ ok: false });
});

test('the table describes every kind of repair in a sentence', () => {
  const testedRepairs = new Set(PARSED_OUTPUTS.flatMap(([, , ...repairs]) => repairs));
  expect([...testedRepairs].toSorted()).toEqual(Object.keys(REPAIR_MESSAGES).toSorted());
  for (const repair of testedRepairs) expect(REPAIR_MESSAGES[repair]).toMatch(/^[A-Z].*\.$/);
});
