/** Tests that the shipped libraries are valid, contain no site's address, and fit the paper's limit of 4,000 prompt tokens. */
import { expect, test } from '@playwright/test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

import { findLibrary, listLibraries, loadLibrary } from '../../src/policy-library/index.js';
import { buildFlatPolicy } from '../../src/prompt/index.js';

const libraries = listLibraries().map(({ folder }) => loadLibrary(folder, { requireVariables: false }));
const policies = libraries.flatMap((library) =>
  [...new Set(library.policies.values())].map((policy) => ({ library: library.name, policy })),
);
const loadByName = (name: string) => loadLibrary(findLibrary(name), { requireVariables: false });

test('four libraries ship with Parley', () => {
  expect(libraries.map(({ name }) => name)).toEqual(['airline', 'live', 'miniwob', 'webarena']);
});

test('no policy contains the address of a site', () => {
  for (const { library: name, policy } of policies) {
    const texts = [
      policy.instruction,
      policy.input,
      // The result pages of MiniWoB++ show invented URLs, which its examples quote.
      ...policy.examples.flatMap((example) =>
        Object.entries(example).flatMap(([key, text]) =>
          name === 'miniwob' && key === 'observation' ? [] : [text],
        ),
      ),
    ];
    expect.soft(texts.join('\n'), policy.name).not.toMatch(/https?:\/\//);
  }
});

test('each policy’s instruction and examples together have at most 4,000 tokens', () => {
  for (const { policy } of policies) {
    const examples = policy.examples.flatMap((example) => Object.values(example));
    expect.soft(countTokens([policy.instruction, ...examples].join('\n')), policy.name).toBeLessThan(4_000);
  }
});

test('a policy that returns an answer describes what it returns', () => {
  for (const { policy } of policies)
    if (policy.parameters.length > 0 && policy.returns === 'answer')
      expect.soft(policy.description, policy.name).toMatch(/Returns (?!nothing)/);
});

test('the flat prompt of a library does not offer policies as actions', () => {
  for (const { name, roots, policies: policiesByName } of libraries)
    for (const { policy } of roots) {
      const root = policiesByName.get(policy)!;
      const flatPolicy = buildFlatPolicy(
        [root, ...new Set(root.calls.map((call) => policiesByName.get(call)!))],
        {
          cap: null,
          withExamples: false,
          countTokens: (text) => countTokens(text),
        },
      );
      expect.soft(root.instruction, `${name}: ${policy}`).toContain('Subroutine actions.');
      expect.soft(flatPolicy.instruction, `${name}: ${policy}`).not.toContain('Subroutine actions.');
    }
});

test('the MiniWoB++ library has the paper’s seven policies, with the paper’s number of examples in each', () => {
  const { roots, policies: policiesByName } = loadByName('miniwob');
  expect(roots.map(({ policy }) => policy)).toEqual(['miniwob_agent']);
  expect(
    Object.fromEntries([...policiesByName].map(([name, { examples }]) => [name, examples.length])),
  ).toEqual({
    miniwob_agent: 3,
    fill_text: 5,
    choose_date: 4,
    find_and_click_search_link: 3,
    search_tab: 1,
    click_checkboxes: 2,
    process_email: 3,
  });
});

test('the WebArena library has fourteen policies, a root policy for each site and one for tasks on several sites', () => {
  const { roots, policies: policiesByName } = loadByName('webarena');
  expect(roots.flatMap(({ sites }) => sites)).toEqual([
    'gitlab',
    'reddit',
    'shopping_admin',
    'shopping',
    'map',
  ]);
  const multisite = policiesByName.get('multisite_agent')!;
  expect(multisite.calls).toHaveLength(14);
  expect(roots.at(-1)).toEqual({ policy: 'multisite_agent', sites: [] });
  expect(policiesByName.get('list_products')).toBe(policiesByName.get('find_products'));
  const rootNames = new Set(roots.map(({ policy }) => policy));
  expect(
    new Set([...policiesByName.values()].map(({ name }) => name).filter((name) => !rootNames.has(name))),
  ).toEqual(new Set(multisite.calls));
});

test('the worked examples in the airline library are only about cancelling a flight', () => {
  for (const [name, { examples }] of loadByName('airline').policies)
    for (const { objective } of examples) expect.soft(objective, name).toMatch(/cancel|KUTDVV/i);
});
