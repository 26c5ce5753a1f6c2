// `parley test` without a spec: it runs a folder of scenarios.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

import { formatDecision, ChatPrompt } from '../support/chat-prompt.js';
import { startFakeModelServer, type AnswerFunction } from '../support/fake-model-server.js';
import { startServer } from '../support/server.js';
import { COUNTER_PAGE, createCounterScenario, expect, test } from './project.js';

test.setTimeout(180_000);

test('a folder of scenarios can be run without a spec, with output lines, reports, a summary and an exit code', async ({
  project,
}) => {
  project.write({
    'package.json': '{ "name": "outside", "private": true }',
    'scenarios/counter.html': COUNTER_PAGE,
    'scenarios/one.scenario.yaml': createCounterScenario('One'),
    'scenarios/three.scenario.yaml': createCounterScenario('Three', 'tags: [model]'),
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
  expect(text).toMatch(/^3 scenarios, 1 at a time\n/);
  expect(text).toMatch(/passed +scenarios\/one\.scenario\.yaml +One +\(3 turns, 1 action, [\d.]+ s\)/);
  expect(text).toMatch(/budget +scenarios\/two\.scenario\.ts +Two/);
  expect(text).toMatch(/> +8 \| +dialogue: \[\{ say: 'Click Add one\.' \}\],/);
  expect(text).toContain('1 of 2 scenarios passed; 1 budget; 1 skipped');
  expect(text).toMatch(/skipped +scenarios\/three\.scenario\.yaml +Three +\(.*--model/);
  expect(code).toBe(4);
  const listRuns = (): string[] =>
    readdirSync(project.path('results')).filter((name) => name.endsWith('-test'));
  const [run, ...otherRuns] = listRuns();
  expect(otherRuns).toEqual([]);
  for (const file of ['html/index.html', 'junit.xml', 'summary.json', 'outputs'])
    expect(existsSync(project.path('results', run!, file)), file).toBe(true);
  expect(text).toContain(`show-report results/${run}/html`);
  // Each test links the report of its session and an index of all, which links the reports that Playwright copied.
  expect(text).toContain(`Sessions: results/${run}/html/sessions.html`);
  const index = project.read('results', run!, 'html/sessions.html');
  const links = [...index.matchAll(/href="\.\/(data\/\w+\.html)"/g)].map(([, link]) => link!);
  expect(links).toHaveLength(2);
  for (const link of links)
    expect(project.read('results', run!, 'html', link)).toContain('Parley session report');
  const attached = readdirSync(project.path('results', run!, 'html/data'));
  const pages = attached.filter((name) => name.endsWith('.html') && !links.includes(`data/${name}`));
  expect(pages.map((name) => project.read('results', run!, 'html/data', name))).toEqual([
    expect.stringContaining('href="../sessions.html"'),
  ]);
  // Reports show the folder of the scenarios as the suite, and not a spec of this package.
  expect(project.read('results', run!, 'junit.xml')).toMatch(/<testsuite name="scenarios" [^>]+tests="3"/);

  // --last-failed repeats the failed scenario. With another reporter, Parley still writes its summary.
  const rerun = await project.parley(['test', '--last-failed', '--reporter=list']).finished;
  expect(rerun.text).toMatch(/✘ .*two\.scenario\.ts:\d+:\d+ › Two/);
  expect(rerun.text).not.toContain('one.scenario.yaml');
  expect(rerun.code).toBe(4);
  const rerunFolder = listRuns().find((name) => name !== run)!;
  expect(project.json('results', rerunFolder, 'summary.json')).toMatchObject({
    scenarios: [{ title: 'Two' }],
  });
});

/** Clicks the button once and then reports. */
const decideStep: AnswerFunction = (request) => {
  const prompt = new ChatPrompt(request.prompt);
  const step = prompt.actions.length
    ? { do: 'report', value: 'It was clicked.' }
    : { do: 'click', on: prompt.findElement(/^button "Add one"/) };
  return { text: formatDecision([step]) };
};

test('a config can define a project for each navigator and viewport, and the verdicts set the exit code', async ({
  project,
}) => {
  const server = await startFakeModelServer(decideStep);
  project.write({
    'package.json': '{ "name": "outside", "private": true }',
    'scenarios/counter.html': `${COUNTER_PAGE}<script>document.title = innerWidth</script>`,
    'scenarios/one.scenario.yaml': createCounterScenario('One', 'lock: counter'),
    'scenarios/two.scenario.yaml': createCounterScenario('Two', 'lock: counter\nbudget: { turns: 1 }'),
    'shop.spec.ts': `import { defineScenarios } from 'parley-web/test';
defineScenarios({ dir: './scenarios' });`,
    'playwright.config.ts': `import { defineConfig } from '@playwright/test';
import type { ScenarioOptions } from 'parley-web/test';
export default defineConfig<ScenarioOptions>({
  fullyParallel: true, workers: 2,
  reporter: [['parley-web/reporter', { outputFile: 'summary.json' }]],
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
  const summary = project.json('summary.json') as { totals: { tokens: number; usd: number } };
  expect(summary).toMatchObject({ exit: 4, totals: { scenarios: 4, passed: 2 } });
  expect(summary.totals.tokens).toBeGreaterThan(20);
  expect(summary.totals.usd).toBeGreaterThan(0);
  const titles = readdirSync(project.folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.startsWith('test-results') && file.endsWith('session.jsonl'))
    .map((file) => /"title":"(\d+)"/.exec(project.read(file))![1]);
  expect(titles.toSorted((a, b) => Number(a) - Number(b))).toEqual(['400', '400', '900', '900']);
});

test('invalid flags are reported before anything starts', async ({ project }) => {
  project.write({
    'package.json': '{}',
    'one.scenario.yaml': createCounterScenario('One'),
    'counter.html': COUNTER_PAGE,
  });
  for (const [args, message] of [
    [['nowhere'], 'There is no file or folder “nowhere”.'],
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

/** Lists the running processes, without zombies. */
function listProcesses(): Process[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, state = '']) => ({ pid: Number(pid), parent: Number(parent), state }))
    .filter(({ state }) => !state.startsWith('Z'));
}

function listProcessTree(root: number): number[] {
  const runningProcesses = listProcesses();
  const tree = [root];
  for (const pid of tree)
    tree.push(...runningProcesses.filter(({ parent }) => parent === pid).map(({ pid }) => pid));
  return tree;
}

test('after Ctrl-C, the record ends with its verdict, the exit code is 130 and no process is left', async ({
  project,
}) => {
  let reportRequest = (): void => undefined;
  const requestArrived = new Promise<void>((resolve) => (reportRequest = resolve));
  const server = await startServer((request, response) => {
    if (request.url === '/') response.end('<a href=/never>Reports</a><p>Start</p>');
    else reportRequest();
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
  await requestArrived;
  const processTree = listProcessTree(run.child.pid!);
  // The tree contains the runner, a worker and several processes of a browser.
  expect(processTree.length).toBeGreaterThan(5);
  run.child.kill('SIGINT');
  const { code } = await run.finished;
  await server.close();
  expect(code).toBe(130);
  await expect.poll(() => listProcesses().filter(({ pid }) => processTree.includes(pid))).toEqual([]);
  const [recordFile] = readdirSync(project.path('results'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('session.jsonl'),
  );
  expect(project.read('results', recordFile!)).toMatch(/"type":"end","verdict":"user"/);
});
