// Runs the spec of a project once, and checks its tests, steps, failures and reports.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import { createHarEntry, createHar } from '../support/har.js';
import { createPageListener, startServer } from '../support/server.js';
import { COUNTER_PAGE, createCounterScenario, expect, test } from './project.js';

test.setTimeout(180_000);

/** The spec has its own fixture and overrides one of Parley's fixtures. */
const SPEC = `import { expect } from '@playwright/test';
import { defineScenarios, test as base } from 'parley-web/test';
const test = base.extend<object, { projectName: string }>({
  projectName: [async ({}, use) => use(' of the project'), { scope: 'worker' }],
  newScenarioContext: ({ newScenarioContext, projectName }, use) =>
    use(async (options) => {
      const context = await newScenarioContext(options);
      await context.addInitScript((name) => Object.assign(window, { projectName: name }), projectName);
      return context;
    }),
});

test('an ordinary test', async () => {});

defineScenarios({
  dir: './scenarios',
  test,
  after: async ({ run, id, testInfo }) => {
    expect(run.transcript.includes('You:') ? id : 'nothing').toMatchSnapshot([id, 'said.txt']);
    testInfo.annotations.push({ type: 'threads', description: process.env.PARLEY_RANKER_THREADS });
    if (id !== 'b/after') return;
    await test.step('outer', () => test.step('inner', () => expect.soft(run.actions, 'actions').toBe(7)));
    expect(run.turns, 'turns').toBe(8);
  },
});
`;

/** A reporter that writes the tests and their steps, with locations, to `dump.json`. */
const DUMP_REPORTER = `const { writeFileSync } = require('node:fs');
const { relative } = require('node:path');
const format = (l) => l && relative(process.cwd(), l.file) + ':' + l.line;
const steps = (all) => all.filter((s) => s.category === 'test.step')
  .map((s) => ({ title: s.title, location: format(s.location), error: s.error?.message, steps: steps(s.steps) }));
const titles = (all) => all.flatMap((s) => [s.title, ...titles(s.steps)]);
module.exports = class {
  tests = [];
  onTestEnd(test, result) {
    this.tests.push({ title: test.title, project: test.titlePath()[1], location: format(test.location), tags: test.tags,
      status: result.status, retry: result.retry, worker: result.workerIndex, timeout: test.timeout,
      annotations: result.annotations, attachments: result.attachments.map((a) => ({ ...a, body: a.body?.toString(a.contentType.startsWith('image') ? 'base64' : 'utf8') })),
      errors: result.errors.map((e) => ({ message: e.message, location: format(e.location), snippet: e.snippet?.replace(/\\u001b\\[\\d*m/g, ''), stack: e.stack })),
      stepTitles: titles(result.steps), steps: steps(result.steps) });
  }
  onEnd() { writeFileSync('dump.json', JSON.stringify(this.tests)); }
  printsToStdio() { return false; }
};
`;

const CONFIG = `import { defineConfig } from '@playwright/test';
export default defineConfig({
  retries: 2, workers: 1, updateSnapshots: 'missing',
  reporter: [['list'], ['./dump.cjs'], ['html', { open: 'never' }], ['junit', { outputFile: 'junit.xml', embedAnnotationsAsProperties: true }], ['parley-web/reporter', { outputFile: 'summary.json' }]],
  use: { trace: 'on', viewport: { width: 700, height: 500 }, baseURL: 'http://127.0.0.1:1' },
  projects: [{ name: 'direct', use: { navigator: 'direct', ranker: 'lexical' } as object }],
});
`;

interface DumpedStep {
  title: string;
  location?: string;
  error?: string;
  steps: DumpedStep[];
}

interface DumpedTest {
  title: string;
  project: string;
  location: string;
  tags: string[];
  status: string;
  retry: number;
  worker: number;
  timeout: number;
  annotations: { type: string; description?: string }[];
  attachments: { name: string; contentType: string; path?: string; body?: string }[];
  errors: { message: string; location?: string; snippet?: string; stack?: string }[];
  /** The titles of all steps, including Playwright's calls. */
  stepTitles: string[];
  steps: DumpedStep[];
}

/** A scenario whose first line of dialogue passes. The part that fails starts at line 6 of the file. */
const scenarioAfterFirstLine = (name: string, addedYaml: string): string => `scenario: 1
name: ${name}
start: { url: counter.html }
dialogue:
  - say: Click Add one.
${addedYaml}
`;

const COOKIE = { path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' };

/** A page that shows the browser's current year, locale and time zone and its cookies, and links to another host. */
const STATE_PAGE = `<title>State</title><p><script>document.write([new Date().getFullYear(), navigator.language,
  Intl.DateTimeFormat().resolvedOptions().timeZone, document.cookie].join(' '))</script> <output id=o></output></p>
  <button onclick="o.textContent='hello'">Greet</button> <a href="http://localhost:1/">Away</a>`;

test('a CommonJS spec defines one test per scenario and reports its steps and failures', async ({
  project,
}) => {
  const server = await startServer(createPageListener({ '/': STATE_PAGE }));
  project.write({
    'package.json': '{ "name": "outside", "private": true }',
    'playwright.config.ts': CONFIG,
    'dump.cjs': DUMP_REPORTER,
    'shop.spec.ts': SPEC,
    'scenarios/a/counter.html': COUNTER_PAGE,
    'scenarios/b/counter.html': COUNTER_PAGE,
    'scenarios/a/count.scenario.yaml': createCounterScenario('Count', 'tags: [smoke]'),
    'scenarios/b/count.scenario.yaml': createCounterScenario(
      'Count',
      'start: { url: counter.html, viewport: { width: 600, height: 400 } }',
    ).replace('start: { url: counter.html }\n', ''),
    'scenarios/a/wrong.scenario.yaml': createCounterScenario(
      'Wrong number',
      '      - text: "seven"\nbudget: { seconds: 40 }',
    ),
    'scenarios/a/broken.scenario.yaml': createCounterScenario('Broken', 'dialog: []'),
    'scenarios/a/away.scenario.yaml': `scenario: 1
name: Away
start: { url: "{{BASE_URL}}/" }
dialogue:
  - say: Click Add one.
`,
    'scenarios/b/login.html': '<title>Log in</title><label>Password <input type=password></label>',
    'scenarios/b/login.scenario.yaml': `scenario: 1
name: Log in
secrets: [CRM_PASSWORD]
start: { url: login.html }
dialogue:
  - say: Type {{secret.CRM_PASSWORD}} into Password.
    check:
      - element: { css: input, value: { all: [h, x99] } }
`,
    'scenarios/b/never.scenario.yaml': scenarioAfterFirstLine(
      'Never said',
      `  - say: Click Add one.
  - say: Click Add one.
    when: { url: "**/nowhere" }`,
    ),
    'scenarios/b/later.scenario.yaml': scenarioAfterFirstLine('Later', '  - say: Click Imprint.'),
    'scenarios/b/end.scenario.yaml': scenarioAfterFirstLine(
      'Final checks',
      'finally:\n  - actions: { max: 9 }\n  - actions: { max: 0 }',
    ),
    'scenarios/b/after.scenario.yaml': createCounterScenario('Checked afterwards'),
    'scenarios/b/recorded.har': createHar([
      createHarEntry('http://nowhere.invalid/', 'text/html', COUNTER_PAGE),
    ]),
    'scenarios/b/recorded.scenario.yaml': `scenario: 1
name: From a recording
start: { url: "http://nowhere.invalid/", har: { file: recorded.har } }
dialogue:
  - say: Click Add one.
    check:
      - js: n.textContent + window.projectName
        equals: 1 of the project
`,
    'scenarios/b/storage.json': JSON.stringify({
      cookies: [{ ...COOKIE, name: 'who', value: 'ada', domain: '127.0.0.1' }],
      origins: [],
    }),
    'scenarios/b/begin.scenario.yaml': `scenario: 1
name: Start settings
start: { url: "${server.url}/", clock: "2021-03-02T09:00:00Z", locale: de-CH, timezone: Asia/Tokyo, storage: storage.json }
guard: { domains: [127.0.0.1] }
dialogue:
  - say: Click Greet.
    check:
      - text: "2021 de-CH Asia/Tokyo who=ada hello"
  - say: Click Away.
`,
    'scenarios/a/twice.scenario.yaml': createCounterScenario(
      'Twice',
      'repeat: { runs: 2, pass: 1 }\nseed: 7\nvars: { total: seven }',
    ).replace('"1"', '"{{total}}"'),
  });
  const { code, text } = await project.playwright(['test', '--', '--var', 'total=1'], {
    CRM_PASSWORD: 'hunter2x99',
  });
  await server.close();
  const tests = project.json('dump.json') as DumpedTest[];
  const findTest = (title: string): DumpedTest => {
    const dumpedTest = tests.find((dumpedTest) => dumpedTest.title === title);
    expect(dumpedTest, `${title} in:\n${text}`).toBeDefined();
    return dumpedTest!;
  };
  expect(code, text).toBe(1);

  await test.step('each scenario is a test with its name; equal names get their folder as a prefix', () => {
    expect(tests.map(({ title, status }) => `${status}: ${title}`).toSorted()).toEqual([
      'failed: Away',
      'failed: Checked afterwards',
      'failed: Final checks',
      'failed: Later',
      'failed: Never said',
      'failed: Start settings',
      'failed: Wrong number',
      'failed: a/broken',
      'passed: From a recording',
      'passed: Log in',
      'passed: Twice',
      'passed: a › Count',
      'passed: an ordinary test',
      'passed: b › Count',
    ]);
    expect(findTest('a › Count').tags).toEqual(['@smoke']);
  });

  await test.step('the location of a test is its line in the spec', () => {
    expect(new Set(tests.map(({ location }) => location))).toEqual(
      new Set(['shop.spec.ts:13', 'shop.spec.ts:15']),
    );
    expect(text).toContain('shop.spec.ts:15:1 › a › Count @smoke');
    // Only the stack of `after` may contain frames of the package.
    expect(text.replaceAll(/^ +at body .*$/gm, '')).not.toContain('node_modules');
  });

  await test.step('each turn is a step at its line in the scenario', () => {
    const { steps } = findTest('a › Count');
    expect(steps.map(({ title, location }) => `${title} | ${location}`)).toEqual([
      'begin | scenarios/a/count.scenario.yaml:3',
      expect.stringMatching(/^open file:.*counter\.html \| scenarios\/a\/count\.scenario\.yaml:3$/),
      'line 1: Click Add one. | scenarios/a/count.scenario.yaml:5',
    ]);
    expect(steps[2]!.steps.map(({ title, location }) => `${title} | ${location?.slice(-7)}`)).toEqual([
      'click button “Add one” | .yaml:5',
      'says: Clicked “Add one”. | .yaml:5',
      'check: the page says “1” | .yaml:7',
    ]);
  });

  await test.step('a failure shows its line in the scenario, in the terminal and in reports', () => {
    const { errors, steps } = findTest('Wrong number');
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ location: 'scenarios/a/wrong.scenario.yaml:8' });
    expect(errors[0]!.message).toContain('A check failed: the page says “seven”\nExpected: “seven”\nFound: ');
    expect(errors[0]!.snippet).toMatch(/> 8 \|\s+- text: "seven"/);
    expect(text).toMatch(/at scenarios\/a\/wrong\.scenario\.yaml:8/);
    const failedStep = steps[2]!.steps.find(({ error }) => error);
    expect(failedStep).toMatchObject({
      title: 'check: the page says “seven” (found: Counter Add one 1)',
      location: 'scenarios/a/wrong.scenario.yaml:8',
    });
  });

  await test.step('a later failure shows its own line: an impossible instruction, a line that was never said, a final check', () => {
    expect(findTest('Later').errors[0]).toMatchObject({ location: 'scenarios/b/later.scenario.yaml:6' });
    expect(findTest('Never said').errors[0]).toMatchObject({ location: 'scenarios/b/never.scenario.yaml:7' });
    expect(findTest('Final checks').errors[0]).toMatchObject({ location: 'scenarios/b/end.scenario.yaml:8' });
    // Lines with equal texts have different numbers.
    const titles = findTest('Never said').steps.map(
      ({ title, location }) => `${title} ${location?.slice(-2)}`,
    );
    expect(titles.slice(2)).toEqual(['line 1: Click Add one. :5', 'line 2: Click Add one. :6']);
  });

  await test.step('a failed assertion in `after` fails the test; the step of a failed line has an error', () => {
    const { errors, steps, annotations } = findTest('Checked afterwards');
    expect(errors.map(({ message }) => message.split('\n')[0])).toEqual(['Error: actions', 'Error: turns']);
    const [outer] = steps.filter(({ title }) => title === 'outer');
    expect(outer).toMatchObject({
      location: 'shop.spec.ts:22',
      steps: [{ title: 'inner', location: 'shop.spec.ts:22' }],
    });
    expect(annotations).toContainEqual({ type: 'threads', description: String(availableParallelism()) });
    expect(findTest('Later').steps.map(({ error }) => error)).toEqual([
      undefined,
      undefined,
      undefined,
      expect.stringMatching(/Imprint/),
    ]);
  });

  await test.step('the `start` and `guard` settings of a scenario apply in the browser of the test', () => {
    const { errors, annotations, steps } = findTest('Start settings');
    expect(annotations).toContainEqual({
      type: 'verdict',
      description: expect.stringMatching(/^guard: .*localhost/),
    });
    expect(errors[0]).toMatchObject({ location: 'scenarios/b/begin.scenario.yaml:9' });
    expect(steps[2]!.steps.at(-1)).toMatchObject({
      title: expect.stringMatching(/^check: the page says “2021 de-CH/),
    });
    expect(steps[2]!.error).toBeUndefined();
  });

  await test.step('an invalid file is a failed test that lists every error, and the other scenarios run', () => {
    const { errors, annotations } = findTest('a/broken');
    expect(errors[0]).toMatchObject({ location: 'scenarios/a/broken.scenario.yaml:8' });
    expect(errors[0]!.message).toMatch(
      /scenarios\/a\/broken\.scenario\.yaml:8:1 dialog: .*Did you mean "dialogue"/,
    );
    expect(annotations).toContainEqual({ type: 'verdict', description: expect.stringMatching(/^usage: /) });
  });

  await test.step('only infrastructure errors are retried, and each retry is shown', () => {
    expect(tests.every(({ retry }) => retry === 0)).toBe(true);
    const { annotations, attachments } = findTest('Away');
    expect(
      annotations.filter(({ type }) => type === 'retried').map(({ description }) => description),
    ).toEqual([
      expect.stringMatching(/^attempt 1 of 3: http:\/\/127\.0\.0\.1:1\/ could not be opened/),
      expect.stringMatching(/^attempt 2 of 3: /),
    ]);
    expect(attachments.map(({ name }) => name)).toContain('transcript (attempt 3)');
    expect(findTest('Wrong number').annotations.map(({ type }) => type)).not.toContain('retried');
  });

  await test.step('the repeated runs of a scenario are steps of its test', () => {
    // The value of `total` comes from `--var` after `--` on the command line.
    const { steps, annotations } = findTest('Twice');
    expect(steps.map(({ title }) => title)).toEqual(['run 1 of 2', 'run 2 of 2']);
    expect(annotations).toContainEqual({ type: 'runs', description: '2 of 2 runs passed, 1 required' });
    expect(annotations).toContainEqual({ type: 'seed', description: '7' });
  });

  await test.step('a secret reaches the page but no step, report or record', () => {
    const { stepTitles, annotations } = findTest('Log in');
    expect(stepTitles).toContain('type “<CRM_PASSWORD>” into textbox “Password”');
    expect(annotations.map(({ type }) => type)).toContain('warning');
    expect(JSON.stringify(tests) + text + project.read('junit.xml')).not.toContain('hunter2x99');
    expect(findTest('a › Count').stepTitles).toContain('click button “Add one”');
  });

  await test.step('the attachments of a test are its transcript, demonstration, last page and trace', () => {
    const { attachments } = findTest('a › Count');
    expect(attachments.map(({ name, contentType }) => `${name} ${contentType}`)).toEqual(
      expect.arrayContaining([
        'transcript text/plain',
        'last page image/png',
        'demonstration application/zip',
        'trace application/zip',
        'parley-result.json application/json',
      ]),
    );
    const { body } = attachments.find(({ name }) => name === 'transcript')!;
    expect(body).toContain('You: Click Add one.\n  Did: click button “Add one”');
    expect(existsSync(attachments.find(({ name }) => name === 'demonstration')!.path!)).toBe(true);
    // Only a failed test has a report, and its last page as text.
    expect(attachments.map(({ name }) => name)).not.toContain('report');
    const report = findTest('Wrong number').attachments.find(({ name }) => name === 'report')!;
    expect(report.contentType).toBe('text/html');
    expect(readFileSync(report.path!, 'utf8')).toContain('A check failed');
    expect(attachments.map(({ name }) => name)).not.toContain('last page as text');
    const text = findTest('Wrong number').attachments.find(({ name }) => name === 'last page as text')!.body;
    expect(text).toContain('- button "Add one"');
  });

  await test.step('the viewport comes from the project unless the scenario sets one', () => {
    const readPictureSize = (title: string): string => {
      const { body } = findTest(title).attachments.find(({ name }) => name === 'last page')!;
      const png = Buffer.from(body!, 'base64');
      return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
    };
    expect(readPictureSize('a › Count')).toBe('700x500');
    expect(readPictureSize('b › Count')).toBe('600x400');
  });

  await test.step('snapshots of several scenarios of one spec do not overwrite each other', () => {
    const folder = 'shop.spec.ts-snapshots';
    expect(readdirSync(project.path(folder)).toSorted()).toEqual(['a', 'b']);
    expect(readdirSync(project.path(folder, 'a')).toSorted()).toEqual(['count', 'twice']);
  });

  await test.step('the reporters print each scenario and the totals', () => {
    expect(text).toMatch(
      /passed +scenarios\/a\/count\.scenario\.yaml +\[direct\] a › Count +\(3 turns, 1 action, \d/,
    );
    expect(text).toMatch(/5 of 13 scenarios passed; /);
    const summary = project.json('summary.json') as {
      exit: number;
      totals: object;
      scenarios: { id: string }[];
    };
    expect(summary).toMatchObject({ exit: 2, totals: { scenarios: 13, passed: 5, usd: 0 } });
    expect(summary.scenarios.find(({ id }) => id === 'b/after')).toMatchObject({
      verdict: 'check',
      reason: 'Error: actions',
      runs: [{ verdict: 'done' }],
    });
    expect(summary.scenarios.find(({ id }) => id === 'a/twice')).toMatchObject({
      verdict: 'done',
      pass: 1,
      runs: [{ seed: 7 }, { seed: 8, transcript: expect.arrayContaining(['instructor: Click Add one.']) }],
    });
    expect(project.read('junit.xml')).toMatch(/<property name="verdict" value="check: A check failed/);
    expect(existsSync(project.path('playwright-report/index.html'))).toBe(true);
  });
});
