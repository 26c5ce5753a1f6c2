/** Messages of the `step` navigator when a run ends without an answer. */
import { expect, test } from '@playwright/test';

import type { Turn } from '../../src/contract/index.js';
import { formatReport } from '../../src/navigator/step/dialogue.js';
import { describeHumanCheck } from '../../src/navigator/element-actions/human-check.js';
import { describeExit } from '../../src/navigator/step/describe-exit.js';
import { formatNavigatorName } from '../../src/navigator/step/navigator-name.js';
import { createExitResult, type ExitReason } from '../../src/navigator/step/stack.js';
import { createLibrary, createPolicy } from '../support/step-policies.js';

const { limits } = createLibrary([createPolicy('root')]);

test('the message names the limit or error that ended the run', () => {
  const rows: [reason: ExitReason, detail: string, expected: string][] = [
    [
      'crash',
      'The reply has no action.',
      'I stopped because the paper’s released code crashes in this case. The reply has no action.',
    ],
    ['maxEnvSteps', '', 'I stopped after 30 actions without an answer.'],
    ['maxModelCalls', '', 'I stopped after 90 model calls without an answer.'],
    ['maxPolicySteps', '', 'I stopped because the policy reached its own limit of steps.'],
    ['maxFormatErrors', '', 'I could not decide what to do: 3 replies in a row could not be executed.'],
    ['ended', 'I stopped because the input ended.', 'I stopped because the input ended.'],
  ];
  for (const [reason, detail, expected] of rows)
    expect.soft(describeExit(createExitResult(reason, detail), limits), reason).toBe(expected);
  expect(describeHumanCheck('a check by Example')).toBe(
    'Blocked: this site checks whether I am human (a check by Example), and I do not solve such checks. Solve it yourself in the browser (--headed), or use another site.',
  );
});

test('a report without an answer lists the last actions', () => {
  const createClick = (index: number): Turn => ({
    index,
    speaker: 'navigator',
    type: 'action',
    action: { intent: 'click', uid: 'u' },
    target: { uid: 'u', tag: 'button', role: 'button', name: `Save ${index}`, attributes: {}, xpath: '' },
    outcome: { status: 'no-effect', settle: { reason: 'quiet', ms: 1 } },
    url: 'http://a.test/',
  });
  const instructorTurn: Turn = { index: 0, speaker: 'instructor', type: 'say', text: 'Save.' };
  const manyClicks = Array.from({ length: 8 }, (_, index) => createClick(index + 1));
  expect.soft(formatReport([instructorTurn], false)).toBe('I have no answer, and I did nothing on the page.');
  expect
    .soft(formatReport([instructorTurn], true))
    .toBe('I have no answer (N/A), and I did nothing on the page.');
  expect.soft(formatReport([instructorTurn, createClick(1)], false)).toBe('Done: click button “Save 1”.');
  expect
    .soft(formatReport([instructorTurn, createClick(1)], true))
    .toBe('I have no answer (N/A). I did this: click button “Save 1”.');
  expect
    .soft(formatReport([instructorTurn, ...manyClicks], false))
    .toMatch(/^Done: 2 earlier actions, click button “Save 3”, .*“Save 8”\.$/);
});

test('the navigator’s name in records contains the mode, model, library and variant', () => {
  const formatName = (
    mode: Parameters<typeof formatNavigatorName>[0]['mode'],
    model: string | null = 'tiny',
  ) => formatNavigatorName({ mode, compat: 'faithful', library: 'live', model });
  expect.soft(formatName({ type: 'stack', withExamples: true })).toBe('step (tiny, live, faithful)');
  expect
    .soft(formatName({ type: 'stack', withExamples: false }))
    .toBe('step:zero-shot (tiny, live, faithful)');
  expect
    .soft(formatName({ type: 'flat', withExamples: true, cap: null }))
    .toBe('step:flat (tiny, live, faithful)');
  expect
    .soft(formatName({ type: 'flat', withExamples: false, cap: null }))
    .toBe('step:flat-zero-shot (tiny, live, faithful)');
  expect
    .soft(formatName({ type: 'flat', withExamples: true, cap: 4_000 }))
    .toBe('step:flat-4k (tiny, live, faithful)');
  expect.soft(formatName({ type: 'keyboard' }, null)).toBe('step:keyboard (live, faithful)');
});
