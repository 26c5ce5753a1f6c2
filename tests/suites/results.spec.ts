// A run's results: WebVoyager's layout, the table of statistics, progress, exit codes, task selection and budgets.
import { mkdirSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import type { SessionEvent } from '../../src/contract/index.js';
import type { RecordedPrompt } from '../../src/demonstration/index.js';
import { readTask } from '../../src/judge/protocol/faithful.js';
import { isBlocked } from '../../src/suites/blocked.js';
import { getSuiteExitCode } from '../../src/suites/finish-run.js';
import { selectTasks } from '../../src/suites/prepare-run.js';
import { computeStatistics } from '../../src/suites/report/statistics.js';
import { formatTable } from '../../src/suites/report/table.js';
import { formatProgress } from '../../src/suites/runner/progress.js';
import {
  describeExhaustedBudget,
  readSpending,
  limitSession,
  SpendingRecorder,
} from '../../src/suites/spending.js';
import { readStop, requestStop } from '../../src/suites/stop.js';
import type { SuiteTask, TaskResult } from '../../src/suites/task.js';
import { createInteraction } from '../../src/suites/webvoyager/interact-messages.js';
import { webvoyager } from '../../src/suites/webvoyager/index.js';
import { listTurns } from '../../src/suites/webvoyager/turns.js';

const settle = { reason: 'idle', ms: 1 } as never;
const createPage = (turn: number, title: string) => ({
  url: `https://shop.example/${turn}`,
  title,
  html: null,
  screenshot: `screenshots/screenshot-${turn}-0.png`,
});

/** A session: a click, a click that fails, and an answer. */
const EVENTS: SessionEvent[] = [
  { v: 2, seq: 0, t: 0, type: 'page', url: 'https://shop.example/', title: 'Shop', reason: 'start', settle },
  { v: 2, seq: 1, t: 0.1, type: 'say', turn: 0, speaker: 'instructor', text: 'Find a lamp' },
  {
    v: 2,
    seq: 2,
    t: 1,
    type: 'action',
    turn: 1,
    action: { intent: 'click', uid: 'u1' },
    target: { uid: 'u1', tag: 'a', role: 'link', name: 'Lamps', attributes: {}, xpath: '' },
    outcome: { status: 'done', effects: [{ type: 'focus' }], settle },
    page: createPage(1, 'Shop'),
    observation: { candidates: 1, elements: 1, stable: true, ms: 1 },
    evidence: { step: 'open the lamps' },
  },
  {
    v: 2,
    seq: 3,
    t: 2,
    type: 'action',
    turn: 2,
    action: { intent: 'click', uid: 'u2' },
    target: null,
    outcome: { status: 'failed', reason: 'covered', detail: 'A banner covers it.' },
    page: createPage(2, 'Lamps'),
    observation: { candidates: 1, elements: 1, stable: true, ms: 1 },
  },
  {
    v: 2,
    seq: 4,
    t: 3,
    type: 'say',
    turn: 3,
    speaker: 'navigator',
    kind: 'answer',
    text: 'The lamp [A] costs 39.',
    page: { url: 'https://shop.example/3', title: 'Tern lamp', screenshot: 'screenshots/screenshot-3-0.png' },
  },
];

const SESSION = { task: 'Find a lamp', url: 'https://shop.example/', navigator: 'direct' };

test('messages that are derived from recorded turns have WebVoyager’s format', () => {
  const { messages, screenshots, iterations } = createInteraction({
    ...SESSION,
    turns: listTurns(EVENTS),
    prompts: [],
  });
  expect(messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
    'assistant',
  ]);
  const text = JSON.stringify(messages[1]);
  expect(text).toContain('Now given a task: Find a lamp  Please interact with https://shop.example/ and get');
  expect(text).toContain('data:image/png;base64,{b64_img}');
  expect(messages[2]!.content).toMatch(/^Thought: open the lamps\nAction: .*Lamps/);
  expect(JSON.stringify(messages[5])).toContain('The action failed: A banner covers it.');
  // WebVoyager's own pattern matches the whole answer.
  const answer = /ANSWER[; ]+\[?(.[^\]]*)\]?/.exec(String(messages[6]!.content))?.[1];
  expect(answer).toBe('The lamp (A) costs 39.');
  expect(screenshots.map(({ number, file }) => [number, file])).toEqual([
    [1, 'screenshots/screenshot-1-0.png'],
    [2, 'screenshots/screenshot-2-0.png'],
    [3, 'screenshots/screenshot-3-0.png'],
  ]);
  expect(iterations).toEqual([1, 2, 3]);
});

test('giving up or asking does not count as an answer', () => {
  for (const kind of ['unfinished', 'ask'] as const) {
    const sayEvent = { ...EVENTS[4]!, kind } as SessionEvent;
    const { messages } = createInteraction({ ...SESSION, turns: listTurns([sayEvent]), prompts: [] });
    expect.soft(String(messages.at(-1)!.content), kind).not.toContain('Action: ANSWER');
  }
});

const createPrompt = (n: number, turn: number, answer: string): RecordedPrompt => ({
  v: 1,
  n,
  turn,
  purpose: 'navigator',
  request: {
    messages: [
      { role: 'system', content: 'Rules' },
      {
        role: 'user',
        content: [
          { type: 'text', text: `Now given a task: x  Please interact with y. Observation ${n}` },
          { type: 'image', mediaType: 'image/png', bytes: 3, sha256: '0' },
        ],
      },
    ],
    maxTokens: 10,
  },
  answer: { ok: true, text: answer },
  usage: null,
  attempts: 1,
});

test('if a navigator already writes messages in WebVoyager’s format, they are kept, and repaired answers leave gaps in the numbering', () => {
  const formatReAct = (action: string): string => `Thought: I see.\nAction: ${action}`;
  const { messages, screenshots, iterations } = createInteraction({
    ...SESSION,
    turns: listTurns(EVENTS),
    prompts: [
      createPrompt(0, 1, 'no action'),
      createPrompt(1, 1, formatReAct('Click [1]')),
      createPrompt(2, 2, formatReAct('Click [2]')),
      createPrompt(3, 3, formatReAct('ANSWER; [39]')),
    ],
  });
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant']);
  expect(messages.at(-1)!.content).toBe(formatReAct('ANSWER; [39]'));
  expect(JSON.stringify(messages[1])).toContain('"image_url":{"url":"data:image/png;base64,{b64_img}"}');
  // Iteration 2 repaired the answer to screenshot 1.
  expect(screenshots.map(({ number }) => number)).toEqual([1, 3, 4]);
  expect(iterations).toEqual([2, 3, 4]);
});

test('messages are kept even if the last answer lacks the labels', () => {
  const { messages } = createInteraction({
    ...SESSION,
    turns: listTurns(EVENTS),
    prompts: [createPrompt(0, 1, 'Thought: I see.\nAction: Click [1]'), createPrompt(1, 2, 'ANSWER; [39]')],
  });
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant']);
  expect(messages.at(-1)!.content).toBe('ANSWER; [39]');
  // Answers in other forms may quote the labels.
  const quotedPrompt = createPrompt(0, 1, '{"do": "say", "value": "Thought: x\\nAction: y"}');
  const writtenInteraction = createInteraction({
    ...SESSION,
    turns: listTurns(EVENTS),
    prompts: [quotedPrompt],
  });
  expect(writtenInteraction.messages).toHaveLength(7);
});

test('the judge finds the task even if the messages word it differently', () => {
  const answer: RecordedPrompt = createPrompt(3, 3, 'Thought: I see.\nAction: ANSWER; [39]');
  const request = {
    kind: 'chat' as const,
    messages: [{ role: 'user' as const, content: 'instructor 1f2e: "Find a lamp"\nObservation: …' }],
    maxTokens: 10,
  };
  for (const prompts of [[{ ...answer, request }], []]) {
    const { messages } = createInteraction({ ...SESSION, turns: listTurns(EVENTS), prompts });
    const withSystem =
      messages[0]!.role === 'system' ? messages : [{ role: 'system', content: '' }, ...messages];
    expect(readTask(withSystem)).toBe('Find a lamp');
  }
});

const createResult = (id: string, overrides: Partial<TaskResult> = {}): TaskResult => ({
  v: 1,
  id,
  site: id.split('--')[0]!,
  task: 'x',
  url: 'https://shop.example/',
  version: { hash: '0', patched: false, dated: false },
  navigator: 'direct',
  verdict: 'done',
  reason: 'Done.',
  success: true,
  checks: [],
  answer: 'x',
  blocked: false,
  steps: 4,
  turns: 5,
  actions: 3,
  tokens: 1000,
  usd: 0.01,
  seconds: 6,
  retries: 0,
  startedAt: '2026-11-24T08:00:00.000Z',
  demonstration: '',
  ...overrides,
});

const SCORED_RESULTS = [
  { result: createResult('Shop--0'), judgement: { verdict: 1 } as const },
  { result: createResult('Shop--1', { success: false, verdict: 'check' }), judgement: { verdict: null } },
  {
    result: createResult('Shop--2', { success: false, verdict: 'stuck', blocked: true }),
    judgement: { verdict: 0, reached_captcha: true } as const,
  },
  {
    result: createResult('Mail--0', { success: null, verdict: 'infra', tokens: 0, usd: null }),
    judgement: null,
  },
];

test('errors, unknown verdicts and blocked tasks are counted separately', () => {
  const { sites, overall, withoutBlocked, notRun } = computeStatistics(SCORED_RESULTS, 6);
  expect(sites.map(({ site, figures }) => [site, figures.tasks, figures.errors])).toEqual([
    ['Mail', 1, 1],
    ['Shop', 3, 0],
  ]);
  expect(overall).toMatchObject({ tasks: 4, errors: 1, unknown: 1, blocked: 1, tokens: 3000, usd: null });
  expect(overall.byCheck).toMatchObject({ succeeded: 1, decided: 3 });
  expect(overall.byJudge).toMatchObject({ succeeded: 1, decided: 3, rate: 1 / 3 });
  expect(overall.steps).toBe(4);
  expect(withoutBlocked.byCheck).toMatchObject({ succeeded: 1, decided: 2 });
  expect(notRun).toBe(2);
});

test('success rates follow the same rule as the judge’s table', () => {
  const judgedResults = [1, 0, null].map((verdict, index) => ({
    result: createResult(`Shop--${index}`),
    judgement: { verdict: verdict as 1 | 0 | null, status: 'judged' as const },
  }));
  const failedResult = {
    result: createResult('Shop--3'),
    judgement: { verdict: null, status: 'run-error' as const },
  };
  const { byJudge, unknown } = computeStatistics([...judgedResults, failedResult], 4).overall;
  expect(byJudge).toMatchObject({ succeeded: 1, decided: 3, rate: 1 / 3 });
  expect(unknown).toBe(1);
});

test('the table has a row for each site and marks the published figures', () => {
  const text = formatTable(computeStatistics(SCORED_RESULTS, 6), webvoyager);
  expect(text).toMatch(/^site +tasks +by check/);
  expect(text).toMatch(/^Shop +3 +1\/3 33\.3 % +1\/3 33\.3 %/m);
  expect(text).toMatch(/^all but blocked +3 +1\/2 50\.0 %/m);
  expect(text).toContain('Verdicts: 1 done, 1 check, 1 stuck, 1 infra');
  expect(text).toMatch(/Infrastructure errors: 1\. They are not counted as failures\./);
  expect(text).toMatch(/Tasks without a result: 2\./);
  expect(text).toMatch(/Published results, on other tasks, not measured here:\n +WebVoyager +55\.7 %/);
  // Without verdicts there is no success rate.
  const emptyTable = formatTable(computeStatistics([], 1), webvoyager);
  expect(emptyTable).not.toContain('NaN');
});

/** A suite with its own verdict and figures. */
const MEASURED_SUITE = {
  ...webvoyager,
  measure: () => Promise.reject(new Error('not called')),
  publishedNote: 'with other seeds',
  columns: [
    { heading: 'part', kind: 'share', getValue: ({ figures }: TaskResult) => figures?.['part'] ?? null },
    { heading: '#act', kind: 'mean', getValue: ({ actions }: TaskResult) => actions },
  ],
  groups: [
    { name: 'small', includes: (site: string) => site === 'Mail' },
    { name: 'none', includes: () => false },
  ],
} as const;

test('for a suite with its own verdict, the table includes the suite’s columns and groups', () => {
  const episodes = [
    createResult('Shop--0', { figures: { part: 1 }, actions: 2 }),
    // The page reports success although the navigator gave up.
    createResult('Shop--1', { figures: { part: 1 }, verdict: 'stuck', success: true, actions: 5 }),
    createResult('Mail--0', { figures: { part: 0 }, verdict: 'check', success: false, actions: 3 }),
    // An infrastructure error has no figures and is left out.
    createResult('Mail--1', { success: null, verdict: 'infra', actions: 100 }),
  ].map((result) => ({ result, judgement: null }));
  const statistics = computeStatistics(episodes, 4, MEASURED_SUITE);
  expect(statistics.overall).toMatchObject({ failures: 1, errors: 1 });
  expect(statistics.overall.columns).toMatchObject([
    { heading: 'part', kind: 'share', share: { succeeded: 2, decided: 3 } },
    { heading: '#act', kind: 'mean', mean: 10 / 3 },
  ]);
  const text = formatTable(statistics, MEASURED_SUITE);
  expect(text).toMatch(/^site +tasks +success +part +#act +errors +steps/);
  expect(text).not.toMatch(/by judge|blocked/);
  expect(text).toMatch(/^Shop +2 +2\/2 100\.0 % +2\/2 100\.0 % +3\.50 +0 /m);
  expect(text).toMatch(/^small +2 +0\/1 0\.0 % +0\/1 0\.0 % +3\.00 +1 /m);
  expect(text).not.toMatch(/^none/m);
  expect(text).toMatch(/^all +4 +2\/3 66\.7 % +2\/3 66\.7 % +3\.33 +1 /m);
  expect(text).toMatch(/^Success: 66\.7 % \(95 % interval/m);
  expect(text).toMatch(/^Share “part”: 66\.7 % \(95 % interval/m);
  expect(text).toContain('Published results, with other seeds, not measured here:');
});

test('the progress line shows tasks, the success rate with its interval, the cost and the remaining time', () => {
  const results = [
    createResult('Shop--0'),
    createResult('Shop--1', { success: false, verdict: 'check', reason: 'No.' }),
  ];
  const line = formatProgress(results[1]!, { taskCount: 4, results, finishedCount: 2, elapsedSeconds: 60 });
  expect(line).toBe(
    '2/4  failed  Shop--1  6.0 s, 4 steps, 1000 tokens, $0.0100: No. | success 1/2, 50.0 % (9.5 % to 90.5 %), $0.0200, about 60 s left',
  );
  const undecidedResult = createResult('Shop--0', { success: null, usd: null });
  expect(
    formatProgress(undecidedResult, {
      taskCount: 1,
      results: [undecidedResult],
      finishedCount: 1,
      elapsedSeconds: 1,
    }),
  ).toBe('1/1  ended   Shop--0  6.0 s, 4 steps, 1000 tokens, unknown cost | unknown cost');
});

test('the exit code reflects how the run ended', () => {
  const computeRunStatistics = (...verdicts: Partial<TaskResult>[]) =>
    computeStatistics(
      verdicts.map((overrides, i) => ({ result: createResult(`Shop--${i}`, overrides), judgement: null })),
      verdicts.length,
    );
  const failedTask = { success: false, verdict: 'guard' } as const;
  const brokenTask = { success: null, verdict: 'infra' } as const;
  const budget = { kind: 'budget', reason: 'x', next: 'y' } as const;
  const CASES: [string, Parameters<typeof getSuiteExitCode>[0], number][] = [
    ['passed', { isInterrupted: false, stop: null, statistics: computeRunStatistics({}) }, 0],
    [
      'without checks',
      { isInterrupted: false, stop: null, statistics: computeRunStatistics({ success: null }) },
      0,
    ],
    [
      'stuck without checks',
      {
        isInterrupted: false,
        stop: null,
        statistics: computeRunStatistics({ success: null, verdict: 'stuck' }),
      },
      1,
    ],
    [
      'stuck, but successful by the suite',
      {
        isInterrupted: false,
        stop: null,
        statistics: computeRunStatistics({ success: true, verdict: 'stuck' }),
      },
      0,
    ],
    [
      'refused',
      { isInterrupted: false, stop: null, statistics: computeRunStatistics({}, failedTask, brokenTask) },
      1,
    ],
    [
      'infrastructure',
      { isInterrupted: false, stop: null, statistics: computeRunStatistics({}, brokenTask) },
      5,
    ],
    ['budget', { isInterrupted: false, stop: budget, statistics: computeRunStatistics(failedTask) }, 4],
    ['interrupted', { isInterrupted: true, stop: budget, statistics: computeRunStatistics(failedTask) }, 130],
  ];
  for (const [name, end, code] of CASES) expect.soft(getSuiteExitCode(end), name).toBe(code);
});

const createTask = (id: string): SuiteTask => ({
  id,
  site: id.split('--')[0]!,
  text: 'x',
  url: 'https://shop.example/',
  version: { hash: '0', patched: false, dated: false },
  checks: null,
});

test('tasks are selected by site, id, limit and shard', () => {
  const tasks = ['Shop--0', 'Shop--1', 'Shop--2', 'Google Map--0', 'Google Map--1'].map(createTask);
  const selectIds = (selection: Parameters<typeof selectTasks>[1]): string[] =>
    selectTasks(tasks, selection).map(({ id }) => id);
  expect(selectIds({ sites: ['google map'] })).toEqual(['Google Map--0', 'Google Map--1']);
  expect(selectIds({ ids: ['Shop--2', 'Shop--0'] })).toEqual(['Shop--0', 'Shop--2']);
  expect(selectIds({ limit: 2 })).toEqual(['Shop--0', 'Shop--1']);
  expect(selectIds({ shard: { part: 1, total: 2 } })).toEqual(['Shop--0', 'Shop--2', 'Google Map--1']);
  expect(selectIds({ shard: { part: 2, total: 2 } })).toEqual(['Shop--1', 'Google Map--0']);
  expect(() => selectIds({ sites: ['Shup'] })).toThrow(/No task has the site “Shup”.*Shop/);
  expect(() => selectIds({ ids: ['Shop--7'] })).toThrow(/No task has the id/);
  expect(() => selectIds({ sites: ['Shop'], ids: ['Google Map--0'] })).toThrow(/No task is selected/);
});

test('spending is summed over all workers, and a budget stops the run only once', ({}, info) => {
  const folder = info.outputPath('run');
  mkdirSync(folder, { recursive: true });
  const createTotals = (promptTokens: number, cost: number | null) => ({
    calls: 1,
    promptTokens,
    answerTokens: 10,
    cachedTokens: 0,
    recorded: 0,
    cost,
  });
  const firstRecorder = new SpendingRecorder(folder, 'a');
  const secondRecorder = new SpendingRecorder(folder, 'b');
  firstRecorder.record(null);
  firstRecorder.record(createTotals(90, 0.5));
  secondRecorder.record(createTotals(190, null));
  firstRecorder.record(createTotals(140, 0.75));
  firstRecorder.record(createTotals(140, 0.75));
  expect(readSpending(folder)).toEqual({ tokens: 350, usd: 0.75 });
  expect(describeExhaustedBudget({ tokens: 351, usd: 1 }, readSpending(folder))).toBeNull();
  expect(describeExhaustedBudget({ tokens: 350 }, readSpending(folder))).toContain('350 tokens');
  expect(describeExhaustedBudget({ usd: 0.75 }, readSpending(folder))).toContain('$0.75');
  expect(limitSession(100, 1000, 950)).toEqual({ limit: 50, isSuiteLimit: true });
  expect(limitSession(100, 1000, 0)).toEqual({ limit: 100, isSuiteLimit: false });
  expect(limitSession(undefined, undefined, 0)).toEqual({ limit: undefined, isSuiteLimit: false });
  requestStop(folder, { kind: 'budget', reason: 'first', next: '' });
  requestStop(folder, { kind: 'usage', reason: 'second', next: '' });
  expect(readStop(folder)).toMatchObject({ reason: 'first' });
});

test('a task is blocked if its navigator reports it, or if its last page is a challenge', () => {
  const createSay = (note: string | undefined, title = 'Shop', turn = 3): SessionEvent => ({
    ...(EVENTS[4] as Extract<SessionEvent, { type: 'say' }>),
    kind: 'unfinished',
    ...(note === undefined ? {} : { evidence: { note } }),
    page: { ...createPage(turn, title) },
  });
  const action = EVENTS[3] as Extract<SessionEvent, { type: 'action' }>;
  const createActionOnPage = (title: string): SessionEvent => ({
    ...action,
    page: { ...createPage(3, title), html: 'pages/page-3-0.html' },
  });
  const challengeHtml = '<h1>One moment</h1><script>x</script>';
  const articleHtml = `<p>${'A check of this kind is old. '.repeat(100)}</p>`;
  const CASES: [name: string, events: SessionEvent[], html: string | null, expected: boolean][] = [
    ['the navigator says so', [...EVENTS, createSay('blocked')], null, true],
    ['another note', [...EVENTS, createSay('iteration limit reached')], null, false],
    ['it went on afterwards', [createSay('blocked'), ...EVENTS], null, false],
    ['title of the last page', [...EVENTS, createSay(undefined, 'Just a moment...')], null, true],
    ['a challenge before', [createSay(undefined, 'Just a moment...'), ...EVENTS], null, false],
    [
      'a short page',
      [createActionOnPage('Robot check'), createSay(undefined, 'Robot check')],
      challengeHtml,
      true,
    ],
    [
      'an article',
      [createActionOnPage('Robot check'), createSay(undefined, 'Robot check')],
      articleHtml,
      false,
    ],
    ['text', [createActionOnPage('Shop')], '<p>Please verify you are a human.</p>', true],
    ['a robot shop', [createActionOnPage('Robot vacuum cleaners')], challengeHtml, false],
  ];
  for (const [name, events, html, expected] of CASES)
    expect
      .soft(
        isBlocked(events, 'dialogue', () => html),
        name,
      )
      .toBe(expected);
  // A task that succeeded despite such a page is not blocked.
  expect(isBlocked([createSay(undefined, 'Just a moment...')], 'done', () => null)).toBe(false);
});
