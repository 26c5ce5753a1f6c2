/** `parley models` with a model hub on the loopback interface. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';

import { expect, test } from '../support/browser.js';
import { writeSmallModel } from '../rank/dense/small-model.js';
import { runCommand } from '../support/cli-harness.js';
import { type ProcessResult } from '../support/parley.js';
import { startServer } from '../support/server.js';

const MODEL_ID = 'someone/Small-dmr';

interface ModelsCli {
  models(...args: string[]): Promise<ProcessResult>;
  config: string;
  cache: string;
}

function createModelsCli(info: TestInfo, env: NodeJS.ProcessEnv = {}): ModelsCli {
  const [config, cache] = [info.outputPath('config'), info.outputPath('cache')];
  const cliEnv = { XDG_CONFIG_HOME: config, XDG_CACHE_HOME: cache, ...env };
  return { config, cache, models: (...args) => runCommand(['models', ...args], { env: cliEnv }) };
}

/** Returns the path of the partly downloaded weights. */
const getPartialFile = ({ cache }: ModelsCli): string =>
  join(cache, 'parley', 'models', MODEL_ID.replace('/', '--'), 'model.safetensors.part');

const readRegistry = ({ config }: ModelsCli): { name: string; folder: string }[] =>
  JSON.parse(readFileSync(join(config, 'parley', 'models.json'), 'utf8')).models;

interface Hub {
  url: string;
  /** The path and the range header of each request. */
  requests: string[];
  close(): Promise<void>;
}

interface HubBehaviour {
  /** Closes the first download of the weights once `partialFile` has received `afterBytes` bytes. */
  interruption?: { afterBytes: number; partialFile: string };
  answer?: RequestListener;
}

/** Serves a folder as a model hub does, with a redirect for large files, with ranges and with entity tags. */
async function startHub(folder: string, { interruption, answer }: HubBehaviour = {}): Promise<Hub> {
  const requests: string[] = [];
  let nextInterruption = interruption;
  const server = await startServer((request, response) => {
    if (answer) return answer(request, response);
    const path = request.url ?? '/';
    const prefix = `/${MODEL_ID}/resolve/main/`;
    const { range } = request.headers;
    requests.push(`${path.replace(prefix, '').replace('/store/', '')} ${range ?? ''}`.trim());
    if (path === `${prefix}model.safetensors`) {
      response.writeHead(302, { location: '/store/model.safetensors' });
      return response.end();
    }
    const file = join(folder, path.replace(prefix, '').replace('/store/', ''));
    if (!existsSync(file)) return response.writeHead(404).end();
    const bytes = readFileSync(file);
    const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
    const startByte = range && request.headers['if-range'] === etag ? Number(/\d+/.exec(range)![0]) : 0;
    response.writeHead(startByte ? 206 : 200, {
      etag,
      'content-length': bytes.length - startByte,
      ...(startByte ? { 'content-range': `bytes ${startByte}-${bytes.length - 1}/${bytes.length}` } : {}),
    });
    if (nextInterruption && path.startsWith('/store/')) {
      const { afterBytes, partialFile } = nextInterruption;
      nextInterruption = undefined;
      response.write(bytes.subarray(0, afterBytes));
      const getReceivedBytes = (): number => statSync(partialFile, { throwIfNoEntry: false })?.size ?? 0;
      void expect
        .poll(getReceivedBytes)
        .toBe(afterBytes)
        .finally(() => response.destroy());
      return;
    }
    response.end(bytes.subarray(startByte));
  });
  return { ...server, requests };
}

test('parley models lists the bundled models', async ({}, info) => {
  const { models } = createModelsCli(info);
  const { stdout, code } = await models();
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^lexical +words +built in[\s\S]*parley-compact +hybrid +23\.\d MB, up to 512 tokens, sha256 \w{12}\n/,
  );
});

test('the bundled model passes its check', async () => {
  const { stdout, code } = await runCommand(['models', 'check', '--json']);
  expect(JSON.parse(stdout)).toMatchObject([{ name: 'parley-compact', ok: true }]);
  expect(code).toBe(0);
});

test('a local model can be registered, listed, checked and removed; its folder is kept', async ({}, info) => {
  const folder = await writeSmallModel(info.outputPath('small'));
  const cli = createModelsCli(info);
  const addResult = await cli.models('add', folder, '--name', 'mine');
  expect(addResult.stdout).toMatch(
    /^Registered mine: 1 layers, 32 dimensions, up to 64 tokens, .*sha256 [0-9a-f]{64}\nUse it with --ranker mine\n$/,
  );
  expect(readRegistry(cli)).toMatchObject([{ name: 'mine', kind: 'weblinx-dmr', folder }]);
  const listedModels = JSON.parse((await cli.models('--json')).stdout);
  expect(listedModels.map(({ name }: { name: string }) => name)).toEqual([
    'lexical',
    'parley-compact',
    'mine',
  ]);
  expect((await cli.models('check', 'mine')).stdout).toMatch(/^ok +mine/);
  expect((await cli.models('add', folder, '--name', 'mine')).stderr).toMatch(/already exists\.\n.*--name/);
  expect((await cli.models('remove', 'mine')).stdout).toContain('was kept');
  expect(readRegistry(cli)).toEqual([]);
  expect(existsSync(join(folder, 'model.safetensors'))).toBe(true);
});

test('a changed or damaged model is detected', async ({}, info) => {
  const folder = await writeSmallModel(info.outputPath('small'));
  const cli = createModelsCli(info);
  await cli.models('add', folder, '--name', 'mine');
  const file = join(folder, 'model.safetensors');
  const bytes = readFileSync(file);
  bytes[bytes.length - 1]! ^= 1;
  writeFileSync(file, bytes);
  const checkResult = await cli.models('check', 'mine');
  expect(checkResult.stdout).toMatch(
    /^PROBLEM +mine +its files have changed since it was registered\n.*parley models remove mine/,
  );
  expect(checkResult.code).toBe(5);
  truncateSync(file, 3000);
  expect((await cli.models('check', 'mine')).stdout).toMatch(/^PROBLEM +mine .*it ends at byte 3000/);
  expect((await cli.models()).stdout).toMatch(/mine +weblinx-dmr +PROBLEM .*it ends at byte 3000/);
});

test.describe('incorrect usage is reported with a message, a next step and exit code 2:', () => {
  const INCORRECT_USAGE: [string[], RegExp][] = [
    [['add'], /No model given\.\n.*parley models add/],
    [['add', './nowhere'], /“\.\/nowhere” is neither a folder nor the id.*\n.*owner\/name/],
    [['add', 'package.json'], /package\.json” is a file\.\n/],
    [['add', 'models/parley-compact', '--name', 'a b'], /“a b” is not a valid model name/],
    [
      ['add', 'models/parley-compact'],
      /ranker named “parley-compact” already exists\.\nIt is built in\..*--name/,
    ],
    [['add', 'docs', '--name', 'docs'], /docs.config\.json: there is no such file\.\n/],
    [['remove', 'nobody'], /No model is registered as “nobody”/],
    [['remove', 'lexical'], /“lexical” is built in/],
    [['polish'], /has no action “polish”\.\n.*list, add, check or remove/],
  ];
  for (const [args, message] of INCORRECT_USAGE)
    test(`parley models ${args.join(' ')}`, async ({}, info) => {
      const { code, stderr } = await createModelsCli(info).models(...args);
      expect(stderr).toMatch(message);
      expect(code).toBe(2);
    });
});

test('a damaged model list is reported, and the error suggests a next step', async ({}, info) => {
  const cli = createModelsCli(info);
  mkdirSync(join(cli.config, 'parley'), { recursive: true });
  writeFileSync(join(cli.config, 'parley', 'models.json'), '{');
  const { code, stderr } = await cli.models();
  expect(stderr).toMatch(/models\.json is not a list of models\.\nDelete it/);
  expect(code).toBe(2);
});

test('a model list that cannot be written causes an infrastructure error', async ({}, info) => {
  const folder = await writeSmallModel(info.outputPath('small'));
  writeFileSync(info.outputPath('file'), '');
  const { code, stderr } = await createModelsCli(info, { XDG_CONFIG_HOME: info.outputPath('file') }).models(
    'add',
    folder,
  );
  expect(stderr).toMatch(/models\.json cannot be written \(E\w+\)\.\n.*XDG_CONFIG_HOME/);
  expect(code).toBe(5);
});

test.describe('with a model hub', () => {
  test('a model is downloaded with progress, registered, and deleted when removed', async ({}, info) => {
    const server = await startHub(await writeSmallModel(info.outputPath('small')));
    const cli = createModelsCli(info, { PARLEY_HUB: server.url });
    const { stdout, stderr, code } = await cli.models('add', MODEL_ID);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^Registered Small-dmr/);
    expect(stderr).toMatch(/model\.safetensors: \d\.\d MB of \d\.\d MB, 100 %, \d+\.\d MB\/s\n/);
    expect(stderr).toMatch(/model\.safetensors: \d+ bytes, sha256 [0-9a-f]{64}\n/);
    const [model] = readRegistry(cli);
    expect(model).toMatchObject({ name: 'Small-dmr', source: MODEL_ID });
    expect(readdirSync(model!.folder).sort()).toEqual([
      '1_Pooling',
      'config.json',
      'model.safetensors',
      'tokenizer.json',
    ]);
    expect((await cli.models('remove', 'Small-dmr')).stdout).toContain('was deleted');
    expect(existsSync(model!.folder)).toBe(false);
    await server.close();
  });

  test('an interrupted download resumes', async ({}, info) => {
    const interruption = { afterBytes: 5000, partialFile: getPartialFile(createModelsCli(info)) };
    const server = await startHub(await writeSmallModel(info.outputPath('small')), { interruption });
    const cli = createModelsCli(info, { PARLEY_HUB: server.url });
    const interruptedResult = await cli.models('add', MODEL_ID);
    expect(interruptedResult.stderr).toMatch(
      /download of model\.safetensors from .* stopped after 5000 bytes \(.*\)\.\nRun the command again; the download resumes\./,
    );
    expect(interruptedResult.code).toBe(5);
    const resumedResult = await cli.models('add', MODEL_ID);
    expect(resumedResult.code, resumedResult.stderr).toBe(0);
    expect(server.requests).toContain('model.safetensors bytes=5000-');
    await server.close();
  });

  test('an interrupted download starts over if the file has changed', async ({}, info) => {
    const folder = await writeSmallModel(info.outputPath('small'));
    const server = await startHub(folder, {
      interruption: { afterBytes: 5000, partialFile: getPartialFile(createModelsCli(info)) },
    });
    const cli = createModelsCli(info, { PARLEY_HUB: server.url });
    await cli.models('add', MODEL_ID);
    await writeSmallModel(folder, 2);
    const restartedResult = await cli.models('add', MODEL_ID);
    expect(restartedResult.stdout, restartedResult.stderr).toMatch(/2 layers/);
    await server.close();
  });

  const HUB_ERRORS: [string, HubBehaviour, RegExp][] = [
    [
      '404',
      { answer: (_, response) => response.writeHead(404).end() },
      /has no config\.json of someone\/Small-dmr\.\nCheck the name/,
    ],
    [
      '401',
      { answer: (_, response) => response.writeHead(401).end() },
      /answered 401 for config\.json\.\nThe model is private/,
    ],
    ['503', { answer: (_, response) => response.writeHead(503).end() }, /answered 503.*\n.*Try again later/],
    [
      'an HTML page instead of JSON',
      { answer: (_, response) => response.writeHead(200).end('<h1>Welcome to this hotel’s network</h1>') },
      /config\.json: it is not JSON/,
    ],
  ];
  for (const [cause, behaviour, message] of HUB_ERRORS)
    test(`a hub response with ${cause} is reported, and no model is registered`, async ({}, info) => {
      const server = await startHub('', behaviour);
      const cli = createModelsCli(info, { PARLEY_HUB: server.url });
      const { code, stderr } = await cli.models('add', MODEL_ID);
      expect(stderr).toMatch(message);
      expect([2, 5]).toContain(code);
      expect(existsSync(join(cli.config, 'parley', 'models.json'))).toBe(false);
      await server.close();
    });

  test('for an unreachable hub, an invalid hub URL or an unwritable folder, the error suggests a next step', async ({}, info) => {
    const server = await startServer((_, response) => response.end());
    await server.close();
    const unreachableResult = await createModelsCli(info, { PARLEY_HUB: server.url }).models('add', MODEL_ID);
    expect(unreachableResult.stderr).toMatch(
      /cannot be reached \(ECONNREFUSED\)\.\nCheck the connection, set PARLEY_HUB/,
    );
    expect(unreachableResult.code).toBe(5);
    const invalidUrlResult = await createModelsCli(info, { PARLEY_HUB: 'hub' }).models('add', MODEL_ID);
    expect(invalidUrlResult.stderr).toMatch(/PARLEY_HUB is “hub”/);
    expect(invalidUrlResult.code).toBe(2);
    writeFileSync(info.outputPath('file'), '');
    const secondHub = await startHub(info.outputPath('small'));
    const unwritableResult = await createModelsCli(info, {
      PARLEY_HUB: secondHub.url,
      XDG_CACHE_HOME: info.outputPath('file'),
    }).models('add', MODEL_ID);
    expect(unwritableResult.stderr).toMatch(/cannot be written \(E\w+\)\.\n.*XDG_CACHE_HOME/);
    expect(unwritableResult.code).toBe(5);
    await secondHub.close();
  });
});
