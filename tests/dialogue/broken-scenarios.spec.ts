import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { ParleyError } from '../../src/contract/index.js';
import {
  bindScenario,
  findScenarios,
  loadScenario,
  type LoadOptions,
  parseScenario,
} from '../../src/dialogue/index.js';

function problemOf(act: () => unknown): ParleyError {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(ParleyError);
    return error as ParleyError;
  }
  throw new Error('nothing was wrong');
}

function parse(text: string, options?: LoadOptions): unknown {
  return parseScenario('x.scenario.yaml', text, options);
}

/** Four good lines; what is tested starts on line 5. */
const HEAD = 'scenario: 1\nname: T\nstart:\n  url: https://shop.test/\n';
const LINE = `${HEAD}dialogue:\n  - say: Hello\n`;

const BROKEN: { what: string; text: string; at: string; says: string[] }[] = [
  {
    what: 'an unknown class of irreversible actions',
    text: `${LINE}guard: { confirm: { buy: allow, sell: deny } }\n`,
    at: '7:33',
    says: ['"sell"'],
  },
  {
    what: 'an expression that is none',
    text: `${HEAD}dialogue:\n  - say: Hello\n    check:\n      - js: "1 +"\n        equals: 2\n`,
    at: '8:13',
    says: ['dialogue[0].check[0].js', 'is no JavaScript expression'],
  },
  {
    what: 'a host that is an address',
    text: `${LINE}guard: { domains: ["http://shop.test/"] }\n`,
    at: '7:20',
    says: ['guard.domains[0]', 'must be a host', 'without http://'],
  },
  { what: 'no hosts at all', text: `${LINE}guard: { domains: [] }\n`, at: '7:19', says: ['empty list'] },
  {
    what: 'an unknown action',
    text: `${LINE}guard:\n  forbid:\n    - intent: clik\n`,
    at: '9:15',
    says: ['must be one of click', 'Did you mean "click"?'],
  },
  {
    what: 'a rule that forbids nothing',
    text: `${LINE}guard:\n  forbid:\n    - {}\n`,
    at: '9:7',
    says: ['guard.forbid[0]', 'forbids nothing'],
  },
  {
    what: 'a class that cannot be forbidden',
    text: `${LINE}guard:\n  forbid:\n    - class: steal\n`,
    at: '9:14',
    says: ['buy, send, delete, account', '"steal"'],
  },
  {
    what: 'a moment that is none',
    text: LINE.replace('/\n', '/\n  clock: tomorrow\n'),
    at: '5:10',
    says: ['start.clock', '"tomorrow" is no moment', '2026-03-02T09:00:00Z'],
  },
  {
    what: 'a recording without its file',
    text: LINE.replace('/\n', '/\n  har: { not_found: abort }\n'),
    at: '5:3',
    says: ['start.har.file: is missing'],
  },
  {
    what: 'a recording and something else than two ways',
    text: LINE.replace('/\n', '/\n  har: { file: a.har, not_found: live }\n'),
    at: '5:34',
    says: ['must be one of abort, fallback'],
  },
  {
    what: 'a cause that is none',
    text: `${LINE}replies:\n  - when: { idl: 3 }\n    say: x\n`,
    at: '8:13',
    says: ['Did you mean "idle"?'],
  },
  {
    what: 'a nudge without words',
    text: `${LINE}replies:\n  - when: { idle: 3 }\n`,
    at: '8:5',
    says: ['has when, but no say'],
  },
  {
    what: 'a reply with two causes',
    text: `${LINE}replies:\n  - { about: x, when: { idle: 3 }, say: x }\n`,
    at: '8:5',
    says: ['has about and when'],
  },
  {
    what: 'an expression without one',
    text: `${LINE}    check:\n      - { url: "**", equals: 3 }\n`,
    at: '8:30',
    says: ['goes with js'],
  },
  {
    what: 'an empty check of actions',
    text: `${LINE}finally:\n  - actions: {}\n`,
    at: '8:14',
    says: ['finally[0].actions', 'max, min, never and some'],
  },
  {
    what: 'a gate that is neither open nor shut',
    text: `${LINE}    check:\n      - { url: "**", gate: soft }\n`,
    at: '8:28',
    says: ['gate: must be true or false, not a text'],
  },
  { what: 'money that is none', text: `${LINE}budget: { usd: 0 }\n`, at: '7:16', says: ['more than 0'] },
  {
    what: 'a policy that there is not',
    text: `${LINE}guard:\n  confirm:\n    delete: never\n`,
    at: '9:13',
    says: ['delete', 'allow', 'deny', 'ask'],
  },
  // YAML itself
  {
    what: 'a tab as indentation',
    text: `${HEAD}dialogue:\n\t- say: x\n`,
    at: '6:1',
    says: ['tab', 'spaces'],
  },
  { what: 'an unclosed quote', text: `${HEAD}tags: ["a\n`, at: '5:8', says: ['quote'] },
  {
    what: 'a key that stands twice',
    text: `${HEAD}name: Again\n`,
    at: '5:1',
    says: ['"name"', 'second time'],
  },
  { what: 'an empty file', text: '', at: '1:1', says: ['empty', 'scenario: 1'] },
  { what: 'a file of comments', text: '# nothing\n', at: '1:1', says: ['empty'] },
  { what: 'a list instead of a map', text: '- say: hello\n', at: '1:1', says: ['map (key: value)'] },
  { what: 'a plain text instead of a map', text: 'hello\n', at: '1:1', says: ['map (key: value)'] },
  {
    what: 'lines that end in a carriage return alone',
    text: 'scenario: 1\rname: a\r',
    at: '1:12',
    says: ['carriage return', 'LF'],
  },
  { what: 'control characters', text: 'scenario: 1\nname: a\0b\n', at: '2:8', says: ['U+0000'] },
  {
    what: 'an alias',
    text: `${LINE}    check:\n      - url: **/done\n`,
    at: '8:14',
    says: ['*', 'quotes', '"**/done"'],
  },
  {
    what: 'an anchor',
    text: `${HEAD}tags: &list [a]\ndialogue: [{ say: x }]\n`,
    at: '5:7',
    says: ['&', 'quotes'],
  },
  {
    what: 'aliases that multiply',
    text: `${HEAD}vars: &a [x, x]\ntags: &b [*a, *a]\nreplies: &c [*b, *b]\ndialogue: [*c, *c]\n`,
    at: '6:11',
    says: ['alias'],
  },
  {
    what: 'a tag',
    text: `${LINE}    expect:\n      - says: !important x\n`,
    at: '8:15',
    says: ['!important', 'quotes'],
  },
  {
    what: 'lists nested without end',
    text: `${HEAD}tags: ${'['.repeat(50_000)}\n`,
    at: '5:67',
    says: ['nested'],
  },
  {
    what: 'dashes nested without end',
    text: `${HEAD}tags:\n  ${'- '.repeat(20_000)}x\n`,
    at: '6:123',
    says: ['nested'],
  },
  {
    what: 'a colon in an unquoted text',
    text: `${HEAD}dialogue:\n  - say: Hi: there\n`,
    at: '6:10',
    says: ['quotes'],
  },
  {
    what: 'an unclosed bracket',
    text: `${HEAD}tags: [a, b\ndialogue:\n  - say: x\n`,
    at: '6:1',
    says: ['bracket'],
  },
  { what: 'two documents', text: `${LINE}---\nscenario: 1\n`, at: '7:1', says: ['second document'] },
  { what: 'a text that starts with @', text: `${HEAD}tags: [@smoke]\n`, at: '5:8', says: ['@', 'quotes'] },
  { what: 'a bad escape', text: `${HEAD}tags: ["\\q"]\n`, at: '5:9', says: ['escape'] },
  { what: 'an entry out of its column', text: `${LINE}   check: []\n`, at: '7:1', says: ['indentation'] },
  {
    what: 'an unquoted placeholder',
    text: 'scenario: 1\nname: x\nstart:\n  url: {{BASE}}/a\n',
    at: '4:8',
    says: ['quotes', '{{'],
  },
  {
    what: 'an unquoted placeholder alone',
    text: `${HEAD}dialogue:\n  - say: {{ref}}\n`,
    at: '6:11',
    says: ['quotes', '{{'],
  },
  {
    what: 'a key without its colon',
    text: `${HEAD}tags [a]\ndialogue: [{ say: x }]\n`,
    at: '5:1',
    says: ['"tags [a]"', 'colon'],
  },
  // keys
  {
    what: 'an unknown key with a near one',
    text: `${HEAD}dialoge:\n  - say: x\n`,
    at: '5:1',
    says: ['not a known key', 'Did you mean "dialogue"?'],
  },
  {
    what: 'an unknown key with no near one',
    text: `${LINE}zebra: 1\n`,
    at: '7:1',
    says: ['"zebra" is not a known key', 'known here: scenario'],
  },
  {
    what: 'a misspelt key in a line',
    text: `${LINE}    chek:\n      - url: "**"\n`,
    at: '7:5',
    says: ['dialogue[0].chek', 'Did you mean "check"?'],
  },
  {
    what: 'a misspelt expectation',
    text: `${LINE}    expect:\n      - never_say: error\n`,
    at: '8:9',
    says: ['Did you mean "never_says"?'],
  },
  {
    what: 'a misspelt key of a match',
    text: `${LINE}    expect:\n      - says: { equal: x }\n`,
    at: '8:17',
    says: ['Did you mean "equals"?'],
  },
  {
    what: 'a key of a later version',
    text: `${LINE}judge: { votes: 3 }\n`,
    at: '7:1',
    says: ['"judge" is not supported yet: a judge comes with a later version'],
  },
  {
    what: 'a likeness of sentences on a page',
    text: `${LINE}    check:\n      - text: { any: [{ similar: "It was saved." }] }\n`,
    at: '8:25',
    says: ['dialogue[0].check[0].text.any[0].similar', '"similar" does not belong here', 'says, never_asks'],
  },
  {
    what: 'a temperature for nobody',
    text: `${LINE}agent: { navigator: direct, temperature: 0.5 }\n`,
    at: '7:42',
    says: ['agent.temperature', 'the navigator direct asks none'],
  },
  {
    what: 'a temperature that no server takes',
    text: `${LINE}agent: { temperature: 12 }\n`,
    at: '7:23',
    says: ['must be 2 or less'],
  },
  {
    what: 'a number of elements where there is no list of them',
    text: `${LINE}agent: { navigator: chat, ranker: { top_k: 5 } }\n`,
    at: '7:44',
    says: ['agent.ranker.top_k', 'chat has no such list'],
  },
  {
    what: 'a ranker without a word',
    text: `${LINE}agent: { ranker: {} }\n`,
    at: '7:18',
    says: ['give name, top_k or both'],
  },
  {
    what: 'a text that goes on after its quotes',
    text: `${LINE}  - say: 'It's fine'\n`,
    at: '7:14',
    says: ["the text ends at the ' before it"],
  },
  {
    what: 'a text that starts with brackets',
    text: `${LINE}  - say: [x] tick it\n`,
    at: '7:14',
    says: ['put quotes around a text that starts with one'],
  },
  {
    what: 'a colon without a space, before a map',
    text: LINE.replace('scenario: 1', 'scenario:1'),
    at: '1:1',
    says: ['a colon needs a space after it: "scenario: 1"'],
  },
  {
    what: 'a colon without a space, in place of a map',
    text: `${LINE}  - say:Then.\n`,
    at: '7:5',
    says: ['a colon needs a space after it: "say: Then."'],
  },
  {
    what: 'a number beyond all counting',
    text: `${LINE}budget: { turns: 99999999999999999999 }\n`,
    at: '7:18',
    says: ['is too large a number'],
  },
  {
    what: 'a time zone that there is not',
    text: LINE.replace('  url:', '  timezone: Mars/Base\n  url:'),
    at: '4:13',
    says: ['start.timezone', 'such as Europe/Oslo'],
  },
  {
    what: 'a language that there is not',
    text: LINE.replace('  url:', '  locale: "e n"\n  url:'),
    at: '4:11',
    says: ['such as en-GB'],
  },
  {
    what: 'a page larger than any',
    text: LINE.replace('  url:', '  viewport: { width: 90000, height: 900 }\n  url:'),
    at: '4:22',
    says: ['must be 5000 or less'],
  },
  {
    what: 'a likeness of nothing',
    text: `${LINE}    expect:\n      - asks: { min: 0.7 }\n`,
    at: '8:15',
    says: ['must have one of all, any, equals and similar'],
  },
  {
    what: 'a likeness that nothing can have',
    text: `${LINE}    expect:\n      - asks: { similar: "What is your name?", min: 80 }\n`,
    at: '8:53',
    says: ['dialogue[0].expect[0].asks.min', 'must be 1 or less'],
  },
  {
    what: 'a likeness that goes with nothing',
    text: `${LINE}    expect:\n      - asks: { equals: "Your name?", min: 0.7 }\n`,
    at: '8:44',
    says: ['goes with similar'],
  },
  {
    what: 'a check of a later version',
    text: `${LINE}    check:\n      - judge: fine\n`,
    at: '8:9',
    says: ['"judge" is not supported yet'],
  },
  {
    what: 'several wordings without any',
    text: `${HEAD}dialogue:\n  - say: { any_of: [] }\n`,
    at: '6:20',
    says: ['empty list'],
  },
  // what is missing or of the wrong kind
  { what: 'no dialogue', text: HEAD, at: '1:1', says: ['dialogue: is missing'] },
  {
    what: 'no name',
    text: HEAD.replace('name: T\n', '') + 'dialogue: [{ say: x }]\n',
    at: '1:1',
    says: ['name: is missing'],
  },
  {
    what: 'no address',
    text: 'scenario: 1\nname: x\nstart: {}\ndialogue: [{ say: x }]\n',
    at: '3:1',
    says: ['start.url: is missing'],
  },
  {
    what: 'another version',
    text: LINE.replace('scenario: 1', 'scenario: 2'),
    at: '1:11',
    says: ['must be 1', 'got 2'],
  },
  {
    what: 'a line without words',
    text: `${HEAD}dialogue:\n  - when: done\n`,
    at: '6:5',
    says: ['dialogue[0].say: is missing'],
  },
  { what: 'an empty line', text: `${HEAD}dialogue:\n  - say: ""\n`, at: '6:10', says: ['is empty'] },
  { what: 'a key without a value', text: `${HEAD}dialogue:\n`, at: '5:10', says: ['dialogue: is empty'] },
  {
    what: 'a number where a text is',
    text: `${LINE}    expect:\n      - says: 120.00\n`,
    at: '8:15',
    says: ['quotes', '"120.00"'],
  },
  {
    what: 'a number to say',
    text: `${HEAD}dialogue:\n  - say: 42\n`,
    at: '6:10',
    says: ['must be a text', '"42"'],
  },
  {
    what: 'a map where a list is',
    text: `${LINE}    check:\n      url: "**"\n`,
    at: '8:7',
    says: ['must be a list', '- '],
  },
  { what: 'a text where a list is', text: `${LINE}tags: smoke\n`, at: '7:7', says: ['must be a list'] },
  {
    what: 'a list where a map is',
    text: 'scenario: 1\nname: x\nstart: [a]\ndialogue: [{ say: x }]\n',
    at: '3:8',
    says: ['must be a map'],
  },
  {
    what: 'a word where a number is',
    text: `${LINE}budget: { turns: many }\n`,
    at: '7:18',
    says: ['must be a whole number'],
  },
  { what: 'half a turn', text: `${LINE}budget: { turns: 1.5 }\n`, at: '7:18', says: ['whole number'] },
  {
    what: 'an action budget under its old name',
    text: `${LINE}budget: { acts: 3 }\n`,
    at: '7:11',
    says: ['Did you mean "actions"?'],
  },
  { what: 'a budget of nothing', text: `${LINE}budget: { actions: 0 }\n`, at: '7:20', says: ['1 or more'] },
  { what: 'an infinite budget', text: `${LINE}budget: { seconds: .inf }\n`, at: '7:20', says: ['".inf"'] },
  // checks, expectations, triggers, replies
  {
    what: 'a check of two things',
    text: `${LINE}    check:\n      - url: "**"\n        text: x\n`,
    at: '8:9',
    says: ['url and text'],
  },
  {
    what: 'a check of nothing',
    text: `${LINE}    check:\n      - {}\n`,
    at: '8:9',
    says: ['checks nothing'],
  },
  {
    what: 'an element that is not described',
    text: `${LINE}    check:\n      - element: { state: hidden }\n`,
    at: '8:18',
    says: ['which element'],
  },
  {
    what: 'a role that does not exist',
    text: `${LINE}    check:\n      - element: { role: buton }\n`,
    at: '8:26',
    says: ['not an ARIA role', 'Did you mean "button"?'],
  },
  {
    what: 'a state that does not exist',
    text: `${LINE}    check:\n      - element: { role: link, state: hiden }\n`,
    at: '8:39',
    says: ['Did you mean "hidden"?'],
  },
  {
    what: 'a pattern that fits no address',
    text: `${LINE}    check:\n      - url: /done\n`,
    at: '8:14',
    says: ['"**/done"'],
  },
  {
    what: 'an http check without address',
    text: `${LINE}    check:\n      - http: { expect: { status: 200 } }\n`,
    at: '8:15',
    says: ['get or post'],
  },
  {
    what: 'an http check of a relative address',
    text: `${LINE}    check:\n      - http: { get: /api }\n`,
    at: '8:22',
    says: ['web address', 'http://'],
  },
  {
    what: 'a get with a body',
    text: `${LINE}    check:\n      - http: { get: "http://x.test/", json: {} }\n`,
    at: '8:46',
    says: ['use post'],
  },
  {
    what: 'an impossible status',
    text: `${LINE}    check:\n      - http: { get: "http://x.test/", expect: { status: 42 } }\n`,
    at: '8:58',
    says: ['100 to 599'],
  },
  {
    what: 'a broken regular expression',
    text: `${LINE}    expect:\n      - says: /(/\n`,
    at: '8:15',
    says: ['regular expression'],
  },
  {
    what: 'a flag in capitals',
    text: `${LINE}    expect:\n      - never_says: /error/I\n`,
    at: '8:21',
    says: ['flags', '/i'],
  },
  {
    what: 'how often what never happens',
    text: `${LINE}    expect:\n      - never_says: x\n        times: 2\n`,
    at: '9:16',
    says: ['times'],
  },
  {
    what: 'an unknown trigger',
    text: `${LINE}  - say: Then\n    when: don\n`,
    at: '8:11',
    says: ['must be done', '"don"'],
  },
  {
    what: 'a misspelt trigger',
    text: `${LINE}  - say: Then\n    when: { ask: x }\n`,
    at: '8:13',
    says: ['Did you mean "asks"?'],
  },
  {
    what: 'a first line that waits',
    text: `${LINE}    when: { actions: 2 }\n`,
    at: '7:11',
    says: ['first line'],
  },
  {
    what: 'a reply without words',
    text: `${LINE}replies:\n  - about: surname\n`,
    at: '8:5',
    says: ['no say'],
  },
  {
    what: 'two otherwise',
    text: `${LINE}replies:\n  - otherwise: fail\n  - otherwise: No idea.\n`,
    at: '9:5',
    says: ['second time'],
  },
  {
    what: 'otherwise with a number',
    text: `${LINE}replies:\n  - otherwise: x\n    times: 2\n`,
    at: '9:12',
    says: ['otherwise'],
  },
  // variables
  {
    what: 'an undefined variable',
    text: `${HEAD}vars: { surname: O }\ndialogue:\n  - say: I am {{surnme}}.\n`,
    at: '7:15',
    says: ['"surnme"', 'Did you mean "surname"?'],
  },
  {
    what: 'an undefined variable where there are none',
    text: `${HEAD}dialogue:\n  - say: I am {{x}}.\n`,
    at: '6:15',
    says: ['Define it under vars'],
  },
  {
    what: 'variables in a circle',
    text: `${LINE}vars:\n  a: "{{b}}"\n  b: "{{a}}"\n`,
    at: '8:7',
    says: ['circle'],
  },
  {
    what: 'a variable that is picked from nothing',
    text: `${LINE}vars:\n  ref: { pick: [] }\n`,
    at: '8:16',
    says: ['empty list'],
  },
  {
    what: 'a variable that is a list',
    text: `${LINE}vars:\n  ref: [A, B]\n`,
    at: '8:8',
    says: ['must be a text'],
  },
  { what: 'a variable without value', text: `${LINE}vars:\n  ref:\n`, at: '8:7', says: ['is empty'] },
  {
    what: 'a name that no variable can have',
    text: `${LINE}vars:\n  my ref: x\n`,
    at: '8:3',
    says: ['no name for a variable'],
  },
  {
    what: 'a secret that is not listed',
    text: `${HEAD}dialogue:\n  - say: "{{secret.PW}}"\n`,
    at: '6:11',
    says: ['"PW" is not listed under secrets'],
  },
  // addresses
  {
    what: 'an address of another kind',
    text: HEAD.replace('https://shop.test/', 'javascript:alert(1)') + 'dialogue: [{ say: x }]\n',
    at: '4:8',
    says: ['javascript:'],
  },
  {
    what: 'an address without http',
    text: HEAD.replace('https://shop.test/', 'shop.test') + 'dialogue: [{ say: x }]\n',
    at: '4:8',
    says: ['Did you mean "https://shop.test"?'],
  },
  {
    what: 'an HTML file that is not there',
    text: HEAD.replace('https://shop.test/', 'pages/none.html') + 'dialogue: [{ say: x }]\n',
    at: '4:8',
    says: ['no file "pages/none.html"', 'folder'],
  },
  {
    what: 'a malformed address',
    text: HEAD.replace('https://shop.test/', '"http://[x/"') + 'dialogue: [{ say: x }]\n',
    at: '4:8',
    says: ['not a valid address'],
  },
  {
    what: 'a reset that is no web address',
    text: HEAD + '  reset: { post: /reset }\ndialogue: [{ say: x }]\n',
    at: '5:18',
    says: ['web address'],
  },
];

for (const { what, text, at, says } of BROKEN) {
  test(`tells where and how to mend ${what}`, () => {
    const problem = problemOf(() => parse(text));
    expect(problem.kind).toBe('usage');
    expect(problem.next).not.toBe('');
    const line = problem.message
      .split('\n')
      .find((it) => it.split(/(?<=:\d+:\d+)[: ]/)[0] === `x.scenario.yaml:${at}`);
    expect(line, problem.message).toBeDefined();
    for (const part of says) expect(line).toContain(part);
    expect(problem.message).not.toMatch(/Invalid input|expected|received|undefined|unrecognized/i);
  });
}

test('lists all mistakes at once, in the order of the file', () => {
  const problem = problemOf(() =>
    parse(`${HEAD}tag: [x]\ndialogue:\n  - say: ""\n    check: [{ ulr: "**" }]\nbudget: { turns: x }\n`),
  );
  expect(problem.message.split('\n').map((line) => line.split(' ')[0])).toEqual([
    'x.scenario.yaml:5:1',
    'x.scenario.yaml:7:10',
    'x.scenario.yaml:8:15',
    'x.scenario.yaml:9:18',
  ]);
});

test('a misspelt key is one mistake, not two', () => {
  expect(problemOf(() => parse(`${LINE}    check:\n      - txt: x\n`)).message.split('\n')).toHaveLength(1);
});

test('shows twenty mistakes and counts the rest', () => {
  const lines = problemOf(() =>
    parse(LINE + Array.from({ length: 25 }, (_, i) => `wrong${i}: 1\n`).join('')),
  ).message.split('\n');
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('and 5 more');
});

test('variables that double with every step do not fill the memory', () => {
  const vars = Array.from({ length: 60 }, (_, i) => `  v${i}: "{{v${i + 1}}}{{v${i + 1}}}"\n`).join('');
  expect(problemOf(() => parse(`${LINE}vars:\n${vars}  v60: x\n`)).message).toContain('too long');
});

test('variables in a circle of doublings are found at once', () => {
  const vars = Array.from(
    { length: 60 },
    (_, i) => `  v${i}: "{{v${(i + 1) % 60}}}{{v${(i + 1) % 60}}}"\n`,
  ).join('');
  expect(problemOf(() => parse(`${LINE}vars:\n${vars}`)).message).toContain('circle');
});

test('an override that no variable answers to is a mistake', () => {
  const problem = problemOf(() => parse(`${LINE}vars: { surname: O }\n`, { overrides: { surnme: 'X' } }));
  expect(problem.message).toContain('Did you mean "surname"?');
});

test('an override keeps the type of the variable', () => {
  const problem = problemOf(() => parse(`${LINE}vars: { seats: 2 }\n`, { overrides: { seats: 'two' } }));
  expect(problem.message).toContain('x.scenario.yaml:7:16 vars.seats');
});

test('a built-in that makes a wrong address is found when its value comes', () => {
  const loaded = parseScenario('x.scenario.yaml', LINE.replace('https://shop.test/', '"{{FIXTURES}}/shop"'), {
    builtins: ['FIXTURES'],
  });
  expect(problemOf(() => bindScenario(loaded, { FIXTURES: 'nowhere' })).message).toContain(
    'x.scenario.yaml:4:8 start.url',
  );
  expect(problemOf(() => bindScenario(loaded)).message).toContain('{{FIXTURES}}');
});

test('a text where a list belongs is found before a built-in has its value', () => {
  const text = LINE.replace('dialogue:\n  - say: Hello', 'dialogue: "{{FIXTURES}}"');
  expect(problemOf(() => parse(text, { builtins: ['FIXTURES'] })).message).toContain('must be a list');
});

test.describe('files', () => {
  let folder: string;
  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-scenario-'));
  });
  test.afterEach(() => rmSync(folder, { recursive: true }));

  test('a missing file is named, with a near one', () => {
    writeFileSync(join(folder, 'cancel.scenario.yaml'), '');
    const problem = problemOf(() => loadScenario(join(folder, 'cancle.scenario.yaml')));
    expect(problem.kind).toBe('usage');
    expect(problem.message).toContain('There is no file');
    expect(problem.message).toContain('Did you mean "cancel.scenario.yaml"?');
  });

  test('a folder is no scenario', () => {
    mkdirSync(join(folder, 'deep'));
    expect(problemOf(() => loadScenario(join(folder, 'deep'))).message).toContain('is a folder');
  });

  test('a path through a file is no file', () => {
    writeFileSync(join(folder, 'a'), '');
    expect(problemOf(() => loadScenario(join(folder, 'a', 'b.yaml'))).message).toContain('There is no file');
  });

  test('a path that no file can have is refused', () => {
    expect(problemOf(() => loadScenario('a\0b')).message).toContain('cannot be read');
  });

  test('links that lead nowhere are told apart, and are found in a folder', () => {
    symlinkSync('gone.yaml', join(folder, 'a.scenario.yaml'));
    symlinkSync('b.scenario.yaml', join(folder, 'b.scenario.yaml'));
    const told = findScenarios([folder]).map((file) => problemOf(() => loadScenario(file)).message);
    expect(told.map((message) => message.replace(/^.*(?=.\.scenario)/, ''))).toEqual([
      'a.scenario.yaml is a link that leads to a file that is not there.',
      'b.scenario.yaml is a link that leads back to itself.',
    ]);
  });

  test('bytes that are not UTF-8 are found at their place', () => {
    const file = join(folder, 'x.yaml');
    writeFileSync(
      file,
      Buffer.concat([Buffer.from('scenario: 1\nname: Ren'), Buffer.from([0xe9]), Buffer.from('\n')]),
    );
    expect(problemOf(() => loadScenario(file)).message).toMatch(/x\.yaml:2:10: .*not UTF-8/);
  });

  test('UTF-16 is called by its name', () => {
    const file = join(folder, 'x.yaml');
    writeFileSync(file, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('scenario: 1\n', 'utf16le')]));
    expect(problemOf(() => loadScenario(file)).message).toContain('UTF-16');
  });

  test('a file far too large is not read', () => {
    const file = join(folder, 'x.yaml');
    writeFileSync(file, `${LINE}#${'x'.repeat(300_000)}`);
    expect(problemOf(() => loadScenario(file)).message).toContain('256 KB');
  });

  test('a picture is not text', () => {
    const file = join(folder, 'x.yaml');
    writeFileSync(file, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]));
    expect(problemOf(() => loadScenario(file)).message).toContain('x.yaml:1:1');
  });
});
