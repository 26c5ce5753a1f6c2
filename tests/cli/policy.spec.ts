/** `parley policy` lists, checks and creates policies. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test as base } from '@playwright/test';

import { runCommand } from '../support/cli-harness.js';

const test = base.extend<{ policy: (...args: string[]) => ReturnType<typeof runCommand>; folder: string }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the first parameter.
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-policy-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  policy: async ({ folder }, use) => {
    await use((...args) => runCommand(['policy', ...args], { cwd: folder }));
  },
});

test('list prints the bundled libraries with their policies', async ({ policy }) => {
  const { stdout, code } = await policy('list');
  expect(stdout).toMatch(/^miniwob: /m);
  expect(stdout).toMatch(/^ {2}miniwob_agent \(root\): /m);
  expect(stdout).toMatch(/^ {2}choose_date \[id\] \[date\]: Chooses/m);
  expect(code).toBe(0);
  expect((await policy()).stdout).toBe(stdout);
});

test('list prints one library in detail, or as JSON', async ({ policy }) => {
  const { stdout } = await policy('list', 'webarena');
  expect(stdout).toMatch(/^Root github_agent: gitlab$/m);
  expect(stdout).toMatch(/^ {2}also called: list_products$/m);
  const library = JSON.parse((await policy('list', 'webarena', '--json')).stdout);
  expect(library.policies.find(({ name }: { name: string }) => name === 'find_user')).toMatchObject({
    parameters: ['user_name'],
    calls: [],
    examples: 0,
  });
  const libraries = JSON.parse((await policy('list', '--json')).stdout);
  expect(libraries.map(({ name }: { name: string }) => name)).toContain('webarena');
});

test('list reports an unknown library and suggests the one with the most similar name', async ({
  policy,
}) => {
  const { stderr, code } = await policy('list', 'minwob');
  expect(stderr).toMatch(/no policy library “minwob”\. Did you mean "miniwob"\?\n.*--policies/);
  expect(code).toBe(2);
});

test('the bundled libraries pass the check', async ({ policy }) => {
  const { stdout, code } = await policy('check');
  expect(stdout).toMatch(/^ok {2}webarena: 20 policies$/m);
  expect(code).toBe(0);
});

test('creating a policy also creates its library; both pass the check and are listed', async ({
  policy,
  folder,
}) => {
  const { stdout } = await policy('new', 'shop/find_order');
  expect(stdout).toContain('parley policy check shop');
  expect(readdirSync(join(folder, 'shop')).toSorted()).toEqual(['find_order.yaml', 'library.yaml']);
  const text = readFileSync(join(folder, 'shop', 'find_order.yaml'), 'utf8');
  expect(text).toContain('$schema=../node_modules/parley-web/schema/policy.schema.json');
  expect((await policy('check', 'shop')).stdout).toBe('ok  shop: 1 policy\n');
  await policy('new', 'shop/cancel_order');
  expect((await policy('check', '.')).stdout).toBe('ok  shop: 2 policies\n');
  expect((await policy('list', '--policies', '.')).stdout).toMatch(
    /^shop: .*\(shop\)\n {2}find_order \[text\] \(root\)/,
  );
});

test('a new policy in an existing library uses that library’s grammar', async ({ policy, folder }) => {
  await policy('new', 'pages/first');
  const file = join(folder, 'pages', 'library.yaml');
  writeFileSync(
    file,
    readFileSync(file, 'utf8')
      .replace('grammar: live', 'grammar: miniwob')
      .replace('salient-list', 'dom-list'),
  );
  rmSync(join(folder, 'pages', 'first.yaml'));
  await policy('new', 'pages/first');
  expect((await policy('check', 'pages')).stdout).toBe('ok  pages: 1 policy\n');
});

test('check prints every error with its location and exits with code 2', async ({ policy, folder }) => {
  await policy('new', 'shop/find_order');
  const file = join(folder, 'shop', 'find_order.yaml');
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('calls: []', 'calls: [find_oder]').replace('max_steps', 'max_step'),
  );
  const { stdout, code } = await policy('check', 'shop');
  expect(stdout.trimEnd().split('\n')).toEqual([
    'shop/find_order.yaml:13:1 max_step: "max_step" is not a known key. Did you mean "max_steps"?',
  ]);
  expect(code).toBe(2);
  expect((await policy('list', '--policies', 'shop')).stdout).toMatch(
    /^shop: has errors; parley policy check shop/,
  );
});

test('invalid names, existing files and unknown actions are refused, and the error suggests a next step', async ({
  policy,
}) => {
  await policy('new', 'shop/find_order');
  const CASES: [args: string[], error: RegExp][] = [
    [['new', 'shop/find_order'], /already exists\.\n.*another name/],
    [['new', 'shop/Find'], /“Find” cannot be the name of a policy\.\n.*find_order/],
    [['new', 'shop/click'], /“click” is the name of an action\./],
    [['new', 'My Shop/find'], /“My Shop” cannot be the name of a library/],
    [['new'], /needs the folder of a library and the name of a policy\.\n/],
    [['lst'], /no action “lst”\.\n.*list, check or new/],
    [['list', 'a', 'b'], /accepts one library/],
    [['check', 'nowhere'], /There is no folder nowhere\.\n/],
    [['list', '--policies', 'nowhere'], /There is no folder nowhere\.\n/],
  ];
  for (const [args, error] of CASES) {
    const { stderr, code } = await policy(...args);
    expect.soft(stderr, args.join(' ')).toMatch(error);
    expect.soft(code, args.join(' ')).toBe(2);
  }
});
