import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { runInNewContext } from 'node:vm';

import { expect, test } from '@playwright/test';

import { bindScenario, defineScenario, defineShared, parseScenario } from '../../src/dialogue/index.js';
import { locateLiteral, type LocatedNode } from '../../src/dialogue/module-locations.js';
import { runWithFiles } from './scenario-files.js';

test('a TypeScript scenario gives the same result as a YAML scenario, including its variables and shared files', () => {
  const files = {
    'a.scenario.ts': `import { defineScenario } from 'parley-web/test';
import { codes } from './codes.js';

enum Seats { Two = 2 }
const seats: number = Seats.Two;
export default defineScenario({
  scenario: 1,
  name: 'Cancel {{ref}}',
  use: './shared.ts',
  vars: { ref: { pick: codes }, seats },
  start: { url: 'https://x.test/{{who}}' },
  dialogue: [{ say: 'Cancel {{ref}}', expect: [{ asks: /sur(name)?/i, times: 1 }], check: undefined }],
  budget: { turns: '{{seats}}' },
});
`,
    'codes.ts': `import { more } from './lib/more.mjs';\nexport const codes: string[] = ['AB', ...more];\n`,
    'lib/more.mts': `import { codes } from '../codes';\nexport const more: string[] = codes ? [] : [];\n`,
    'shared.ts': `module.exports.default = { vars: { who: 'Ada' }, tags: ['smoke'] };\n`,
  };
  runWithFiles(files, ({ loadAndBind, load }) => {
    expect(loadAndBind('a.scenario.ts')).toMatchObject({
      name: 'Cancel AB',
      tags: ['smoke'],
      vars: { ref: 'AB', seats: 2, who: 'Ada' },
      start: { url: 'https://x.test/Ada' },
      dialogue: [{ say: 'Cancel AB', expect: [{ asks: '/sur(name)?/i', times: 1 }], check: [] }],
      budget: { turns: 2 },
    });
    // A change of an imported file counts as a change of the scenario.
    const names = load('a.scenario.ts').files.map((file) => basename(file));
    expect(names).toEqual(['a.scenario.ts', 'codes.ts', 'more.mts', 'shared.ts']);
    expect(load('a.scenario.ts').positionOf(['dialogue', 0, 'say'])).toMatchObject({ line: 12, column: 21 });
  });
});

test('ES modules and CommonJS modules are read', () => {
  const rest = `{ scenario: 1, name: 'x', start: { url: 'https://x.test/' }, dialogue: [{ say: 'Hi' }] };\n`;
  runWithFiles(
    {
      'a.scenario.mjs': `export default ${rest}`,
      'b.scenario.cjs': `exports.default = ${rest}`,
      'c.scenario.js': `export default ${rest}`,
    },
    ({ loadAndBind }) => {
      for (const file of ['a.scenario.mjs', 'b.scenario.cjs', 'c.scenario.js'])
        expect(loadAndBind(file).dialogue[0]?.say).toBe('Hi');
    },
  );
});

const BROKEN_MODULES: Record<string, [text: string, error: string]> = {
  'a syntax error': ['const a = ;\n', '1:11: this is not valid TypeScript (Unexpected token).'],
  'an error when it is loaded': [
    '\nthrow new Error("no shop");\n',
    '2:7: the file throws an error when it is loaded: no shop.',
  ],
  'a missing import': [
    `import { x } from './nowhere.js';\nexport default x;\n`,
    '1:19: the module "./nowhere.js" cannot be found.',
  ],
  'a top-level await': ['export default await 1;\n', '1:16: a scenario file cannot await at its top level.'],
  'no default export': [
    'export const scenario = 1;\n',
    '1:1: the file does not export a scenario; add "export default defineScenario({ … })".',
  ],
  'a promise': [
    'export default Promise.resolve({});\n',
    '1:32: the default export is a promise; export the scenario itself.',
  ],
  'an object that contains itself': [
    'const a: any = {};\na.a = a;\nexport default a;\n',
    '1:16 a.a.a: contains itself, or is nested too deeply.',
  ],
};
for (const [what, [text, error]] of Object.entries(BROKEN_MODULES))
  test(`${what} in a TypeScript scenario is reported at its position`, () => {
    runWithFiles({ 'a.scenario.ts': text }, ({ errors }) =>
      expect(errors('a.scenario.ts')[0]).toBe(`a.scenario.ts:${error}`),
    );
  });

test('schema errors are reported at the position in the literal, or near a computed value', () => {
  const text = `const tags = ['a b'];
const rest = { budget: { turns: -1 } };
export default {
  scenario: 1,
  name: \`x \${'}'} {\`, // }
  tags,
  start: { url: 'https://x.test/' },
  dialogue: [
    { say: 'Hi', expect: [{ asks: /[/}]{2}/i }, { 'says': 'x', tims: 2 } as never] },
    { say: (() => '')() },
    ...[{ say: 5 }],
    { say: () => 'x' },
  ],
  ...rest,
} satisfies object;
`;
  runWithFiles({ 'a.scenario.ts': text }, ({ errors }) =>
    expect(errors('a.scenario.ts')).toEqual([
      'a.scenario.ts:3:16 budget.turns: must be 1 or more.',
      'a.scenario.ts:6:3 tags[0]: must be one word.',
      'a.scenario.ts:8:13 dialogue[2].say: must be a string, or several wordings: { any_of: ["…", "…"] }; got a number, so put quotes around it: "5".',
      'a.scenario.ts:8:13 dialogue[3].say: must be a string, or several wordings: { any_of: ["…", "…"] }.',
      'a.scenario.ts:9:64 dialogue[0].expect[1].tims: "tims" is not a known key. Did you mean "times"?',
      'a.scenario.ts:10:12 dialogue[1].say: is empty.',
    ]),
  );
});

test('a check that runs in the page may be a function', () => {
  const text = `export default {
  scenario: 1,
  name: 'x',
  start: { url: 'https://x.test/' },
  dialogue: [{ say: 'Hi', check: [{ js: () => document.title.length, equals: 3 }] }],
};
`;
  runWithFiles({ 'a.scenario.ts': text }, ({ loadAndBind }) => {
    const js = loadAndBind('a.scenario.ts').dialogue[0]?.check[0]?.js ?? '';
    expect(runInNewContext(`(${js}\n)`, { document: { title: 'abc' } })).toBe(3);
  });
});

test('a file that exits the process and a function with parameters cause errors', () => {
  const dialogue = "[{ say: 'Hi', check: [{ js: (a: string) => a }] }]";
  const files = {
    'a.scenario.ts': `export default { scenario: 1, name: 'x', start: { url: 'https://x.test/' }, dialogue: ${dialogue} };`,
    'b.scenario.mjs': 'process.exit(0);\n',
  };
  runWithFiles(files, ({ load }) => {
    expect(() => load('a.scenario.ts')).toThrow(/1:\d+ dialogue\[0\]\.check\[0\]\.js: has a parameter/);
    expect(() => load('b.scenario.mjs')).toThrow(
      /1:\d+: the file throws an error when it is loaded: process\.exit was called/,
    );
  });
});

test('positions are found in constants, in the arguments of calls and next to comments', () => {
  const readTextAt = (text: string, ...path: (string | number)[]): string | undefined => {
    let node: LocatedNode | undefined = locateLiteral(text);
    for (const key of path)
      node =
        node?.kind === 'map'
          ? node.entries.get(String(key))?.value
          : node?.kind === 'list'
            ? node.items[Number(key)]
            : undefined;
    return node && text.slice(node.at, node.end).trim();
  };
  expect(readTextAt('export default f<{ a: 1 }>({ a: [1, /* , */ 2] });', 'a', 1)).toBe('2');
  expect(readTextAt('const s: T = { a: g(1, [2]), "b c": `${"`"}` };\nexport default s;', 'b c')).toBe(
    '`${"`"}`',
  );
  expect(readTextAt('const s = { a: g(1, [2]) };\nexport default wrap(s);', 'a')).toBe('g(1, [2])');
  expect(readTextAt('export default { a: b / c / d, e: "x" as const }', 'e')).toBe('"x" as const');
  expect(readTextAt('const a = b; const b = a; export default a;')).toBeUndefined();
  expect(readTextAt('export default { a: {', 'a')).toBe('{');
  expect(readTextAt('export default { async f() { return { x: 1 } }, b: 2 }', 'b')).toBe('2');
});

test('defineScenario checks the types of a scenario', () => {
  const scenario = defineScenario({
    scenario: 1,
    name: 'typed',
    vars: { ref: { pick: ['A', 1] }, when: { date: '+1d', format: 'd MMM' } },
    start: { url: 'https://x.test/' },
    replies: [{ about: [/x/, 'y'], say: { any_of: ['a'] } }],
    dialogue: [
      {
        say: 'Hi',
        when: 'done',
        expect: [{ asks: /x/, times: '{{n}}' }],
        check: [{ js: () => document.title === 'x' }],
      },
    ],
    // @ts-expect-error -- not a number
    budget: { turns: true },
  });
  // @ts-expect-error -- a shared file has no dialogue
  expect(defineShared({ dialogue: [] })).toBeDefined();
  expect(() => bindScenario(parseScenario('x.yaml', JSON.stringify(scenario)))).toThrow('budget.turns');
});

test('the compiler allows `start` in a shared file, and the loader requires it somewhere', () => {
  const rest = { scenario: 1, name: 'typed', dialogue: [{ say: 'Hi' }] } as const;
  const input = { ...rest, dialogue: [...rest.dialogue] };
  // @ts-expect-error -- `start` is missing
  expect(defineScenario({ ...input })).toBeDefined();
  // @ts-expect-error -- `url` is missing
  expect(defineScenario({ ...input, start: { locale: 'en-GB' } })).toBeDefined();
  const scenarios = [
    defineScenario({ ...input, use: 'site.yaml' }),
    defineScenario({ ...input, use: ['site.yaml'], start: { locale: 'en-GB' } }),
  ];
  for (const scenario of scenarios) {
    const file = JSON.stringify(scenario);
    const bindWithStart = (site: string) =>
      runWithFiles(
        { 'a.scenario.yaml': file, 'site.yaml': site },
        ({ loadAndBind }) => loadAndBind('a.scenario.yaml').start,
      );
    expect(bindWithStart('start: { url: "http://a.test/" }').url).toBe('http://a.test/');
    expect(() => bindWithStart('vars: { a: 1 }')).toThrow(/ start(\.url)?: is missing/);
  }
});

test('the examples in the documentation can be loaded', () => {
  const docs = readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8');
  const shared = /```yaml\n(# shared\/login\.yaml\n[\s\S]*?)```/.exec(docs)?.[1] ?? '';
  const typedExample = /```ts\n([\s\S]*?)```/.exec(docs)?.[1] ?? '';
  const files = {
    'shared/login.yaml': shared,
    // The documentation shows the imported file elsewhere on the page.
    'a.scenario.ts': typedExample.replace('  vars:', "  use: './shared/login.yaml',\n  vars:"),
  };
  runWithFiles(files, ({ load, loadAndBind }) => {
    const options = {
      builtins: ['FIXTURES'],
      overrides: { site: 'https://x.test' },
      env: { SHOP_PASSWORD: 'x' },
    };
    expect(load('a.scenario.ts', options).secrets).toEqual(['SHOP_PASSWORD']);
    const scenario = loadAndBind('a.scenario.ts', options, { FIXTURES: 'http://127.0.0.1:4000' });
    expect(scenario.start.url).toBe('http://127.0.0.1:4000/calendar/');
    expect(scenario.replies.map(({ say }) => say)).toEqual([
      scenario.vars['title'],
      'ada@example.org',
      '<SHOP_PASSWORD>',
    ]);
    expect(scenario.name).toMatch(/^An event called (Piano lesson|Choir)$/);
  });
});
