/** Tests that a reference only resolves to elements that can be acted on. */
import { expect, test } from '@playwright/test';

import type { Candidate, RankedCandidate } from '../../../../src/contract/index.js';
import { createView } from '../../../../src/navigator/direct/ground/view.js';
import { resolveWithRanking } from '../../../../src/navigator/direct/run/resolve-with-ranking.js';
import type { Context } from '../../../../src/navigator/direct/run/types.js';
import { EVIDENCE } from '../../../../src/rank/index.js';

const createElement = (name: string, properties: Partial<Candidate> = {}): Candidate =>
  ({
    uid: name,
    name,
    text: name,
    role: 'button',
    parent: null,
    attributes: {},
    folded: [],
    states: {},
    interactive: true,
    behindModal: false,
    ...properties,
  }) as Candidate;

const resolveAmong = (first: Candidate, second: Candidate) => {
  const evidence = Object.fromEntries(EVIDENCE.map((kind) => [kind, 0]));
  const ranked: RankedCandidate[] = [first, second].map((candidate, i) => ({
    candidate,
    score: 5 - i,
    rank: i + 1,
    evidence,
  }));
  const ctx = {
    run: { spokenStep: { clause: { text: 'click it' } } },
    view: createView({ url: 'https://shop.example/', candidates: [first, second] } as never),
    inspector: { rank: async () => ranked },
  } as unknown as Context;
  return resolveWithRanking({ kind: 'none', closest: [] }, (c) => (c.role === 'heading' ? 0 : 1), ctx);
};

test('the second-best element is returned only if it can be acted on', async () => {
  const rivals: [Candidate, string | undefined][] = [
    [createElement('Send'), 'Send'],
    [createElement('Plain text', { interactive: false }), undefined],
    [createElement('Behind the dialog', { behindModal: true }), undefined],
    [createElement('Disabled', { states: { disabled: true } }), undefined],
    [createElement('Heading', { role: 'heading' }), undefined],
  ];
  for (const [rival, expectedRival] of rivals) {
    const resolution = await resolveAmong(createElement('Save'), rival);
    expect.soft(resolution?.candidate.name, rival.name).toBe('Save');
    expect.soft(resolution?.rival?.name, rival.name).toBe(expectedRival);
  }
});

test('nothing is returned if the best element cannot be acted on', async () => {
  expect(
    await resolveAmong(createElement('Disabled', { states: { disabled: true } }), createElement('Send')),
  ).toBeNull();
});
