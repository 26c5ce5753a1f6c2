// The `webvoyager` navigator in `parley bench webvoyager`, from the first task to the judge's verdicts, and in `parley
// test`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parse } from 'yaml';

import { expect } from '../support/browser.js';
import type { AnswerFunction } from '../support/fake-model-server.js';
import { runParley } from '../support/parley.js';
import { startServer } from '../support/server.js';
import { formatReply, VoyagerPrompt } from '../support/voyager-prompt.js';
import {
  runBench,
  createEnvironment,
  readResult,
  getResultsFlags,
  findRunFolder,
  test,
  writeTasks,
  type WrittenTask,
} from './bench-runs.js';
import { ORACLES } from './local-oracles.js';

test.setTimeout(300_000);

const readFixture = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/webvoyager/${name}`, import.meta.url)), 'utf8');

const LOCAL_TASKS = readFixture('local.jsonl')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as WrittenTask);

/** A reply of the model, or a function that creates it from the prompt. */
type Step = string | ((prompt: VoyagerPrompt) => string);

const createClick =
  (element: RegExp): Step =>
  (prompt) =>
    formatReply(`Click [${prompt.findLabel(element)}]`);

const STEPS: Record<string, Step[]> = {
  // The second reply repairs the first one.
  'Shop--0': ['I see two lamps.'],
  'Mail--4': [
    createClick(/^Harbour map: last corrections/),
    createClick(/^(button ")?Reply\b/),
    (prompt) =>
      formatReply(`Type [${prompt.findLabel(/^textbox .*Message/)}]; [I will see to it on Tuesday.]`),
    createClick(/^button "Send/),
  ],
  'Library--0': [createClick(/opening hours/i)],
};

const answerLikeOracle: AnswerFunction = (request) => {
  const prompt = new VoyagerPrompt(request);
  const firstText = prompt.messages[1]!.text;
  const task = LOCAL_TASKS.find(({ ques }) => firstText.includes(ques));
  if (!task) return { text: formatReply('ANSWER; [no such task]') };
  const reply = STEPS[task.id]![prompt.messages.filter(({ role }) => role === 'assistant').length];
  if (reply === undefined) return { text: formatReply(`ANSWER; [${ORACLES[task.id]!.answer}]`) };
  return { text: typeof reply === 'string' ? reply : reply(prompt) };
};

/** Judges every task as a success except the mailbox task, whose verdict is unknown. */
const answerLikeJudge: AnswerFunction = ({ prompt }) => ({
  text: JSON.stringify({
    explanation: 'As the screenshots show.',
    verdict: prompt.includes('harbour map') ? 'unknown' : 'success',
    reached_captcha: false,
    impossible_task: false,
  }),
});

interface StepLine {
  iteration: number;
  status: string;
  screenshot: string | null;
  elements: { label: number; uid: string | null; box: object | null }[] | null;
  modelMs: number | null;
}

test('a run of the webvoyager suite writes the expected files, marks blocked tasks, and can be judged', async ({
  startModel,
}, info) => {
  const challenge = await startServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<title>Just a moment...</title><h1>Verify you are human</h1><button>Continue</button>');
  });
  const model = await startModel(answerLikeOracle);
  const judgeServer = await startModel(answerLikeJudge);
  const ids = Object.keys(STEPS);
  const { reset, tasks } = parse(readFixture('local.checks.yaml')) as {
    reset: object;
    tasks: Record<string, object>;
  };
  const file = writeTasks(
    info,
    [
      ...LOCAL_TASKS.filter(({ id }) => ids.includes(id)),
      { id: 'Blocked--0', ques: 'Find the prize.', web: challenge.url },
    ],
    JSON.stringify({ reset, tasks: Object.fromEntries(ids.map((id) => [id, tasks[id]])) }),
  );
  // The navigator comes from the configuration.
  const config = info.outputPath('parley.config.yaml');
  writeFileSync(config, 'navigator: webvoyager\n');
  const env = { ...createEnvironment(info), PARLEY_CONFIG: config };
  const flags = ['--model', 'tiny', '--base-url', model.url, '--workers', '1', ...getResultsFlags(info)];
  const run = await runParley(['bench', 'webvoyager', '--tasks', file, ...flags], { env });
  const folder = findRunFolder(info);
  for (const id of ids)
    expect
      .soft(readResult(folder, id), `${id} ${run.stderr}`)
      .toMatchObject({ success: true, blocked: false, navigator: 'webvoyager (tiny)' });
  expect(readResult(folder, 'Blocked--0')).toMatchObject({ blocked: true, answer: null, tokens: 0 });
  expect(run.stderr).toMatch(/^\d\/4 {2}blocked {2}Blocked--0/m);
  expect(run.stdout).toMatch(/^all but blocked +3 +3\/3 100\.0 %/m);

  // Each task folder contains exactly the screenshots that its steps name.
  for (const id of ids) {
    const resultFolder = join(folder, `task${id}`);
    const steps = readFileSync(join(resultFolder, 'steps.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as StepLine);
    const namedScreenshots = new Set(steps.flatMap(({ screenshot }) => screenshot ?? []));
    const writtenScreenshots = readdirSync(resultFolder).filter((name) => name.startsWith('screenshot'));
    expect.soft([...namedScreenshots].toSorted(), id).toEqual(writtenScreenshots.toSorted());
    expect
      .soft(
        steps.map(({ iteration }) => iteration),
        id,
      )
      .toEqual(steps.map((_, index) => index + 1));
    expect
      .soft(
        steps.every(({ modelMs }) => modelMs !== null),
        id,
      )
      .toBe(true);
    const actionStep = steps.find(({ status }) => status === 'done');
    expect
      .soft(
        actionStep?.elements?.some(({ uid }) => uid !== null),
        id,
      )
      .toBe(true);
  }
  const repairedStep = readFileSync(join(folder, 'taskShop--0', 'steps.jsonl'), 'utf8').split('\n')[0]!;
  expect(JSON.parse(repairedStep)).toMatchObject({
    status: 'no-action',
    action: { raw: 'I see two lamps.' },
  });
  expect(readFileSync(join(folder, 'taskShop--0', 'agent.log'), 'utf8')).toMatch(/^ERROR - Format ERROR/m);
  expect(readdirSync(join(folder, 'taskLibrary--0'))).toContain('opening-hours.pdf');
  const messages = readFileSync(join(folder, 'taskLibrary--0', 'interact_messages.json'), 'utf8');
  expect(messages).toContain('Action: ANSWER; [On Sunday and Monday.]');

  const judgeRun = await runParley(
    ['judge', folder, '--model', 'judge', '--base-url', judgeServer.url, '--json'],
    { env: createEnvironment(info) },
  );
  const lines = judgeRun.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const verdicts = lines.filter(({ type }) => type === 'task').map(({ id, verdict }) => [id, verdict]);
  expect(Object.fromEntries(verdicts), judgeRun.stderr).toEqual({
    'Blocked--0': 0,
    'Library--0': 1,
    'Mail--4': null,
    'Shop--0': 1,
  });
  expect(lines.at(-1)).toMatchObject({
    overall: {
      total: 4,
      success: 2,
      unknown: 1,
      blocked: 1,
      rate: { success: 2, tasks: 4 },
      rateWithoutBlocked: { success: 2, tasks: 3 },
    },
  });
  // The blocked task has no answer, so it is judged without a model call.
  expect(judgeServer.requests).toHaveLength(3);
  const report = await runBench(info, ['--report', folder]);
  expect(report.stdout).toMatch(/^all +4 +3\/3 100\.0 % +2\/4 50\.0 % /m);
  expect(report.stdout).toContain('Unknown verdicts of the judge (1) count as tasks, not as successes.');
  await challenge.close();
});

test('--max-iter limits a navigator from the configuration', async ({ startModel, site }, info) => {
  const model = await startModel((request) => ({
    text: formatReply(`Click [${new VoyagerPrompt(request).findLabel(/Add/)}]`),
  }));
  const config = info.outputPath('parley.config.yaml');
  writeFileSync(config, 'navigator: webvoyager:text\n');
  const tasks = writeTasks(info, [{ id: 'Shop--0', ques: 'click without end', web: site.url }], '');
  const flags = ['--model', 'tiny', '--base-url', model.url, '--max-iter', '2', ...getResultsFlags(info)];
  const { stderr } = await runParley(['bench', 'webvoyager', '--tasks', tasks, ...flags], {
    env: { ...createEnvironment(info), PARLEY_CONFIG: config },
  });
  expect(model.requests, stderr).toHaveLength(2);
  const resultFolder = join(findRunFolder(info), 'taskShop--0');
  expect(readdirSync(resultFolder)).toContain('accessibility_tree1.txt');
});

test('parley test runs a scenario with the webvoyager navigator', async ({ startModel, site }, info) => {
  const model = await startModel(() => ({ text: formatReply('ANSWER; [The count is 0.]') }));
  const scenario = info.outputPath('count.scenario.yaml');
  writeFileSync(
    scenario,
    `scenario: 1
name: Count
start: { url: "${site.url}" }
dialogue:
  - say: What is the count?
    expect: [{ says: "0" }]
`,
  );
  const flags = ['--navigator', 'webvoyager', '--model', 'tiny', '--base-url', model.url];
  const { code, stdout, stderr } = await runParley(['test', scenario, ...flags], {
    env: createEnvironment(info),
    cwd: info.outputPath(),
  });
  expect(code, `${stdout}${stderr}`).toBe(0);
  expect(model.requests.map(({ imageCount: images }) => images)).toEqual([1]);
});
