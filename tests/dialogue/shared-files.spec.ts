import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test } from '@playwright/test';

import { MINIMAL, START, runWithFiles } from './scenario-files.js';

test('values in shared files apply unless the scenario overrides them', () => {
  const files = {
    'a.yaml': `${MINIMAL}use: [one.yaml, two.yaml]
vars: { who: own }
tags: [smoke]
secrets: [PASSWORD]
start: { viewport: { width: 100, height: 200 } }
replies: [{ about: surname, say: "{{who}} {{from}}" }]
guard: { confirm: { buy: deny }, domains: [own.test], forbid: [{ target: Own }] }
budget: { turns: 3 }
agent: { model: own }
`,
    'one.yaml': `scenario: 1
vars: { who: one, from: one, extra: "{{who}}!" }
tags: [shared, smoke]
secrets: [PIN, PASSWORD]
start: { url: "https://one.test/", viewport: { width: 800, height: 900 } }
replies: [{ about: surname, say: One }, { otherwise: One? }]
guard: { confirm: { buy: allow, send: deny }, domains: [one.test], forbid: [{ target: One }] }
budget: { turns: 9, actions: 9 }
agent: { model: one, ranker: lexical }
finally: [{ text: One }]
`,
    'two.yaml': `vars: { from: two }
tags: [late]
start: { url: "https://two.test/" }
replies: [{ about: city, say: "{{extra}}" }, { otherwise: Two? }]
guard: { domains: [two.test, own.test], confirm: { send: allow, delete: deny } }
finally: [{ text: Two }]
`,
  };
  runWithFiles(files, ({ loadAndBind, load }) => {
    const env = { PASSWORD: 'p', PIN: '1' };
    expect(loadAndBind('a.yaml', { env })).toMatchObject({
      vars: { who: 'own', from: 'two', extra: 'own!' },
      tags: ['smoke', 'late', 'shared'],
      secrets: ['PASSWORD', 'PIN'],
      start: { url: 'https://two.test/', viewport: { width: 100, height: 200 } },
      replies: [
        { about: 'surname', say: 'own two' },
        { about: 'city', say: 'own!' },
        { otherwise: 'Two?' },
        { about: 'surname', say: 'One' },
      ],
      guard: {
        confirm: { buy: 'deny', send: 'allow', delete: 'deny' },
        domains: ['own.test', 'two.test', 'one.test'],
        forbid: [{ target: 'Own' }, { target: 'One' }],
      },
      budget: { turns: 3, actions: 9 },
      agent: { model: 'own', ranker: 'lexical' },
      finally: [{ text: 'Two' }, { text: 'One' }],
    });
    expect(load('a.yaml', { env }).files.map((file) => file.replace(/.*[\\/]/, ''))).toEqual([
      'a.yaml',
      'two.yaml',
      'one.yaml',
    ]);
  });
});

test('shared files may use others by relative path, and each file is applied only once', () => {
  const files = {
    'a.yaml': `${MINIMAL}use: [shared/login.yaml, shared/base/site.yaml]\n`,
    'shared/login.yaml': 'use: base/site.yaml\nreplies: [{ about: name, say: Ada }]\n',
    'shared/base/site.yaml': 'start: { url: "page.html?a=1" }\nreplies: [{ about: site, say: "Yes" }]\n',
    'shared/base/page.html': '',
  };
  runWithFiles(files, ({ loadAndBind, path }) => {
    const scenario = loadAndBind();
    expect(scenario.start.url).toBe(`${pathToFileURL(join(path, 'shared', 'base', 'page.html')).href}?a=1`);
    expect(scenario.replies.map((reply) => reply.say)).toEqual(['Yes', 'Ada']);
  });
});

test('paths in `start` are relative to the file that contains them', () => {
  const files = {
    'a.yaml': `${MINIMAL}${START}use: shared/site.yaml\n`,
    'shared/site.yaml': 'start: { storage: me.json, har: { file: site.har } }\n',
    'shared/me.json': '{}',
    'shared/site.har': '{}',
  };
  runWithFiles(files, ({ loadAndBind, path }) =>
    expect(loadAndBind().start).toMatchObject({
      storage: join(path, 'shared', 'me.json'),
      har: { file: join(path, 'shared', 'site.har') },
    }),
  );
});

test('an invalid value is reported in the file that contains it, even if another file overrides the value', () => {
  const files = {
    'a.yaml': `${MINIMAL}${START}use: [b.yaml]\nbudget: { turns: 1 }\nreplies:\n  - about: a\n`,
    'b.yaml':
      'budget: { turns: none }\nreplies:\n  - abuot: x\n    say: "{{nobody}}"\nname: B\nstart:\n  storage: none.json\n',
  };
  runWithFiles(files, ({ errors }) =>
    expect(errors()).toEqual([
      'a.yaml:8:5 replies[0]: has "about" but no "say"; add the reply under "say".',
      'b.yaml:1:18 budget.turns: must be a whole number.',
      'b.yaml:3:5 replies[0].abuot: "abuot" is not a known key. Did you mean "about"?',
      'b.yaml:4:11 replies[0].say: there is no variable "nobody". Define it under vars.',
      'b.yaml:5:1 name: "name" is not allowed in a shared file; move it into the scenario, or move the shared part into its own file.',
      'b.yaml:7:12 start.storage: there is no file "none.json"; relative paths are resolved against the folder of the file that contains this entry.',
    ]),
  );
});

test('files that use each other in a cycle cause an error that lists them', () => {
  const files = {
    'a.yaml': `${MINIMAL}${START}use: b.yaml\n`,
    'b.yaml': 'use:\n  - deep/c.yaml\n',
    'deep/c.yaml': 'use: [../b.yaml]\n',
  };
  runWithFiles(files, ({ errors }) =>
    expect(errors()).toEqual([
      'deep/c.yaml:1:7 use: the files use each other in a cycle: b.yaml → deep/c.yaml → b.yaml.',
    ]),
  );
});

test('values that a missing file may contain are not reported as missing; all other errors are reported', () => {
  const files = {
    'a.yaml': `${MINIMAL}use: gone.yaml
vars: { at: "{{site}}/x" }
start: { locale: en-GB, har: 3 }
replies: [{ about: code, say: "{{secret.PIN}} {{user}}" }]
budget: { turn: 3 }
`,
  };
  runWithFiles(files, ({ errors }) =>
    expect(errors('a.yaml', { overrides: { code: '7' } })).toEqual([
      'a.yaml:4:6 use: There is no file “gone.yaml”. Relative paths are resolved against the folder of the file that contains the "use" entry.',
      'a.yaml:6:30 start.har: must be a map (key: value), not a number.',
      'a.yaml:8:11 budget.turn: "turn" is not a known key. Did you mean "turns"?',
    ]),
  );
});

test('a missing shared file is reported at the line that names it, with a suggestion', () => {
  runWithFiles(
    { 'a.yaml': `${MINIMAL}${START}use:\n  - logn.yaml\n`, 'login.yaml': 'tags: [x]\n' },
    (folder) =>
      expect(folder.errors()).toEqual([
        'a.yaml:6:5 use: There is no file “logn.yaml”. Did you mean "login.yaml"? Relative paths are resolved against the folder of the file that contains the "use" entry.',
      ]),
  );
});

test('a shared file’s variable can be overridden, and each entry keeps its position in its own file', () => {
  runWithFiles(
    {
      'a.yaml': `${MINIMAL}${START}use: b.yaml\n`,
      'b.yaml': 'vars: { n: 1 }\n\nreplies:\n  - about: n\n    say: "{{n}}"\n',
    },
    ({ loadAndBind, load, errors }) => {
      const loaded = load('a.yaml', { overrides: { n: '2' } });
      expect(loadAndBind('a.yaml', { overrides: { n: '2' } }).replies[0]?.say).toBe('2');
      expect(loaded.positionOf(['dialogue', 0])).toMatchObject({ line: 3, column: 12 });
      expect(loaded.positionOf(['replies', 0, 'say'])).toMatchObject({ line: 5, column: 10 });
      expect(loaded.positionOf(['replies', 0]).file).toMatch(/b\.yaml$/);
      expect(errors('a.yaml', { overrides: { n: 'two' } })).toEqual([
        'b.yaml:1:12 vars.n: is a number here, but --var n=two is not.',
      ]);
    },
  );
});
