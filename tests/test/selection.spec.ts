// Which tests run: by line, by tag, by what has changed, by shard; in a project of ES modules. Lists hold nothing, so
// that a browser is started only for the shards that are merged.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

import { COUNTER, counting, expect, test, type Project } from './project.js';

test.setTimeout(180_000);

const listed = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.includes(' › '))
    .map((line) => line.trim());

function git(project: Project, ...args: string[]): void {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...who, ...args], { cwd: project.folder, stdio: 'pipe' });
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
    'scenarios/counter.html': COUNTER,
    'more/counter.html': COUNTER,
    'scenarios/one.scenario.yaml': counting('One', 'use: [shared.yaml]\ntags: [quick]'),
    'scenarios/shared.yaml': 'scenario: 1\nbudget: { seconds: 50 }\n',
    'more/two.scenario.yaml': counting('Two'),
  });
});

test('tests can be selected by spec line, tag and changed files, including files that a scenario uses', async ({
  project,
}) => {
  const list = async (...args: string[]): Promise<string[]> => {
    const { text } = await project.playwright(['test', '--list', ...args]);
    return listed(text);
  };
  const ONE = 'ours.spec.ts:3:1 › One';
  const TWO = 'other.spec.ts:3:1 › Two';
  expect(await list('ours.spec.ts:3')).toEqual([ONE]);
  expect(await list('--grep', '@quick')).toEqual([ONE]);
  expect(await list('--', '--scenario', 'more/two')).toEqual([TWO]);
  const wrong = await project.playwright(['test', '--list', '--', '--scenarios=two']);
  expect([wrong.code, wrong.text]).toEqual([
    1,
    expect.stringMatching(/\nError: After --, --scenarios .*\n.*\n\n/),
  ]);
  project.write({ 'chosen.txt': `${TWO}\n` });
  expect(await list('--test-list', 'chosen.txt')).toEqual([TWO]);
  git(project, 'init', '-q');
  git(project, 'add', '.');
  git(project, 'commit', '-qm', 'all');
  project.write({ 'more/two.scenario.yaml': counting('Two', '# changed') });
  expect(await list('--only-changed')).toEqual([TWO]);
  project.write({ 'more/two.scenario.yaml': counting('Two'), 'scenarios/shared.yaml': 'scenario: 1\n' });
  expect(await list('--only-changed')).toEqual([ONE]);
  // The bare command knows of scenarios and not of specs only.
  const bare = project.parley(['test', '--list', '--only-changed']);
  expect((await bare.finished).text).toContain('scenarios/one.scenario.yaml:2:3 › One');
});

test('merged shards are reported as one run; --last-failed runs only the failures', async ({ project }) => {
  project.write({
    'more/two.scenario.yaml': counting('Two').replace('"1"', '"seven"'),
    'merge.config.ts': `export default { reporter: [['parley-web/reporter', { outputFile: 'merged.json' }], ['html', { open: 'never' }]] };`,
  });
  for (const shard of ['2/2', '1/2']) {
    const env = { PLAYWRIGHT_BLOB_OUTPUT_DIR: project.path('blob') };
    // What is there stays: the second report lies beside the first.
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
  // What tests carry lies in the merged report: of each a record and a trace, and one picture, since they look alike.
  const carried = readdirSync(project.path('playwright-report/data')).map((name) =>
    name.replace(/^.*\./, ''),
  );
  expect(carried.filter((ending) => ending === 'zip')).toHaveLength(4);
  expect(carried).toContain('png');
  expect(existsSync(project.path('playwright-report/trace/index.html'))).toBe(true);
  const again = await project.playwright(['test', '--last-failed', '--list']);
  expect(listed(again.text)).toEqual(['other.spec.ts:3:1 › Two']);
});
