import { expect, test } from '@playwright/test';

import type { Effect, PageAction, SessionEvent, SettleReason } from '../../src/contract/index.js';
import { formatEvent } from '../../src/instructor/index.js';

/** Formats the transcript line of an action with these effects. @param reason why the page counts as settled */
function formatActionLine(
  effects: Effect[],
  reason: SettleReason = 'quiet',
  action: PageAction = { intent: 'back' },
  refusal?: string,
): string {
  const status = effects.length ? 'done' : 'no-effect';
  const event = {
    v: 2,
    seq: 0,
    t: 0,
    type: 'action',
    turn: 0,
    action,
    target: { uid: 'a', tag: 'li', role: 'listitem', name: 'Lunch', attributes: {}, xpath: '' },
    drop: { uid: 'b', tag: 'ul', role: 'list', name: 'Done', attributes: {}, xpath: '' },
    outcome: { status, effects, settle: { reason, ms: 1 }, ...(refusal ? { pageRefusal: refusal } : {}) },
    page: { url: '', title: '', html: null, screenshot: null },
    observation: { candidates: 0, elements: 0, stable: true, ms: 0 },
  } as SessionEvent;
  return formatEvent(event, { colour: false, showInstructor: true }) ?? '';
}

const dialogEffect: Effect = { type: 'dialog', dialog: 'confirm', message: 'Delete Lunch?' };

const EFFECT_TEXTS: [situation: string, effects: Effect[], reason: SettleReason, text: string][] = [
  ['a dialog that is still open', [dialogEffect], 'dialog', '(the page asks “Delete Lunch?”)'],
  ['a dialog without an answer', [dialogEffect], 'quiet', '(the page asked “Delete Lunch?”, dismissed)'],
  [
    'an open beforeunload dialog',
    [{ type: 'dialog', dialog: 'beforeunload', message: '' }],
    'dialog',
    '(the page asks whether to leave it)',
  ],
  [
    'an accepted dialog',
    [dialogEffect, { type: 'dialog-answered', answer: 'accepted' }],
    'quiet',
    '(the page asked “Delete Lunch?”, accepted)',
  ],
  [
    'a crash after other effects',
    [
      { type: 'navigated', url: 'http://a.test/', status: 200 },
      { type: 'crashed', url: 'http://a.test/' },
    ],
    'closed',
    '(the page crashed; reopened http://a.test/)',
  ],
  ['a switch to another tab', [{ type: 'tab-switched', from: 1, to: 2 }], 'quiet', '→ tab 2'],
  ['a closed tab', [{ type: 'tab-closed', closed: 2, now: 1 }], 'quiet', '→ tab 2 closed'],
  ['copied text', [{ type: 'clipboard', text: 'A-17\n' }], 'quiet', '→ “A-17 ”'],
  ['no effect worth mentioning', [{ type: 'dom', mutations: 1 }], 'quiet', ''],
];
test('a refusal by the page is shown, with or without other effects', () => {
  const refusal = 'the page refused the change';
  for (const effects of [[], [{ type: 'dom', mutations: 1 }]] as Effect[][])
    expect(formatActionLine(effects, 'quiet', { intent: 'back' }, refusal)).toBe(
      `  Did: go back (${refusal})`,
    );
});

for (const [situation, effects, reason, text] of EFFECT_TEXTS) {
  test(`an action is shown with ${situation}`, () => {
    expect(formatActionLine(effects, reason)).toBe(`  Did: go back ${text}`.trimEnd());
  });
}

test('a drag is shown with its drop target', () => {
  const dragAction: PageAction = { intent: 'drag', uid: 'a', to: { uid: 'b' } };
  expect(formatActionLine([{ type: 'dom', mutations: 1 }], 'quiet', dragAction)).toBe(
    '  Did: drag listitem “Lunch” to list “Done”',
  );
});
