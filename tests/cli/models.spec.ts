/** `parley models` as its users see it, against a real hub on loopback. */
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
import { expect, test, type TestInfo } from '@playwright/test';

import { writeSmallModel } from '../rank/dense/small-model.js';
import { runCommand } from '../support/cli-harness.js';
import { parley, type Finished } from '../support/parley.js';
import { serve } from '../support/server.js';

const ID = 'someone/Small-dmr';

interface Desk {
  models(...args: string[]): Promise<Finished>;
  config: string;
  cache: string;
}

function desk(info: TestInfo, env: NodeJS.ProcessEnv = {}): Desk {
  const [config, cache] = [info.outputPath('config'), info.outputPath('cache')];
  const places = { XDG_CONFIG_HOME: config, XDG_CACHE_HOME: cache, ...env };
  return { config, cache, models: (...args) => runCommand(['models', ...args], { env: places }) };
}

/** Where the weights lie while they come. */
const part = ({ cache }: Desk): string =>
  join(cache, 'parley', 'models', ID.replace('/', '--'), 'model.safetensors.part');

const registered = ({ config }: Desk): { name: string; folder: string }[] =>
  JSON.parse(readFileSync(join(config, 'parley', 'models.json'), 'utf8')).models;

interface Hub {
  url: string;
  /** `path range` of every request. */
  asked: string[];
  close(): Promise<void>;
}

interface Habits {
  /** Breaks off the weights after so many bytes, once, when they have come as far as this file. */
  breaks?: { after: number; at: string };
  answer?: RequestListener;
}

/** Serves a folder as hubs do: a redirect for large files, ranges, entity tags. */
async function hub(folder: string, { breaks, answer }: Habits = {}): Promise<Hub> {
  const asked: string[] = [];
  let left = breaks;
  const server = await serve((request, response) => {
    if (answer) return answer(request, response);
    const path = request.url ?? '/';
    const prefix = `/${ID}/resolve/main/`;
    const { range } = request.headers;
    asked.push(`${path.replace(prefix, '').replace('/store/', '')} ${range ?? ''}`.trim());
    if (path === `${prefix}model.safetensors`) {
      response.writeHead(302, { location: '/store/model.safetensors' });
      return response.end();
    }
    const file = join(folder, path.replace(prefix, '').replace('/store/', ''));
    if (!existsSync(file)) return response.writeHead(404).end();
    const bytes = readFileSync(file);
    const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
    const from = range && request.headers['if-range'] === etag ? Number(/\d+/.exec(range)![0]) : 0;
    response.writeHead(from ? 206 : 200, {
      etag,
      'content-length': bytes.length - from,
      ...(from ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {}),
    });
    if (left && path.startsWith('/store/')) {
      const { after, at } = left;
      left = undefined;
      response.write(bytes.subarray(0, after));
      const come = (): number => statSync(at, { throwIfNoEntry: false })?.size ?? 0;
      void expect
        .poll(come)
        .toBe(after)
        .finally(() => response.destroy());
      return;
    }
    response.end(bytes.subarray(from));
  });
  return { ...server, asked };
}

test('without arguments it lists the bundled models', async ({}, info) => {
  const { models } = desk(info);
  const { stdout, code } = await models();
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^lexical +words +built in[\s\S]*parley-compact +hybrid +23\.\d MB, 512 tokens, sha256 \w{12}\n/,
  );
});

test('the bundled model is the released one', async () => {
  const { stdout, code } = await parley(['models', 'check', '--json']);
  expect(JSON.parse(stdout)).toMatchObject([{ name: 'parley-compact', ok: true }]);
  expect(code).toBe(0);
});

test('a folder is checked, registered, listed, checked again and removed, and the folder is kept', async ({}, info) => {
  const folder = await writeSmallModel(info.outputPath('small'));
  const at = desk(info);
  const added = await at.models('add', folder, '--name', 'mine');
  expect(added.stdout).toMatch(
    /^Registered mine: 1 layers, 32 dimensions, 64 tokens, .*sha256 [0-9a-f]{64}\nUse it with --ranker mine\n$/,
  );
  expect(registered(at)).toMatchObject([{ name: 'mine', kind: 'weblinx-dmr', folder }]);
  const listed = JSON.parse((await at.models('--json')).stdout);
  expect(listed.map(({ name }: { name: string }) => name)).toEqual(['lexical', 'parley-compact', 'mine']);
  expect((await at.models('check', 'mine')).stdout).toMatch(/^ok +mine/);
  expect((await at.models('add', folder, '--name', 'mine')).stderr).toMatch(/already exists\.\n.*--name/);
  expect((await at.models('remove', 'mine')).stdout).toContain('was kept');
  expect(registered(at)).toEqual([]);
  expect(existsSync(join(folder, 'model.safetensors'))).toBe(true);
});

test('a changed or damaged model is detected', async ({}, info) => {
  const folder = await writeSmallModel(info.outputPath('small'));
  const at = desk(info);
  await at.models('add', folder, '--name', 'mine');
  const file = join(folder, 'model.safetensors');
  const bytes = readFileSync(file);
  bytes[bytes.length - 1]! ^= 1;
  writeFileSync(file, bytes);
  const changed = await at.models('check', 'mine');
  expect(changed.stdout).toMatch(
    /^PROBLEM +mine +its files have changed since it was registered\n.*parley models remove mine/,
  );
  expect(changed.code).toBe(5);
  truncateSync(file, 3000);
  expect((await at.models('check', 'mine')).stdout).toMatch(/^PROBLEM +mine .*it ends at byte 3000/);
  expect((await at.models()).stdout).toMatch(/mine +weblinx-dmr +PROBLEM .*it ends at byte 3000/);
});

test.describe('wrong use ends with exit code 2, a sentence and a next step', () => {
  const TABLE: [string[], RegExp][] = [
    [['add'], /No model is named\.\n.*parley models add/],
    [['add', './nowhere'], /no folder \.\/nowhere, and it is not the id.*\n.*owner\/name/],
    [['add', 'package.json'], /package\.json is a file\.\n/],
    [['add', 'models/parley-compact', '--name', 'a b'], /“a b” is not a valid model name/],
    [['add', 'models/parley-compact'], /ranker named “parley-compact” already exists\.\n.*--name/],
    [['add', 'docs', '--name', 'docs'], /docs.config\.json: there is no such file\.\n/],
    [['remove', 'nobody'], /No model is registered as “nobody”/],
    [['remove', 'lexical'], /lexical is built in/],
    [['polish'], /has no action “polish”\.\n.*list, add, check or remove/],
  ];
  for (const [args, message] of TABLE)
    test(args.join(' '), async ({}, info) => {
      const { code, stderr } = await desk(info).models(...args);
      expect(stderr).toMatch(message);
      expect(code).toBe(2);
    });
});

test('a damaged model list is reported with a next step', async ({}, info) => {
  const at = desk(info);
  mkdirSync(join(at.config, 'parley'), { recursive: true });
  writeFileSync(join(at.config, 'parley', 'models.json'), '{');
  const { code, stderr } = await at.models();
  expect(stderr).toMatch(/models\.json is not a list of models\.\nDelete it/);
  expect(code).toBe(2);
});

test('a model list that cannot be written is an infrastructure error', async ({}, info) => {
  const folder = await writeSmallModel(info.outputPath('small'));
  writeFileSync(info.outputPath('file'), '');
  const { code, stderr } = await desk(info, { XDG_CONFIG_HOME: info.outputPath('file') }).models(
    'add',
    folder,
  );
  expect(stderr).toMatch(/models\.json cannot be written \(E\w+\)\.\n.*XDG_CONFIG_HOME/);
  expect(code).toBe(5);
});

test.describe('from a hub', () => {
  test('a model is downloaded with progress, registered, and deleted when removed', async ({}, info) => {
    const server = await hub(await writeSmallModel(info.outputPath('small')));
    const at = desk(info, { PARLEY_HUB: server.url });
    const { stdout, stderr, code } = await at.models('add', ID);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^Registered Small-dmr/);
    expect(stderr).toMatch(/model\.safetensors: \d\.\d MB of \d\.\d MB, 100 %, \d+\.\d MB\/s\n/);
    expect(stderr).toMatch(/model\.safetensors: \d+ bytes, sha256 [0-9a-f]{64}\n/);
    const [model] = registered(at);
    expect(model).toMatchObject({ name: 'Small-dmr', source: ID });
    expect(readdirSync(model!.folder).sort()).toEqual([
      '1_Pooling',
      'config.json',
      'model.safetensors',
      'tokenizer.json',
    ]);
    expect((await at.models('remove', 'Small-dmr')).stdout).toContain('was deleted');
    expect(existsSync(model!.folder)).toBe(false);
    await server.close();
  });

  test('an interrupted download resumes', async ({}, info) => {
    const breaks = { after: 5000, at: part(desk(info)) };
    const server = await hub(await writeSmallModel(info.outputPath('small')), { breaks });
    const at = desk(info, { PARLEY_HUB: server.url });
    const broken = await at.models('add', ID);
    expect(broken.stderr).toMatch(
      /download of model\.safetensors from .* stopped after 5000 bytes \(.*\)\.\nRun the command again; the download resumes\./,
    );
    expect(broken.code).toBe(5);
    const again = await at.models('add', ID);
    expect(again.code, again.stderr).toBe(0);
    expect(server.asked).toContain('model.safetensors bytes=5000-');
    await server.close();
  });

  test('a download starts again if the file has changed', async ({}, info) => {
    const folder = await writeSmallModel(info.outputPath('small'));
    const server = await hub(folder, { breaks: { after: 5000, at: part(desk(info)) } });
    const at = desk(info, { PARLEY_HUB: server.url });
    await at.models('add', ID);
    await writeSmallModel(folder, 2);
    const again = await at.models('add', ID);
    expect(again.stdout, again.stderr).toMatch(/2 layers/);
    await server.close();
  });

  const REFUSALS: [string, Habits, RegExp][] = [
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
      'a page of another kind',
      { answer: (_, response) => response.writeHead(200).end('<h1>Welcome to this hotel’s network</h1>') },
      /config\.json: it is not JSON/,
    ],
  ];
  for (const [what, habits, message] of REFUSALS)
    test(`refused: ${what}`, async ({}, info) => {
      const server = await hub('', habits);
      const at = desk(info, { PARLEY_HUB: server.url });
      const { code, stderr } = await at.models('add', ID);
      expect(stderr).toMatch(message);
      expect([2, 5]).toContain(code);
      expect(existsSync(join(at.config, 'parley', 'models.json'))).toBe(false);
      await server.close();
    });

  test('an unreachable hub, an invalid address, an unwritable folder', async ({}, info) => {
    const server = await serve((_, response) => response.end());
    await server.close();
    const away = await desk(info, { PARLEY_HUB: server.url }).models('add', ID);
    expect(away.stderr).toMatch(/cannot be reached \(ECONNREFUSED\)\.\nCheck the connection, set PARLEY_HUB/);
    expect(away.code).toBe(5);
    const none = await desk(info, { PARLEY_HUB: 'hub' }).models('add', ID);
    expect(none.stderr).toMatch(/PARLEY_HUB is “hub”/);
    expect(none.code).toBe(2);
    writeFileSync(info.outputPath('file'), '');
    const there = await hub(info.outputPath('small'));
    const full = await desk(info, { PARLEY_HUB: there.url, XDG_CACHE_HOME: info.outputPath('file') }).models(
      'add',
      ID,
    );
    expect(full.stderr).toMatch(/cannot be written \(E\w+\)\.\n.*XDG_CACHE_HOME/);
    expect(full.code).toBe(5);
    await there.close();
  });
});
