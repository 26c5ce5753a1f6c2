/** `parley prompt` on sessions with a model: it prints each request as the server received it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { TestInfo } from '@playwright/test';

import { expect, test as base } from '../support/browser.js';
import {
  startFakeModelServer,
  type ModelRequest,
  type FakeModelServer,
  type AnswerFunction,
} from '../support/fake-model-server.js';
import { runCommand } from '../support/cli-harness.js';
import { parseEvents, type ProcessResult } from '../support/parley.js';

const FILLER = Array.from({ length: 400 }, (_, i) => `<p>Paragraph ${i} is about delivery and returns.</p>`);
const PAGE = `<title>Shop</title><h1>Shop</h1><form><input name=a aria-label="First name">
  <input name=b aria-label="Last name"></form><a href="#x">Prices</a>${FILLER.join('')}`;
const KEY = 'key-of-the-tests';

interface ModelSession {
  dir: string;
  result: ProcessResult;
  requests: ModelRequest[];
}

const test = base.extend<{
  runModelSession: (policy: AnswerFunction, ...args: string[]) => Promise<ModelSession>;
}>({
  runModelSession: async ({}, use, info) => {
    const servers: FakeModelServer[] = [];
    await use(async (policy, ...args) => {
      const server = await startFakeModelServer(policy);
      servers.push(server);
      const page = info.outputPath('page.html');
      writeFileSync(page, PAGE);
      const results = info.outputPath('r');
      const outputFlags = ['--url', page, '--results', results, '--json'];
      const model = args.includes('direct') ? [] : ['--model', 'tiny', '--base-url', server.url];
      const result = await runCommand(['run', `Ada ${KEY}`, ...outputFlags, ...model, ...args], {
        env: createEnv(info),
      });
      return { dir: join(results, readdirSync(results)[0]!), result, requests: server.requests };
    });
    for (const server of servers) await server.close();
  },
});

const createEnv = (info: TestInfo): NodeJS.ProcessEnv => ({
  XDG_CACHE_HOME: info.outputPath('cache'),
  PARLEY_API_KEY: KEY,
});

const createStep = (verb: string, on: number | null, value: string | null) => ({ do: verb, on, value });
const formatAnswer = (...steps: object[]): { text: string } => ({
  text: JSON.stringify({ thought: '', note: null, steps }),
});
const findElementNumber = (prompt: string, name: string): number =>
  Number(new RegExp(`\\[(\\d+)\\]\\*? \\S+ "${name}"`).exec(prompt)![1]);

/** Answers with a lookup, with invalid JSON, with two actions in one decision, and with a report. */
const CHAT_POLICY: AnswerFunction = ({ requestIndex, prompt }) => {
  if (requestIndex === 0) return formatAnswer(createStep('find', null, 'Paragraph 399'));
  if (requestIndex === 1) return { text: 'Let me think.' };
  if (requestIndex === 2)
    return formatAnswer(
      createStep('type', findElementNumber(prompt, 'First name'), 'Ada'),
      createStep('type', findElementNumber(prompt, 'Last name'), 'Lovelace'),
    );
  return formatAnswer(createStep('report', null, 'Both are filled in.'));
};

interface PrintedTurn {
  turn: number;
  calls: {
    turn: number;
    request: { messages: { role: string; content: string }[] };
    answer: object;
    parts: { name: string; tokens: number }[];
    omitted: string | null;
  }[];
}

const TURN_ERRORS: [turn: string, message: RegExp][] = [
  ['0', /Turn 0 is the instructor’s[^]*Requests are recorded for turns 1, 3\./],
  ['4', /Turn 4 has not happened/],
  ['9', /There is no turn 9: the session has 4/],
];

test('for each turn of a chat session, prompt prints the lookups, repairs and decisions that led to it', async ({
  runModelSession,
}) => {
  const { dir, result, requests } = await runModelSession(CHAT_POLICY);
  expect(result.code, result.stdout + result.stderr).toBe(0);
  expect(parseEvents(result.stdout).flatMap((event) => ('turn' in event ? [event.type] : []))).toEqual([
    'say',
    'action',
    'action',
    'say',
  ]);
  const sentMessages = requests.map(({ body }) => body.messages);

  const printTurn = async (turn: number): Promise<PrintedTurn> =>
    JSON.parse((await runCommand(['prompt', dir, '--turn', String(turn), '--json'])).stdout) as PrintedTurn;
  const printedTurn = await printTurn(1);
  expect(printedTurn.calls.map(({ request }) => request.messages)).toEqual(sentMessages.slice(0, 3));
  expect(printedTurn.calls.map(({ answer }) => answer)).toMatchObject([
    { ok: true },
    { ok: false, kind: 'not-json', text: 'Let me think.' },
    { ok: true },
  ]);
  const [lookup, , repairedCall] = printedTurn.calls;
  const names = ['rules', 'conversation', 'now', 'page', 'request'];
  expect(lookup!.parts.map(({ name }) => name)).toEqual(names);
  expect(repairedCall!.parts.map(({ name }) => name)).toEqual([...names, 'further']);
  for (const { tokens } of repairedCall!.parts) expect(tokens).toBeGreaterThan(0);
  expect(lookup!.omitted).toMatch(/^\d+ lines(?: with \d+ elements)?$/);
  expect((await printTurn(2)).calls).toEqual(printedTurn.calls);
  expect((await printTurn(3)).calls.map(({ request }) => request.messages)).toEqual(sentMessages.slice(3));
  expect(readFileSync(join(dir, 'prompts.jsonl'), 'utf8')).not.toContain(KEY);
  expect(JSON.stringify(printedTurn)).toContain('Ada <PARLEY_API_KEY>');

  const { stdout, code } = await runCommand(['prompt', dir, '--turn', '2']);
  expect(code).toBe(0);
  expect(stdout).toContain(
    'Turn 2 of 4: type “Lovelace” into textbox “Last name”; decided with turn 1; 3 requests',
  );
  expect(stdout).toMatch(
    / {2}rules +\d+\n {2}conversation +\d+\n {2}now +\d+\n {2}page +\d+\n {2}request +\d+\n/,
  );
  expect(stdout).toMatch(/ {2}total +\d+; the server counted 20\n/);
  expect(stdout).toMatch(/Left out of the page: \d+ lines/);
  const printedMessages = (sentMessages[0] as { content: string }[]).map(({ content }) => content);
  expect(stdout).toContain(
    `--- system\n${printedMessages[0]!}\n--- user\n${printedMessages[1]!}\n--- answer\n{`,
  );
  expect(stdout).toContain('--- the first 2 messages are identical to those of request 1\n--- assistant\n{');
  expect(stdout).toContain('--- no usable answer (not-json)\n');
  expect(stdout.split(printedMessages[0]!)).toHaveLength(2);

  // A turn without a request causes a usage error that lists the turns that have one.
  for (const [turn, message] of TURN_ERRORS) {
    const errorResult = await runCommand(['prompt', dir, '--turn', turn]);
    expect(errorResult.stderr).toMatch(message);
    expect(errorResult.code).toBe(2);
  }
});

test('a failed request is printed with its error, even without a resulting turn', async ({
  runModelSession,
}) => {
  const { dir, result } = await runModelSession(() => ({ status: 401, message: 'no such key' }));
  expect(result.code).toBe(5);
  const { stdout } = await runCommand(['prompt', dir, '--turn', '1']);
  expect(stdout).toMatch(/^Turn 1 of 1: not decided yet; 1 request\n/);
  expect(stdout).toMatch(/--- no usable answer \(key\)\nThe model server at \S+ does not accept/);
});

test('prompt reports that a session used no model, but can rebuild WebLINX prompts from it', async ({
  runModelSession,
}) => {
  const { dir } = await runModelSession(() => ({ text: '' }), '--navigator', 'direct');
  expect(existsSync(join(dir, 'prompts.jsonl'))).toBe(false);
  const refusedResult = await runCommand(['prompt', dir, '--turn', '0', '--navigator', 'chat']);
  expect(refusedResult.code).toBe(2);
  expect(refusedResult.stderr).toMatch(/has no prompts\.jsonl: its navigator, direct, uses no model/);
  const rebuiltPrompt = await runCommand(['prompt', dir, '--turn', '1']);
  expect(rebuiltPrompt.stdout).toContain('Prompt: weblinx:llama');
});

test('an image in a request is described but not stored', async ({ runModelSession }) => {
  const { dir, requests } = await runModelSession(
    () => formatAnswer(createStep('report', null, 'Seen.')),
    '--pictures',
  );
  expect(requests[0]!.imageCount).toBe(1);
  const { stdout } = await runCommand(['prompt', dir, '--turn', '1']);
  expect(stdout).toMatch(/\n\(a picture: image\/png, \d{4,} bytes, sha256 [0-9a-f]{64}\)\n--- answer/);
  expect(readFileSync(join(dir, 'prompts.jsonl'), 'utf8')).not.toContain('base64');
});

test('a session continues if its requests cannot be recorded, and reports them at the end', async ({
  runModelSession,
}, info) => {
  const { dir, result } = await runModelSession((requests) => {
    const results = info.outputPath('r');
    // A folder that has the file's name makes the first write fail.
    if (requests.requestIndex === 0) mkdirSync(join(results, readdirSync(results)[0]!, 'prompts.jsonl'));
    return CHAT_POLICY(requests);
  });
  expect(result.code).toBe(0);
  expect(result.stderr).toMatch(
    /4 requests to the model were not written to prompts\.jsonl\. “\S+prompts\.jsonl” /,
  );
  expect(parseEvents(result.stdout).at(-1)).toMatchObject({
    type: 'end',
    verdict: 'done',
    model: { calls: 4 },
  });
  const { code, stderr } = await runCommand(['prompt', dir, '--turn', '1']);
  expect(code).toBe(2);
  expect(stderr).toContain('prompts.jsonl” cannot be read');
});

/** Clicks the first link in the prompt, then reports. */
const WEBLINX_POLICY: AnswerFunction = ({ requestIndex, prompt }) => {
  const uid = /\(uid = (\S+)\) .*\[\[tag\]\] a /.exec(prompt)?.[1];
  return {
    text:
      requestIndex === 0 && uid
        ? `click(uid="${uid}")`
        : 'say(speaker="navigator", utterance="The prices are open.")',
  };
};

test('for a WebLINX session, prompt prints the model family and the recorded candidates', async ({
  runModelSession,
}) => {
  const { dir, requests } = await runModelSession(WEBLINX_POLICY, '--navigator', 'weblinx:gpt');
  expect(existsSync(join(dir, 'prompts.jsonl'))).toBe(true);
  const { stdout } = await runCommand(['prompt', dir, '--turn', '1', '--json']);
  const { family, body } = JSON.parse(stdout) as { family: string; body: { messages: unknown } };
  expect(family).toBe('gpt');
  const pageRequestIndex = requests.findIndex(({ prompt }) => prompt.includes('(uid = '));
  expect(body.messages).toEqual(requests[pageRequestIndex]!.body.messages);
  const printedPrompt = await runCommand(['prompt', dir, '--turn', '1']);
  expect(printedPrompt.stdout).toMatch(/page of turn 1, \d+ of \d+ candidates, as recorded\n/);
  const refusedResult = await runCommand(['prompt', dir, '--turn', '1', '--navigator', 'chat']);
  expect(refusedResult.stderr).toContain('was weblinx:gpt. Its prompts are not recorded but rebuilt');
});
