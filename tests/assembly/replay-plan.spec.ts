import { expect, test } from '@playwright/test';

import { readReplaySecrets } from '../../src/assembly/replay-plan.js';
import type { ReplayAction, ReplayScript } from '../../src/contract/index.js';

const createTypingScript = (text: string, type = 'text'): ReplayScript => {
  const typing: ReplayAction = {
    type: 'action',
    turn: 1,
    action: { intent: 'textInput', uid: 'u', text },
    target: { uid: 'u', tag: 'input', role: 'textbox', name: 'x', attributes: { type }, xpath: '' },
    outcome: { status: 'no-effect', settle: { reason: 'quiet', ms: 1 } },
    url: 'http://a.test/',
    fingerprint: null,
    dropFingerprint: null,
    isOptional: false,
    isIrreversible: false,
  };
  return {
    source: 's',
    name: 's',
    startUrl: 'http://a.test/',
    navigator: 'direct',
    lines: [
      { text: 'x', isAnswer: false, isInterjection: false, visitedUrls: [], turns: [typing], checks: [] },
    ],
    finalChecks: [],
    startTitle: '',
    start: {},
    folder: null,
    bannerPolicy: null,
    recordedMs: 0,
    isComplete: true,
  };
};

test('values of masked secrets come from the environment, and no other environment variable is typed', () => {
  const env = { PARLEY_SECRET_SHOP: 'one', CRM_PASSWORD: 'two', HOME: '/home/me' };
  const cases: [text: string, type: string, value: string | null][] = [
    ['<SHOP>', 'text', 'one'],
    ['<CRM_PASSWORD>', 'password', 'two'],
    ['<PASSWORD>', 'password', 'missing'],
    ['<HOME>', 'text', 'missing'],
    ['a <HOME> in a text', 'text', null],
    ['no secret', 'text', null],
  ];
  for (const [text, type, value] of cases) {
    const readSecret = (): string | null =>
      [...readReplaySecrets(createTypingScript(text, type), env).values()][0] ?? null;
    if (value === 'missing') expect.soft(readSecret, text).toThrow(/whose value was masked/);
    else expect.soft(readSecret(), text).toBe(value);
  }
});

test('in a scenario the values may be missing, because its lines may contain them', () => {
  expect(readReplaySecrets(createTypingScript('<PASSWORD>', 'password'), {}, true).size).toBe(0);
});
