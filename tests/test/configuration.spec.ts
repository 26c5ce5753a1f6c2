// `parley.config.yaml` of a project: `parley test` and the project's own specs read it.
import { existsSync, readdirSync } from 'node:fs';

import { startFakeModelServer } from '../support/fake-model-server.js';
import { COUNTER_PAGE, createCounterScenario, expect, test } from './project.js';

test.setTimeout(180_000);

/** Makes commands read the configuration file. The surrounding test run tells them to ignore it. */
const WITH_CONFIG = { PARLEY_CONFIG: '' };

/** Shows the width of the viewport as text. */
const PAGE = `${COUNTER_PAGE}<p><script>document.write('width ' + innerWidth)</script>`;

test('parley test takes its settings from the configuration file, including those for folders, and from scenarios', async ({
  project,
}) => {
  const server = await startFakeModelServer(() => ({ status: 500 }));
  try {
    project.write({
      'package.json': '{ "name": "outside", "private": true }',
      'parley.config.yaml': `model: tiny
base_url: ${server.url}
results: out
viewport: 640x400
folders:
  scenarios/limited: { navigator: direct, budget: { turns: 1 }, viewport: 500x400 }
`,
      'scenarios/page.html': PAGE,
      'scenarios/own.scenario.yaml': createCounterScenario(
        'Own',
        '      - text: width 640\nagent: { navigator: direct }\n',
      ).replace('counter.html', 'page.html'),
      'scenarios/limited/short.scenario.yaml': createCounterScenario('Short').replace('counter', '../page'),
      'scenarios/limited/long.scenario.yaml': createCounterScenario(
        'Long',
        '      - text: width 500\nbudget: { turns: 20 }\n',
      ).replace('counter', '../page'),
    });
    const { code, text } = await project.parley(['test', '--workers=1'], WITH_CONFIG).finished;
    expect(text).toMatch(/passed +scenarios\/own\.scenario\.yaml/);
    expect(text).toMatch(/budget +scenarios\/limited\/short\.scenario\.yaml/);
    expect(text).toMatch(/passed +scenarios\/limited\/long\.scenario\.yaml/);
    expect(code).toBe(4);
    expect(readdirSync(project.path('out')).filter((name) => name.endsWith('-test'))).toHaveLength(1);
    expect(existsSync(project.path('results'))).toBe(false);
    expect(server.requests).toHaveLength(0);
    // A flag overrides the file and the scenario.
    const runWithFlag = await project.parley(
      ['test', 'scenarios/own.scenario.yaml', '--navigator=chat'],
      WITH_CONFIG,
    ).finished;
    expect(runWithFlag.code).toBe(5);
    expect(server.requests.length).toBeGreaterThan(0);
  } finally {
    await server.close();
  }
});

test('specs read the same file, and a Playwright project’s options override it', async ({ project }) => {
  project.write({
    'package.json': '{ "name": "outside", "private": true }',
    'parley.config.yaml': 'navigator: direct\nbudget: { turns: 1 }\nviewport: 500x400\n',
    'playwright.config.ts': `import { defineConfig } from '@playwright/test';
export default defineConfig({ workers: 1, reporter: 'line', use: { viewport: { width: 640, height: 400 } } });`,
    'counter.html': PAGE,
    'one.scenario.yaml': createCounterScenario('One', '      - text: width 640\nbudget: { turns: 20 }\n'),
    'mine.spec.ts': `import { defineScenarios, expect, test } from 'parley-web/test';
defineScenarios({ files: ['one.scenario.yaml'] });
test('a line', async ({ page, parley }) => {
  await page.setContent('<button>Save</button>');
  const run = await parley({ page }).say('Click Save.', { soft: true });
  expect(run.verdict.kind).toBe('budget');
});
`,
  });
  const { code, text } = await project.playwright(['test'], WITH_CONFIG);
  expect(text).toContain('2 passed');
  expect(code).toBe(0);
  project.write({ 'parley.config.yaml': 'navigatr: direct\n' });
  const brokenConfigRun = await project.playwright(['test'], WITH_CONFIG);
  expect(brokenConfigRun.text).toMatch(/parley\.config\.yaml:1:1 navigatr: .* Did you mean "navigator"\?/);
  expect(brokenConfigRun.code).toBe(1);
});
