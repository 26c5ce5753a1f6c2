import { expect, test } from '@playwright/test';

import { applyAgentSettings } from '../../src/assembly/agent-settings.js';

const AGENT = { navigator: 'chat', model: 'own', ranker: 'lexical', pictures: 'always' } as const;

test('settings in a scenario’s agent section have the same effect as flags', () => {
  expect(applyAgentSettings({ model: undefined }, AGENT)).toEqual(AGENT);
});

test('a flag overrides the corresponding setting; a navigator or model flag overrides both settings', () => {
  expect(applyAgentSettings({ navigator: 'direct' }, AGENT)).toEqual({
    navigator: 'direct',
    ranker: 'lexical',
  });
  expect(applyAgentSettings({ model: 'other', ranker: 'mine' }, AGENT)).toEqual({
    model: 'other',
    ranker: 'mine',
  });
  expect(applyAgentSettings({ pictures: 'never' }, AGENT)).toEqual({ ...AGENT, pictures: 'never' });
});

test('webvoyager settings are passed to the navigator', () => {
  const agent = { navigator: 'webvoyager', compat: 'faithful', max_images: 1, max_iter: 9 } as const;
  expect(applyAgentSettings({}, agent)).toEqual({
    navigator: 'webvoyager',
    compat: 'faithful',
    maxImages: 1,
    maxIter: 9,
  });
  expect(applyAgentSettings({ maxIter: 3 }, agent)).toMatchObject({ maxIter: 3 });
});

test('a ranker’s top_k setting is passed to the navigator', () => {
  const agent = { navigator: 'weblinx', temperature: 0.5, ranker: { name: 'mine', top_k: 5 } };
  expect(applyAgentSettings({}, agent)).toEqual({
    navigator: 'weblinx',
    temperature: 0.5,
    ranker: 'mine',
    topK: 5,
  });
  expect(applyAgentSettings({ topK: 3, temperature: 0 }, agent)).toMatchObject({ topK: 3, temperature: 0 });
  expect(applyAgentSettings({ navigator: 'direct' }, agent)).toEqual({ navigator: 'direct', ranker: 'mine' });
});
