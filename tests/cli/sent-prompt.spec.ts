/** `parley prompt` on sessions that a model held: what it was sent, request by request, as the server got it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test as base, type TestInfo } from '@playwright/test';

import {
  fakeModelServer,
  type Asked,
  type FakeModelServer,
  type Policy,
} from '../support/fake-model-server.js';
import { runCommand } from '../support/cli-harness.js';
import { events, type Finished } from '../support/parley.js';

const FILLER = Array.from({ length: 400 }, (_, i) => `<p>Paragraph ${i} tells of delivery and returns.</p>`);
const PAGE = `<title>Shop</title><h1>Shop</h1><form><input name=a aria-label="First name">
  <input name=b aria-label="Last name"></form><a href="#x">Prices</a>${FILLER.join('')}`;
const KEY = 'key-of-the-tests';

interface Session {
  dir: string;
  ran: Finished;
  asked: Asked[];
}

const test = base.extend<{ hold: (policy: Policy, ...args: string[]) => Promise<Session> }>({
  hold: async ({}, use, info) => {
    const servers: FakeModelServer[] = [];
    await use(async (policy, ...args) => {
      const server = await fakeModelServer(policy);
      servers.push(server);
      const page = info.outputPath('page.html');
      writeFileSync(page, PAGE);
      const results = info.outputPath('r');
      const where = ['--url', page, '--results', results, '--json'];
      const model = args.includes('direct') ? [] : ['--model', 'tiny', '--base-url', server.url];
      const ran = await runCommand(['run', `Ada ${KEY}`, ...where, ...model, ...args], { env: envOf(info) });
      return { dir: join(results, readdirSync(results)[0]!), ran, asked: server.asked };
    });
    for (const server of servers) await server.close();
  },
});

const envOf = (info: TestInfo): NodeJS.ProcessEnv => ({
  XDG_CACHE_HOME: info.outputPath('cache'),
  PARLEY_API_KEY: KEY,
});

const step = (what: string, on: number | null, value: string | null) => ({ do: what, on, value });
const decide = (...steps: object[]): { text: string } => ({
  text: JSON.stringify({ thought: '', note: null, steps }),
});
const numberOf = (prompt: string, name: string): number =>
  Number(new RegExp(`\\[(\\d+)\\]\\*? \\S+ "${name}"`).exec(prompt)![1]);

/** Looks, writes nonsense, fills in a form in one decision, reports. */
const CHAT: Policy = ({ before, prompt }) => {
  if (before === 0) return decide(step('find', null, 'Paragraph 399'));
  if (before === 1) return { text: 'Let me think.' };
  if (before === 2)
    return decide(
      step('type', numberOf(prompt, 'First name'), 'Ada'),
      step('type', numberOf(prompt, 'Last name'), 'Lovelace'),
    );
  return decide(step('report', null, 'Both are filled in.'));
};

interface Printed {
  turn: number;
  calls: {
    turn: number;
    request: { messages: { role: string; content: string }[] };
    answer: object;
    parts: { name: string; tokens: number }[];
    omitted: string | null;
  }[];
}

const FAULTS: [turn: string, message: RegExp][] = [
  ['0', /Turn 0 is the instructor’s[^]*Requests are recorded for turns 1, 3\./],
  ['4', /Turn 4 has not happened/],
  ['9', /There is no turn 9: the session has 4/],
];

test('a chat session: lookups, repairs and decisions as sent, for each resulting turn', async ({ hold }) => {
  const { dir, ran, asked } = await hold(CHAT);
  expect(ran.code, ran.stdout + ran.stderr).toBe(0);
  expect(events(ran.stdout).flatMap((event) => ('turn' in event ? [event.type] : []))).toEqual([
    'say',
    'action',
    'action',
    'say',
  ]);
  const wire = asked.map(({ body }) => body.messages);

  const json = async (turn: number): Promise<Printed> =>
    JSON.parse((await runCommand(['prompt', dir, '--turn', String(turn), '--json'])).stdout) as Printed;
  const first = await json(1);
  expect(first.calls.map(({ request }) => request.messages)).toEqual(wire.slice(0, 3));
  expect(first.calls.map(({ answer }) => answer)).toMatchObject([
    { ok: true },
    { ok: false, kind: 'not-json', text: 'Let me think.' },
    { ok: true },
  ]);
  const [look, , repaired] = first.calls;
  const names = ['rules', 'conversation', 'now', 'page', 'request'];
  expect(look!.parts.map(({ name }) => name)).toEqual(names);
  expect(repaired!.parts.map(({ name }) => name)).toEqual([...names, 'further']);
  for (const { tokens } of repaired!.parts) expect(tokens).toBeGreaterThan(0);
  expect(look!.omitted).toMatch(/^0 elements and \d+ texts$|^\d+ texts$/);
  expect((await json(2)).calls).toEqual(first.calls);
  expect((await json(3)).calls.map(({ request }) => request.messages)).toEqual(wire.slice(3));
  expect(readFileSync(join(dir, 'prompts.jsonl'), 'utf8')).not.toContain(KEY);
  expect(JSON.stringify(first)).toContain('Ada <API_KEY>');

  const { stdout, code } = await runCommand(['prompt', dir, '--turn', '2']);
  expect(code).toBe(0);
  expect(stdout).toContain(
    'Turn 2 of 4: type “Lovelace” into textbox “Last name”; decided with turn 1; 3 requests',
  );
  expect(stdout).toMatch(
    / {2}rules +\d+\n {2}conversation +\d+\n {2}now +\d+\n {2}page +\d+\n {2}request +\d+\n/,
  );
  expect(stdout).toMatch(/ {2}total +\d+; the server counted 20\n/);
  expect(stdout).toMatch(/Left out of the page: \d+ texts/);
  const told = (wire[0] as { content: string }[]).map(({ content }) => content);
  expect(stdout).toContain(`--- system\n${told[0]!}\n--- user\n${told[1]!}\n--- answer\n{`);
  expect(stdout).toContain('--- the first 2 messages are identical to those of request 1\n--- assistant\n{');
  expect(stdout).toContain('--- no usable answer (not-json)\n');
  expect(stdout.split(told[0]!)).toHaveLength(2);

  // Turns that no model was asked for are errors that name those that it was.
  for (const [turn, message] of FAULTS) {
    const fault = await runCommand(['prompt', dir, '--turn', turn]);
    expect(fault.stderr).toMatch(message);
    expect(fault.code).toBe(2);
  }
});

test('a failed request is printed with its error, even without a resulting turn', async ({ hold }) => {
  const { dir, ran } = await hold(() => ({ status: 401, message: 'no such key' }));
  expect(ran.code).toBe(5);
  const { stdout } = await runCommand(['prompt', dir, '--turn', '1']);
  expect(stdout).toMatch(/^Turn 1 of 1: not decided yet; 1 request\n/);
  expect(stdout).toMatch(/--- no usable answer \(key\)\nThe model server at \S+ does not accept/);
});

test('a session without a model says so; WebLINX prompts can still be rebuilt from it', async ({ hold }) => {
  const { dir } = await hold(() => ({ text: '' }), '--navigator', 'direct');
  expect(existsSync(join(dir, 'prompts.jsonl'))).toBe(false);
  const chat = await runCommand(['prompt', dir, '--turn', '0', '--navigator', 'chat']);
  expect(chat.code).toBe(2);
  expect(chat.stderr).toMatch(/has no prompts\.jsonl: its navigator, direct, uses no model/);
  const made = await runCommand(['prompt', dir, '--turn', '1']);
  expect(made.stdout).toContain('Prompt: weblinx:llama');
});

test('a picture in a request is described but not stored', async ({ hold }) => {
  const { dir, asked } = await hold(() => decide(step('report', null, 'Seen.')), '--pictures');
  expect(asked[0]!.images).toBe(1);
  const { stdout } = await runCommand(['prompt', dir, '--turn', '1']);
  expect(stdout).toMatch(/\n\(a picture: image\/png, \d{4,} bytes, sha256 [0-9a-f]{64}\)\n--- answer/);
  expect(readFileSync(join(dir, 'prompts.jsonl'), 'utf8')).not.toContain('base64');
});

test('a session continues if its requests cannot be recorded, and says so at the end', async ({
  hold,
}, info) => {
  const { dir, ran } = await hold((asked) => {
    const results = info.outputPath('r');
    // The file's place is taken by the time that there is an answer to write.
    if (asked.before === 0) mkdirSync(join(results, readdirSync(results)[0]!, 'prompts.jsonl'));
    return CHAT(asked);
  });
  expect(ran.code).toBe(0);
  expect(ran.stderr).toMatch(/4 requests to the model are not in prompts\.jsonl: “\S+prompts\.jsonl” /);
  expect(events(ran.stdout).at(-1)).toMatchObject({ type: 'end', verdict: 'done', model: { calls: 4 } });
  const { code, stderr } = await runCommand(['prompt', dir, '--turn', '1']);
  expect(code).toBe(2);
  expect(stderr).toContain('prompts.jsonl” cannot be read');
});

/** Clicks by the page it is shown, then speaks. */
const WEBLINX: Policy = ({ before, prompt }) => {
  const uid = /\(uid = (\S+)\) .*\[\[tag\]\] a /.exec(prompt)?.[1];
  return {
    text:
      before === 0 && uid
        ? `click(uid="${uid}")`
        : 'say(speaker="navigator", utterance="The prices are open.")',
  };
};

test('a WebLINX session: its family, and the candidates it was shown', async ({ hold }) => {
  const { dir, asked } = await hold(WEBLINX, '--navigator', 'weblinx:gpt');
  expect(existsSync(join(dir, 'prompts.jsonl'))).toBe(true);
  const { stdout } = await runCommand(['prompt', dir, '--turn', '1', '--json']);
  const { family, body } = JSON.parse(stdout) as { family: string; body: { messages: unknown } };
  expect(family).toBe('gpt');
  const at = asked.findIndex(({ prompt }) => prompt.includes('(uid = '));
  expect(body.messages).toEqual(asked[at]!.body.messages);
  const told = await runCommand(['prompt', dir, '--turn', '1']);
  expect(told.stdout).toMatch(/page of turn 1, \d+ of \d+ candidates, as recorded\n/);
  const chat = await runCommand(['prompt', dir, '--turn', '1', '--navigator', 'chat']);
  expect(chat.stderr).toContain('was weblinx:gpt, not chat');
});
