import { expect, test } from '@playwright/test';

import type { Action, Outcome, Turn } from '../../../src/contract/index.js';
import { isInNewTab } from '../../../src/navigator/webvoyager/turn-report.js';
import { createObservation } from '../../support/candidates.js';

const settle = { reason: 'quiet', ms: 1 } as const;
const createActionTurn = (action: Action, outcome: Outcome): Turn => ({
  index: 0,
  speaker: 'navigator',
  type: 'action',
  action: action as Extract<Turn, { type: 'action' }>['action'],
  target: null,
  outcome,
  url: 'https://a.test/',
});

test('a tab that an action opened counts as new until another page is loaded in it', () => {
  const observation = createObservation([], {
    tabs: [
      { id: 1, url: 'https://a.test/', active: false },
      { id: 2, url: 'https://a.test/b', active: true },
    ],
  });
  const click: Action = { intent: 'click', uid: 'a' };
  const tabOpeningTurn = createActionTurn(click, {
    status: 'done',
    effects: [{ type: 'tab-opened', opened: 2, url: 'https://a.test/b' }],
    settle,
  });
  const pageLoadingTurn = createActionTurn(click, {
    status: 'done',
    effects: [{ type: 'navigated', url: 'https://a.test/c', status: 200 }],
    settle,
  });
  expect(isInNewTab([tabOpeningTurn], observation)).toBe(true);
  expect(isInNewTab([tabOpeningTurn, pageLoadingTurn], observation)).toBe(false);
  expect(isInNewTab([pageLoadingTurn], observation)).toBe(false);
  expect(isInNewTab([tabOpeningTurn], createObservation([]))).toBe(false);
});
