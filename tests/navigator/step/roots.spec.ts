import { expect, test } from '@playwright/test';

import { chooseRoot, preparePolicies } from '../../../src/navigator/step/roots.js';
import { createLibrary, createPolicy } from '../../support/step-policies.js';

const [fallback, admin, shop, forum] = ['fallback', 'admin', 'shop', 'forum'].map((name) =>
  createPolicy(name),
);
const library = createLibrary([fallback!, admin!, shop!, forum!], {
  roots: [
    { policy: 'admin', sites: ['shopping_admin'] },
    { policy: 'shop', sites: ['shopping', '*.shop.example'] },
    { policy: 'forum', sites: ['forum.example'] },
    { policy: 'fallback', sites: [] },
  ],
});
const siteUrls = { shopping: 'http://127.0.0.1:7770', shopping_admin: 'http://127.0.0.1:7770/admin' };

test('the root policy is chosen by the site’s URL or host; if none matches, the one without sites is used', () => {
  const rootsByUrl: [url: string, root: string][] = [
    ['http://127.0.0.1:7770/', 'shop'],
    ['http://127.0.0.1:7770/admin/orders', 'admin'],
    ['http://127.0.0.1:7770/administrators', 'shop'],
    ['http://127.0.0.1:7771/', 'fallback'],
    ['https://old.shop.example/x', 'shop'],
    ['https://forum.example/', 'forum'],
    ['https://www.forum.example/', 'forum'],
    ['https://elsewhere.example/', 'fallback'],
    ['file:///tmp/page.html', 'fallback'],
  ];
  for (const [url, root] of rootsByUrl)
    expect.soft(chooseRoot(library, null, url, siteUrls)?.name, url).toBe(root);
  expect(chooseRoot(library, 'forum', 'http://127.0.0.1:7770/', siteUrls)?.name).toBe('forum');
  expect(chooseRoot({ ...library, roots: [] }, null, 'http://a/', {})).toBeNull();
});

test('the mode determines the policies: without examples, as one flat policy, or with all verbs', () => {
  const example = {
    objective: 'o',
    observation: 'x',
    url: '',
    previousActions: '',
    reason: 'r',
    action: 'click [1]',
  };
  const root = createPolicy('root', { calls: ['helper'], examples: [example] });
  const smallLibrary = createLibrary([
    root,
    createPolicy('helper', { examples: [example] }),
    createPolicy('other'),
  ]);
  const prepare = (mode: Parameters<typeof preparePolicies>[2]) =>
    preparePolicies(smallLibrary, root, mode, (text) => text.length);
  const zeroShot = prepare({ type: 'stack', withExamples: false });
  expect([zeroShot.root, zeroShot.policies.get('helper')].map((policy) => policy!.examples)).toEqual([
    [],
    [],
  ]);
  expect(zeroShot.policies.get('root')).toBe(zeroShot.root);
  const flat = prepare({ type: 'flat', withExamples: true, cap: null }).root;
  expect(flat).toMatchObject({ calls: [], examples: [example, example] });
  expect(flat.instruction).toContain('# helper');
  expect(flat.instruction).not.toContain('# other');
  expect(prepare({ type: 'flat', withExamples: true, cap: 9_000 }).root.instruction).toContain('# other');
  expect(prepare({ type: 'playback' }).root).toMatchObject({ calls: [] });
  expect(prepare({ type: 'keyboard' }).policies.get('helper')!.actions).toContain('goto');
});
