/** The messages of `session/`: verdicts, forbidden actions, and notes about cookie banners and secrets. */
import { expect, test } from '@playwright/test';

import { ParleyError, type CheckResult } from '../../src/contract/index.js';
import { createRedactor, createSecretStore } from '../../src/secrets/index.js';
import { BannerHandler } from '../../src/session/banner-handler.js';
import { revealSecrets } from '../../src/session/reveal-secrets.js';
import { createForbiddenVerdict } from '../../src/session/rules.js';
import { createErrorVerdict, applyFinalChecks } from '../../src/session/verdicts.js';
import { createCandidate, createObservation } from '../support/candidates.js';

const FAILED_CHECK: CheckResult = {
  label: 'the URL is /a',
  expected: '/a',
  actual: '/b',
  pass: false,
};

test('messages about how a session ended, and their next steps', () => {
  const doneVerdict = { kind: 'done', reason: 'The conversation is complete.' } as const;
  const rows = [
    [
      'an error',
      createErrorVerdict(new Error('boom\nat line 1'), false, 3),
      'Unexpected error: boom',
      'Please report it and attach run.log from the demonstration folder.',
    ],
    [
      'a full disk',
      createErrorVerdict(new ParleyError('usage', 'There is no space left.', 'Free some space.'), false, 3),
      'There is no space left. The record of the first 3 turns is complete.',
      'Free some space.',
    ],
    [
      'an interruption',
      createErrorVerdict(null, true, 3),
      'Interrupted. Everything up to the last finished turn is recorded.',
      undefined,
    ],
    [
      'a failed check',
      applyFinalChecks(doneVerdict, [FAILED_CHECK]),
      'A check failed: the URL is /a. Expected: /a; found: /b.',
      undefined,
    ],
    [
      'failed checks',
      applyFinalChecks(doneVerdict, [FAILED_CHECK, FAILED_CHECK]),
      'A check failed: the URL is /a. Expected: /a; found: /b. 1 more failed.',
      undefined,
    ],
    [
      'a forbidden action',
      createForbiddenVerdict({ intent: 'back' }, null, null, 'the rule “no back” does not allow it'),
      'The navigator tried to go back, but the rule “no back” does not allow it.',
      'Review the preceding actions: the scenario forbids this one.',
    ],
  ] as const;
  for (const [description, verdict, reason, next] of rows)
    expect
      .soft([verdict.reason, 'next' in verdict ? verdict.next : undefined], description)
      .toEqual([reason, next]);
});

test("another site's secrets and unknown masked values are refused", () => {
  const secrets = createSecretStore(createRedactor());
  secrets.register('PW', 'hunter22', (host) => host === 'a.test');
  const rows = [
    [
      { intent: 'textInput', uid: 'u', text: '<PW>' },
      "<PW> belongs to another site, so I don't type it on b.test",
    ],
    [
      { intent: 'textInput', uid: 'u', text: '<PASSWORD>' },
      'this session does not know the masked value <PASSWORD>; a scenario can list it under “secrets” and read it from the environment',
    ],
    [
      { intent: 'load', url: 'http://b.test/?token=<…>' },
      'a value in this URL is masked and unknown here; follow a link or use a form of the page instead',
    ],
  ] as const;
  for (const [action, detail] of rows) {
    const result = revealSecrets(action, 'b.test', secrets);
    expect.soft(result.ok ? null : result.refusal.outcome).toMatchObject({ detail });
  }
});

test('a banner without a button for the chosen policy is left alone, and a note says so', async () => {
  const text = 'We use cookies to improve your experience. See our privacy policy.';
  const banner = createCandidate({ role: 'dialog', tag: 'div', text, interactive: false });
  const page = createObservation([banner, createCandidate({ name: 'Accept all', parent: banner.uid })]);
  const notes: string[] = [];
  const handler = new BannerHandler('decline', {
    observe: async () => page,
    perform: async () => undefined,
    recordNote: (note) => void notes.push(note),
    hasBudget: () => true,
  });
  await handler.answerBanner(page, new AbortController().signal);
  expect(notes).toEqual([
    'The cookie banner has no button that would decline everything at once, so I left it alone.',
  ]);
});
