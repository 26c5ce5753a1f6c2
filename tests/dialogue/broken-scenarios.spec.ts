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

function catchError(run: () => unknown): ParleyError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(ParleyError);
    return error as ParleyError;
  }
  throw new Error('no error was thrown');
}

function parseText(text: string, options?: LoadOptions): unknown {
  return parseScenario('x.scenario.yaml', text, options);
}

/** The first four lines of a scenario; most test cases add text from line 5 on. */
const FIRST_LINES = 'scenario: 1\nname: T\nstart:\n  url: https://shop.test/\n';
const MINIMAL_SCENARIO = `${FIRST_LINES}dialogue:\n  - say: Hello\n`;

const BROKEN_SCENARIOS: { what: string; text: string; at: string; contains: string[] }[] = [
  {
    what: 'an unknown class of irreversible actions',
    text: `${MINIMAL_SCENARIO}guard: { confirm: { buy: allow, sell: deny } }\n`,
    at: '7:33',
    contains: ['"sell"'],
  },
  {
    what: 'an invalid expression',
    text: `${FIRST_LINES}dialogue:\n  - say: Hello\n    check:\n      - js: "1 +"\n        equals: 2\n`,
    at: '8:13',
    contains: ['dialogue[0].check[0].js', 'is not a JavaScript expression'],
  },
  {
    what: 'a URL instead of a host',
    text: `${MINIMAL_SCENARIO}guard: { domains: ["http://shop.test/"] }\n`,
    at: '7:20',
    contains: ['guard.domains[0]', 'must be a host', 'without http://'],
  },
  {
    what: 'an empty list of hosts',
    text: `${MINIMAL_SCENARIO}guard: { domains: [] }\n`,
    at: '7:19',
    contains: ['empty list'],
  },
  {
    what: 'an unknown action',
    text: `${MINIMAL_SCENARIO}guard:\n  forbid:\n    - intent: clik\n`,
    at: '9:15',
    contains: ['must be one of click', 'Did you mean "click"?'],
  },
  {
    what: 'a rule that forbids nothing',
    text: `${MINIMAL_SCENARIO}guard:\n  forbid:\n    - {}\n`,
    at: '9:7',
    contains: ['guard.forbid[0]', 'forbids nothing'],
  },
  {
    what: 'an unknown class to forbid',
    text: `${MINIMAL_SCENARIO}guard:\n  forbid:\n    - class: steal\n`,
    at: '9:14',
    contains: ['buy, send, delete, account', '"steal"'],
  },
  {
    what: 'an invalid time',
    text: MINIMAL_SCENARIO.replace('/\n', '/\n  clock: tomorrow\n'),
    at: '5:10',
    contains: ['start.clock', '"tomorrow" is not a valid time', '2026-03-02T09:00:00Z'],
  },
  {
    what: 'a HAR recording without a file',
    text: MINIMAL_SCENARIO.replace('/\n', '/\n  har: { not_found: abort }\n'),
    at: '5:3',
    contains: ['start.har.file: is missing'],
  },
  {
    what: 'an unknown value of not_found',
    text: MINIMAL_SCENARIO.replace('/\n', '/\n  har: { file: a.har, not_found: live }\n'),
    at: '5:34',
    contains: ['must be one of abort, fallback'],
  },
  {
    what: 'an unknown condition',
    text: `${MINIMAL_SCENARIO}replies:\n  - when: { idl: 3 }\n    say: x\n`,
    at: '8:13',
    contains: ['Did you mean "idle"?'],
  },
  {
    what: 'a condition without say',
    text: `${MINIMAL_SCENARIO}replies:\n  - when: { idle: 3 }\n`,
    at: '8:5',
    contains: ['has "when" but no "say"'],
  },
  {
    what: 'a reply with two conditions',
    text: `${MINIMAL_SCENARIO}replies:\n  - { about: x, when: { idle: 3 }, say: x }\n`,
    at: '8:5',
    contains: ['has about and when'],
  },
  {
    what: 'equals without js',
    text: `${MINIMAL_SCENARIO}    check:\n      - { url: "**", equals: 3 }\n`,
    at: '8:30',
    contains: ['only allowed with js'],
  },
  {
    what: 'an empty check of actions',
    text: `${MINIMAL_SCENARIO}finally:\n  - actions: {}\n`,
    at: '8:14',
    contains: ['finally[0].actions', 'max, min, never and some'],
  },
  {
    what: 'a gate that is neither true nor false',
    text: `${MINIMAL_SCENARIO}    check:\n      - { url: "**", gate: soft }\n`,
    at: '8:28',
    contains: ['gate: must be true or false, not a string'],
  },
  {
    what: 'a cost limit of zero',
    text: `${MINIMAL_SCENARIO}budget: { usd: 0 }\n`,
    at: '7:16',
    contains: ['more than 0'],
  },
  {
    what: 'an unknown policy',
    text: `${MINIMAL_SCENARIO}guard:\n  confirm:\n    delete: never\n`,
    at: '9:13',
    contains: ['delete', 'allow', 'deny', 'ask'],
  },
  // YAML itself
  {
    what: 'a tab as indentation',
    text: `${FIRST_LINES}dialogue:\n\t- say: x\n`,
    at: '6:1',
    contains: ['tab', 'spaces'],
  },
  { what: 'an unclosed quote', text: `${FIRST_LINES}tags: ["a\n`, at: '5:8', contains: ['quote'] },
  {
    what: 'a duplicate key',
    text: `${FIRST_LINES}name: Again\n`,
    at: '5:1',
    contains: ['"name"', 'occurs twice'],
  },
  { what: 'an empty file', text: '', at: '1:1', contains: ['empty', 'scenario: 1'] },
  { what: 'a file with only comments', text: '# nothing\n', at: '1:1', contains: ['empty'] },
  { what: 'a list instead of a map', text: '- say: hello\n', at: '1:1', contains: ['map (key: value)'] },
  { what: 'a plain text instead of a map', text: 'hello\n', at: '1:1', contains: ['map (key: value)'] },
  {
    what: 'line ends that are only carriage returns',
    text: 'scenario: 1\rname: a\r',
    at: '1:12',
    contains: ['carriage return', 'LF'],
  },
  { what: 'control characters', text: 'scenario: 1\nname: a\0b\n', at: '2:8', contains: ['U+0000'] },
  {
    what: 'an alias',
    text: `${MINIMAL_SCENARIO}    check:\n      - url: **/done\n`,
    at: '8:14',
    contains: ['*', 'quotes', '"**/done"'],
  },
  {
    what: 'an anchor',
    text: `${FIRST_LINES}tags: &list [a]\ndialogue: [{ say: x }]\n`,
    at: '5:7',
    contains: ['&', 'quotes'],
  },
  {
    what: 'aliases that multiply',
    text: `${FIRST_LINES}vars: &a [x, x]\ntags: &b [*a, *a]\nreplies: &c [*b, *b]\ndialogue: [*c, *c]\n`,
    at: '6:11',
    contains: ['alias'],
  },
  {
    what: 'a tag',
    text: `${MINIMAL_SCENARIO}    expect:\n      - says: !important x\n`,
    at: '8:15',
    contains: ['!important', 'quotes'],
  },
  {
    what: 'extremely nested lists',
    text: `${FIRST_LINES}tags: ${'['.repeat(50_000)}\n`,
    at: '5:67',
    contains: ['nested'],
  },
  {
    what: 'extremely nested dashes',
    text: `${FIRST_LINES}tags:\n  ${'- '.repeat(20_000)}x\n`,
    at: '6:123',
    contains: ['nested'],
  },
  {
    what: 'a colon in an unquoted text',
    text: `${FIRST_LINES}dialogue:\n  - say: Hi: there\n`,
    at: '6:10',
    contains: ['quotes'],
  },
  {
    what: 'an unclosed bracket',
    text: `${FIRST_LINES}tags: [a, b\ndialogue:\n  - say: x\n`,
    at: '6:1',
    contains: ['bracket'],
  },
  {
    what: 'two documents',
    text: `${MINIMAL_SCENARIO}---\nscenario: 1\n`,
    at: '7:1',
    contains: ['second document'],
  },
  {
    what: 'a text that starts with @',
    text: `${FIRST_LINES}tags: [@smoke]\n`,
    at: '5:8',
    contains: ['@', 'quotes'],
  },
  { what: 'a bad escape', text: `${FIRST_LINES}tags: ["\\q"]\n`, at: '5:9', contains: ['escape'] },
  {
    what: 'an entry with wrong indentation',
    text: `${MINIMAL_SCENARIO}   check: []\n`,
    at: '7:1',
    contains: ['indentation'],
  },
  {
    what: 'an unquoted placeholder',
    text: 'scenario: 1\nname: x\nstart:\n  url: {{BASE}}/a\n',
    at: '4:8',
    contains: ['quotes', '{{'],
  },
  {
    what: 'a value that is only an unquoted placeholder',
    text: `${FIRST_LINES}dialogue:\n  - say: {{ref}}\n`,
    at: '6:11',
    contains: ['quotes', '{{'],
  },
  {
    what: 'a key without its colon',
    text: `${FIRST_LINES}tags [a]\ndialogue: [{ say: x }]\n`,
    at: '5:1',
    contains: ['"tags [a]"', 'colon'],
  },
  // keys
  {
    what: 'an unknown key that is similar to a known one',
    text: `${FIRST_LINES}dialoge:\n  - say: x\n`,
    at: '5:1',
    contains: ['not a known key', 'Did you mean "dialogue"?'],
  },
  {
    what: 'an unknown key that is not similar to any',
    text: `${MINIMAL_SCENARIO}zebra: 1\n`,
    at: '7:1',
    contains: ['"zebra" is not a known key', 'known here: scenario'],
  },
  {
    what: 'a misspelt key in a line',
    text: `${MINIMAL_SCENARIO}    chek:\n      - url: "**"\n`,
    at: '7:5',
    contains: ['dialogue[0].chek', 'Did you mean "check"?'],
  },
  {
    what: 'a misspelt expectation',
    text: `${MINIMAL_SCENARIO}    expect:\n      - never_say: error\n`,
    at: '8:9',
    contains: ['Did you mean "never_says"?'],
  },
  {
    what: 'a misspelt key of a match',
    text: `${MINIMAL_SCENARIO}    expect:\n      - says: { equal: x }\n`,
    at: '8:17',
    contains: ['Did you mean "equals"?'],
  },
  {
    what: 'a check outside a list of checks',
    text: `${MINIMAL_SCENARIO}judge: { last: 3 }\n`,
    at: '7:1',
    contains: ['"judge" is a check', 'judge_model'],
  },
  {
    what: 'similar in a pattern for a page',
    text: `${MINIMAL_SCENARIO}    check:\n      - text: { any: [{ similar: "It was saved." }] }\n`,
    at: '8:25',
    contains: [
      'dialogue[0].check[0].text.any[0].similar',
      '"similar" is not allowed here',
      'says, never_asks',
    ],
  },
  {
    what: 'a temperature without a language model',
    text: `${MINIMAL_SCENARIO}agent: { navigator: direct, temperature: 0.5 }\n`,
    at: '7:42',
    contains: ['agent.temperature', 'which the navigator “direct” does not use'],
  },
  {
    what: 'a temperature above the maximum',
    text: `${MINIMAL_SCENARIO}agent: { temperature: 12 }\n`,
    at: '7:23',
    contains: ['must be 2 or less'],
  },
  {
    what: 'top_k for a navigator without a list of elements',
    text: `${MINIMAL_SCENARIO}agent: { navigator: chat, ranker: { top_k: 5 } }\n`,
    at: '7:44',
    contains: ['agent.ranker.top_k', 'chat has no such list'],
  },
  {
    what: 'an empty ranker',
    text: `${MINIMAL_SCENARIO}agent: { ranker: {} }\n`,
    at: '7:18',
    contains: ['give name, top_k or both'],
  },
  {
    what: 'a text that continues after its quotes',
    text: `${MINIMAL_SCENARIO}  - say: 'It's fine'\n`,
    at: '7:14',
    contains: ["the text ends at the ' before it"],
  },
  {
    what: 'a text that starts with brackets',
    text: `${MINIMAL_SCENARIO}  - say: [x] tick it\n`,
    at: '7:14',
    contains: ['put quotes around text that starts with one'],
  },
  {
    what: 'a colon without a space, before a map',
    text: MINIMAL_SCENARIO.replace('scenario: 1', 'scenario:1'),
    at: '1:1',
    contains: ['a colon needs a space after it: "scenario: 1"'],
  },
  {
    what: 'a colon without a space, in place of a map',
    text: `${MINIMAL_SCENARIO}  - say:Then.\n`,
    at: '7:5',
    contains: ['a colon needs a space after it: "say: Then."'],
  },
  {
    what: 'a number that is too large',
    text: `${MINIMAL_SCENARIO}budget: { turns: 99999999999999999999 }\n`,
    at: '7:18',
    contains: ['is too large a number'],
  },
  {
    what: 'an unknown time zone',
    text: MINIMAL_SCENARIO.replace('  url:', '  timezone: Mars/Base\n  url:'),
    at: '4:13',
    contains: ['start.timezone', 'such as Europe/Oslo'],
  },
  {
    what: 'an unknown language',
    text: MINIMAL_SCENARIO.replace('  url:', '  locale: "e n"\n  url:'),
    at: '4:11',
    contains: ['such as en-GB'],
  },
  {
    what: 'a viewport above the maximum',
    text: MINIMAL_SCENARIO.replace('  url:', '  viewport: { width: 90000, height: 900 }\n  url:'),
    at: '4:22',
    contains: ['must be 5000 or less'],
  },
  {
    what: 'an empty similar',
    text: `${MINIMAL_SCENARIO}    expect:\n      - asks: { min: 0.7 }\n`,
    at: '8:15',
    contains: ['must have one of all, any, equals and similar'],
  },
  {
    what: 'a minimum similarity above 1',
    text: `${MINIMAL_SCENARIO}    expect:\n      - asks: { similar: "What is your name?", min: 80 }\n`,
    at: '8:53',
    contains: ['dialogue[0].expect[0].asks.min', 'must be 1 or less'],
  },
  {
    what: 'min without similar',
    text: `${MINIMAL_SCENARIO}    expect:\n      - asks: { equals: "Your name?", min: 0.7 }\n`,
    at: '8:44',
    contains: ['only allowed with similar'],
  },
  {
    what: 'a judge check without its keys',
    text: `${MINIMAL_SCENARIO}    check:\n      - judge: fine\n`,
    at: '8:16',
    contains: ['dialogue[0].check[0].judge', 'must be a map'],
  },
  {
    what: 'a judge check with an unknown key',
    text: `${MINIMAL_SCENARIO}    check:\n      - judge: { tasks: x }\n`,
    at: '8:18',
    contains: ['Did you mean "task"?'],
  },
  {
    what: 'a judge check without a screenshot',
    text: `${MINIMAL_SCENARIO}    check:\n      - judge: { last: 0 }\n`,
    at: '8:24',
    contains: ['must be 1 or more'],
  },
  {
    what: 'an empty list of wordings',
    text: `${FIRST_LINES}dialogue:\n  - say: { any_of: [] }\n`,
    at: '6:20',
    contains: ['empty list'],
  },
  // missing values and values of the wrong type
  { what: 'no dialogue', text: FIRST_LINES, at: '1:1', contains: ['dialogue: is missing'] },
  {
    what: 'no name',
    text: FIRST_LINES.replace('name: T\n', '') + 'dialogue: [{ say: x }]\n',
    at: '1:1',
    contains: ['name: is missing'],
  },
  {
    what: 'no URL',
    text: 'scenario: 1\nname: x\nstart: {}\ndialogue: [{ say: x }]\n',
    at: '3:1',
    contains: ['start.url: is missing'],
  },
  {
    what: 'another version of the language',
    text: MINIMAL_SCENARIO.replace('scenario: 1', 'scenario: 2'),
    at: '1:11',
    contains: ['must be 1', 'got 2'],
  },
  {
    what: 'a line without say',
    text: `${FIRST_LINES}dialogue:\n  - when: done\n`,
    at: '6:5',
    contains: ['dialogue[0].say: is missing'],
  },
  {
    what: 'an empty line',
    text: `${FIRST_LINES}dialogue:\n  - say: ""\n`,
    at: '6:10',
    contains: ['is empty'],
  },
  {
    what: 'a key without a value',
    text: `${FIRST_LINES}dialogue:\n`,
    at: '5:10',
    contains: ['dialogue: is empty'],
  },
  {
    what: 'a number instead of a text',
    text: `${MINIMAL_SCENARIO}    expect:\n      - says: 120.00\n`,
    at: '8:15',
    contains: ['quotes', '"120.00"'],
  },
  {
    what: 'a number as the text of a line',
    text: `${FIRST_LINES}dialogue:\n  - say: 42\n`,
    at: '6:10',
    contains: ['must be a string', '"42"'],
  },
  {
    what: 'a map instead of a list',
    text: `${MINIMAL_SCENARIO}    check:\n      url: "**"\n`,
    at: '8:7',
    contains: ['must be a list', '- '],
  },
  {
    what: 'a text instead of a list',
    text: `${MINIMAL_SCENARIO}tags: smoke\n`,
    at: '7:7',
    contains: ['must be a list'],
  },
  {
    what: 'a list instead of a map',
    text: 'scenario: 1\nname: x\nstart: [a]\ndialogue: [{ say: x }]\n',
    at: '3:8',
    contains: ['must be a map'],
  },
  {
    what: 'a word instead of a number',
    text: `${MINIMAL_SCENARIO}budget: { turns: many }\n`,
    at: '7:18',
    contains: ['must be a whole number'],
  },
  {
    what: 'a fraction of a turn',
    text: `${MINIMAL_SCENARIO}budget: { turns: 1.5 }\n`,
    at: '7:18',
    contains: ['whole number'],
  },
  {
    what: 'an action budget under its old name',
    text: `${MINIMAL_SCENARIO}budget: { acts: 3 }\n`,
    at: '7:11',
    contains: ['Did you mean "actions"?'],
  },
  {
    what: 'a budget of zero',
    text: `${MINIMAL_SCENARIO}budget: { actions: 0 }\n`,
    at: '7:20',
    contains: ['1 or more'],
  },
  {
    what: 'an infinite budget',
    text: `${MINIMAL_SCENARIO}budget: { seconds: .inf }\n`,
    at: '7:20',
    contains: ['".inf"'],
  },
  // checks, expectations, triggers, replies
  {
    what: 'a check of two things',
    text: `${MINIMAL_SCENARIO}    check:\n      - url: "**"\n        text: x\n`,
    at: '8:9',
    contains: ['url and text'],
  },
  {
    what: 'a check of nothing',
    text: `${MINIMAL_SCENARIO}    check:\n      - {}\n`,
    at: '8:9',
    contains: ['checks nothing'],
  },
  {
    what: 'an element without a description',
    text: `${MINIMAL_SCENARIO}    check:\n      - element: { state: hidden }\n`,
    at: '8:18',
    contains: ['which element'],
  },
  {
    what: 'a role that does not exist',
    text: `${MINIMAL_SCENARIO}    check:\n      - element: { role: buton }\n`,
    at: '8:26',
    contains: ['not an ARIA role', 'Did you mean "button"?'],
  },
  {
    what: 'a state that does not exist',
    text: `${MINIMAL_SCENARIO}    check:\n      - element: { role: link, state: hiden }\n`,
    at: '8:39',
    contains: ['Did you mean "hidden"?'],
  },
  {
    what: 'a pattern that matches no URL',
    text: `${MINIMAL_SCENARIO}    check:\n      - url: /done\n`,
    at: '8:14',
    contains: ['"**/done"'],
  },
  {
    what: 'an http check without a URL',
    text: `${MINIMAL_SCENARIO}    check:\n      - http: { expect: { status: 200 } }\n`,
    at: '8:15',
    contains: ['get or post'],
  },
  {
    what: 'an http check of a relative URL',
    text: `${MINIMAL_SCENARIO}    check:\n      - http: { get: /api }\n`,
    at: '8:22',
    contains: ['web address', 'http://'],
  },
  {
    what: 'a get with a body',
    text: `${MINIMAL_SCENARIO}    check:\n      - http: { get: "http://x.test/", json: {} }\n`,
    at: '8:46',
    contains: ['use post'],
  },
  {
    what: 'an impossible status',
    text: `${MINIMAL_SCENARIO}    check:\n      - http: { get: "http://x.test/", expect: { status: 42 } }\n`,
    at: '8:58',
    contains: ['100 to 599'],
  },
  {
    what: 'a broken regular expression',
    text: `${MINIMAL_SCENARIO}    expect:\n      - says: /(/\n`,
    at: '8:15',
    contains: ['regular expression'],
  },
  {
    what: 'a flag in capitals',
    text: `${MINIMAL_SCENARIO}    expect:\n      - never_says: /error/I\n`,
    at: '8:21',
    contains: ['flags', '/i'],
  },
  {
    what: 'times with never_says',
    text: `${MINIMAL_SCENARIO}    expect:\n      - never_says: x\n        times: 2\n`,
    at: '9:16',
    contains: ['times'],
  },
  {
    what: 'an unknown trigger',
    text: `${MINIMAL_SCENARIO}  - say: Then\n    when: don\n`,
    at: '8:11',
    contains: ['must be done', '"don"'],
  },
  {
    what: 'a misspelt trigger',
    text: `${MINIMAL_SCENARIO}  - say: Then\n    when: { ask: x }\n`,
    at: '8:13',
    contains: ['Did you mean "asks"?'],
  },
  {
    what: 'a first line that waits',
    text: `${MINIMAL_SCENARIO}    when: { actions: 2 }\n`,
    at: '7:11',
    contains: ['first line'],
  },
  {
    what: 'a reply without say',
    text: `${MINIMAL_SCENARIO}replies:\n  - about: surname\n`,
    at: '8:5',
    contains: ['no "say"'],
  },
  {
    what: 'two replies with otherwise',
    text: `${MINIMAL_SCENARIO}replies:\n  - otherwise: fail\n  - otherwise: No idea.\n`,
    at: '9:5',
    contains: ['given twice'],
  },
  {
    what: 'otherwise with times',
    text: `${MINIMAL_SCENARIO}replies:\n  - otherwise: x\n    times: 2\n`,
    at: '9:12',
    contains: ['otherwise'],
  },
  // variables
  {
    what: 'an undefined variable',
    text: `${FIRST_LINES}vars: { surname: O }\ndialogue:\n  - say: I am {{surnme}}.\n`,
    at: '7:15',
    contains: ['"surnme"', 'Did you mean "surname"?'],
  },
  {
    what: 'an undefined variable in a scenario without variables',
    text: `${FIRST_LINES}dialogue:\n  - say: I am {{x}}.\n`,
    at: '6:15',
    contains: ['Define it under vars'],
  },
  {
    what: 'variables that refer to each other',
    text: `${MINIMAL_SCENARIO}vars:\n  a: "{{b}}"\n  b: "{{a}}"\n`,
    at: '8:7',
    contains: ['depends on itself'],
  },
  {
    what: 'a pick from an empty list',
    text: `${MINIMAL_SCENARIO}vars:\n  ref: { pick: [] }\n`,
    at: '8:16',
    contains: ['empty list'],
  },
  {
    what: 'a variable that is a list',
    text: `${MINIMAL_SCENARIO}vars:\n  ref: [A, B]\n`,
    at: '8:8',
    contains: ['must be a string'],
  },
  {
    what: 'a variable without value',
    text: `${MINIMAL_SCENARIO}vars:\n  ref:\n`,
    at: '8:7',
    contains: ['is empty'],
  },
  {
    what: 'an invalid variable name',
    text: `${MINIMAL_SCENARIO}vars:\n  my ref: x\n`,
    at: '8:3',
    contains: ['not a valid variable name'],
  },
  {
    what: 'a secret that is not listed',
    text: `${FIRST_LINES}dialogue:\n  - say: "{{secret.PW}}"\n`,
    at: '6:11',
    contains: ['"PW" is not listed under secrets'],
  },
  // URLs
  {
    what: 'a URL with an unsupported scheme',
    text: FIRST_LINES.replace('https://shop.test/', 'javascript:alert(1)') + 'dialogue: [{ say: x }]\n',
    at: '4:8',
    contains: ['javascript:'],
  },
  {
    what: 'a URL without a scheme',
    text: FIRST_LINES.replace('https://shop.test/', 'shop.test') + 'dialogue: [{ say: x }]\n',
    at: '4:8',
    contains: ['Did you mean "https://shop.test"?'],
  },
  {
    what: 'a missing HTML file',
    text: FIRST_LINES.replace('https://shop.test/', 'pages/none.html') + 'dialogue: [{ say: x }]\n',
    at: '4:8',
    contains: ['no file "pages/none.html"', 'folder'],
  },
  {
    what: 'a malformed URL',
    text: FIRST_LINES.replace('https://shop.test/', '"http://[x/"') + 'dialogue: [{ say: x }]\n',
    at: '4:8',
    contains: ['not a valid address'],
  },
  {
    what: 'a reset with an invalid URL',
    text: FIRST_LINES + '  reset: { post: /reset }\ndialogue: [{ say: x }]\n',
    at: '5:18',
    contains: ['web address'],
  },
];

test('each error is reported with its position and a remedy', () => {
  for (const { what, text, at, contains } of BROKEN_SCENARIOS) {
    const { kind, next, message } = catchError(() => parseText(text));
    expect.soft(kind, what).toBe('usage');
    expect.soft(next, what).not.toBe('');
    const lines = message.split('\n');
    const line = lines.find(
      (candidate) => candidate.split(/(?<=:\d+:\d+)[: ]/)[0] === `x.scenario.yaml:${at}`,
    );
    expect.soft(line, `${what}: ${message}`).toBeDefined();
    for (const fragment of contains) expect.soft(line, what).toContain(fragment);
    expect.soft(message, what).not.toMatch(/Invalid input|expected|received|undefined|unrecognized/i);
  }
});

test('all errors are reported at once, in file order', () => {
  const error = catchError(() =>
    parseText(
      `${FIRST_LINES}tag: [x]\ndialogue:\n  - say: ""\n    check: [{ ulr: "**" }]\nbudget: { turns: x }\n`,
    ),
  );
  expect(error.message.split('\n').map((line) => line.split(' ')[0])).toEqual([
    'x.scenario.yaml:5:1',
    'x.scenario.yaml:7:10',
    'x.scenario.yaml:8:15',
    'x.scenario.yaml:9:18',
  ]);
});

test('a misspelt key causes one error, not two', () => {
  expect(
    catchError(() => parseText(`${MINIMAL_SCENARIO}    check:\n      - txt: x\n`)).message.split('\n'),
  ).toHaveLength(1);
});

test('twenty errors are listed and the rest are counted', () => {
  const lines = catchError(() =>
    parseText(MINIMAL_SCENARIO + Array.from({ length: 25 }, (_, i) => `wrong${i}: 1\n`).join('')),
  ).message.split('\n');
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('and 5 more');
});

test('variables that double in length at each level do not exhaust memory', () => {
  const vars = Array.from({ length: 60 }, (_, i) => `  v${i}: "{{v${i + 1}}}{{v${i + 1}}}"\n`).join('');
  expect(catchError(() => parseText(`${MINIMAL_SCENARIO}vars:\n${vars}  v60: x\n`)).message).toContain(
    'too long',
  );
});

test('a cycle of variables that double in length is found quickly', () => {
  const vars = Array.from(
    { length: 60 },
    (_, i) => `  v${i}: "{{v${(i + 1) % 60}}}{{v${(i + 1) % 60}}}"\n`,
  ).join('');
  expect(catchError(() => parseText(`${MINIMAL_SCENARIO}vars:\n${vars}`)).message).toContain(
    'depends on itself',
  );
});

test('an override of an unknown variable causes an error', () => {
  const error = catchError(() =>
    parseText(`${MINIMAL_SCENARIO}vars: { surname: O }\n`, { overrides: { surnme: 'X' } }),
  );
  expect(error.message).toContain('Did you mean "surname"?');
});

test('an override keeps the type of the variable', () => {
  const error = catchError(() =>
    parseText(`${MINIMAL_SCENARIO}vars: { seats: 2 }\n`, { overrides: { seats: 'two' } }),
  );
  expect(error.message).toContain('x.scenario.yaml:7:16 vars.seats');
});

test('an invalid URL from a built-in variable is reported when its value is known', () => {
  const loaded = parseScenario(
    'x.scenario.yaml',
    MINIMAL_SCENARIO.replace('https://shop.test/', '"{{FIXTURES}}/shop"'),
    {
      builtins: ['FIXTURES'],
    },
  );
  expect(catchError(() => bindScenario(loaded, { FIXTURES: 'nowhere' })).message).toContain(
    'x.scenario.yaml:4:8 start.url',
  );
  expect(catchError(() => bindScenario(loaded)).message).toContain('{{FIXTURES}}');
});

test('text in place of a list is reported before a built-in variable has its value', () => {
  const text = MINIMAL_SCENARIO.replace('dialogue:\n  - say: Hello', 'dialogue: "{{FIXTURES}}"');
  expect(catchError(() => parseText(text, { builtins: ['FIXTURES'] })).message).toContain('must be a list');
});

test.describe('files', () => {
  let folder: string;
  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-scenario-'));
  });
  test.afterEach(() => rmSync(folder, { recursive: true }));

  test('a missing file is reported with a suggestion', () => {
    writeFileSync(join(folder, 'cancel.scenario.yaml'), '');
    const error = catchError(() => loadScenario(join(folder, 'cancle.scenario.yaml')));
    expect(error.kind).toBe('usage');
    expect(error.message).toContain('There is no file');
    expect(error.message).toContain('Did you mean "cancel.scenario.yaml"?');
  });

  test('a folder is not accepted as a scenario', () => {
    mkdirSync(join(folder, 'deep'));
    expect(catchError(() => loadScenario(join(folder, 'deep'))).message).toContain('is a folder');
  });

  test('a path that leads through a file is reported as a missing file', () => {
    writeFileSync(join(folder, 'a'), '');
    expect(catchError(() => loadScenario(join(folder, 'a', 'b.yaml'))).message).toContain('There is no file');
  });

  test('an invalid path is refused', () => {
    expect(catchError(() => loadScenario('a\0b')).message).toContain('cannot be read');
  });

  test('broken links are found in a folder and explained', () => {
    symlinkSync('gone.yaml', join(folder, 'a.scenario.yaml'));
    symlinkSync('b.scenario.yaml', join(folder, 'b.scenario.yaml'));
    const messages = findScenarios([folder]).map((file) => catchError(() => loadScenario(file)).message);
    expect(messages.map((message) => message.replace(/^.*(?=.\.scenario)/, ''))).toEqual([
      'a.scenario.yaml is a link that leads to a file that is not there.',
      'b.scenario.yaml is a link that leads back to itself.',
    ]);
  });

  test('bytes that are not UTF-8 are reported at their position', () => {
    const file = join(folder, 'x.yaml');
    writeFileSync(
      file,
      Buffer.concat([Buffer.from('scenario: 1\nname: Ren'), Buffer.from([0xe9]), Buffer.from('\n')]),
    );
    expect(catchError(() => loadScenario(file)).message).toMatch(/x\.yaml:2:10: .*not UTF-8/);
  });

  test('UTF-16 is recognised', () => {
    const file = join(folder, 'x.yaml');
    writeFileSync(file, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('scenario: 1\n', 'utf16le')]));
    expect(catchError(() => loadScenario(file)).message).toContain('UTF-16');
  });

  test('a file that is too large is not read', () => {
    const file = join(folder, 'x.yaml');
    writeFileSync(file, `${MINIMAL_SCENARIO}#${'x'.repeat(300_000)}`);
    expect(catchError(() => loadScenario(file)).message).toContain('256 KB');
  });

  test('an image is not accepted as a text file', () => {
    const file = join(folder, 'x.yaml');
    writeFileSync(file, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]));
    expect(catchError(() => loadScenario(file)).message).toContain('x.yaml:1:1');
  });
});
