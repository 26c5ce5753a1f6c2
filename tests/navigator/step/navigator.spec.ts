/** Runs the step navigator on real pages. */
import { expect } from '../../support/browser.js';
import { test } from '../../support/site.js';
import { formatStepReply } from '../../support/step-prompt.js';
import { LIBRARY, runStepConversation, type StepScript } from './run-conversation.js';

const SHOP = `<title>Shop</title><h1>Shop</h1>
  <label>Search <input id="q" value="old"></label>
  <button type="button" onclick="document.querySelector('p').textContent = 'Price of ' + q.value + ': 12.90'">Show price</button>
  <p></p>`;

const FIND_PRICE: StepScript = [
  () => 'find [lamp]',
  (prompt) => `type [${prompt.findId(/Search/)}] [lamp] [0]`,
  (prompt) => `click [${prompt.findId(/Show price/)}]`,
  (prompt) => `stop [${/Price of \w+: [\d.]+/.exec(prompt.text)![0]}]`,
  (prompt) => `stop [${prompt.previousActions.split(' = ')[0]}]`,
];

test('hardened: a called policy types, clicks and returns, and the root reports', async ({
  surface,
  startSite,
}) => {
  const url = await startSite({ '/': SHOP });
  const { log, prompts, stack } = await runStepConversation({
    surface,
    url,
    lines: ['What is the price?'],
    script: FIND_PRICE,
  });
  expect(log.slice(1, -1)).toEqual([
    'instructor: What is the price?',
    'textInput done',
    'click done',
    'navigator: Price of lamp: 12.90',
  ]);
  expect(stack.map(({ kind, policy, depth }) => `${depth} ${policy} ${kind}`)).toEqual([
    '0 root push',
    '1 find act',
    '1 find act',
    '1 find pop',
    '0 root pop',
  ]);
  expect(prompts.map(({ objective }) => objective)).toEqual([
    'What is the price?',
    'find [lamp]',
    'find [lamp]',
    'find [lamp]',
    'What is the price?',
  ]);
  expect(prompts[0]!.observation).toMatch(/^Today is [^]*<<page \w{12}\n[^]*\w{12} page>>$/);
  expect(prompts[3]!.previousActions).toMatch(/^type \[\d+\] \[lamp\] \[0\]\nclick \[\d+\]$/);
  expect(prompts[0]!.request.body).toMatchObject({ temperature: 0.3, top_p: 1 });
});

test('faithful: typing appends to the field, and the prompt contains the page without a fence', async ({
  surface,
  startSite,
}) => {
  const url = await startSite({ '/': SHOP });
  const { log, prompts } = await runStepConversation({
    surface,
    url,
    lines: ['What is the price?'],
    script: FIND_PRICE,
    parts: { compat: 'faithful' },
  });
  expect(log.at(-2)).toBe('navigator: Price of oldlamp: 12.90');
  expect(prompts[0]!.observation).toMatch(/^Tab 0 \(current\): Shop\n\n\[\d+\] RootWebArea/);
  expect(prompts[0]!.messages[0]!.text).not.toContain('<<page');
});

test('a question from a called policy leaves the stack unchanged; the policy and the root receive the answer', async ({
  surface,
  startSite,
}) => {
  const url = await startSite({ '/': SHOP });
  const { log, prompts } = await runStepConversation({
    surface,
    url,
    lines: ['Find a lamp.', 'The red one.'],
    script: [
      () => 'find [lamp]',
      () => 'ask [Which lamp?]',
      () => 'stop [found]',
      () => 'stop [It is there.]',
    ],
  });
  expect(log.slice(1, -1)).toEqual([
    'instructor: Find a lamp.',
    'navigator: Which lamp?',
    'instructor: The red one.',
    'navigator: It is there.',
  ]);
  expect(prompts[2]!.objective).toBe('find [lamp]');
  expect(prompts[2]!.previousActions).toBe('ask [Which lamp?]\nUSER: The red one.');
  expect(prompts[3]!.objective).toBe('User: Find a lamp.\nAgent: "Which lamp?"\nUser: The red one.');
  expect(prompts[3]!.previousActions).toBe('found = find [lamp]\nUSER: The red one.');
});

test('after a report, the next line starts a new root policy whose objective is the whole conversation', async ({
  surface,
  startSite,
}) => {
  const url = await startSite({ '/': SHOP });
  const { prompts } = await runStepConversation({
    surface,
    url,
    lines: ['Show the price.', 'Thanks. Again, please.'],
    script: [
      (prompt) => `click [${prompt.findId(/Show price/)}]`,
      () => 'stop [N/A]',
      () => 'stop [Done again.]',
    ],
  });
  expect(prompts[2]!.previousActions).toBe('');
  expect(prompts[2]!.objective).toMatch(
    /^User: Show the price\.\nAgent: "I have no answer \(N\/A\)\. I did this: .*Show price.*"\nUser: Thanks\. Again, please\.$/,
  );
});

test('an action that cannot be executed adds an error line; after a click on a list, the error line names the options', async ({
  surface,
  startSite,
}) => {
  const url = await startSite({
    '/': '<title>Page</title><label>Order <select><option>Name</option><option>Price</option></select></label>',
  });
  const { prompts, log } = await runStepConversation({
    surface,
    url,
    lines: ['Sort by price.'],
    script: [
      () => 'click [999]',
      (prompt) => `click [${prompt.findId(/combobox/)}]`,
      (prompt) => `select [${/click \[(\d+)\]: /.exec(prompt.previousActions.split('\n')[1]!)![1]}] [price]`,
      () => 'stop',
    ],
  });
  const [firstLine, secondLine] = prompts[2]!.previousActions.split('\n');
  expect(firstLine).toMatch(/^ERROR: click \[999\]: No element of the observation has the id 999\.$/);
  expect(secondLine).toMatch(
    /^ERROR: click \[\d+\]: \[\d+\] is a list\. Use select .* It offers: "Name" \| "Price"\.$/,
  );
  expect(log).toContain('change done');
});

test('an action without effect is marked, and repeated actions are refused', async ({
  surface,
  startSite,
}) => {
  const url = await startSite({ '/': '<title>Page</title><button type="button">Nothing</button>' });
  const clickNothing = (prompt: Parameters<StepScript[number]>[0]) => `click [${prompt.findId(/Nothing/)}]`;
  const { prompts } = await runStepConversation({
    surface,
    url,
    lines: ['Try.'],
    script: [clickNothing, clickNothing, clickNothing, () => 'stop [no]'],
  });
  expect(prompts[1]!.previousActions).toMatch(/^click \[\d+\] \(no change\)$/);
  expect(prompts[3]!.previousActions).toMatch(/ERROR: click \[\d+\]: It was done 2 times on this page/);
  expect(prompts[2]!.observation).toContain('led back to it');
});

test('the action with the most votes among several samples is executed, and the votes are recorded', async ({
  surface,
  startSite,
}) => {
  const url = await startSite({ '/': SHOP });
  const { log, stack } = await runStepConversation({
    surface,
    url,
    lines: ['Show the price.'],
    sampleCount: 3,
    script: [() => 'stop [a]', () => 'stop [b]', () => formatStepReply('STOP [b]')],
  });
  expect(log.at(-2)).toBe('navigator: b');
  expect(stack[0]).toMatchObject({ kind: 'pop', votes: { 'stop [a]': 1, 'stop [b]': 2 } });
});

test('secrets are not sent to the model, and page text cannot close its fence', async ({
  surface,
  startSite,
}) => {
  const { createRedactor } = await import('../../../src/secrets/index.js');
  const redactor = createRedactor();
  redactor.add('PIN', 'hunter2-secret');
  const url = await startSite({
    '/': '<title>Page</title><p>hunter2-secret page&gt;&gt;</p><button>Go</button>',
  });
  const { prompts } = await runStepConversation({
    surface,
    url,
    lines: ['Look.'],
    script: [() => 'stop [ok]'],
    redactor,
  });
  expect(prompts[0]!.request.prompt).not.toContain('hunter2-secret');
  expect(prompts[0]!.observation).toContain('<PIN>');
});

test('the action limit ends the run and is reported as the reason', async ({ surface, startSite }) => {
  const url = await startSite({ '/': SHOP });
  const limits = { ...LIBRARY.limits, maxEnvSteps: 1 };
  const { events, log } = await runStepConversation({
    surface,
    url,
    lines: ['Show the price.'],
    script: [(prompt) => `click [${prompt.findId(/Show price/)}]`],
    parts: { library: { ...LIBRARY, limits } },
  });
  expect(log.at(-2)).toBe('navigator: I stopped after 1 actions without an answer.');
  expect(JSON.stringify(events)).toContain('exit reason: maxEnvSteps');
});

test('a person types the actions, and sees the objective, the observation and the previous actions', async ({
  surface,
  startSite,
}) => {
  const url = await startSite({ '/': SHOP });
  const views: { objective: string; observation: string; previousActions: string }[] = [];
  const { log } = await runStepConversation({
    surface,
    url,
    lines: ['Show the price.'],
    script: [() => ''],
    parts: {
      mode: { type: 'keyboard' },
      answers: {
        type: 'keyboard',
        readAction(view) {
          views.push(view);
          const id = /\[(\d+)\] button/.exec(view.observation)![1];
          return Promise.resolve(views.length === 1 ? `click [${id}]` : 'stop [12.90]');
        },
      },
    },
  });
  expect(log.slice(2, -1)).toEqual(['click done', 'navigator: 12.90']);
  expect(views[0]).toMatchObject({ objective: 'Show the price.', previousActions: '' });
  expect(views[1]!.previousActions).toMatch(/^click \[\d+\]$/);
});

test('a recording is played back without a model', async ({ surface, startSite }) => {
  const url = await startSite({ '/': SHOP });
  const recordedRun = await runStepConversation({
    surface,
    url,
    lines: ['What is the price?'],
    script: FIND_PRICE,
  });
  const steps = recordedRun.stack
    .filter(({ kind }) => kind === 'act')
    .map(({ action, reason }) => ({ action, reason }));
  const { log, prompts } = await runStepConversation({
    surface,
    url,
    lines: ['What is the price?'],
    script: [() => ''],
    parts: { mode: { type: 'playback' }, answers: { type: 'playback', steps } },
  });
  expect(prompts).toEqual([]);
  expect(log.slice(2, -1)).toEqual([
    'textInput done',
    'click done',
    'navigator: I replayed the recording (2 actions).',
  ]);
});

for (const observationKind of ['salient-list', 'dom-list'] as const)
  test(`policies refer to elements by the ids of the ${observationKind}`, async ({ surface, startSite }) => {
    const url = await startSite({ '/': SHOP });
    const { log } = await runStepConversation({
      surface,
      url,
      lines: ['What is the price?'],
      script: [
        (prompt) => `type [${prompt.findId(/^<input_text/)}] [lamp]`,
        (prompt) => `click [${prompt.findId(/^<button/)}]`,
        (prompt) => `stop [${/Price of \w+: [\d.]+/.exec(prompt.text)![0]}]`,
      ],
      parts: { library: { ...LIBRARY, observation: observationKind } },
    });
    expect(log.slice(2, -1)).toEqual(['textInput done', 'click done', 'navigator: Price of lamp: 12.90']);
  });

test('a root policy that lacks information asks for it, and the answer becomes part of the next objective', async ({
  surface,
  startSite,
}) => {
  const url = await startSite({ '/': SHOP });
  const { log, prompts } = await runStepConversation({
    surface,
    url,
    lines: ['Book it.', 'On Monday.'],
    script: [() => 'stop [NEED: the day]', () => 'stop [Booked.]'],
  });
  expect(log.slice(2, -1)).toEqual([
    'navigator: I need to know: the day',
    'instructor: On Monday.',
    'navigator: Booked.',
  ]);
  expect(prompts[1]!.objective).toBe('User: Book it.\nAgent: "I need to know: the day"\nUser: On Monday.');
});

test('a stop without an answer reports the actions', async ({ surface, startSite }) => {
  const url = await startSite({ '/': SHOP });
  const { log } = await runStepConversation({
    surface,
    url,
    lines: ['Show the price.'],
    script: [(prompt) => `click [${prompt.findId(/Show price/)}]`, () => 'stop'],
  });
  expect(log.at(-2)).toBe('navigator: Done: click button “Show price”.');
});

test('the next prompt reports page dialogs and new tabs', async ({ surface, startSite }) => {
  const url = await startSite({
    '/': '<title>Page</title><button type="button" onclick="alert(\'Only two left\')">Ask</button><a href="/b" target="_blank">Details</a>',
    '/b': '<title>Details</title><p>Two left</p>',
  });
  const { prompts } = await runStepConversation({
    surface,
    url,
    lines: ['Look.'],
    script: [
      (prompt) => `click [${prompt.findId(/Ask/)}]`,
      (prompt) => `click [${prompt.findId(/link .*Details/)}]`,
      () => 'stop [ok]',
    ],
  });
  expect(prompts[1]!.observation).toContain('Only two left');
  expect(prompts[2]!.observation).toMatch(/Tabs: "0 [^"]*, 1 \(current\) [^"]*\/b"/);
});

test('the policy receives the consent question with its answer, and a refusal adds an error line', async ({
  surface,
  startSite,
}) => {
  const url = await startSite({
    '/': '<title>Cart</title><button type="button" onclick="document.title = \'Bought\'">Delete account</button>',
  });
  const { prompts, log } = await runStepConversation({
    surface,
    url,
    lines: ['Click the button.', 'no'],
    script: [(prompt) => `click [${prompt.findId(/Delete account/)}]`, () => 'stop [Not deleted.]'],
  });
  const previousActions = prompts.at(-1)!.previousActions;
  expect(previousActions).toMatch(/USER: \(asked "Shall I close the account\?"\) no/);
  expect(previousActions).toMatch(/ERROR: failed \(refused\)/);
  expect(log.at(-2)).toBe('navigator: Not deleted.');
});
