import { expect, test } from '@playwright/test';

import {
  buildFlatPolicy,
  cutObservation,
  listReachablePolicies,
  fitExamples,
} from '../../../src/prompt/index.js';
import { createPolicy, toPolicyMap } from '../../support/step-policies.js';

/** One token per word. */
const countTokens = (text: string): number => text.split(/\s+/).filter(Boolean).length;
const words = (word: string, count: number): string => Array.from({ length: count }, () => word).join(' ');
const example = (action: string, size = 100) => ({
  objective: words('o', size),
  observation: 'x',
  url: '',
  previousActions: '',
  reason: 'r',
  action,
});
const style = { compat: 'hardened', noCot: false } as const;
const input = { objective: 'do it', url: '', previousActions: '' };

test('examples are included in order up to the token limit, but never fewer than the minimum', () => {
  const policy = createPolicy('find', {
    instruction: words('i', 200),
    examples: ['click [1]', 'click [2]', 'click [3]'].map((action) => example(action)),
  });
  const fit = (parts: object, cap: number | null) =>
    fitExamples({ ...policy, ...parts }, input, cap, style, countTokens).examples.map(({ action }) => action);
  expect.soft(fit({}, null)).toEqual(['click [1]', 'click [2]', 'click [3]']);
  // 512 tokens are reserved for the answer.
  expect.soft(fit({}, 1000)).toEqual(['click [1]', 'click [2]']);
  expect.soft(fit({ minExamples: 3 }, 1000)).toHaveLength(3);
  expect.soft(fit({ maxExamples: 1 }, 1000)).toHaveLength(1);
  expect.soft(fit({}, 600)).toEqual([]);
});

test('an observation is cut to a maximum number of rows, and then to whole lines within the token limit', () => {
  const text = ['a b', 'c d', 'e f', 'g h'].join('\n');
  expect.soft(cutObservation(text, 3, null, countTokens)).toEqual({ text: 'a b\nc d\ne f', omittedRows: 1 });
  expect.soft(cutObservation(text, 9, 4, countTokens)).toEqual({ text: 'a b', omittedRows: 3 });
  expect.soft(cutObservation(text, 9, 100, countTokens)).toEqual({ text, omittedRows: 0 });
});

test('the policies that a root policy can reach are found, through several calls and despite cycles', () => {
  const policies = toPolicyMap(
    createPolicy('root', { calls: ['a'] }),
    createPolicy('a', { calls: ['bee', 'root'] }),
    createPolicy('b', { aliases: ['bee'] }),
    createPolicy('c'),
  );
  expect(listReachablePolicies(policies.get('root')!, policies).map(({ name }) => name)).toEqual([
    'root',
    'a',
    'b',
  ]);
});

test('the flat policy takes instruction paragraphs from each policy in turn, and then examples in the same way, up to its token limit', () => {
  const root = createPolicy('root', {
    instruction: 'Role.\n\nCommon rules.',
    calls: ['a', 'b'],
    examples: [example('click [1]'), example('a [x]'), example('click [2]')],
  });
  const a = createPolicy('a', {
    instruction: `Common rules.\n\na1\n\n${words('a2', 300)}`,
    actions: ['scroll'],
    examples: [example('scroll [down]')],
  });
  const b = createPolicy('b', { instruction: 'b1\n\nb2' });
  const build = (cap: number | null, withExamples = true) =>
    buildFlatPolicy([root, a, b], { cap, withExamples, countTokens });
  const all = build(null);
  expect(all.instruction).toMatch(/^Role\.\n\nCommon rules\.\n\n/);
  expect(all.instruction.match(/Common rules/g)).toHaveLength(1);
  expect(all.instruction).toMatch(/# a: Does a\.\n\na1\n\na2[^]*# b: Does b\.\n\nb1\n\nb2$/);
  // Without calls, an example that calls a policy is useless.
  expect(all.examples.map(({ action }) => action)).toEqual(['click [1]', 'click [2]', 'scroll [down]']);
  expect(all).toMatchObject({ name: 'root', calls: [], actions: ['click', 'type', 'stop', 'scroll'] });
  const small = build(512 + 100);
  expect(small.instruction).toMatch(/a1[^]*b1$/);
  expect(small.instruction).not.toContain('b2');
  expect(build(null, false).examples).toEqual([]);
});
