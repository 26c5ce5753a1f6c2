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

/** A page with one link that counts what is done there. */
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

const FORBIDDEN: [what: string, rule: ForbidRule, act: Action, reason: string][] = [
  [
    'target',
    { target: /delete account/i },
    { intent: 'click', uid: remove.uid },
    'The navigator wanted to click link “Delete account”, and rule 2 of guard.forbid (target /delete account/i) does not allow it; it was not done.',
  ],
  [
    'intent',
    { intent: 'reload' },
    { intent: 'reload' },
    'The navigator wanted to reload the page, and rule 2 of guard.forbid (intent reload) does not allow it; it was not done.',
  ],
  [
    'address of a link',
    { url: /\/admin\// },
    { intent: 'click', uid: remove.uid },
    'The navigator wanted to click link “Delete account”, and rule 2 of guard.forbid (url /\\/admin\\//) does not allow it; it was not done.',
  ],
  [
    'several of them',
    { intent: 'load', url: /admin/ },
    { intent: 'load', url: 'http://shop.test/admin' },
    'The navigator wanted to open http://shop.test/admin, and rule 2 of guard.forbid (intent load, url /admin/) does not allow it; it was not done.',
  ],
];

for (const [what, rule, act, reason] of FORBIDDEN)
  test(`an act that a rule forbids by its ${what} is recorded, not done, and ends the run`, async () => {
    const { surface, performed } = counted();
    const { log, verdict, exit, events } = await runTestSession({
      surface,
      navigator: decides(() => [act, report]),
      rules: rules([{ intent: 'upload' }, rule]),
    });
    expect(log).toEqual(['instructor: save it', `${act.intent} failed`, 'end guard 3']);
    expect(verdict).toMatchObject({ kind: 'guard', reason });
    expect(exit).toBe(3);
    expect(performed()).toBe(0);
    expect(events.find((event) => event.type === 'action')).toMatchObject({
      outcome: { reason: 'refused', detail: expect.stringContaining('rule 2 of guard.forbid') },
    });
  });

test('a rule that fits in part only lets an act be', async () => {
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

test('a class is forbidden whatever the instructor says', async () => {
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

test('a key and a yes to a question are judged by what they press', async () => {
  const form = candidate({ role: 'form', tag: 'form', interactive: false, xpath: '/html/body/form' });
  const field = candidate({
    role: 'textbox',
    name: 'Reason',
    parent: form.uid,
    xpath: '/html/body/form/input',
  });
  const button = candidate({ name: 'Close it', parent: form.uid, xpath: '/html/body/form/button' });
  const held = (act: Action, message?: string) =>
    runTestSession({
      surface: page(changed, {
        observe: async () =>
          observation(
            [form, field, button],
            message ? { dialog: { type: 'confirm', message, defaultText: '' } } : {},
          ),
      }),
      navigator: decides(({ exchange }) => (exchange.turns.length > 1 ? [report] : [act])),
      rules: rules([{ target: /close it/i }]),
    });
  expect((await held({ intent: 'press', key: 'Enter', uid: field.uid })).verdict.kind).toBe('guard');
  expect((await held({ intent: 'dialog', answer: 'accept' }, 'Close it for good?')).verdict.kind).toBe(
    'guard',
  );
  expect((await held({ intent: 'dialog', answer: 'dismiss' }, 'Close it for good?')).verdict.kind).toBe(
    'done',
  );
});

test('an address outside the hosts is not opened', async () => {
  const { surface, performed } = counted();
  const { verdict } = await runTestSession({
    surface,
    navigator: decides(() => [{ intent: 'load', url: 'http://evil.test/x' }]),
    rules: rules([], ['shop.test', '*.pay.test']),
  });
  expect(verdict).toMatchObject({
    kind: 'guard',
    reason:
      'The navigator wanted to open http://evil.test/x, and guard.domains allows only shop.test, *.pay.test; it was not done.',
  });
  expect(performed()).toBe(0);
});

test('a tab that got outside the hosts ends the run at the next look', async () => {
  let acts = 0;
  const surface = page(changed, {
    observe: async () =>
      observation([save], {
        url: 'http://shop.test/',
        tabs: [
          { id: 1, url: 'http://shop.test/', active: true },
          ...(acts ? [{ id: 2, url: 'https://evil.test/', active: false }] : []),
        ],
      }),
    perform: async () => {
      acts++;
      return { outcome: changed, element: null, mouse: null };
    },
  });
  const { log, verdict } = await runTestSession({
    surface,
    navigator: decides(() => [click]),
    rules: rules([], ['shop.test']),
  });
  expect(log).toEqual(['instructor: save it', 'click done', 'end guard 3']);
  expect(verdict.reason).toBe('The way led to https://evil.test/, and guard.domains allows only shop.test.');
});

test('an attempt to leave that nobody looked at any more counts, too', async () => {
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

/** Speaks once, and breaks in where `idle` is reached. */
function nudges(idle: number, seen: number[] = []): Instructor {
  const lines = ['save it'];
  let nudged = false;
  return {
    next: async () => {
      const text = lines.shift();
      return text === undefined ? { type: 'stop' } : { type: 'say', text };
    },
    interject: async (exchange) => {
      seen.push(exchange.idleActions ?? -1);
      if (nudged || (exchange.idleActions ?? 0) < idle) return null;
      nudged = true;
      return { type: 'say', text: 'use the menu' };
    },
  };
}

test('acts that change nothing are counted, by what a reader sees', async () => {
  let acts = 0;
  // The third act writes a text, which no control shows.
  const surface = page(changed, {
    observe: async () =>
      observation([save], {
        text: [{ kind: 'status', text: acts > 2 ? 'Saved' : '', section: '', order: 1 }],
      }),
    perform: async () => {
      acts++;
      return { outcome: acts === 1 ? noEffect : changed, element: null, mouse: null };
    },
  });
  const seen: number[] = [];
  await runTestSession({
    surface,
    instructor: nudges(9, seen),
    navigator: decides(() => (acts < 3 ? [{ intent: 'press', key: `F${acts}` }] : [report])),
  });
  // After each act, and once more after the look that shows that nothing came of it.
  expect(seen).toEqual([0, 1, 1, 2, 2]);
});

test('whoever is about to be stuck is helped first, and is stuck after that', async () => {
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

test.describe('the last checks', () => {
  const failed: CheckResult = { label: 'finally: x', pass: false, expected: 'a', actual: 'b' };
  const concludes = (last: CheckResult[]): Instructor => ({
    ...says('save it'),
    conclude: async (_exchange, _probe, signal) => {
      signal.throwIfAborted();
      return last;
    },
  });

  test('fail a run that was done, unless they are soft', async () => {
    const { log, verdict } = await runTestSession({ instructor: concludes([failed, { ...failed, pass: true }]) });
    expect(log.slice(-3)).toEqual(['check', 'check', 'end check 1']);
    expect(verdict.reason).toBe('A check failed: finally: x. Expected: a; found: b.');
    expect((await runTestSession({ instructor: concludes([{ ...failed, soft: true }]) })).verdict.kind).toBe('done');
  });

  test('are made after a budget and an interrupt, and leave their reason', async () => {
    const budget = { turns: 100, actions: 0, seconds: 60 };
    const spent = await runTestSession({ instructor: concludes([failed]), budget });
    expect(spent.log).toEqual(['check', 'end budget 4']);
    const controller = new AbortController();
    controller.abort(new Error('interrupted'));
    const interrupted = await runTestSession({ instructor: concludes([failed]), signal: controller.signal });
    expect(interrupted.log).toEqual(['check', 'end user 130']);
  });
});
