import { expect, test } from '@playwright/test';

import type { Action, CheckResult, Instructor } from '../../src/contract/index.js';
import { createFence, parseHostPattern, type ForbidRule } from '../../src/policy/index.js';
import { candidate, observation } from '../support/candidates.js';
import { changed, click, decides, runTestSession, page, report, save, says, noEffect } from './doubles.js';

const fence = (domains: string[], forbid: ForbidRule[] = []) =>
  createFence({
    domains: domains.map((written) => ({ written, pattern: parseHostPattern(written)! })),
    forbid,
  });
const rules = (forbid: ForbidRule[], domains: string[] = []) => ({ forbid, fence: fence(domains, forbid) });
const remove = candidate({
  name: 'Delete account',
  attributes: { href: '/admin/delete' },
  tag: 'a',
  role: 'link',
});

const close = candidate({ name: 'Delete account' });

/** A page that counts the performed actions. */
function counted() {
  let performed = 0;
  const surface = page(changed, {
    observe: async () =>
      observation([save, remove, close], {
        url: 'http://shop.test/account',
        tabs: [{ id: 1, url: 'http://shop.test/account', active: true }],
      }),
    perform: async () => {
      performed++;
      return { outcome: changed, element: null, mouse: null };
    },
  });
  return { surface, performed: () => performed };
}

const FORBIDDEN: [what: string, rule: ForbidRule, action: Action, reason: string][] = [
  [
    'target',
    { target: /delete account/i },
    { intent: 'click', uid: remove.uid },
    'The navigator tried to click link “Delete account”, but rule 2 of guard.forbid (target /delete account/i) does not allow it.',
  ],
  [
    'intent',
    { intent: 'reload' },
    { intent: 'reload' },
    'The navigator tried to reload the page, but rule 2 of guard.forbid (intent reload) does not allow it.',
  ],
  [
    'link URL',
    { url: /\/admin\// },
    { intent: 'click', uid: remove.uid },
    'The navigator tried to click link “Delete account”, but rule 2 of guard.forbid (url /\\/admin\\//) does not allow it.',
  ],
  [
    'several conditions',
    { intent: 'load', url: /admin/ },
    { intent: 'load', url: 'http://shop.test/admin' },
    'The navigator tried to open http://shop.test/admin, but rule 2 of guard.forbid (intent load, url /admin/) does not allow it.',
  ],
];

for (const [what, rule, action, reason] of FORBIDDEN)
  test(`an action that a rule forbids by its ${what} is recorded as refused and ends the session`, async () => {
    const { surface, performed } = counted();
    const { log, verdict, exit, events } = await runTestSession({
      surface,
      navigator: decides(() => [action, report]),
      rules: rules([{ intent: 'upload' }, rule]),
    });
    expect(log).toEqual(['instructor: save it', `${action.intent} failed`, 'end guard 3']);
    expect(verdict).toMatchObject({ kind: 'guard', reason });
    expect(exit).toBe(3);
    expect(performed()).toBe(0);
    expect(events.find((event) => event.type === 'action')).toMatchObject({
      outcome: { reason: 'refused', detail: expect.stringContaining('rule 2 of guard.forbid') },
    });
  });

test('a rule with only some conditions met does not apply', async () => {
  const { surface, performed } = counted();
  const { verdict } = await runTestSession({
    surface,
    navigator: decides(({ exchange }) =>
      exchange.turns.length > 1 ? [report] : [{ intent: 'click', uid: remove.uid }],
    ),
    rules: rules([{ intent: 'load', target: /delete/i }, { class: 'buy' }]),
  });
  expect(verdict.kind).toBe('done');
  expect(performed()).toBe(1);
});

test('a forbidden class needs no consent question and accepts no consent', async () => {
  const { surface, performed } = counted();
  const { verdict } = await runTestSession({
    surface,
    confirm: { delete: 'allow', account: 'allow' },
    instructor: says('please delete the account'),
    navigator: decides(() => [{ intent: 'click', uid: close.uid }]),
    rules: rules([{ class: 'delete' }, { class: 'account' }]),
  });
  expect(verdict.kind).toBe('guard');
  expect(verdict.reason).toMatch(/rule \d of guard\.forbid \(class (delete|account)\)/);
  expect(performed()).toBe(0);
});

test('rules apply to the control that a key or an accepted dialog activates', async () => {
  const form = candidate({ role: 'form', tag: 'form', interactive: false, xpath: '/html/body/form' });
  const field = candidate({
    role: 'textbox',
    name: 'Reason',
    parent: form.uid,
    xpath: '/html/body/form/input',
  });
  const button = candidate({ name: 'Close it', parent: form.uid, xpath: '/html/body/form/button' });
  const verdictFor = (action: Action, message?: string) =>
    runTestSession({
      surface: page(changed, {
        observe: async () =>
          observation(
            [form, field, button],
            message ? { dialog: { type: 'confirm', message, defaultText: '' } } : {},
          ),
      }),
      navigator: decides(({ exchange }) => (exchange.turns.length > 1 ? [report] : [action])),
      rules: rules([{ target: /close it/i }]),
    });
  expect((await verdictFor({ intent: 'press', key: 'Enter', uid: field.uid })).verdict.kind).toBe('guard');
  expect((await verdictFor({ intent: 'dialog', answer: 'accept' }, 'Close it for good?')).verdict.kind).toBe(
    'guard',
  );
  expect((await verdictFor({ intent: 'dialog', answer: 'dismiss' }, 'Close it for good?')).verdict.kind).toBe(
    'done',
  );
});

test('a URL outside the allowed hosts is not opened', async () => {
  const { surface, performed } = counted();
  const { verdict } = await runTestSession({
    surface,
    navigator: decides(() => [{ intent: 'load', url: 'http://evil.test/x' }]),
    rules: rules([], ['shop.test', '*.pay.test']),
  });
  expect(verdict).toMatchObject({
    kind: 'guard',
    reason:
      'The navigator tried to open http://evil.test/x, but guard.domains allows only shop.test, *.pay.test.',
  });
  expect(performed()).toBe(0);
});

test('a tab outside the allowed hosts ends the session at the next observation', async () => {
  let actionCount = 0;
  const surface = page(changed, {
    observe: async () =>
      observation([save], {
        url: 'http://shop.test/',
        tabs: [
          { id: 1, url: 'http://shop.test/', active: true },
          ...(actionCount ? [{ id: 2, url: 'https://evil.test/', active: false }] : []),
        ],
      }),
    perform: async () => {
      actionCount++;
      return { outcome: changed, element: null, mouse: null };
    },
  });
  const { log, verdict } = await runTestSession({
    surface,
    navigator: decides(() => [click]),
    rules: rules([], ['shop.test']),
  });
  expect(log).toEqual(['instructor: save it', 'click done', 'end guard 3']);
  expect(verdict.reason).toBe(
    'The session reached https://evil.test/, but guard.domains allows only shop.test.',
  );
});

test('an attempt to leave after the last observation counts too', async () => {
  const own = fence(['shop.test']);
  const { verdict } = await runTestSession({
    navigator: decides(() => {
      own.judge('https://evil.test/');
      return [report];
    }),
    rules: { forbid: [], fence: own },
  });
  expect(verdict.kind).toBe('guard');
});

/** Speaks once, and interjects after `idle` actions without effect. */
function nudges(idle: number, idleCounts: number[] = []): Instructor {
  const lines = ['save it'];
  let nudged = false;
  return {
    next: async () => {
      const text = lines.shift();
      return text === undefined ? { type: 'stop' } : { type: 'say', text };
    },
    interject: async (exchange) => {
      idleCounts.push(exchange.idleActions ?? -1);
      if (nudged || (exchange.idleActions ?? 0) < idle) return null;
      nudged = true;
      return { type: 'say', text: 'use the menu' };
    },
  };
}

test('actions that change nothing visible are counted', async () => {
  let actionCount = 0;
  // The third action changes text outside the controls.
  const surface = page(changed, {
    observe: async () =>
      observation([save], {
        text: [{ kind: 'status', text: actionCount > 2 ? 'Saved' : '', section: '', order: 1 }],
      }),
    perform: async () => {
      actionCount++;
      return { outcome: actionCount === 1 ? noEffect : changed, element: null, mouse: null };
    },
  });
  const idleCounts: number[] = [];
  await runTestSession({
    surface,
    instructor: nudges(9, idleCounts),
    navigator: decides(() => (actionCount < 3 ? [{ intent: 'press', key: `F${actionCount}` }] : [report])),
  });
  // Asked after each action, and again after an observation that shows no change.
  expect(idleCounts).toEqual([0, 1, 1, 2, 2]);
});

test('a navigator about to be stuck gets help first and is stuck if it does not use it', async () => {
  const helped = await runTestSession({
    surface: page(noEffect),
    instructor: nudges(10),
    navigator: decides(({ exchange }) =>
      exchange.turns.some((turn) => turn.type === 'say' && turn.text === 'use the menu') ? [report] : [click],
    ),
  });
  expect(helped.log).toEqual([
    'instructor: save it',
    'click no-effect',
    'click no-effect',
    'click no-effect',
    'instructor: use the menu',
    'navigator: Saved.',
    'end done 0',
  ]);
  const stubborn = await runTestSession({
    surface: page(noEffect),
    instructor: nudges(2),
    navigator: decides(() => [click]),
  });
  expect(stubborn.log.join(', ')).toBe(
    'instructor: save it, click no-effect, click no-effect, instructor: use the menu, click no-effect, click no-effect, click no-effect, end stuck 4',
  );
});

test.describe('the final checks', () => {
  const failed: CheckResult = { label: 'finally: x', pass: false, expected: 'a', actual: 'b' };
  const concludes = (checks: CheckResult[]): Instructor => ({
    ...says('save it'),
    conclude: async (_exchange, _probe, signal) => {
      signal.throwIfAborted();
      return checks;
    },
  });

  test('fail a completed session, unless they are soft', async () => {
    const { log, verdict } = await runTestSession({
      instructor: concludes([failed, { ...failed, pass: true }]),
    });
    expect(log.slice(-3)).toEqual(['check', 'check', 'end check 1']);
    expect(verdict.reason).toBe('A check failed: finally: x. Expected: a; found: b.');
    expect((await runTestSession({ instructor: concludes([{ ...failed, soft: true }]) })).verdict.kind).toBe(
      'done',
    );
  });

  test('run after a spent budget and after an interrupt, and keep the verdict', async () => {
    const budget = { turns: 100, actions: 0, seconds: 60 };
    const spent = await runTestSession({ instructor: concludes([failed]), budget });
    expect(spent.log).toEqual(['check', 'end budget 4']);
    const controller = new AbortController();
    controller.abort(new Error('interrupted'));
    const interrupted = await runTestSession({ instructor: concludes([failed]), signal: controller.signal });
    expect(interrupted.log).toEqual(['check', 'end user 130']);
  });
});
