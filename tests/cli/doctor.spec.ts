/** How `parley doctor` reports the language model, caches its capabilities and sets its exit code. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test as base } from '../support/browser.js';
import { startFakeModelServer, type AnswerFunction } from '../support/fake-model-server.js';
import { runCommand } from '../support/cli-harness.js';

interface Finding {
  what: string;
  state: string;
  detail: string;
  next?: string;
}

const test = base.extend<{ cache: string }>({
  cache: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-doctor-'));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
});

async function runDoctor(args: string[], cache: string, env: Record<string, string> = {}) {
  const noModelEnv = { PARLEY_MODEL: '', PARLEY_BASE_URL: '', OPENAI_API_KEY: '', ANTHROPIC_API_KEY: '' };
  const { stdout, stderr, code } = await runCommand(['doctor', '--json', ...args], {
    env: { ...noModelEnv, XDG_CACHE_HOME: cache, ...env },
  });
  const findings = JSON.parse(stdout) as Finding[];
  const findFinding = (name: string): Finding => findings.find(({ what }) => what === name)!;
  return { model: findFinding('Model'), navigator: findFinding('Navigator'), code, stdout, stderr };
}

async function withModelServer(policy: AnswerFunction, use: (url: string) => Promise<void>): Promise<void> {
  const server = await startFakeModelServer(policy);
  try {
    await use(server.url);
  } finally {
    await server.close();
  }
}

test('without a model, doctor reports that the built-in navigator needs none', async ({ cache }) => {
  const { model, navigator, code } = await runDoctor([], cache);
  expect(navigator).toEqual({ what: 'Navigator', state: 'ok', detail: 'direct (built in)' });
  expect(model).toMatchObject({
    state: 'note',
    detail: 'none configured; the built-in navigator needs none',
  });
  expect(code).toBe(0);
});

test('a model that answers is reported with its capabilities, and these are cached', async ({ cache }) => {
  await withModelServer(
    () => ({ text: '{"ok": true}' }),
    async (url) => {
      const { model, navigator, code } = await runDoctor([], cache, {
        PARLEY_MODEL: 'tiny',
        PARLEY_BASE_URL: url,
      });
      // The suggested command needs no model flags, because the environment already names the model.
      expect(navigator.next).toBe('parley chat https://example.org');
      expect(model).toEqual({
        what: 'Model',
        state: 'ok',
        detail: `tiny at ${url}/v1: JSON by schema, images, streaming, context unknown, price unknown`,
      });
      expect(code).toBe(0);
      expect(readFileSync(join(cache, 'parley', 'model-servers.json'), 'utf8')).toContain(
        `openai ${url}/v1 tiny`,
      );
    },
  );
});

test('for a model set by flags, doctor suggests the chat command that uses it', async ({ cache }) => {
  await withModelServer(
    () => ({ text: '{"ok": true}' }),
    async (url) => {
      const args = ['--model', 'tiny', '--base-url', url, '--model-header', "x-who: it's me"];
      const { navigator, stdout } = await runDoctor([...args, '--model-header', 'x-a: b'], cache);
      expect(navigator).toEqual({
        what: 'Navigator',
        state: 'ok',
        detail: 'chat with this model, direct without it',
        next:
          `parley chat https://example.org --model tiny --base-url ${url} ` +
          `--model-header 'x-who: it'\\''s me' --model-header 'x-a: b'`,
      });
      expect((JSON.parse(stdout) as Finding[]).at(-1)?.what).toBe('Navigator');
    },
  );
});

test('with a wrong key, the command exits with code 5 and never prints the key', async ({ cache }) => {
  await withModelServer(
    ({ headers }) => ({
      status: 401,
      message: `Incorrect API key provided: ${String(headers.authorization)}`,
    }),
    async (url) => {
      const args = ['--model', 'tiny', '--base-url', url, '--api-key-env', 'MINE'];
      const { model, code, stdout, stderr } = await runDoctor(args, cache, { MINE: 'my-very-own-key' });
      expect(model).toMatchObject({
        state: 'problem',
        detail: expect.stringContaining('does not accept the key from MINE'),
      });
      expect(code).toBe(5);
      expect(stdout + stderr).not.toContain('my-very-own-key');
    },
  );
});

test('with an unreachable server, the command exits with code 5 and suggests a next step', async ({
  cache,
}) => {
  const { model, code } = await runDoctor(['--model', 'tiny', '--base-url', 'http://127.0.0.1:9'], cache);
  expect(model).toMatchObject({
    state: 'problem',
    detail: expect.stringContaining('cannot be reached'),
    next: 'Start the server, or give another one with --base-url.',
  });
  expect(code).toBe(5);
});

test('an invalid flag is reported as a finding', async ({ cache }) => {
  const { model, code } = await runDoctor(['--base-url', 'http://127.0.0.1:9'], cache);
  expect(model).toMatchObject({ state: 'problem', detail: '--base-url needs a language model.' });
  expect(code).toBe(5);
});
