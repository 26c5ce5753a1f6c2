import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test } from '@playwright/test';

import {
  bindScenario,
  loadScenario,
  type LoadOptions,
  parseScenario,
  type Scenario,
} from '../../src/dialogue/index.js';

function bindText(text: string, options?: LoadOptions, values?: Record<string, string>): Scenario {
  return bindScenario(parseScenario('x.scenario.yaml', text, options), values);
}

const FULL_SCENARIO = `
scenario: 1
name: Cancel {{ref}}
tags: [airline, smoke]
vars: { ref: KL3T9Q, surname: Okafor, seats: 2, price: 120.00, base: "{{FIXTURES}}/crm" }
start:
  url: "{{base}}/"
  reset: { post: "{{ FIXTURES }}/reset", json: { ref: "{{ref}}", seats: "{{seats}}", note: "for {{seats}}" } }
  viewport: { width: 1280, height: 720 }
replies:
  - about: [surname, last name]
    say: "It is {{surname}}."
  - otherwise: No idea.
dialogue:
  - say: Cancel {{ref}}, please.
    expect:
      - asks: { any: [surname, { all: [last, name] }] }
        times: 1
    check:
      - url: "**/booking/{{ref}}"
      - element: { role: status, text: /cancelled/i }
      - http: { get: "{{FIXTURES}}/api", expect: { status: 200, json: { seats: "{{seats}}" } } }
  - say: What did it cost?
    when: { visible: { role: status } }
    expect:
      - says: "{{price}}"
budget: { turns: 14, actions: 20, seconds: 60 }
`;

test('a scenario with every kind of key is read, and its variables are inserted', () => {
  const scenario = bindText(FULL_SCENARIO, { builtins: ['FIXTURES'] }, { FIXTURES: 'http://127.0.0.1:4000' });
  expect(scenario).toMatchObject({
    name: 'Cancel KL3T9Q',
    tags: ['airline', 'smoke'],
    vars: { ref: 'KL3T9Q', seats: 2, price: 120, base: 'http://127.0.0.1:4000/crm' },
    start: {
      url: 'http://127.0.0.1:4000/crm/',
      reset: { post: 'http://127.0.0.1:4000/reset', json: { ref: 'KL3T9Q', seats: 2, note: 'for 2' } },
    },
    replies: [{ about: ['surname', 'last name'], say: 'It is Okafor.' }, { otherwise: 'No idea.' }],
    budget: { turns: 14, actions: 20, seconds: 60 },
  });
  expect(scenario.dialogue[0]?.when).toBe('done');
  expect(scenario.dialogue[0]?.check[1]?.element?.state).toBe('visible');
  expect(scenario.dialogue[0]?.check[2]?.http?.expect?.json).toEqual({ seats: 2 });
  // Inserted as written, not as JavaScript formats the number.
  expect(scenario.dialogue[1]?.expect[0]?.says).toBe('120.00');
});

test('the loader lists the built-in variables that are used before they have values', () => {
  const loaded = parseScenario('x.scenario.yaml', FULL_SCENARIO, { builtins: ['FIXTURES', 'OTHER'] });
  expect([...loaded.usedBuiltins]).toEqual(['FIXTURES']);
  expect(loaded.name).toBe('Cancel KL3T9Q');
  expect(loaded.tags).toEqual(['airline', 'smoke']);
});

const SHORT_SCENARIO = 'scenario: 1\nname: x\nstart: { url: "{{BASE}}/a" }\ndialogue: [{ say: "{{who}}" }]\n';

test('a scenario without built-in variables needs no values for them', () => {
  const loaded = parseScenario(
    'x.scenario.yaml',
    `${SHORT_SCENARIO}vars: { BASE: "http://a.test", who: me }\n`,
    {
      builtins: ['FIXTURES'],
    },
  );
  expect(loaded.usedBuiltins.size).toBe(0);
  expect(bindScenario(loaded).start.url).toBe('http://a.test/a');
});

test('an override replaces the value in the file, so a built-in variable in that value is no longer needed', () => {
  const loaded = parseScenario(
    'x.scenario.yaml',
    `${SHORT_SCENARIO}vars: { BASE: "{{FIXTURES}}", who: me }\n`,
    {
      builtins: ['FIXTURES'],
      overrides: { BASE: 'http://b.test', who: '{{x}} # 1' },
    },
  );
  expect(loaded.usedBuiltins.size).toBe(0);
  const scenario = bindScenario(loaded);
  expect(scenario.start.url).toBe('http://b.test/a');
  expect(scenario.dialogue[0]?.say).toBe('{{x}} # 1');
  expect(scenario.vars).toEqual({ BASE: 'http://b.test', who: '{{x}} # 1' });
});

test('an override may define a variable that the file uses but does not define', () => {
  expect(bindText(SHORT_SCENARIO, { overrides: { BASE: 'http://c.test', who: 'me' } }).start.url).toBe(
    'http://c.test/a',
  );
});

test('the error for a missing base URL explains how to set it', () => {
  const text = 'scenario: 1\nname: x\nstart: { url: "{{BASE_URL}}/a" }\ndialogue: [{ say: Hi }]\n';
  const expectedMessage =
    /\{\{BASE_URL\}\} is the baseURL of a Playwright Test project.*--var BASE_URL=http:\/\//;
  expect(() => bindText(text)).toThrow(expectedMessage);
  expect(() => bindText(text, { builtins: ['BASE_URL'] })).toThrow(expectedMessage);
  expect(bindText(text, { overrides: { BASE_URL: 'http://d.test' } }).start.url).toBe('http://d.test/a');
});

test('a variable in a regular expression is matched literally', () => {
  const text =
    'scenario: 1\nname: x\nvars: { total: "1.50 (EUR)" }\nstart: { url: "http://a.test" }\ndialogue: [{ say: x, expect: [{ says: "/total {{total}}/" }] }]\n';
  const says = bindText(text).dialogue[0]?.expect[0]?.says;
  expect(says).toBe('/total 1\\.50 \\(EUR\\)/');
});

test('a variable is allowed where a number is required', () => {
  expect(
    bindText(`${SHORT_SCENARIO}vars: { BASE: "http://a.test", who: me, n: 7 }\nbudget: { turns: "{{n}}" }\n`)
      .budget.turns,
  ).toBe(7);
});

test('a key named __proto__ in a body is treated as data', () => {
  const json = bindText(
    'scenario: 1\nname: x\nstart: { url: "http://a.test", reset: { post: "http://a.test", json: { __proto__: { a: 1 } } } }\ndialogue: [{ say: x }]\n',
  ).start.reset?.json;
  expect(JSON.stringify(json)).toBe('{"__proto__":{"a":1}}');
});

test('Windows line endings, a byte order mark and a comment at the end are accepted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-scenario-'));
  try {
    const file = join(folder, 'x.scenario.yaml');
    writeFileSync(
      file,
      '\uFEFFscenario: 1\r\nname: x\r\nstart: { url: "http://a.test/" }\r\ndialogue:\r\n  - say: Hello\r\n# end',
    );
    expect(bindScenario(loadScenario(file)).dialogue[0]?.say).toBe('Hello');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the path of an HTML file is relative to the scenario and may have a query', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley scenario-'));
  try {
    mkdirSync(join(folder, 'pages'));
    writeFileSync(join(folder, 'pages', 'form.html'), '');
    const file = join(folder, 'x.scenario.yaml');
    writeFileSync(
      file,
      'scenario: 1\nname: x\nstart: { url: "pages/form.html?a=1#b" }\ndialogue: [{ say: x }]\n',
    );
    expect(bindScenario(loadScenario(file)).start.url).toBe(
      `${pathToFileURL(join(folder, 'pages', 'form.html')).href}?a=1#b`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the example in the documentation can be loaded', () => {
  const text =
    /```yaml\n([\s\S]*?)```/.exec(
      readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8'),
    )?.[1] ?? '';
  const scenario = bindText(text, { builtins: ['FIXTURES'] }, { FIXTURES: 'http://127.0.0.1:4000' });
  expect(scenario.dialogue).toHaveLength(4);
});

test('variables are inserted literally in expressions, forbidden patterns and file names', () => {
  const { dialogue, guard } = bindText(`
scenario: 1
name: x
vars: { seats: 2, what: "a.b" }
start: { url: "https://shop.test/" }
guard: { forbid: [{ target: "/delete {{what}}/i" }] }
dialogue:
  - say: Go.
    check:
      - { js: "basket.seats", equals: "{{seats}}" }
      - { js: "basket", equals: { seats: "{{seats}}", note: "{{seats}} seats" } }
      - { download: { name: "/{{what}}$/" } }
      - { text: { equals: "{{seats}}" } }
`);
  expect(dialogue[0]!.check).toEqual([
    { js: 'basket.seats', equals: 2 },
    { js: 'basket', equals: { seats: 2, note: '2 seats' } },
    { download: { name: '/a\\.b$/' } },
    { text: { equals: '2' } },
  ]);
  expect(guard.forbid).toEqual([{ target: '/delete a\\.b/i' }]);
});
