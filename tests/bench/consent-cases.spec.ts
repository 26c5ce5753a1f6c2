import { readFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import { classify } from '../../src/policy/consent/index.js';
import { readApplicationControls } from '../../bench/lib/application-controls.js';
import { runConsentCase, type ConsentCase } from '../../bench/lib/consent-cases.js';

test('no line of the blind cases that is no consent allows an action', () => {
  for (const half of ['open', 'sealed']) {
    const file = new URL(`../../bench/data/consent/${half}.json`, import.meta.url);
    for (const one of JSON.parse(readFileSync(file, 'utf8')) as ConsentCase[])
      if (!one.consent)
        expect.soft(runConsentCase(one).isAllowed, `${one.id}: ${one.dialogue.at(-1)![1]}`).toBe(false);
  }
});

test('controls of installed applications are judged irreversible only if they are', () => {
  for (const { application, class: expected, facts } of readApplicationControls())
    expect.soft(classify(facts)?.class ?? null, `${application}: ${facts.control?.name}`).toBe(expected);
});
