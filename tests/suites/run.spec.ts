// Runs `parley bench` with a scripted model server, each run in its own process with Playwright's workers.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect } from '../support/browser.js';
import { formatDecision, ChatPrompt } from '../support/chat-prompt.js';
import type { AnswerFunction } from '../support/fake-model-server.js';
import { runParley, startParley, type ProcessResult } from '../support/parley.js';
import { startServer } from '../support/server.js';
import {
  runBench,
  createEnvironment,
  KEY,
  readResult,
  getResultsFlags,
  findRunFolder,
  test,
  writeTasks,
  type WrittenTask,
} from './bench-runs.js';
import { ORACLES } from './local-oracles.js';

test.setTimeout(180_000);

/** Answers with the instructor's line: a task “say X” is answered with X, any other task with a click. */
const answerLiterally: AnswerFunction = ({ prompt }) => {
  const { lastLine, elements } = new ChatPrompt(prompt);
  const [, words] = /^say (.*)$/.exec(lastLine) ?? [];
  if (words !== undefined) return { text: formatDecision([{ do: 'report', value: words }]) };
  const addButton = elements.find(({ text }) => text.includes('Add'));
  return { text: formatDecision([{ do: 'click', on: addButton?.number ?? 1 }]) };
};

for (const protocol of ['openai', 'anthropic'])
  test(`a run over ${protocol}’s protocol survives broken tasks and can be resumed`, async ({
    startModel,
    site,
  }, info) => {
    const model = await startModel(answerLiterally);
    const closedSite = await startServer(() => undefined);
    await closedSite.close();
    const tasks = writeTasks(
      info,
      [
        { id: 'Shop--0', ques: 'say 42', web: site.url },
        { id: 'Shop--1', ques: 'say 41', web: site.url },
        { id: 'Shop--2', ques: 'click without end', web: site.url },
        { id: 'Gone--0', ques: 'say 1', web: closedSite.url },
        { id: 'Broken--0', ques: 'say 1', web: site.url },
      ],
      `tasks:
  Shop--0: { expect: [{ says: "42" }] }
  Shop--1: { expect: [{ says: "42" }] }
  # Broken only with the address of the example sites.
  Broken--0: { check: [{ http: { get: "{{FIXTURES}}x/" } }] }
`,
    );
    const flags = ['--model', 'tiny', '--base-url', model.url, '--model-protocol', protocol];
    const limits = ['--workers', '2', '--max-iter', '3', '--model-price', '1,2'];
    const firstRun = await runBench(info, ['--tasks', tasks, ...getResultsFlags(info), ...flags, ...limits]);
    expect(firstRun.code, firstRun.stderr).toBe(1);
    expect(firstRun.stderr).toMatch(/^5 tasks, 2 at a time$/m);
    expect(firstRun.stderr).toMatch(/^\d\/5 {2}passed {2}Shop--0 {2}/m);
    expect(firstRun.stderr).toMatch(/^\d\/5 {2}error {3}Gone--0 .*/m);
    expect(firstRun.stderr).toMatch(/^\d\/5 {2}error {3}Broken--0 .*/m);
    expect(firstRun.stderr).toMatch(/success 1\/2, 50\.0 %/);
    expect(firstRun.stdout).toMatch(/^Shop +3 +1\/2 50\.0 % /m);
    expect(firstRun.stdout).toContain('Infrastructure errors: 2');
    expect(firstRun.stdout).toContain('Published results');
    const folder = findRunFolder(info);
    expect(firstRun.stderr).toContain(`parley bench webvoyager --resume ${folder}`);

    expect(readResult(folder, 'Shop--0')).toMatchObject({
      verdict: 'done',
      success: true,
      answer: '42',
      navigator: expect.stringContaining('tiny'),
      version: { hash: expect.stringMatching(/^[0-9a-f]{12}$/), patched: false },
    });
    expect(readResult(folder, 'Shop--1')).toMatchObject({
      verdict: 'dialogue',
      success: false,
      answer: '41',
    });
    expect(readResult(folder, 'Shop--2')).toMatchObject({
      verdict: 'budget',
      success: null,
      steps: 3,
      reason: 'The budget of 3 decisions is used up.',
    });
    expect(readResult(folder, 'Gone--0')).toMatchObject({ verdict: 'infra', success: null, retries: 2 });
    expect(readResult(folder, 'Broken--0')).toMatchObject({ verdict: 'usage', success: null, retries: 0 });

    // The layout of WebVoyager, and a demonstration inside.
    const files = readdirSync(join(folder, 'taskShop--2')).toSorted();
    expect(files).toEqual([
      'agent.log',
      'demonstrations',
      'interact_messages.json',
      'result.json',
      'screenshot1.png',
      'screenshot2.png',
      'screenshot3.png',
      'steps.jsonl',
    ]);
    const demonstration = join(
      folder,
      'taskShop--0',
      readResult(folder, 'Shop--0').demonstration,
      'session.jsonl',
    );
    expect(readFileSync(demonstration, 'utf8')).toContain('the task is on a local site');
    const messages = readFileSync(join(folder, 'taskShop--0', 'interact_messages.json'), 'utf8');
    expect(messages).toContain('Now given a task: say 42  Please interact with');
    expect(messages).toContain('Action: ANSWER; [42]');
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (/\.(jsonl?|log)$/.test(file))
        expect.soft(readFileSync(join(folder, file), 'utf8'), file).not.toContain(KEY);

    // Only the error runs again.
    const previousRequestCount = model.requests.length;
    const resumedRun = await runBench(info, ['--resume', folder]);
    expect(resumedRun.code, resumedRun.stderr).toBe(1);
    expect(resumedRun.stderr).toMatch(/^5 tasks, 3 of them done, 2 at a time$/m);
    expect(resumedRun.stderr).toMatch(/^\d\/5 {2}error {3}Gone--0 /m);
    expect(model.requests.length).toBe(previousRequestCount);
    const repeatedRun = await runBench(info, ['--resume', folder, '--again', '--id', 'Shop--0']);
    expect(repeatedRun.code).toBe(1);
    expect(model.requests.length).toBe(previousRequestCount + 1);
    expect(readdirSync(join(folder, 'taskShop--0', 'demonstrations'))).toHaveLength(2);
    const report = await runBench(info, ['--report', folder]);
    expect(report.stdout.trim()).toBe(repeatedRun.stdout.trim());
  });

test('the suite’s token budget ends a run, and the run can be resumed with a larger budget', async ({
  startModel,
  site,
}, info) => {
  const model = await startModel((request) => ({
    ...(answerLiterally(request) as { text: string }),
    usage: { prompt: 50_000, answer: 10 },
  }));
  const tasks = writeTasks(
    info,
    ['0', '1', '2'].map((n) => ({ id: `Shop--${n}`, ques: `say ${n}`, web: site.url })),
    '',
  );
  const flags = ['--model', 'tiny', '--base-url', model.url, '--workers', '1'];
  const budgetFlags = ['--suite-budget-tokens', '51000'];
  const stoppedRun = await runBench(info, [
    '--tasks',
    tasks,
    ...getResultsFlags(info),
    ...flags,
    ...budgetFlags,
  ]);
  expect(stoppedRun.code, stoppedRun.stderr).toBe(4);
  expect(model.requests).toHaveLength(1);
  expect(stoppedRun.stderr).toMatch(/The run ended early\. .*51000|The run ended early\. .*tokens/);
  expect(stoppedRun.stdout).toContain('Tasks without a result: 2.');
  const folder = findRunFolder(info);
  expect(existsSync(join(folder, 'taskShop--1', 'result.json'))).toBe(false);
  const resumedRun = await runBench(info, ['--resume', folder, '--suite-budget-tokens', '500000']);
  expect(resumedRun.code, resumedRun.stderr).toBe(0);
  expect(model.requests).toHaveLength(3);
});

test('Ctrl-C ends a run; finished tasks are kept, and a message explains how to resume', async ({
  startModel,
  site,
}, info) => {
  const model = await startModel((request) =>
    request.requestIndex === 0 ? answerLiterally(request) : { silence: true },
  );
  const tasks = writeTasks(
    info,
    ['0', '1', '2'].map((n) => ({ id: `Shop--${n}`, ques: `say ${n}`, web: site.url })),
    '',
  );
  const flags = ['--model', 'tiny', '--base-url', model.url, '--workers', '1'];
  const { child, resultPromise } = startParley(
    ['bench', 'webvoyager', '--tasks', tasks, ...getResultsFlags(info), ...flags],
    { env: createEnvironment(info), stdin: '' },
  );
  await expect.poll(() => model.requests.length, { timeout: 60_000 }).toBe(2);
  child.kill('SIGINT');
  const { code, stderr, stdout } = await resultPromise;
  expect(code, stderr).toBe(130);
  const folder = findRunFolder(info);
  expect(stderr).toContain(`--resume ${folder}`);
  expect(stdout).toContain('Tasks without a result: 2.');
  expect(readResult(folder, 'Shop--0').verdict).toBe('done');
  expect(existsSync(join(folder, 'taskShop--1', 'result.json'))).toBe(false);
  expect(readdirSync(folder).toSorted()).toEqual([
    'report.json',
    'run.json',
    'spending.jsonl',
    'taskShop--0',
    'taskShop--1',
    'tasks.jsonl',
  ]);
});

test('irreversible actions on local sites follow the suite’s policy, and a refusal fails only its task', async ({}, info) => {
  const tasks = fileURLToPath(new URL('../../fixtures/webvoyager/local.jsonl', import.meta.url));
  const flags = ['--tasks', tasks, '--id', 'Calendar--2', '--id', 'Mail--3', '--workers', '1'];
  const allowedRun = await runBench(info, [...flags, ...getResultsFlags(info)]);
  expect(allowedRun.code, allowedRun.stderr).toBe(0);
  const folder = findRunFolder(info);
  const { demonstration } = readResult(folder, 'Calendar--2');
  const session = readFileSync(join(folder, 'taskCalendar--2', demonstration, 'session.jsonl'), 'utf8');
  expect(session).toContain('"source":{"by":"policy"}');
  const denyFlags = ['--confirm', 'default=deny', '--results', info.outputPath('refused')];
  const refusedRun = await runBench(info, [...flags, ...denyFlags]);
  expect(refusedRun.code, refusedRun.stderr).toBe(1);
  expect(refusedRun.stderr).toMatch(/^2\/2 {2}/m);
  const results = info.outputPath('refused');
  expect(readResult(join(results, readdirSync(results)[0]!), 'Calendar--2')).toMatchObject({
    verdict: 'guard',
    success: false,
  });
});

test('on the public web, an irreversible action is refused and reported to the model, and the next task still runs', async ({
  startModel,
}, info) => {
  // A proxy that answers for every host, because tests have no internet.
  const proxy = await startServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<title>Checkout</title><h1>Checkout</h1><p>Total: €24.90</p><button>Place order</button>');
  });
  const config = info.outputPath('parley.config.yaml');
  writeFileSync(config, `proxy: ${proxy.url}\n`);
  const model = await startModel(({ prompt }) => {
    const { lastLine, elements, actions } = new ChatPrompt(prompt);
    if (lastLine === 'buy it' && actions.length === 0) {
      const order = elements.find(({ text }) => text.includes('Place order'));
      return { text: formatDecision([{ do: 'click', on: order?.number ?? 1 }]) };
    }
    return { text: formatDecision([{ do: 'report', value: lastLine === 'buy it' ? 'Not done.' : 'Seen.' }]) };
  });
  const tasks = writeTasks(
    info,
    [
      { id: 'Shop--0', ques: 'buy it', web: 'http://shop.example.com/' },
      { id: 'Shop--1', ques: 'look', web: 'http://shop.example.com/' },
    ],
    '',
  );
  const flags = ['--model', 'tiny', '--base-url', model.url, '--workers', '1'];
  const { code, stderr } = await runParley(
    ['bench', 'webvoyager', '--tasks', tasks, ...getResultsFlags(info), ...flags],
    { env: { ...createEnvironment(info), PARLEY_CONFIG: config } },
  );
  const folder = findRunFolder(info);
  const refusedResult = readResult(folder, 'Shop--0');
  expect(refusedResult, stderr).toMatchObject({ verdict: 'guard', answer: 'Not done.' });
  const session = readFileSync(
    join(folder, 'taskShop--0', refusedResult.demonstration, 'session.jsonl'),
    'utf8',
  );
  expect(session).toContain('the task is on the open web');
  expect(session).toContain('"given":false,"reason":"policy"');
  expect(new ChatPrompt(model.requests[1]!.prompt).actions.join('\n')).toMatch(
    /Place order.*(refused|policy|consent)/i,
  );
  expect(readResult(folder, 'Shop--1')).toMatchObject({ verdict: 'done', answer: 'Seen.' });
  expect(code).toBe(1);
  await proxy.close();
});

test('a task on a local site cannot reach the public web, where its consent would also apply', async ({
  startModel,
}, info) => {
  const createPage = (title: string, content: string): string =>
    `<title>${title}</title><h1>${title}</h1><p>Total: €24.90</p>${content}`;
  // A proxy that answers for every host, because tests have no internet.
  const visitedUrls: string[] = [];
  const proxy = await startServer((request, response) => {
    visitedUrls.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(createPage('Public shop', '<button>Place order</button>'));
  });
  const localSite = await startServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(createPage('Local shop', '<a href="http://shop.example.com/">Public shop</a>'));
  });
  const config = info.outputPath('parley.config.yaml');
  writeFileSync(config, `proxy: ${proxy.url}\n`);
  const model = await startModel(({ prompt }) => {
    const { elements, actions } = new ChatPrompt(prompt);
    const order = elements.find(({ text }) => text.includes('Place order'));
    const link = elements.find(({ text }) => text.includes('Public shop'));
    const nextElement = order ?? (actions.length === 0 ? link : undefined);
    return {
      text: formatDecision([
        nextElement ? { do: 'click', on: nextElement.number } : { do: 'report', value: 'Not opened.' },
      ]),
    };
  });
  const tasks = writeTasks(
    info,
    [{ id: 'Shop--0', ques: 'buy it at the public shop', web: localSite.url }],
    '',
  );
  const flags = ['--model', 'tiny', '--base-url', model.url, '--workers', '1', '--max-iter', '4'];
  const runBench = (...otherFlags: string[]): Promise<ProcessResult> =>
    runParley(['bench', 'webvoyager', '--tasks', tasks, ...flags, ...otherFlags], {
      env: { ...createEnvironment(info), PARLEY_CONFIG: config },
    });
  const { stderr } = await runBench(...getResultsFlags(info));
  const result = readResult(findRunFolder(info), 'Shop--0');
  expect(result, stderr).toMatchObject({ answer: 'Not opened.' });
  const session = readFileSync(
    join(findRunFolder(info), 'taskShop--0', result.demonstration, 'session.jsonl'),
    'utf8',
  );
  expect(session).toContain('public hosts are refused');
  expect(session).toContain('only local sites are allowed here');
  expect(visitedUrls).toEqual([]);
  // If the run allows the shop’s host, the consent does not apply there.
  const results = info.outputPath('allowed');
  const allowedRun = await runBench('--results', results, '--allow-host', 'shop.example.com');
  const [folder = ''] = readdirSync(results);
  expect(readResult(join(results, folder), 'Shop--0'), allowedRun.stderr).toMatchObject({ verdict: 'guard' });
  expect(visitedUrls).not.toEqual([]);
  await localSite.close();
  await proxy.close();
});

const LOCAL_TASKS = fileURLToPath(new URL('../../fixtures/webvoyager/local.jsonl', import.meta.url));

const LOCAL_TASK_LIST = readFileSync(LOCAL_TASKS, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as WrittenTask);

/** After a password is typed, prompts show its placeholder. */
const removePassword = (text: string): string => text.replace(/password \S+/, 'password');

/** Answers with the steps of the current task's oracle, and then with its answer. */
const answerLikeOracle: AnswerFunction = ({ prompt }) => {
  const parsedPrompt = new ChatPrompt(prompt);
  const task = LOCAL_TASK_LIST.find(
    ({ ques }) => removePassword(ques) === removePassword(parsedPrompt.lastLine),
  );
  if (!task)
    return { text: formatDecision([{ do: 'report', value: `no task is “${parsedPrompt.lastLine}”` }]) };
  const { id } = task;
  const { answer, steps = [] } = ORACLES[id]!;
  const step = steps[parsedPrompt.actions.length];
  if (!step) return { text: formatDecision([{ do: 'report', value: answer }]) };
  const [verb, element, value = null] = step;
  const matchingElements = element ? parsedPrompt.elements.filter(({ text }) => element.test(text)) : [];
  // A dialog is listed after the page behind it.
  const elementNumber = element ? (matchingElements.at(-1)?.number ?? null) : null;
  if (element && elementNumber === null)
    return {
      text: formatDecision([{ do: 'report', value: `${id}: no ${element} in ${parsedPrompt.page}` }]),
    };
  const absoluteUrl = value?.startsWith('/')
    ? new URL(value, /http:\/\/127\.0\.0\.1:\d+/.exec(prompt)![0]).href
    : value;
  return { text: formatDecision([{ do: verb, on: elementNumber, value: absoluteUrl }]) };
};

for (const protocol of ['openai', 'anthropic'])
  test(`a scripted model passes the local tasks over ${protocol}’s protocol`, async ({
    startModel,
  }, info) => {
    test.setTimeout(600_000);
    const model = await startModel(answerLikeOracle);
    const flags = [
      '--model',
      'tiny',
      '--base-url',
      model.url,
      '--model-protocol',
      protocol,
      '--workers',
      '2',
    ];
    const { code, stderr, stdout } = await runBench(info, [
      '--tasks',
      LOCAL_TASKS,
      ...getResultsFlags(info),
      ...flags,
    ]);
    expect(stdout, stderr).toMatch(/^all +26 +26\/26 100\.0 %/m);
    expect(code).toBe(0);
  });
