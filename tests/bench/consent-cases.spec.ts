import { readFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import { classifyAction } from '../../src/policy/consent/index.js';
import { readApplicationControls } from '../../bench/lib/application-controls.js';
import { runConsentCase, type ConsentCase } from '../../bench/lib/consent-cases.js';

/** Lines that are allowed although their authors saw no consent in them; see docs/security.md. */
const KNOWN_MISSES = [
  'f-068',
  's3-154',
  's5-114',
  's6-087',
  's6-117',
  's6-119',
  's6-120',
  's6-121',
  's6-128',
  's6-159',
];

test('without consent, an action is allowed only in the cases that are listed as known misses', () => {
  const cases = [
    'open',
    'orders',
    'blind-6',
    'blind-7',
    'blind-8',
    'blind-9',
    'blind-10',
    'blind-11',
  ].flatMap((group) => {
    const file = new URL(`../../bench/data/consent/${group}.json`, import.meta.url);
    return JSON.parse(readFileSync(file, 'utf8')) as ConsentCase[];
  });
  const allowed = cases.filter((one) => !one.consent && runConsentCase(one).isAllowed);
  expect(allowed.map(({ id }) => id).toSorted()).toEqual(KNOWN_MISSES);
});

test('the controls of installed applications are classified correctly as irreversible or harmless', () => {
  for (const { application, class: expected, facts } of readApplicationControls())
    expect
      .soft(classifyAction(facts)?.class ?? null, `${application}: ${facts.control?.name}`)
      .toBe(expected);
});
