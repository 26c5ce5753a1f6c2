import { expect, test } from '@playwright/test';

import { type Scenario, bindScenario, type LoadOptions, parseScenario } from '../../src/dialogue/index.js';
import { formatDate, findFormatError, parseDate } from '../../src/dialogue/dates.js';
import { MINIMAL, START } from './scenario-files.js';

const loadScenarioText = (rest: string, options: LoadOptions = {}) =>
  parseScenario('x.yaml', `${MINIMAL}${START}${rest}`, { env: {}, ...options });
const bindScenarioText = (rest: string, options: LoadOptions = {}): Scenario =>
  bindScenario(loadScenarioText(rest, options));

const LETTERS = '[a, b, c, d, e, f, g, h]';

test('the seed always picks the same value for a variable, regardless of other variables', () => {
  const singleValue = bindScenarioText(`vars: { x: { pick: ${LETTERS} } }\n`).vars['x'];
  const scenarioWithOtherVariables = bindScenarioText(
    `vars: { y: { pick: ${LETTERS} }, x: { pick: ${LETTERS} }, z: 1 }\nseed: 1\n`,
  );
  expect(scenarioWithOtherVariables.vars['x']).toBe(singleValue);
  const pickedValues = Array.from(
    { length: 20 },
    (_, seed) => bindScenarioText(`vars: { x: { pick: ${LETTERS} } }\n`, { seed }).vars['x'],
  );
  expect(new Set(pickedValues).size).toBeGreaterThan(4);
});

test('each run of a repeated scenario has its own reproducible choices', () => {
  const text = `vars: { x: { pick: ${LETTERS} } }\nseed: 7\nrepeat: { runs: 5, pass: 3 }\n`;
  const bindRuns = (): unknown[] =>
    Array.from({ length: 5 }, (_, run) => bindScenarioText(text, { runIndex: run }).vars['x']);
  expect(bindRuns()).toEqual(bindRuns());
  expect(new Set(bindRuns()).size).toBeGreaterThan(1);
  expect(loadScenarioText(text, { runIndex: 2 })).toMatchObject({ seed: 9, repeat: { runs: 5, pass: 3 } });
  expect(loadScenarioText(text, { runIndex: 2, seed: 20 }).seed).toBe(22);
  expect(loadScenarioText('repeat: { runs: 3 }\n').repeat).toEqual({ runs: 3, pass: 3 });
  expect(loadScenarioText('')).toMatchObject({ seed: 1, repeat: { runs: 1, pass: 1 } });
});

test('`chosen` lists every chosen value and how it was chosen', () => {
  const scenario = bindScenarioText(
    `vars: { p: { pick: [1.50] }, d: { date: +1d }, e: { env: SHOP }, n: { env: N, default: 3 }, o: { pick: [a, b] }, plain: x }
replies: [{ about: x, say: { any_of: ["{{p}} {{d}} {{e}} {{n}} {{o}}"] } }]\n`,
    { env: { SHOP: '{{p}}' }, today: new Date(2026, 1, 27, 9), overrides: { o: 'z' } },
  );
  expect(scenario.chosen).toEqual([
    { what: 'p', by: 'pick', value: 1.5 },
    { what: 'd', by: 'date', value: '2026-02-28' },
    { what: 'e', by: 'env', value: '{{p}}' },
    { what: 'n', by: 'env', value: 3 },
    { what: 'o', by: '--var', value: 'z' },
    { what: 'replies[0].say', by: 'any_of', value: '1.50 2026-02-28 {{p}} 3 z' },
  ]);
});

test('the seed picks one of several wordings of a line or reply', () => {
  const text = `replies: [{ about: x, say: { any_of: ${LETTERS} } }, { otherwise: fail }]\n`;
  const wordings = Array.from({ length: 20 }, (_, seed) => bindScenarioText(text, { seed }).replies[0]?.say);
  expect(new Set(wordings).size).toBeGreaterThan(4);
  for (const say of wordings) expect(say).toMatch(/^[a-h]$/);
  const line = bindScenario(
    parseScenario('x.yaml', `scenario: 1\nname: x\n${START}dialogue: [{ say: { any_of: [Hi, Hello] } }]\n`),
  );
  expect(line.dialogue[0]?.say).toMatch(/^(Hi|Hello)$/);
  expect(line.chosen).toEqual([{ what: 'dialogue[0].say', by: 'any_of', value: line.dialogue[0]?.say }]);
});

test('dates are relative to the scenario’s clock, in its time zone', () => {
  const vars =
    'vars: { d: { date: tomorrow, format: "d MMMM yyyy" }, t: { date: +2h, format: HH:mm }, c: 2026-03-02T23:30:00Z }\n';
  const bindVarsInZone = (zone: string) =>
    bindScenario(
      parseScenario(
        'x.yaml',
        `${MINIMAL}${vars}start: { url: "https://x.test/", clock: "{{c}}", timezone: ${zone} }\n`,
      ),
    ).vars;
  expect(bindVarsInZone('Europe/Oslo')).toMatchObject({ d: '4 March 2026', t: '02:30' });
  expect(bindVarsInZone('America/New_York')).toMatchObject({ d: '3 March 2026', t: '20:30' });
});

test('a date relative to itself causes an error', () => {
  expect(() =>
    parseScenario(
      'x.yaml',
      `${MINIMAL}vars: { d: { date: today } }\nstart: { url: "https://x.test/", clock: "{{d}}" }\n`,
    ),
  ).toThrow('depends on itself');
});

const NOW = new Date(2026, 10, 22, 14, 5); // a Sunday
for (const [text, expected] of [
  ['+7d', '2026-11-29 14:05'],
  ['-2w', '2026-11-08 14:05'],
  ['+3mo', '2027-02-22 14:05'],
  ['+1y', '2027-11-22 14:05'],
  ['+90min', '2026-11-22 15:35'],
  ['next monday', '2026-11-23 12:00'],
  ['tomorrow', '2026-11-23 14:05'],
  ['in 3 days', '2026-11-25 14:05'],
  ['3/4/2027', '2027-04-03 12:00'],
  ['2 March 2027', '2027-03-02 12:00'],
  ['monday or tuesday', null],
  ['in 3 dais', null],
  ['soon', null],
] as const)
  test(`the date “${text}” is ${expected ?? 'invalid'}`, () => {
    const date = parseDate(text, NOW);
    expect(date && formatDate(date, 'yyyy-MM-dd HH:mm')).toBe(expected);
  });

test('one month after the 31st is the last day of a shorter month', () => {
  expect(formatDate(parseDate('+1mo', new Date(2026, 0, 31))!, 'yyyy-MM-dd')).toBe('2026-02-28');
});

test('dates are formatted as requested', () => {
  const date = new Date(2026, 8, 6, 15, 4);
  expect(formatDate(date, "EEEE 'the' d MMM yy, h:mm a")).toBe('Sunday the 6 Sep 26, 3:04 pm');
  expect(formatDate(date, 'dd.MM.yyyy EEE HH')).toBe('06.09.2026 Sun 15');
  expect(findFormatError('dd.MM.yyyy')).toBeNull();
  expect(findFormatError('DD.MM')).toContain('"DD" is not part of a date format');
  expect(findFormatError("'on'")).toContain('no part of a date');
});

test('an environment variable overrides the default and is converted to the default’s type', () => {
  const vars = 'vars: { n: { env: N, default: 3 } }\nbudget: { turns: "{{n}}" }\n';
  expect(bindScenarioText(vars, { env: { N: '12' } }).budget.turns).toBe(12);
  expect(bindScenarioText(vars, { env: { N: '' } }).budget.turns).toBe(3);
  expect(() => bindScenarioText(vars, { env: { N: 'many' } })).toThrow(
    'N is "many" in the environment, but must be a number like its default',
  );
});

test('the settings under `agent` are read', () => {
  expect(
    loadScenarioText('agent: { navigator: weblinx, temperature: 0.5, ranker: { name: mine, top_k: 5 } }\n')
      .agent,
  ).toEqual({ navigator: 'weblinx', temperature: 0.5, ranker: { name: 'mine', top_k: 5 } });
  expect(
    loadScenarioText('agent: { navigator: chat, model: m, ranker: lexical, pictures: always }\n').agent,
  ).toEqual({
    navigator: 'chat',
    model: 'm',
    ranker: 'lexical',
    pictures: 'always',
  });
});

test('an override for several scenarios may set a variable that one of them does not have', () => {
  const options = { overrides: { nowhere: 'x', n: '2' } };
  expect(() => loadScenarioText('vars: { n: 1 }\n', options)).toThrow('has no variable "nowhere"');
  expect(bindScenarioText('vars: { n: 1 }\n', { ...options, allowUnknownOverrides: true }).vars).toEqual({
    n: 2,
  });
});
