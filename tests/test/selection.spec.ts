// Selects tests by spec line, tag, changed files and shard in a project of ES modules. Most runs only list the tests;
// only the merged shards start a browser.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

import { COUNTER_PAGE, createCounterScenario, expect, test, type Project } from './project.js';

test.setTimeout(180_000);

const parseList = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.includes(' › '))
    .map((line) => line.trim());

function git(project: Project, ...args: string[]): void {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...identity, ...args], { cwd: project.folder, stdio: 'pipe' });
}

test.beforeEach(({ project }) => {
  project.write({
    'package.json': '{ "name": "outside", "private": true, "type": "module" }',
    '.gitignore': 'node_modules\n',
    'playwright.config.ts': `import { defineConfig } from '@playwright/test';
export default defineConfig({ fullyParallel: true, workers: 1, reporter: 'list', use: { trace: 'on' } });`,
    'ours.spec.ts': `import { defineScenarios } from 'parley-web/test';

defineScenarios({ dir: new URL('./scenarios', import.meta.url) });
`,
    'other.spec.ts': `import { defineScenarios } from 'parley-web/test';

defineScenarios({ files: ['more/two.scenario.yaml'] });
`,
    'scenarios/counter.html': COUNTER_PAGE,
    'more/counter.html': COUNTER_PAGE,
    'scenarios/one.scenario.yaml': createCounterScenario('One', 'use: [shared.yaml]\ntags: [quick]'),
    'scenarios/shared.yaml': 'scenario: 1\nbudget: { seconds: 50 }\n',
    'more/two.scenario.yaml': createCounterScenario('Two'),
  });
});

test('tests can be selected by spec line, by tag and by changed files, including files that a scenario uses', async ({
  project,
}) => {
  const listTests = async (...args: string[]): Promise<string[]> => {
    const { text } = await project.playwright(['test', '--list', ...args]);
    return parseList(text);
  };
  const ONE = 'ours.spec.ts:3:1 › One';
  const TWO = 'other.spec.ts:3:1 › Two';
  expect(await listTests('ours.spec.ts:3')).toEqual([ONE]);
  expect(await listTests('--grep', '@quick')).toEqual([ONE]);
  expect(await listTests('--', '--scenario', 'more/two')).toEqual([TWO]);
  const unknownOption = await project.playwright(['test', '--list', '--', '--scenarios=two']);
  expect([unknownOption.code, unknownOption.text]).toEqual([
    1,
    expect.stringMatching(/\nError: After --, --scenarios .*\n.*\n\n/),
  ]);
  project.write({ 'chosen.txt': `${TWO}\n` });
  expect(await listTests('--test-list', 'chosen.txt')).toEqual([TWO]);
  git(project, 'init', '-q');
  git(project, 'add', '.');
  git(project, 'commit', '-qm', 'all');
  project.write({ 'more/two.scenario.yaml': createCounterScenario('Two', '# changed') });
  expect(await listTests('--only-changed')).toEqual([TWO]);
  project.write({
    'more/two.scenario.yaml': createCounterScenario('Two'),
    'scenarios/shared.yaml': 'scenario: 1\n',
  });
  expect(await listTests('--only-changed')).toEqual([ONE]);
  // `parley test` without a config lists the scenario files.
  const withoutConfig = project.parley(['test', '--list', '--only-changed']);
  expect((await withoutConfig.finished).text).toContain('scenarios/one.scenario.yaml:2:3 › One');
});

test('merged shards are reported as one run; --last-failed runs only the tests that failed', async ({
  project,
}) => {
  project.write({
    'more/two.scenario.yaml': createCounterScenario('Two').replace('"1"', '"seven"'),
    'merge.config.ts': `export default { reporter: [['parley-web/reporter', { outputFile: 'merged.json' }], ['html', { open: 'never' }]] };`,
  });
  for (const shard of ['2/2', '1/2']) {
    const env = { PLAYWRIGHT_BLOB_OUTPUT_DIR: project.path('blob') };
    // The second report is written next to the first.
    await project.playwright(['test', `--shard=${shard}`, '--reporter=blob'], {
      ...env,
      PLAYWRIGHT_BLOB_OUTPUT_FILE: project.path('blob', `${shard[0]}.zip`),
    });
  }
  const { code, text } = await project.playwright(['merge-reports', '--config=merge.config.ts', 'blob']);
  expect(code, text).toBe(0);
  expect(text).toMatch(/check +more\/two\.scenario\.yaml +Two/);
  expect(project.json('merged.json')).toMatchObject({
    exit: 1,
    totals: { scenarios: 2, passed: 1, turns: 6 },
  });
  // The merged report contains a record and a trace of each test, and one shared picture because the pages look alike.
  const attachmentExtensions = readdirSync(project.path('playwright-report/data')).map((name) =>
    name.replace(/^.*\./, ''),
  );
  expect(attachmentExtensions.filter((extension) => extension === 'zip')).toHaveLength(4);
  expect(attachmentExtensions).toContain('png');
  expect(existsSync(project.path('playwright-report/trace/index.html'))).toBe(true);
  const lastFailed = await project.playwright(['test', '--last-failed', '--list']);
  expect(parseList(lastFailed.text)).toEqual(['other.spec.ts:3:1 › Two']);
});
