import { expect, test } from '@playwright/test';

import { withAgent } from '../../src/assembly/agent-flags.js';

const AGENT = { navigator: 'chat', model: 'own', ranker: 'lexical', pictures: true };

test('a scenario names its navigator, model and ranker as flags would', () => {
  expect(withAgent({ model: undefined }, AGENT)).toEqual(AGENT);
});

test('a flag wins, and one that names a navigator or a model leaves no half of the scenario’s pair', () => {
  expect(withAgent({ navigator: 'direct' }, AGENT)).toEqual({ navigator: 'direct', ranker: 'lexical' });
  expect(withAgent({ model: 'other', ranker: 'mine' }, AGENT)).toEqual({ model: 'other', ranker: 'mine' });
  expect(withAgent({ pictures: false }, AGENT)).toEqual({ ...AGENT, pictures: false });
});

test('a ranker may be a name with a number of elements, which belongs to the navigator', () => {
  const agent = { navigator: 'weblinx', temperature: 0.5, ranker: { name: 'mine', top_k: 5 } };
  expect(withAgent({}, agent)).toEqual({ navigator: 'weblinx', temperature: 0.5, ranker: 'mine', topK: 5 });
  expect(withAgent({ topK: 3, temperature: 0 }, agent)).toMatchObject({ topK: 3, temperature: 0 });
  expect(withAgent({ navigator: 'direct' }, agent)).toEqual({ navigator: 'direct', ranker: 'mine' });
});
