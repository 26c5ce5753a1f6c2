import { expect, test } from '@playwright/test';

import type { ActionTarget, Effect, Outcome, PageAction } from '../../src/contract/index.js';
import { planInverse, type Inverse } from '../../src/session/inverse-action.js';

const PAGE = 'https://a.test/';
const settle = { reason: 'quiet', ms: 1 } as const;

function plan(
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

const click = { intent: 'click', uid: 'u' } as const;
const type = (text: string) => ({ intent: 'textInput', uid: 'u', text }) as const;
const choose = (value: string) => ({ intent: 'change', uid: 'u', value }) as const;
const moved = (url: string): Effect => ({ type: 'navigated', url, status: 200 });

test('reversible actions have an inverse action', () => {
  const rows: [string, Inverse, PageAction][] = [
    ['typed text', plan(type('x'), [{ type: 'value', from: 'old', to: 'x' }]), type('old')],
    [
      'a typed key',
      plan({ intent: 'press', key: 'a', uid: 'u' }, [{ type: 'value', from: 'b', to: 'ba' }]),
      type('b'),
    ],
    ['a list', plan(choose('L'), [{ type: 'value', from: 'S', to: 'L' }]), choose('S')],
    [
      'a check box by click',
      plan(click, [{ type: 'state', name: 'checked', to: 'true' }], { role: 'checkbox' }),
      choose('false'),
    ],
    ['a link', plan(click, [moved('https://a.test/b')], { role: 'link', href: '/b' }), { intent: 'back' }],
    [
      'an address',
      plan({ intent: 'load', url: 'https://b.test/' }, [moved('https://b.test/')]),
      { intent: 'back' },
    ],
    [
      'a view of the same document',
      plan(click, [{ type: 'url', from: PAGE, to: `${PAGE}#x` }], { href: '#x' }),
      { intent: 'back' },
    ],
    ['going back', plan({ intent: 'back' }, [moved('https://a.test/0')]), { intent: 'forward' }],
    [
      'a new tab',
      plan(click, [{ type: 'tab-opened', opened: 2, url: 'x' }]),
      { intent: 'tabremove', tab: 2 },
    ],
    [
      'another tab',
      plan({ intent: 'tabswitch', tab: 2 }, [{ type: 'tab-switched', from: 1, to: 2 }]),
      { intent: 'tabswitch', tab: 1 },
    ],
  ];
  for (const [name, inverse, action] of rows) {
    expect.soft(inverse, name).toMatchObject({ type: 'act', action });
    expect.soft(inverse, name).not.toHaveProperty('remainingEffect');
  }
});

test('irreversible actions have a reason', () => {
  const rows: [string, Inverse, RegExp][] = [
    ['an irreversible action', plan(click, [moved('https://a.test/sent')], {}, true), /irreversible/],
    ['a click', plan(click, [{ type: 'dom', mutations: 2 }]), /click cannot/],
    ['a form that led to the same page', plan(click, [moved(PAGE)]), /processed/],
    [
      'a password',
      plan(type('<PASSWORD>'), [{ type: 'value', from: '', to: '' }], { type: 'password' }),
      /passwords/,
    ],
    [
      'a radio button',
      plan(click, [{ type: 'state', name: 'checked', to: 'true' }], { role: 'radio' }),
      /not recorded/,
    ],
    ['a first choice', plan(choose('L'), [{ type: 'value', from: '', to: 'L' }]), /no earlier choice/],
    [
      'a closed tab',
      plan({ intent: 'tabremove' }, [{ type: 'tab-closed', closed: 2, now: 1 }]),
      /closed tab/,
    ],
    ['a download', plan(click, [{ type: 'download', file: 'a.pdf' }]), /saved/],
    [
      'an answered dialog',
      plan({ intent: 'dialog', answer: 'accept' }, [{ type: 'dialog-answered', answer: 'accepted' }]),
      /dialog/,
    ],
    ['a reload', plan({ intent: 'reload' }, [moved(PAGE)]), /reloading/],
  ];
  for (const [name, inverse, why] of rows) {
    expect.soft(inverse.type, name).toBe('impossible');
    expect.soft(inverse.type === 'impossible' ? inverse.reason : '', name).toMatch(why);
  }
});

test('going back leaves the page that a button opened, but the site keeps the data that it received', () => {
  expect(plan(click, [moved('https://a.test/account')])).toMatchObject({
    action: { intent: 'back' },
    remainingEffect: 'the site keeps the data that it received',
  });
  // A search sends its words in the URL and stores nothing.
  expect(plan(click, [moved('https://a.test/search?q=x')])).not.toHaveProperty('remainingEffect');
});

test('an action without lasting effects needs no inverse', () => {
  expect(plan(click, [])).toEqual({ type: 'nothing' });
  expect(plan(click, [{ type: 'focus' }, { type: 'scroll', x: 0, y: 9 }])).toEqual({ type: 'nothing' });
});
