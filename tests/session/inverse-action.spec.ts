import { expect, test } from '@playwright/test';

import type { ActionTarget, Effect, Outcome, PageAction } from '../../src/contract/index.js';
import { planInverse, type Inverse } from '../../src/session/inverse-action.js';

const PAGE = 'https://a.test/';
const settle = { reason: 'quiet', ms: 1 } as const;

function planTestInverse(
  action: PageAction,
  effects: Effect[],
  { role = 'textbox', ...attributes }: Record<string, string> = {},
  hadConsent = false,
): Inverse {
  const target: ActionTarget = { uid: 'u', tag: 'input', role, name: 'N', attributes, xpath: '/i' };
  const [first, ...rest] = effects;
  const outcome: Outcome = first
    ? { status: 'done', effects: [first, ...rest], settle }
    : { status: 'no-effect', settle };
  const turn = {
    index: 1,
    speaker: 'navigator',
    type: 'action',
    action,
    target,
    outcome,
    url: PAGE,
  } as const;
  return planInverse({ turn, urlBefore: PAGE, hadConsent });
}

const clickAction = { intent: 'click', uid: 'u' } as const;
const createTextInput = (text: string) => ({ intent: 'textInput', uid: 'u', text }) as const;
const createChange = (value: string) => ({ intent: 'change', uid: 'u', value }) as const;
const createNavigation = (url: string): Effect => ({ type: 'navigated', url, status: 200 });

test('for a reversible action, the plan contains an inverse action', () => {
  const rows: [string, Inverse, PageAction][] = [
    [
      'typed text',
      planTestInverse(createTextInput('x'), [{ type: 'value', from: 'old', to: 'x' }]),
      createTextInput('old'),
    ],
    [
      'a typed key',
      planTestInverse({ intent: 'press', key: 'a', uid: 'u' }, [{ type: 'value', from: 'b', to: 'ba' }]),
      createTextInput('b'),
    ],
    [
      'a choice in a list',
      planTestInverse(createChange('L'), [{ type: 'value', from: 'S', to: 'L' }]),
      createChange('S'),
    ],
    [
      'a clicked checkbox',
      planTestInverse(clickAction, [{ type: 'state', name: 'checked', to: 'true' }], { role: 'checkbox' }),
      createChange('false'),
    ],
    [
      'a link',
      planTestInverse(clickAction, [createNavigation('https://a.test/b')], { role: 'link', href: '/b' }),
      { intent: 'back' },
    ],
    [
      'an address',
      planTestInverse({ intent: 'load', url: 'https://b.test/' }, [createNavigation('https://b.test/')]),
      { intent: 'back' },
    ],
    [
      'a view of the same document',
      planTestInverse(clickAction, [{ type: 'url', from: PAGE, to: `${PAGE}#x` }], { href: '#x' }),
      { intent: 'back' },
    ],
    [
      'going back',
      planTestInverse({ intent: 'back' }, [createNavigation('https://a.test/0')]),
      { intent: 'forward' },
    ],
    [
      'a new tab',
      planTestInverse(clickAction, [{ type: 'tab-opened', opened: 2, url: 'x' }]),
      { intent: 'tabremove', tab: 2 },
    ],
    [
      'another tab',
      planTestInverse({ intent: 'tabswitch', tab: 2 }, [{ type: 'tab-switched', from: 1, to: 2 }]),
      { intent: 'tabswitch', tab: 1 },
    ],
  ];
  for (const [name, inverse, action] of rows) {
    expect.soft(inverse, name).toMatchObject({ type: 'act', action });
    expect.soft(inverse, name).not.toHaveProperty('remainingEffect');
  }
});

test('for an action that cannot be taken back, the plan gives the reason', () => {
  const rows: [string, Inverse, RegExp][] = [
    [
      'an irreversible action',
      planTestInverse(clickAction, [createNavigation('https://a.test/sent')], {}, true),
      /irreversible/,
    ],
    ['a click', planTestInverse(clickAction, [{ type: 'dom', mutations: 2 }]), /click cannot/],
    ['a form that led to the same page', planTestInverse(clickAction, [createNavigation(PAGE)]), /processed/],
    [
      'a password',
      planTestInverse(createTextInput('<PASSWORD>'), [{ type: 'value', from: '', to: '' }], {
        type: 'password',
      }),
      /passwords/,
    ],
    [
      'a radio button',
      planTestInverse(clickAction, [{ type: 'state', name: 'checked', to: 'true' }], { role: 'radio' }),
      /not recorded/,
    ],
    [
      'a first choice',
      planTestInverse(createChange('L'), [{ type: 'value', from: '', to: 'L' }]),
      /no earlier choice/,
    ],
    [
      'a closed tab',
      planTestInverse({ intent: 'tabremove' }, [{ type: 'tab-closed', closed: 2, now: 1 }]),
      /closed tab/,
    ],
    ['a download', planTestInverse(clickAction, [{ type: 'download', file: 'a.pdf' }]), /saved/],
    [
      'an answered dialog',
      planTestInverse({ intent: 'dialog', answer: 'accept' }, [
        { type: 'dialog-answered', answer: 'accepted' },
      ]),
      /dialog/,
    ],
    ['a reload', planTestInverse({ intent: 'reload' }, [createNavigation(PAGE)]), /reloading/],
  ];
  for (const [name, inverse, reason] of rows) {
    expect.soft(inverse.type, name).toBe('impossible');
    expect.soft(inverse.type === 'impossible' ? inverse.reason : '', name).toMatch(reason);
  }
});

test('going back undoes a button’s navigation, but the site keeps the data that it received', () => {
  expect(planTestInverse(clickAction, [createNavigation('https://a.test/account')])).toMatchObject({
    action: { intent: 'back' },
    remainingEffect: 'the site keeps the data that it received',
  });
  // A search sends its query in the URL and stores nothing.
  expect(planTestInverse(clickAction, [createNavigation('https://a.test/search?q=x')])).not.toHaveProperty(
    'remainingEffect',
  );
});

test('an action without lasting effects needs no inverse action', () => {
  expect(planTestInverse(clickAction, [])).toEqual({ type: 'nothing' });
  expect(planTestInverse(clickAction, [{ type: 'focus' }, { type: 'scroll', x: 0, y: 9 }])).toEqual({
    type: 'nothing',
  });
});
