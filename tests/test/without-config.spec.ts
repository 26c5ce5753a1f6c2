// `parley test`: folders of scenarios without a spec.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

import { decision, Prompt } from '../support/chat-prompt.js';
import { fakeModelServer, type Policy } from '../support/fake-model-server.js';
import { serve } from '../support/server.js';
import { COUNTER, counting, expect, test } from './project.js';

test.setTimeout(180_000);

test('runs a folder of scenarios: output lines, report, summary and exit code', async ({ project }) => {
  project.write({
    'package.json': '{ "name": "outside", "private": true }',
    'scenarios/counter.html': COUNTER,
    'scenarios/one.scenario.yaml': counting('One'),
    'scenarios/two.scenario.ts': `import { defineScenario } from 'parley-web/test';

export default defineScenario({
  scenario: 1,
  name: 'Two',
  start: { url: 'counter.html' },
  budget: { turns: 1 },
  dialogue: [{ say: 'Click Add one.' }],
});
`,
  });
  const { code, text } = await project.parley(['test', '--workers=1']).finished;
  expect(text).toMatch(/^2 scenarios, 1 at a time\n/);
  expect(text).toMatch(/passed +scenarios\/one\.scenario\.yaml +One +\(3 turns, 1 action, [\d.]+ s\)/);
  expect(text).toMatch(/budget +scenarios\/two\.scenario\.ts +Two/);
  expect(text).toMatch(/> +8 \| +dialogue: \[\{ say: 'Click Add one\.' \}\],/);
  expect(text).toContain('1 of 2 scenarios passed; 1 budget');
  expect(code).toBe(4);
  const runs = (): string[] => readdirSync(project.path('results')).filter((name) => name.endsWith('-test'));
  const [run, ...rest] = runs();
  expect(rest).toEqual([]);
  for (const file of ['html/index.html', 'junit.xml', 'summary.json', 'outputs'])
    expect(existsSync(project.path('results', run!, file)), file).toBe(true);
  expect(text).toContain(`show-report results/${run}/html`);
  // Above the tests of a report stands the folder of the scenarios, and not a spec of this package.
  expect(project.read('results', run!, 'junit.xml')).toMatch(/<testsuite name="scenarios" [^>]+tests="2"/);

  // What failed is held again; another reporter writes beside Parley's, which leaves its summary all the same.
  const again = await project.parley(['test', '--last-failed', '--reporter=list']).finished;
  expect(again.text).toMatch(/✘ .*two\.scenario\.ts:\d+:\d+ › Two/);
  expect(again.text).not.toContain('one.scenario.yaml');
  expect(again.code).toBe(4);
  const later = runs().find((name) => name !== run)!;
  expect(project.json('results', later, 'summary.json')).toMatchObject({ scenarios: [{ title: 'Two' }] });
});

/** Clicks the button once, and reports. */
const follow: Policy = (asked) => {
  const prompt = new Prompt(asked.prompt);
  const step = prompt.done.length
    ? { do: 'report', value: 'It was clicked.' }
    : { do: 'click', on: prompt.find(/^button "Add one"/) };
  return { text: decision([step]) };
};

test('a user’s own config: one project per navigator and viewport, exit code from the verdicts', async ({
  project,
}) => {
  const server = await fakeModelServer(follow);
  project.write({
    'package.json': '{ "name": "outside", "private": true }',
    'scenarios/counter.html': `${COUNTER}<script>document.title = innerWidth</script>`,
    'scenarios/one.scenario.yaml': counting('One', 'lock: counter'),
    'scenarios/two.scenario.yaml': counting('Two', 'lock: counter\nbudget: { turns: 1 }'),
    'ours.spec.ts': `import { defineScenarios } from 'parley-web/test';
defineScenarios({ dir: './scenarios' });`,
    'playwright.config.ts': `import { defineConfig } from '@playwright/test';
import type { ScenarioOptions } from 'parley-web/test';
export default defineConfig<ScenarioOptions>({
  fullyParallel: true, workers: 2,
  reporter: [['parley-web/reporter', { outputFile: 'kept.json' }]],
  projects: [
    { name: 'rules', use: { viewport: { width: 900, height: 600 }, navigator: 'direct' } },
    { name: 'model', use: { viewport: { width: 400, height: 600 }, model: 'tiny',
      parleyOptions: { baseUrl: '${server.url}', modelPrice: '1,2', demonstration: 'on-failure' } } },
  ],
});`,
  });
  const env = { PARLEY_API_KEY: 'key', XDG_CACHE_HOME: project.path('cache') };
  const { code, text } = await project.parley(['test', '--config', 'playwright.config.ts'], env).finished;
  await server.close();
  expect(text).toMatch(
    /passed +scenarios\/one\.scenario\.yaml +\[rules\] One +\(3 turns, 1 action, [\d.]+ s\)/,
  );
  expect(text).toMatch(
    /passed +scenarios\/one\.scenario\.yaml +\[model\] One +\(3 turns, 1 action, \d+ tokens, \$0\.\d+, [\d.]+ s\)/,
  );
  expect(text.match(/budget +scenarios\/two\.scenario\.yaml/g)).toHaveLength(2);
  expect(code).toBe(4);
  const kept = project.json('kept.json') as { totals: { tokens: number; usd: number } };
  expect(kept).toMatchObject({ exit: 4, totals: { scenarios: 4, passed: 2 } });
  expect(kept.totals.tokens).toBeGreaterThan(20);
  expect(kept.totals.usd).toBeGreaterThan(0);
  const titles = readdirSync(project.folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.startsWith('test-results') && file.endsWith('session.jsonl'))
    .map((file) => /"title":"(\d+)"/.exec(project.read(file))![1]);
  expect(titles.toSorted((a, b) => Number(a) - Number(b))).toEqual(['400', '400', '900', '900']);
});

test('invalid flags are reported before anything starts', async ({ project }) => {
  project.write({ 'package.json': '{}', 'one.scenario.yaml': counting('One'), 'counter.html': COUNTER });
  for (const [args, message] of [
    [['nowhere'], 'There is no file or folder nowhere.'],
    [['--shard', '5/3'], '--shard needs part/total, not “5/3”.'],
    [['-j', '0'], '--workers needs a number of at least 1'],
    [['--repeat', 'often'], '--repeat needs a number of runs, not “often”.'],
    [['--wrokers', '2'], 'Did you mean --workers?'],
  ] as const) {
    const { code, text } = await project.parley(['test', ...args]).finished;
    expect(text).toContain(message);
    expect(code).toBe(2);
  }
});

interface Process {
  pid: number;
  parent: number;
  state: string;
}

/** Those that live: what has ended and was not asked for yet does not. */
function processes(): Process[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, state = '']) => ({ pid: Number(pid), parent: Number(parent), state }))
    .filter(({ state }) => !state.startsWith('Z'));
}

function startedBy(root: number): number[] {
  const all = processes();
  const tree = [root];
  for (const one of tree) tree.push(...all.filter(({ parent }) => parent === one).map(({ pid }) => pid));
  return tree;
}

test('Ctrl-C: the record ends with its verdict, exit code 130, no process is left', async ({ project }) => {
  let atWork = (): void => undefined;
  const working = new Promise<void>((resolve) => (atWork = resolve));
  const server = await serve((request, response) => {
    if (request.url === '/') response.end('<a href=/never>Reports</a><p>Start</p>');
    else atWork();
  });
  project.write({
    'package.json': '{}',
    'slow.scenario.yaml': `scenario: 1
name: Slow
start: { url: "${server.url}/" }
dialogue:
  - say: Click Reports.
`,
  });
  const run = project.parley(['test', 'slow.scenario.yaml']);
  await working;
  const started = startedBy(run.child.pid!);
  // The runner, a worker, and a browser of several processes.
  expect(started.length).toBeGreaterThan(5);
  run.child.kill('SIGINT');
  const { code } = await run.finished;
  await server.close();
  expect(code).toBe(130);
  await expect.poll(() => processes().filter(({ pid }) => started.includes(pid))).toEqual([]);
  const [record] = readdirSync(project.path('results'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('session.jsonl'),
  );
  expect(project.read('results', record!)).toMatch(/"type":"end","verdict":"user"/);
});
