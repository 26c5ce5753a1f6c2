/**
 * Runs command lines of the built program one at a time and sends back their output. Commands that would launch a
 * browser connect to this process's browser instead.
 */
import { PassThrough } from 'node:stream';

import { chromium } from 'playwright';

import { runCommandLine } from '../../dist/cli/command-line.js';
import { createHostLaunchOptions, PAGE_LIMITS } from '../../dist/page/index.js';

/** Flags of commands that launch or choose their own browser. */
const OWN_BROWSER_FLAG = /^--(browser-path|connect|profile|headed|keep-logins)\b/;

const shippedLimits = { ...PAGE_LIMITS };

let server = null;

/** Adds the running browser to commands that need one. */
async function addBrowserFlag(args, ownBrowser) {
  const opensPages = ['run', 'chat', 'look', 'replay'].includes(args[0]);
  if (ownBrowser || !opensPages || args.some((arg) => OWN_BROWSER_FLAG.test(arg))) return args;
  server ??= chromium.launchServer(createHostLaunchOptions({}));
  return [...args, '--connect', (await server).wsEndpoint()];
}

/** Replaces standard input, from which `parley chat` reads its lines, with the text. */
function replaceInput(text) {
  const input = new PassThrough();
  input.end(text);
  Object.defineProperty(process, 'stdin', { value: input, configurable: true });
}

/** Intercepts the stream while `body` runs. @returns the intercepted text */
async function capture(stream, body) {
  const { write } = stream;
  let text = '';
  stream.write = (chunk, ...rest) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    rest.find((argument) => typeof argument === 'function')?.();
    return true;
  };
  try {
    await body();
  } finally {
    stream.write = write;
  }
  return text;
}

const initialEnv = { ...process.env };

process.on('message', async ({ args, cwd, env, ownBrowser, stdin }) => {
  for (const name of Object.keys(process.env)) if (!(name in initialEnv)) delete process.env[name];
  Object.assign(process.env, initialEnv, env);
  // Short waits, as in other tests, unless the command asks for the shipped ones.
  Object.assign(PAGE_LIMITS, shippedLimits, JSON.parse(process.env.PARLEY_TEST_LIMITS ?? '{}'));
  process.chdir(cwd);
  process.exitCode = undefined;
  replaceInput(stdin);
  let stdout = '';
  const stderr = await capture(process.stderr, async () => {
    stdout = await capture(process.stdout, async () =>
      runCommandLine(await addBrowserFlag(args, ownBrowser)),
    );
  });
  process.send({ code: process.exitCode ?? 0, stdout, stderr });
});
process.on('disconnect', () => process.exit());
process.send('ready');
