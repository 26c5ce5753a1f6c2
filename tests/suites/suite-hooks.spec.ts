// A suite's hooks, called before, during and after a conversation.
import { expect, test } from '@playwright/test';

import type { Exchange, Instructor, InstructorMove } from '../../src/contract/index.js';
import { ParleyError } from '../../src/contract/index.js';
import { SuiteHooks } from '../../src/suites/runner/suite-hooks.js';
import type { Suite, TaskContext } from '../../src/suites/suite.js';

const signal = new AbortController().signal;
const CONTEXT = { url: 'http://127.0.0.1/', task: {}, signal } as TaskContext;
const EMPTY_EXCHANGE: Exchange = { turns: [] };
const STARTED_EXCHANGE = {
  turns: [{ index: 0, speaker: 'instructor', type: 'say', text: 'Begin' }],
} as const;
const TASK_LINE: InstructorMove = { type: 'say', text: 'the text', scriptPath: ['dialogue', 0] };

type Hooks = Pick<Suite, 'preparePage' | 'isOver' | 'measure'>;

/** Opens a browser with one tab and the suite's hooks, and logs their calls. */
async function openWithHooks(hooks: Hooks, { isClosed = false } = {}) {
  const log: string[] = [];
  const suite = new SuiteHooks({ name: 'small', ...hooks }, CONTEXT);
  const tab = { isClosed: () => isClosed };
  const browser = suite.wrapBrowser({ openContext: async () => ({ page: tab }) } as never);
  await browser.openContext({});
  const surface = suite.wrapSurface({
    open: async (url: string) => log.push(`open ${url}`),
    perform: async ({ intent }: { intent: string }) => log.push(intent),
  } as never);
  return { suite, surface, log };
}

const probe = {} as never;
const createInstructor = (methods: Partial<Instructor>): Instructor => ({
  next: async () => TASK_LINE,
  ...methods,
});

test('the page is prepared only once and provides the instruction', async () => {
  let preparedCount = 0;
  const { suite, surface, log } = await openWithHooks({
    preparePage: async (_page, { url }) => `instruction ${++preparedCount} of ${url}`,
  });
  await surface.open('http://127.0.0.1/', signal);
  await surface.open('http://127.0.0.1/other', signal);
  expect(log).toEqual(['open http://127.0.0.1/', 'wait', 'open http://127.0.0.1/other']);
  const instructor = suite.wrapInstructor(createInstructor({}));
  expect(await instructor.next(EMPTY_EXCHANGE, probe, signal)).toEqual({
    ...TASK_LINE,
    text: 'instruction 1 of http://127.0.0.1/',
  });
  expect(suite.instruction).toBe('instruction 1 of http://127.0.0.1/');
});

test('if the page provides no instruction, the task’s text is used; replies are never replaced', async () => {
  const reply: InstructorMove = { type: 'say', text: 'yes', scriptPath: ['replies', 0] };
  const withoutInstruction = await openWithHooks({ preparePage: async () => undefined });
  await withoutInstruction.surface.open('http://127.0.0.1/', signal);
  expect(
    await withoutInstruction.suite.wrapInstructor(createInstructor({})).next(EMPTY_EXCHANGE, probe, signal),
  ).toEqual(TASK_LINE);
  const { suite, surface } = await openWithHooks({ preparePage: async () => 'instruction' });
  await surface.open('http://127.0.0.1/', signal);
  const instructor = suite.wrapInstructor(createInstructor({ next: async () => reply }));
  expect(await instructor.next(STARTED_EXCHANGE, probe, signal)).toEqual(reply);
});

test('a page that cannot be prepared causes an infrastructure error', async () => {
  const { surface } = await openWithHooks({
    preparePage: () => Promise.reject(new Error('core is not defined\nat x')),
  });
  await expect(surface.open('http://127.0.0.1/', signal)).rejects.toMatchObject({
    kind: 'infra',
    message: expect.stringContaining('core is not defined'),
    next: expect.stringContaining('http://127.0.0.1/ is a page of small'),
  });
  const suiteError = new ParleyError('usage', 'The server is gone.', 'Start it.');
  const withError = await openWithHooks({ preparePage: () => Promise.reject(suiteError) });
  await expect(withError.surface.open('http://127.0.0.1/', signal)).rejects.toBe(suiteError);
});

test('the session stops when the page has ended the task, but not before the instructor has spoken', async () => {
  let isOver = false;
  const { suite } = await openWithHooks({ isOver: async () => isOver });
  const instructor = suite.wrapInstructor(createInstructor({ interject: async () => TASK_LINE }));
  expect(await instructor.interject!(STARTED_EXCHANGE, probe, signal)).toEqual(TASK_LINE);
  isOver = true;
  expect(await instructor.interject!(STARTED_EXCHANGE, probe, signal)).toEqual({ type: 'stop' });
  expect(await instructor.next(STARTED_EXCHANGE, probe, signal)).toEqual({ type: 'stop' });
  expect(await instructor.next(EMPTY_EXCHANGE, probe, signal)).toEqual(TASK_LINE);
});

test('an instructor that cannot interject stays silent', async () => {
  const { suite } = await openWithHooks({});
  expect(
    await suite.wrapInstructor(createInstructor({})).interject!(STARTED_EXCHANGE, probe, signal),
  ).toBeNull();
});

test('the measurement is the last check of the session, after those of the task', async () => {
  const taskCheck = { label: 'own', pass: true, expected: 'x', actual: 'x' };
  const { suite } = await openWithHooks({
    measure: async (page) => ({
      success: false,
      figures: { reward: page === null ? -1 : 0.75 },
      note: 'raw reward 0.75',
    }),
  });
  expect(suite.measurement).toBeNull();
  const instructor = suite.wrapInstructor(createInstructor({ conclude: async () => [taskCheck] }));
  expect(await instructor.conclude!(STARTED_EXCHANGE, probe, signal)).toEqual([
    taskCheck,
    { label: 'success, by small', pass: false, expected: 'success', actual: 'raw reward 0.75' },
  ]);
  expect(suite.measurement).toMatchObject({ success: false, figures: { reward: 0.75 } });
});

test('a suite adds no check if it has no measurement or the measurement has no verdict', async () => {
  const undecided = await openWithHooks({ measure: async () => ({ success: null, figures: { events: 3 } }) });
  expect(
    await undecided.suite.wrapInstructor(createInstructor({})).conclude!(STARTED_EXCHANGE, probe, signal),
  ).toEqual([]);
  expect(undecided.suite.measurement).toEqual({ success: null, figures: { events: 3 } });
  const withoutMeasurement = await openWithHooks({});
  expect(
    await withoutMeasurement.suite.wrapInstructor(createInstructor({})).conclude!(
      STARTED_EXCHANGE,
      probe,
      signal,
    ),
  ).toEqual([]);
  expect(withoutMeasurement.suite.measurement).toBeNull();
});

test('for a closed tab, the measurement is missing, and the task does not end', async () => {
  const { suite } = await openWithHooks(
    {
      isOver: () => Promise.reject(new Error('The tab is closed.')),
      measure: async (page) => ({ success: page !== null, figures: {} }),
    },
    { isClosed: true },
  );
  const instructor = suite.wrapInstructor(createInstructor({}));
  expect(await instructor.interject!(STARTED_EXCHANGE, probe, signal)).toBeNull();
  await instructor.conclude!(STARTED_EXCHANGE, probe, signal);
  expect(suite.measurement).toMatchObject({ success: false });
});
