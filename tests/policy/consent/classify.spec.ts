import { expect, test } from '@playwright/test';

import { classify, factsOf } from '../../../src/policy/consent/index.js';
import { CONTROLS } from './controls.data.js';
import { lookOf, type Sketch } from './look.js';

const found = (sketch: Sketch) => {
  const { observation, act } = lookOf(sketch);
  const facts = factsOf(act, observation, sketch.opener);
  return facts && classify(facts);
};

const told = (sketch: Sketch): string =>
  `${sketch.role ?? 'button'} “${sketch.name || sketch.native}” on “${sketch.dialog ?? sketch.title ?? ''}”`;

test('of controls labelled by hand each is taken for what it is', () => {
  const wrong = CONTROLS.filter(([is, sketch]) => (found(sketch)?.class ?? null) !== is);
  expect(wrong.map(([is, sketch]) => `${told(sketch)}: ${found(sketch)?.class ?? 'nothing'}, not ${is ?? 'nothing'}`)).toEqual([]);
});

test('BLIND', async () => {
  const { HELD_OUT } = await import('./held-out.data.js');
  const wrong = HELD_OUT.filter(([is, sketch]) => (found(sketch)?.class ?? null) !== is);
  expect(wrong.map(([is, sketch]) => `${told(sketch)}: ${found(sketch)?.class ?? 'nothing'}, not ${is ?? 'nothing'}`).join("\n")).toEqual("x");
});
