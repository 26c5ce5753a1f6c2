import { expect, test } from '@playwright/test';

import type { Effect, PageAction, SessionEvent, SettleReason } from '../../src/contract/index.js';
import { formatEvent } from '../../src/instructor/index.js';

/** The line of an act with these effects, and how the wait after it ended. */
function line(
  effects: Effect[],
  reason: SettleReason = 'quiet',
  act: PageAction = { intent: 'back' },
  refusal?: string,
): string {
  const status = effects.length ? 'done' : 'no-effect';
  const event = {
    v: 2,
    seq: 0,
    t: 0,
    type: 'action',
    turn: 0,
    action: act,
    target: { uid: 'a', tag: 'li', role: 'listitem', name: 'Lunch', attributes: {}, xpath: '' },
    drop: { uid: 'b', tag: 'ul', role: 'list', name: 'Done', attributes: {}, xpath: '' },
    outcome: { status, effects, settle: { reason, ms: 1 }, ...(refusal ? { pageRefusal: refusal } : {}) },
    page: { url: '', title: '', html: null, screenshot: null },
    observation: { candidates: 0, elements: 0, stable: true, ms: 0 },
  } as SessionEvent;
  return formatEvent(event, { colour: false, showInstructor: true }) ?? '';
}

const dialog: Effect = { type: 'dialog', dialog: 'confirm', message: 'Delete Lunch?' };

const shown: [why: string, effects: Effect[], reason: SettleReason, text: string][] = [
  ['a dialog that is still open', [dialog], 'dialog', '(the page asks “Delete Lunch?”)'],
  ['a dialog that nobody answered', [dialog], 'quiet', '(the page asked “Delete Lunch?”, dismissed)'],
  [
    'a page that does not let itself be left',
    [{ type: 'dialog', dialog: 'beforeunload', message: '' }],
    'dialog',
    '(the page asks whether to leave it)',
  ],
  [
    'a dialog that was accepted',
    [dialog, { type: 'dialog-answered', answer: 'accepted' }],
    'quiet',
    '(the page asked “Delete Lunch?”, accepted)',
  ],
  [
    'a crash, whatever else there was',
    [
      { type: 'navigated', url: 'http://a.test/', status: 200 },
      { type: 'crashed', url: 'http://a.test/' },
    ],
    'closed',
    '(the page crashed; reopened http://a.test/)',
  ],
  ['another tab', [{ type: 'tab-switched', from: 1, to: 2 }], 'quiet', '→ tab 2'],
  ['a closed tab', [{ type: 'tab-closed', closed: 2, now: 1 }], 'quiet', '→ tab 2 closed'],
  ['what was copied', [{ type: 'clipboard', text: 'A-17\n' }], 'quiet', '→ “A-17 ”'],
  ['nothing worth a word', [{ type: 'dom', mutations: 1 }], 'quiet', ''],
];
test('what the page refused is shown, whatever else came of the act', () => {
  const refusal = 'the page refused the change';
  for (const effects of [[], [{ type: 'dom', mutations: 1 }]] as Effect[][])
    expect(line(effects, 'quiet', { intent: 'back' }, refusal)).toBe(`  Did: go back (${refusal})`);
});

for (const [why, effects, reason, text] of shown) {
  test(`an act is shown with ${why}`, () => {
    expect(line(effects, reason)).toBe(`  Did: go back ${text}`.trimEnd());
  });
}

test('a drag is shown with what it ends on', () => {
  const drag: PageAction = { intent: 'drag', uid: 'a', to: { uid: 'b' } };
  expect(line([{ type: 'dom', mutations: 1 }], 'quiet', drag)).toBe(
    '  Did: drag listitem “Lunch” to list “Done”',
  );
});
