import { expect, test } from '@playwright/test';

import type { Action, CheckResult, Instructor } from '../../src/contract/index.js';
import { createNavigationGuard, parseHostPattern, type ForbidRule } from '../../src/policy/index.js';
import { createCandidate, createObservation } from '../support/candidates.js';
import {
  changedOutcome,
  clickSave,
  createTestNavigator,
  runTestSession,
  createTestSurface,
  reportSaved,
  saveButton,
  createTestInstructor,
  noEffectOutcome,
} from './doubles.js';

const createGuard = (domains: string[], forbid: ForbidRule[] = []) =>
  createNavigationGuard({
    domains: domains.map((text) => ({ text, pattern: parseHostPattern(text)! })),
    forbid,
  });
const createRules = (forbid: ForbidRule[], domains: string[] = []) => ({
  forbid,
  navigationGuard: createGuard(domains, forbid),
});
const deleteLink = createCandidate({
  name: 'Delete account',
  attributes: { href: '/admin/delete' },
  tag: 'a',
  role: 'link',
});

const deleteButton = createCandidate({ name: 'Delete account' });

/** Creates a page that counts the actions performed on it. */
function createCountingPage() {
  let performedCount = 0;
  const surface = createTestSurface(changedOutcome, {
    observe: async () =>
      createObservation([saveButton, deleteLink, deleteButton], {
        url: 'http://shop.test/account',
        tabs: [{ id: 1, url: 'http://shop.test/account', active: true }],
      }),
    perform: async () => {
      performedCount++;
      return { outcome: changedOutcome, element: null, mouse: null };
    },
  });
  return { surface, getPerformedCount: () => performedCount };
}

const FORBIDDEN_ACTIONS: [condition: string, rule: ForbidRule, action: Action, reason: string][] = [
  [
    'its target',
    { target: /delete account/i },
    { intent: 'click', uid: deleteLink.uid },
    'The navigator tried to click link “Delete account”, but rule 2 of guard.forbid (target /delete account/i) does not allow it.',
  ],
  [
    'its intent',
    { intent: 'reload' },
    { intent: 'reload' },
    'The navigator tried to reload the page, but rule 2 of guard.forbid (intent reload) does not allow it.',
  ],
  [
    'the URL of its link',
    { url: /\/admin\// },
    { intent: 'click', uid: deleteLink.uid },
    'The navigator tried to click link “Delete account”, but rule 2 of guard.forbid (url /\\/admin\\//) does not allow it.',
  ],
  [
    'several conditions together',
    { intent: 'load', url: /admin/ },
    { intent: 'load', url: 'http://shop.test/admin' },
    'The navigator tried to open http://shop.test/admin, but rule 2 of guard.forbid (intent load, url /admin/) does not allow it.',
  ],
];

for (const [condition, rule, action, reason] of FORBIDDEN_ACTIONS)
  test(`an action that a rule forbids by ${condition} is recorded as refused and ends the session`, async () => {
    const { surface, getPerformedCount } = createCountingPage();
    const { log, verdict, exitCode, events } = await runTestSession({
      surface,
      navigator: createTestNavigator(() => [action, reportSaved]),
      rules: createRules([{ intent: 'upload' }, rule]),
    });
    expect(log).toEqual(['instructor: save it', `${action.intent} failed`, 'end guard 3']);
    expect(verdict).toMatchObject({ kind: 'guard', reason });
    expect(exitCode).toBe(3);
    expect(getPerformedCount()).toBe(0);
    expect(events.find((event) => event.type === 'action')).toMatchObject({
      outcome: { reason: 'refused', detail: expect.stringContaining('rule 2 of guard.forbid') },
    });
  });

test('a rule applies only if all its conditions are met', async () => {
  const { surface, getPerformedCount } = createCountingPage();
  const { verdict } = await runTestSession({
    surface,
    navigator: createTestNavigator(({ exchange }) =>
      exchange.turns.length > 1 ? [reportSaved] : [{ intent: 'click', uid: deleteLink.uid }],
    ),
    rules: createRules([{ intent: 'load', target: /delete/i }, { class: 'buy' }]),
  });
  expect(verdict.kind).toBe('done');
  expect(getPerformedCount()).toBe(1);
});

test('an action of a forbidden class ends the session, even with consent', async () => {
  const { surface, getPerformedCount } = createCountingPage();
  const { verdict } = await runTestSession({
    surface,
    confirm: { delete: 'allow', account: 'allow' },
    instructor: createTestInstructor('please delete the account'),
    navigator: createTestNavigator(() => [{ intent: 'click', uid: deleteButton.uid }]),
    rules: createRules([{ class: 'delete' }, { class: 'account' }]),
  });
  expect(verdict.kind).toBe('guard');
  expect(verdict.reason).toMatch(/rule \d of guard\.forbid \(class (delete|account)\)/);
  expect(getPerformedCount()).toBe(0);
});

test('rules apply to the control that a key or an accepted dialog activates', async () => {
  const form = createCandidate({ role: 'form', tag: 'form', interactive: false, xpath: '/html/body/form' });
  const field = createCandidate({
    role: 'textbox',
    name: 'Reason',
    parent: form.uid,
    xpath: '/html/body/form/input',
  });
  const button = createCandidate({ name: 'Close it', parent: form.uid, xpath: '/html/body/form/button' });
  const runSingleAction = (action: Action, message?: string) =>
    runTestSession({
      surface: createTestSurface(changedOutcome, {
        observe: async () =>
          createObservation(
            [form, field, button],
            message ? { dialog: { type: 'confirm', message, defaultText: '' } } : {},
          ),
      }),
      navigator: createTestNavigator(({ exchange }) =>
        exchange.turns.length > 1 ? [reportSaved] : [action],
      ),
      rules: createRules([{ target: /close it/i }]),
    });
  expect((await runSingleAction({ intent: 'press', key: 'Enter', uid: field.uid })).verdict.kind).toBe(
    'guard',
  );
  expect(
    (await runSingleAction({ intent: 'dialog', answer: 'accept' }, 'Close it for good?')).verdict.kind,
  ).toBe('guard');
  expect(
    (await runSingleAction({ intent: 'dialog', answer: 'dismiss' }, 'Close it for good?')).verdict.kind,
  ).toBe('done');
});

test.describe('a URL outside the allowed hosts', () => {
  const loadForbiddenUrl: Action = { intent: 'load', url: 'http://evil.test/x' };

  test('is not opened; the navigator receives the reason, and if it performs no other action, the session ends with the verdict `guard`', async () => {
    const { surface, getPerformedCount } = createCountingPage();
    const { log, verdict, exitCode } = await runTestSession({
      surface,
      navigator: createTestNavigator(({ exchange }) =>
        exchange.turns.length > 1 ? [reportSaved] : [loadForbiddenUrl],
      ),
      rules: createRules([], ['shop.test', '*.pay.test']),
    });
    expect(log).toEqual(['instructor: save it', 'load failed', 'navigator: Saved.', 'end guard 3']);
    expect(verdict).toMatchObject({
      kind: 'guard',
      reason:
        'The last action was refused: http://evil.test/x was not opened: guard.domains allows only shop.test, *.pay.test. Add the host to guard.domains if the scenario may go there.',
    });
    expect(exitCode).toBe(3);
    expect(getPerformedCount()).toBe(0);
  });

  test('does not fail a session whose navigator then acts differently', async () => {
    const { surface, getPerformedCount } = createCountingPage();
    const { log, exitCode } = await runTestSession({
      surface,
      navigator: createTestNavigator(
        ({ exchange }) => [[loadForbiddenUrl], [clickSave], [reportSaved]][exchange.turns.length - 1]!,
      ),
      rules: createRules([], ['shop.test']),
    });
    expect(log).toEqual([
      'instructor: save it',
      'load failed',
      'click done',
      'navigator: Saved.',
      'end done 0',
    ]);
    expect(exitCode).toBe(0);
    expect(getPerformedCount()).toBe(1);
  });
});

test('a tab outside the allowed hosts ends the session at the next observation', async () => {
  let actionCount = 0;
  const surface = createTestSurface(changedOutcome, {
    observe: async () =>
      createObservation([saveButton], {
        url: 'http://shop.test/',
        tabs: [
          { id: 1, url: 'http://shop.test/', active: true },
          ...(actionCount ? [{ id: 2, url: 'https://evil.test/', active: false }] : []),
        ],
      }),
    perform: async () => {
      actionCount++;
      return { outcome: changedOutcome, element: null, mouse: null };
    },
  });
  const { log, verdict } = await runTestSession({
    surface,
    navigator: createTestNavigator(() => [clickSave]),
    rules: createRules([], ['shop.test']),
  });
  expect(log).toEqual(['instructor: save it', 'click done', 'end guard 3']);
  expect(verdict.reason).toBe(
    'The session reached https://evil.test/, but guard.domains allows only shop.test.',
  );
});

/** Creates an instructor that speaks once, and interjects once after `idleLimit` actions without effect. */
function createNudgingInstructor(idleLimit: number, idleCounts: number[] = []): Instructor {
  const lines = ['save it'];
  let hasInterjected = false;
  return {
    next: async () => {
      const text = lines.shift();
      return text === undefined ? { type: 'stop' } : { type: 'say', text };
    },
    interject: async (exchange) => {
      idleCounts.push(exchange.idleActionCount ?? -1);
      if (hasInterjected || (exchange.idleActionCount ?? 0) < idleLimit) return null;
      hasInterjected = true;
      return { type: 'say', text: 'use the menu' };
    },
  };
}

test('the instructor receives the number of actions without a visible effect', async () => {
  let actionCount = 0;
  // The third action changes text outside the controls.
  const surface = createTestSurface(changedOutcome, {
    observe: async () =>
      createObservation([saveButton], {
        text: [{ kind: 'status', text: actionCount > 2 ? 'Saved' : '', section: '', order: 1 }],
      }),
    perform: async () => {
      actionCount++;
      return { outcome: actionCount === 1 ? noEffectOutcome : changedOutcome, element: null, mouse: null };
    },
  });
  const idleCounts: number[] = [];
  await runTestSession({
    surface,
    instructor: createNudgingInstructor(9, idleCounts),
    navigator: createTestNavigator(() =>
      actionCount < 3 ? [{ intent: 'press', key: `F${actionCount}` }] : [reportSaved],
    ),
  });
  // The instructor is asked after each action and after each observation without a change.
  expect(idleCounts).toEqual([0, 1, 1, 2, 2]);
});

test('the instructor can give a hint before the session ends as stuck', async () => {
  const helpedRun = await runTestSession({
    surface: createTestSurface(noEffectOutcome),
    instructor: createNudgingInstructor(10),
    navigator: createTestNavigator(({ exchange }) =>
      exchange.turns.some((turn) => turn.type === 'say' && turn.text === 'use the menu')
        ? [reportSaved]
        : [clickSave],
    ),
  });
  expect(helpedRun.log).toEqual([
    'instructor: save it',
    'click no-effect',
    'click no-effect',
    'click no-effect',
    'instructor: use the menu',
    'navigator: Saved.',
    'end done 0',
  ]);
  const stuckRun = await runTestSession({
    surface: createTestSurface(noEffectOutcome),
    instructor: createNudgingInstructor(2),
    navigator: createTestNavigator(() => [clickSave]),
  });
  expect(stuckRun.log.join(', ')).toBe(
    'instructor: save it, click no-effect, click no-effect, instructor: use the menu, click no-effect, click no-effect, click no-effect, end stuck 4',
  );
});

test('in an attended session, a stuck navigator ends only the current line, not the session', async () => {
  const { log } = await runTestSession({
    surface: createTestSurface(noEffectOutcome),
    instructor: createTestInstructor('save it', 'say that it is saved'),
    navigator: createTestNavigator(({ exchange }) =>
      exchange.turns.some((turn) => turn.type === 'say' && turn.text.startsWith('say'))
        ? [reportSaved]
        : [clickSave],
    ),
    isAttended: true,
  });
  expect(log.slice(0, 2)).toEqual(['instructor: save it', 'click no-effect']);
  expect(log.slice(-4)).toEqual([
    expect.stringContaining('please rephrase'),
    'instructor: say that it is saved',
    'navigator: Saved.',
    'end done 0',
  ]);
});

test.describe('the final checks', () => {
  const failedCheck: CheckResult = { label: 'finally: x', pass: false, expected: 'a', actual: 'b' };
  const createCheckingInstructor = (checks: CheckResult[]): Instructor => ({
    ...createTestInstructor('save it'),
    conclude: async (_exchange, _probe, signal) => {
      signal.throwIfAborted();
      return checks;
    },
  });

  test('fail a completed session unless the failed check is soft', async () => {
    const { log, verdict } = await runTestSession({
      instructor: createCheckingInstructor([failedCheck, { ...failedCheck, pass: true }]),
    });
    expect(log.slice(-3)).toEqual(['check', 'check', 'end check 1']);
    expect(verdict.reason).toBe('A check failed: finally: x. Expected: a; found: b.');
    expect(
      (await runTestSession({ instructor: createCheckingInstructor([{ ...failedCheck, soft: true }]) }))
        .verdict.kind,
    ).toBe('done');
  });

  test('also run after a budget is spent or an interrupt, without changing the verdict', async () => {
    const budget = { turns: 100, actions: 0, seconds: 60 };
    const overBudgetRun = await runTestSession({
      instructor: createCheckingInstructor([failedCheck]),
      budget,
    });
    expect(overBudgetRun.log).toEqual(['check', 'end budget 4']);
    const controller = new AbortController();
    controller.abort(new Error('interrupted'));
    const interruptedRun = await runTestSession({
      instructor: createCheckingInstructor([failedCheck]),
      signal: controller.signal,
    });
    expect(interruptedRun.log).toEqual(['check', 'end user 130']);
  });
});
