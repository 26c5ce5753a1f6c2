import { expect, test } from '@playwright/test';

import { parseActionFaithfully, parseStep } from '../../../src/prompt/index.js';
import { createPolicy, toPolicyMap } from '../../support/step-policies.js';

const find = createPolicy('find', { parameters: ['what'], aliases: ['look_up'] });
const pick = createPolicy('choose_date', { parameters: ['id', 'date'] });
const all = createPolicy('all', {
  actions: [
    'click',
    'hover',
    'type',
    'press',
    'scroll',
    'select',
    'goto',
    'open',
    'go_back',
    'go_forward',
    'new_tab',
    'tab_focus',
    'close_tab',
    'note',
    'ask',
  ],
  calls: ['find', 'choose_date'],
});
const policies = toPolicyMap(all, find, pick);
const read = (text: string, grammar: 'webarena' | 'miniwob' | 'live' = 'live') =>
  parseStep(text, { grammar, policy: all, policies });

test('the hardened grammar parses every action', () => {
  const rows: [text: string, action: object][] = [
    ['click [7]', { verb: 'click', id: 7 }],
    ['CLICK[ 7 ]', { verb: 'click', id: 7 }],
    ['click [-3]', { verb: 'click', id: -3 }],
    ['hover [7]', { verb: 'hover', id: 7 }],
    ['type [5] [bus stop] [1]', { verb: 'type', id: 5, text: 'bus stop', enter: true }],
    ['type [5] [bus stop] [0]', { verb: 'type', id: 5, text: 'bus stop', enter: false }],
    ['type [5] [bus stop]', { verb: 'type', id: 5, text: 'bus stop', enter: false }],
    ['type [5] [1]', { verb: 'type', id: 5, text: '1', enter: false }],
    ['type [5] [a b ]', { verb: 'type', id: 5, text: 'a b ', enter: false }],
    ['type [5] []', { verb: 'type', id: 5, text: '', enter: false }],
    [String.raw`type [5] [a \] b] [1]`, { verb: 'type', id: 5, text: 'a ] b', enter: true }],
    [String.raw`type [5] [C:\new] [0]`, { verb: 'type', id: 5, text: String.raw`C:\new`, enter: false }],
    ['type [5] [x[0] = [1]] [0]', { verb: 'type', id: 5, text: 'x[0] = [1]', enter: false }],
    ['press [Ctrl+v]', { verb: 'press', keys: 'Ctrl+v' }],
    ['scroll', { verb: 'scroll', direction: 'down' }],
    ['scroll up', { verb: 'scroll', direction: 'up' }],
    ['scroll [UP]', { verb: 'scroll', direction: 'up' }],
    ['select [5] [Two]', { verb: 'select', id: 5, option: 'Two' }],
    ['goto [example.org]', { verb: 'goto', url: 'example.org' }],
    ['open [example.org]', { verb: 'open', url: 'example.org' }],
    ['go_back', { verb: 'go_back' }],
    ['go_forward []', { verb: 'go_forward' }],
    ['new_tab', { verb: 'new_tab' }],
    ['close_tab', { verb: 'close_tab' }],
    ['tab_focus [1]', { verb: 'tab_focus', index: 1 }],
    ['note [a b]', { verb: 'note', text: 'a b' }],
    ['copy [a b]', { verb: 'note', text: 'a b' }],
    ['ask [Which?]', { verb: 'ask', text: 'Which?' }],
    ['stop', { verb: 'stop', answer: '' }],
    ['stop [42]', { verb: 'stop', answer: '42' }],
  ];
  for (const [text, action] of rows)
    expect.soft(read(text), text).toMatchObject({ ok: true, type: 'action', action });
  expect(read('type [5] [a]', 'webarena')).toMatchObject({ action: { enter: true } });
});

test('a policy is called by its name or its alias, with all arguments', () => {
  expect
    .soft(read('find [red shoes]'))
    .toMatchObject({ type: 'call', call: { args: ['red shoes'] }, text: 'find [red shoes]' });
  expect.soft(read('look_up [x]')).toMatchObject({ type: 'call', call: { policy: { name: 'find' } } });
  expect
    .soft(read('choose_date [3] [1/2/2016]'))
    .toMatchObject({ type: 'call', call: { args: ['3', '1/2/2016'] } });
});

test('for every mistake, the model gets an explanation', () => {
  const rows: [text: string, fault: RegExp][] = [
    ['lookup [x]', /no action “lookup”.*click/],
    ['click [seven]', /“seven” is not the id/],
    ['click [1] [2]', /Write click \[id\]/],
    ['click', /Write click \[id\]/],
    ['type [5]', /Write type/],
    ['type [5] [a] [b]', /third argument/],
    ['select [5] []', /option/],
    ['press []', /key/],
    ['scroll [sideways]', /up/],
    ['tab_focus [last]', /number/],
    ['note []', /text/],
    ['ask []', /question/],
    ['choose_date [3]', /choose_date \[id\] \[date\]/],
    ['find []', /find \[what\]/],
    ['stop [a', /not closed/],
  ];
  for (const [text, fault] of rows)
    expect.soft(read(text), text).toEqual({ ok: false, fault: expect.stringMatching(fault) });
});

test('a policy may use only the verbs and calls that it declares', () => {
  const narrow = createPolicy('narrow', { actions: ['click'], calls: [] });
  const readNarrow = (text: string) => parseStep(text, { grammar: 'live', policy: narrow, policies });
  expect
    .soft(readNarrow('type [1] [a]'))
    .toMatchObject({ ok: false, fault: expect.stringMatching(/may not use type.*click, stop/) });
  expect
    .soft(readNarrow('find [a]'))
    .toMatchObject({ ok: false, fault: expect.stringContaining('may not call “find”') });
  expect.soft(readNarrow('stop [a]')).toMatchObject({ ok: true });
});

test('actions are parsed as in the published environments', () => {
  const rows: [grammar: 'webarena' | 'miniwob' | 'live', text: string, step: Record<string, unknown>][] = [
    ['webarena', 'click [7]', { type: 'action', action: { verb: 'click', id: 7 } }],
    ['webarena', 'click[7]', { type: 'action', action: { verb: 'click', id: 7 } }],
    ['webarena', 'click [seven]', { type: 'crash' }],
    ['webarena', 'type [5] [a]', { action: { verb: 'type', id: 5, text: 'a', enter: true } }],
    ['webarena', 'type [5] [a] [0]', { action: { verb: 'type', id: 5, text: 'a', enter: false } }],
    ['webarena', 'type [5] [a] [b]', { action: { verb: 'type', id: 5, text: 'a] [b', enter: true } }],
    ['webarena', 'press [Ctrl+v]', { action: { verb: 'press', keys: 'Ctrl+v' } }],
    ['webarena', 'scroll down', { action: { verb: 'scroll', direction: 'down' } }],
    ['webarena', 'scroll [up]', { action: { verb: 'scroll', direction: 'up' } }],
    ['webarena', 'goto [http://a/]', { action: { verb: 'goto', url: 'http://a/' } }],
    ['webarena', 'go_back', { action: { verb: 'go_back' } }],
    ['webarena', 'tab_focus [1]', { action: { verb: 'tab_focus', index: 1 } }],
    ['webarena', 'note [a]', { action: { verb: 'note', text: 'a' } }],
    ['webarena', String.raw`stop [a \[b\] c]`, { action: { verb: 'stop', answer: 'a [b] c' } }],
    ['webarena', 'stop', { action: { verb: 'stop', answer: '' } }],
    ['webarena', 'copy [a]', { type: 'crash' }],
    ['miniwob', 'Click [7]', { action: { verb: 'click', id: 7 } }],
    ['miniwob', 'click [-7]', { type: 'ignored' }],
    ['miniwob', 'click[7]', { type: 'ignored' }],
    ['miniwob', 'type [5] [a] [1]', { action: { verb: 'type', id: 5, text: 'a] [1', enter: false } }],
    ['miniwob', 'type [x] [a]', { type: 'ignored' }],
    ['miniwob', 'scroll [down]', { type: 'ignored' }],
    ['miniwob', 'stop [a] b]', { action: { verb: 'stop', answer: 'a' } }],
    ['live', 'type [5] [a]', { action: { verb: 'type', text: 'a', enter: false } }],
    ['live', 'type [5] [a] [1]', { action: { verb: 'type', text: 'a', enter: true } }],
    ['live', 'open [http://a/]', { action: { verb: 'open', url: 'http://a/' } }],
    ['live', 'copy [a]', { action: { verb: 'note', text: 'a' } }],
    ['live', 'go_back', { action: { verb: 'go_back' } }],
    ['live', 'dance [a]', { type: 'ignored' }],
  ];
  for (const [grammar, text, step] of rows)
    expect.soft(parseActionFaithfully(text, grammar), `${grammar}: ${text}`).toMatchObject(step);
});
