/** Loading a library builds typed policies with their system text, and fills in variables. */
import { expect, test } from '@playwright/test';

import { loadLibrary, type LoadLibraryOptions } from '../../src/policy-library/index.js';
import { AGENT, FILES, FIND_ORDER, LIBRARY, withLibrary } from './library-files.js';

const OPTIONS = { variables: { shop: 'shop.test' } };

const load = (changedFiles: Record<string, string> = {}, options: LoadLibraryOptions = OPTIONS) =>
  withLibrary({ ...FILES, ...changedFiles }, (folder) => loadLibrary(folder, options));

test('policies are found by name and by alias', () => {
  const library = load();
  expect([...library.policies.keys()].toSorted()).toEqual(['agent', 'find_order', 'search_order']);
  expect(library.policies.get('search_order')).toBe(library.policies.get('find_order'));
  expect(library).toMatchObject({
    name: 'shop',
    grammar: 'live',
    observation: 'salient-list',
    maxRows: 500,
    roots: [{ policy: 'agent', sites: [] }],
    limits: {
      maxEnvSteps: 30,
      maxModelCalls: 90,
      maxStackDepth: 8,
      maxPolicySteps: 15,
      maxFormatErrors: 3,
    },
  });
  expect(library.policies.get('find_order')).toMatchObject({
    parameters: ['number', 'year'],
    returns: 'answer',
    maxSteps: 6,
    model: 'small-model',
    minExamples: 0,
    maxExamples: 21,
  });
  expect(library.policies.get('agent')!.examples).toEqual([
    {
      objective: 'Open order 7',
      observation: '<link id=3 val=Orders />',
      url: '',
      previousActions: '',
      reason: 'Orders are listed there.',
      action: 'click [3]',
    },
  ]);
});

test('the system text lists exactly the allowed actions and the callable policies, then the rules', () => {
  const { instruction } = load({
    'library.yaml': `${LIBRARY}instruction: Prices are without tax.\n`,
  }).policies.get('agent')!;
  expect(instruction).toContain('click [id]:');
  expect(instruction).toContain('type [id] [text] [0 or 1]:');
  expect(instruction).toContain('stop [answer]:');
  expect(instruction).not.toMatch(/^(hover|scroll|select|press|goto)/m);
  expect(instruction).toContain('find_order [number] [year]: Opens an order. Returns its total.');
  expect(instruction).toContain('Prices are without tax.');
  expect(instruction).toMatch(/The shop is at shop\.test\. When done, stop \[N\/A\]\.$/);
  expect(instruction).not.toContain('ACTION:');
});

test('in MiniWoB++, type has no argument for Enter', () => {
  const { instruction } = load({
    'library.yaml': LIBRARY.replace('live', 'miniwob'),
    'find_order.yaml': FIND_ORDER.replace('scroll, ', ''),
  }).policies.get('agent')!;
  expect(instruction).toContain('type [id] [text]:');
});

test('the user message has the layout of the published prompts unless the policy defines its own', () => {
  expect(load().policies.get('agent')!.input).toBe(
    '\nOBJECTIVE:\n{objective}\nOBSERVATION:\n{observation}\nURL:\n{url}\nPREVIOUS ACTIONS:\n{previous_actions} \n',
  );
  const customLibrary = load({ 'agent.yaml': `${AGENT}input: "Task {objective} on {observation}"\n` });
  expect(customLibrary.policies.get('agent')!.input).toBe('Task {objective} on {observation}');
});

test('a call by alias is listed under the alias and resolved to the policy’s name', () => {
  const agent = load({ 'agent.yaml': AGENT.replace('[find_order]', '[search_order]') }).policies.get(
    'agent',
  )!;
  expect(agent.instruction).toContain('search_order [number] [year]:');
  expect(agent.calls).toEqual(['find_order']);
});

test('the values of variables are inserted into instructions, descriptions and examples, but not into other values', () => {
  const agent = load(
    {
      'agent.yaml': AGENT.replace('Open order 7', 'Open {shop}/7').replace(
        '<link id=3 val=Orders />',
        '<link id=3 val={shop} {other} />',
      ),
      'find_order.yaml': FIND_ORDER.replace('Opens an order', 'Opens an order of {shop}'),
    },
    { variables: { shop: '{shop}.test' } },
  ).policies.get('agent')!;
  expect(agent.examples[0]).toMatchObject({
    objective: 'Open {shop}.test/7',
    observation: '<link id=3 val={shop}.test {other} />',
  });
  expect(agent.instruction).toContain('Opens an order of {shop}.test.');
});

test('a variable needs a value or a default if the root policy can reach a policy that uses it', () => {
  expect(() => load({}, {})).toThrow(/needs a value for shop \(address of the shop\)/);
  try {
    load({}, {});
  } catch (error) {
    expect((error as { next: string }).next).toContain('--policy-variable shop=');
  }
  expect(load({}, { requireVariables: false }).policies.get('agent')!.instruction).toContain('{shop}');
  expect(() => load({}, { root: 'find_order' })).not.toThrow();
  expect(() => load({}, { root: 'agent' })).toThrow(/needs a value/);
  const withDefault = LIBRARY.replace('of the shop }', 'of the shop, default: d.test }');
  expect(load({ 'library.yaml': withDefault }, {}).policies.get('agent')!.instruction).toContain(
    'at d.test.',
  );
  expect(() => load({}, { variables: { shop: 'x', shpo: 'y' } })).toThrow(
    /no variable “shpo”\. Did you mean "shop"\?/,
  );
  expect(() => load({}, { ...OPTIONS, root: 'agnt' })).toThrow(/no policy “agnt”\. Did you mean "agent"\?/);
});

test('a site’s root policy is also chosen by the host of the site’s URL', () => {
  const loadRootSites = (address: string) =>
    load(
      {
        'library.yaml': LIBRARY.replace(
          '- policy: agent',
          '- policy: agent\n    sites: [shop, "*.shop.test"]',
        ),
      },
      { variables: { shop: address } },
    ).roots[0]!.sites;
  expect(loadRootSites('http://localhost:7770/home')).toEqual(['shop', '*.shop.test', 'localhost:7770']);
  expect(loadRootSites('shop.test')).toEqual(['shop', '*.shop.test', 'shop.test']);
});
