import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '../support/browser.js';
import { parseConfirmPolicy, parseConfirmWords } from '../../src/cli/confirm-option.js';
import { formatDecision, ChatPrompt } from '../support/chat-prompt.js';
import { runCommand } from '../support/cli-harness.js';
import { startFakeModelServer } from '../support/fake-model-server.js';
import { parseEvents } from '../support/parley.js';
import { createPageListener, startServer } from '../support/server.js';

test('--confirm accepts only pairs of a class and a policy', () => {
  expect(parseConfirmPolicy({})).toEqual({});
  expect(parseConfirmPolicy({ confirm: ['buy=allow,send=deny', 'default=ask'] })).toEqual({
    buy: 'allow',
    send: 'deny',
    default: 'ask',
  });
  for (const confirm of ['buy', 'sell=allow', 'buy=maybe', 'buy=', ''])
    expect(() => parseConfirmPolicy({ confirm: [confirm] })).toThrow(`not “${confirm}”`);
});

test('--confirm-word accepts only pairs of a class and a word', () => {
  expect(parseConfirmWords({})).toEqual({});
  expect(
    parseConfirmWords({ confirmWord: ['delete=poista', 'delete=hävitä', 'send= lähetä = nyt'] }),
  ).toEqual({
    delete: ['poista', 'hävitä'],
    send: ['lähetä = nyt'],
  });
  for (const word of ['poista', 'remove=poista', 'delete=', 'default=x', ''])
    expect(() => parseConfirmWords({ confirmWord: [word] })).toThrow(`not “${word}”`);
});

test('with a word from --confirm-word, a button in an unknown language counts as irreversible', async ({}, info) => {
  const page =
    '<title>Tili</title><button onclick="document.title=`Poistettu`">Poista kaikki viestit</button>';
  const server = await startServer(createPageListener({ '/': page }));
  const args = [
    'run',
    'click the first button',
    '--url',
    server.url,
    '--results',
    info.outputPath('results'),
  ];
  expect((await runCommand(args)).code).toBe(0);
  const { code, stdout } = await runCommand([...args, '--confirm-word', 'delete=poista']);
  expect(stdout).toContain('Shall I delete');
  expect(code).toBe(3);
  await server.close();
});

test('a denied action ends the run with the verdict `guard` and exit code 3, and the facts on the page are recorded', async ({}, info) => {
  const server = await startServer(
    createPageListener({
      '/': '<title>Contact</title><form><textarea aria-label=Message></textarea><button>Send</button></form>',
    }),
  );
  const args = ['run', 'type Hello into Message and click Send', '--url', server.url];
  const { code, stdout } = await runCommand([
    ...args,
    '--confirm',
    'send=deny',
    '--json',
    '--results',
    info.outputPath('results'),
  ]);
  const sessionEvents = parseEvents(stdout);
  expect(sessionEvents.findLast((event) => event.type === 'action')).toMatchObject({
    outcome: { status: 'failed', reason: 'refused' },
    consent: {
      class: 'send',
      given: false,
      reason: 'policy',
      facts: { control: { name: 'Send' }, fields: ['Message'] },
    },
  });
  expect(sessionEvents.at(-1)).toMatchObject({
    verdict: 'guard',
    exit: 3,
    reason: 'The navigator was not allowed to send the message: the policy of this session denies it.',
  });
  expect(code).toBe(3);
  await server.close();
});

test('if the model finds a difference between the line and the page, the navigator asks for consent', async ({}, info) => {
  const site = await startServer(
    createPageListener({
      '/': '<title>Basket</title><h1>Your basket</h1><p>Total: £24.90</p><button onclick="document.title=`Thanks`">Place order</button>',
    }),
  );
  const isReview = (prompt: string): boolean => prompt.startsWith('You check consent');
  let review = { difference: 'for tomorrow, not now', ordered: false };
  const model = await startFakeModelServer(({ prompt }) => {
    if (isReview(prompt)) return { text: JSON.stringify(review) };
    const { elements, actionsAfterLastLine } = new ChatPrompt(prompt);
    const button = elements.find(({ text }) => text.includes('Place order'));
    return actionsAfterLastLine.length === 0
      ? { text: formatDecision([{ do: 'click', on: button?.number ?? 1 }]) }
      : { text: formatDecision([{ do: 'report', value: 'Finished.' }]) };
  });
  const runPlaceOrder = () =>
    runCommand(
      ['run', 'place the order', '--url', site.url, '--json', '--results', info.outputPath('results')].concat(
        ['--model', 'tiny', '--base-url', model.url],
      ),
    );
  const disputedRun = await runPlaceOrder();
  const [action] = parseEvents(disputedRun.stdout).filter(({ type }) => type === 'action');
  expect(action).toMatchObject({ consent: { given: false, reason: 'doubted', review } });
  expect(disputedRun.stdout).toContain('Shall I place the order (£24.90)?');
  expect(disputedRun.code).toBe(3);

  review = { difference: 'none', ordered: true };
  const approvedRun = await runPlaceOrder();
  const [click] = parseEvents(approvedRun.stdout).filter(({ type }) => type === 'action');
  expect(click).toMatchObject({ consent: { given: true }, outcome: { status: 'done' } });
  expect(approvedRun.code).toBe(0);
  expect(model.requests.filter(({ prompt }) => isReview(prompt))).toHaveLength(2);
  await model.close();
  await site.close();
});

test('if only the model recognises an instruction as a command to pay, Parley carries it out, and a replay repeats it without a model', async ({}, info) => {
  const site = await startServer(
    createPageListener({
      '/': '<title>Basket</title><h1>Your basket</h1><p>Total: £24.90</p><button onclick="document.title=`Thanks`">Place order</button>',
    }),
  );
  const line = 'bung them the money for it';
  const model = await startFakeModelServer(({ prompt }) => {
    if (prompt.includes('You know only the kind of effect'))
      return { text: JSON.stringify({ words: line, ordered: true }) };
    if (prompt.startsWith('You check consent'))
      return { text: JSON.stringify({ difference: 'none', ordered: true }) };
    const { elements, actionsAfterLastLine } = new ChatPrompt(prompt);
    const button = elements.find(({ text }) => text.includes('Place order'));
    return actionsAfterLastLine.length === 0
      ? { text: formatDecision([{ do: 'click', on: button?.number ?? 1 }]) }
      : { text: formatDecision([{ do: 'report', value: 'Finished.' }]) };
  });
  const results = info.outputPath('results');
  const run = await runCommand(
    ['run', line, '--url', site.url, '--json', '--results', results].concat([
      '--model',
      'tiny',
      '--base-url',
      model.url,
    ]),
  );
  expect(run.code).toBe(0);
  const findClick = (output: string) => parseEvents(output).find(({ type }) => type === 'action');
  expect(findClick(run.stdout)).toMatchObject({ consent: { given: true, orderWords: line } });
  await model.close();

  const [session] = readdirSync(results);
  const replay = await runCommand([
    'replay',
    join(results, session!),
    '--json',
    '--results',
    info.outputPath('replays'),
  ]);
  expect(findClick(replay.stdout)).toMatchObject({
    consent: { given: true, orderWords: line },
    outcome: { status: 'done' },
  });
  expect(replay.code).toBe(0);
  await site.close();
});
