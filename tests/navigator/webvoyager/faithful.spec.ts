import type { FailureReason } from '../../../src/contract/index.js';
import { expect } from '../../support/browser.js';
import { formatReply, type VoyagerPrompt } from '../../support/voyager-prompt.js';
import { runVoyagerConversation } from './run-conversation.js';
import { test } from '../../support/site.js';

const FAITHFUL = { variant: { compat: 'faithful', mode: 'multimodal' } } as const;

function createScript(...steps: ((prompt: VoyagerPrompt) => string)[]): (prompt: VoyagerPrompt) => string {
  let nextIndex = 0;
  return (prompt) => steps[Math.min(nextIndex++, steps.length - 1)]!(prompt);
}

const replyWith = (action: (prompt: VoyagerPrompt) => string) => (prompt: VoyagerPrompt) =>
  formatReply(action(prompt));

test('the first request contains the task, the screenshot and the list of elements, and sets the temperature, seed and token limit', async ({
  surface,
  startSite,
}) => {
  const url = await startSite({
    '/': '<title>Page</title><button type="button">Save</button><a href="/x">More</a>',
  });
  const { prompts } = await runVoyagerConversation({
    surface,
    url,
    lines: ['Find the price.'],
    parts: FAITHFUL,
    createReply: createScript(replyWith(() => 'ANSWER; [3]')),
  });
  const { messages, request } = prompts[0]!;
  expect(messages[0]!.text).toContain('TOP LEFT');
  expect(messages[1]!.imageCount).toBe(1);
  expect(messages[1]!.text).toMatch(
    new RegExp(
      `^Now given a task: Find the price\\.  Please interact with ${url}/? and get the answer\\. \\n` +
        'Observation: please analyze the attached screenshot and give the Thought and Action\\. .*\\n' +
        '\\[0\\]: <button> "Save";\\t\\[1\\]: "More";$',
    ),
  );
  expect(request.body).toMatchObject({ temperature: 1, seed: 42, max_tokens: 1000 });
});

test('format and execution errors are answered with the paper’s messages, without a screenshot, and count as iterations', async ({
  surface,
  startSite,
}) => {
  const url = await startSite({ '/': '<title>Page</title><button type="button">Save</button>' });
  const { prompts, log } = await runVoyagerConversation({
    surface,
    url,
    lines: ['Save it.'],
    parts: { ...FAITHFUL, maxIterations: 4 },
    createReply: createScript(
      () => 'I would click.',
      replyWith(() => 'Click [9]'),
      replyWith(() => 'click [0]'),
      replyWith((prompt) => `Click [${prompt.findLabel(/Save/)}]`),
    ),
  });
  const errorMessages = prompts
    .slice(1)
    .map(({ lastMessage }) => `${lastMessage.imageCount} ${lastMessage.text}`);
  expect(errorMessages).toEqual([
    "0 Format ERROR: Both 'Thought' and 'Action' should be included in your reply.",
    expect.stringMatching(/^0 The action that you chose cannot be executed\./),
    expect.stringMatching(/^0 The action that you chose cannot be executed\./),
  ]);
  expect(log.slice(2, -1)).toEqual([
    'click no-effect',
    'navigator: I stopped after 4 steps without an answer.',
  ]);
});

test('an action that fails in the browser is an execution error, but a click on a covered element is ignored', async ({
  surface,
  startSite,
}) => {
  const url = await startSite({ '/': '<title>Page</title><button type="button">Save</button>' });
  const reasons: FailureReason[] = ['vanished', 'covered'];
  const { prompts } = await runVoyagerConversation({
    surface: Object.create(surface, {
      perform: {
        value: async () => ({
          outcome: { status: 'failed', reason: reasons.shift(), detail: 'It cannot be clicked.' },
          element: null,
          mouse: null,
        }),
      },
    }) as typeof surface,
    url,
    lines: ['Save it.'],
    parts: FAITHFUL,
    createReply: createScript(
      replyWith(() => 'Click [0]'),
      replyWith(() => 'Click [0]'),
      replyWith(() => 'ANSWER; [ok]'),
    ),
  });
  expect(prompts[1]!.lastMessage).toMatchObject({
    imageCount: 0,
    text: expect.stringMatching(/^The action that you chose cannot be executed\. [^.]*Action\.$/),
  });
  expect(prompts[2]!.lastMessage).toMatchObject({
    imageCount: 1,
    text: expect.stringMatching(/^Observation: please analyze/),
  });
});

test('typing into a button adds a warning to the next observation', async ({ surface, startSite }) => {
  const url = await startSite({
    '/': `<title>Page</title><button type="button" onclick="q.focus()">Search</button><input id="q" aria-label="Words">`,
  });
  const { prompts, log } = await runVoyagerConversation({
    surface,
    url,
    lines: ['Search.'],
    parts: FAITHFUL,
    createReply: createScript(
      replyWith((prompt) => `Type [${prompt.findLabel(/Search/)}]; [mug]`),
      replyWith(() => 'ANSWER; [ok]'),
    ),
  });
  expect(log.slice(2, 5)).toEqual(['click no-effect', 'textInput done', 'press no-effect']);
  expect(prompts[1]!.lastText).toMatch(
    /^Observation:note: The web element you're trying to type may not be a textbox, and its tag name is <button>, type is button\. please analyze/,
  );
});

test('scrolling the window moves it by two thirds of its height; scrolling on an element presses Alt and an arrow key', async ({
  surface,
  startSite,
}) => {
  const url = await startSite({
    '/': '<title>Long</title><button type="button">Top</button><div style="height:5000px">Text</div>',
  });
  const { events } = await runVoyagerConversation({
    surface,
    url,
    lines: ['Scroll.'],
    parts: FAITHFUL,
    createReply: createScript(
      replyWith(() => 'Scroll [WINDOW]; [down]'),
      replyWith(() => 'Scroll [WINDOW]; [up]'),
      replyWith((prompt) => `Scroll [${prompt.findLabel(/Top/)}]; [down]`),
      replyWith(() => 'ANSWER; [ok]'),
    ),
  });
  const actions = events.flatMap((event) => (event.type === 'action' ? [event.action] : []));
  const { height } = (await surface.observe({}, new AbortController().signal)).viewport;
  expect(actions).toMatchObject([
    { intent: 'scroll', y: Math.floor((2 * height) / 3) },
    { intent: 'scroll', y: 0 },
    { intent: 'press', key: 'Alt+ArrowDown' },
  ]);
});

test('a later line is added before the observation, and the first task stays in the context', async ({
  surface,
  startSite,
}) => {
  const url = await startSite({ '/': '<title>Shop</title><p>12.90</p>' });
  const { prompts } = await runVoyagerConversation({
    surface,
    url,
    lines: ['What does it cost?', 'And in dollars?'],
    parts: { ...FAITHFUL, keptObservationCount: 1 },
    createReply: createScript(replyWith(() => 'ANSWER; [12.90]')),
  });
  const messageTexts = prompts[1]!.messages.map(({ text }) => text);
  expect(messageTexts[1]).toMatch(
    /^Now given a task: What does it cost\? .* get the answer\.Observation: A screenshot and some texts\. \(Omitted in context\.\)$/,
  );
  expect(messageTexts[3]).toMatch(/^The user adds: And in dollars\? \nObservation: please analyze/);
});

test('the Google action opens google.com, as in the paper, and a refused host is reported', async ({
  surface,
  startSite,
}) => {
  const url = await startSite({ '/': '<title>Page</title><p>Text</p>' });
  const { events } = await runVoyagerConversation({
    surface: Object.create(surface, {
      perform: {
        value: async () => ({
          outcome: { status: 'failed', reason: 'refused', detail: 'www.google.com is not allowed' },
          element: null,
          mouse: null,
        }),
      },
    }) as typeof surface,
    url,
    lines: ['Search.'],
    parts: FAITHFUL,
    createReply: createScript(
      replyWith(() => 'Google'),
      (prompt) => {
        expect(prompt.lastText).toMatch(/cannot be executed.* www\.google\.com is not allowed$/);
        return formatReply('ANSWER; [ok]');
      },
    ),
  });
  expect(events.find((event) => event.type === 'action')).toMatchObject({
    action: { intent: 'load', url: 'https://www.google.com/' },
  });
});
