/** The conversion of policy actions to session actions (spec A.9 to A.11). */
import { expect, test } from '@playwright/test';

import type { Candidate, Observation } from '../../../src/contract/index.js';
import { findFaithfulKey } from '../../../src/navigator/step/faithful-keys.js';
import { buildPageView, type Compat } from '../../../src/navigator/step/step-page.js';
import { toSessionActions, type SessionStep } from '../../../src/navigator/step/to-actions.js';
import { candidate, observation } from '../../support/candidates.js';
import { createLibrary, createPolicy } from '../../support/step-policies.js';

const library = createLibrary([createPolicy('root')]);
const boxAt = (x: number, y: number, width = 100, height = 20) => ({ x, y, width, height });

const save = candidate({ name: 'Save', box: boxAt(0, 0) });
const field = candidate({
  tag: 'input',
  role: 'textbox',
  name: 'Name',
  box: boxAt(0, 40),
  states: { editable: true },
});
const options = ['Name', 'Price: low to high'].map((label) => ({
  value: label.slice(0, 1),
  label,
  selected: false,
  disabled: false,
}));
const list = candidate({ tag: 'select', role: 'combobox', name: 'Sort', options, box: boxAt(0, 80) });
const date = candidate({
  tag: 'input',
  role: 'textbox',
  name: 'Day',
  inputType: 'date',
  box: boxAt(0, 120),
  states: { editable: true },
});
const candidates: Candidate[] = [save, field, list, date];

const node = (id: number, one: Candidate | null, text: string, box = one?.box ?? boxAt(500, 500)) => ({
  id,
  uid: one?.uid ?? null,
  box,
  text,
});

const page: Observation = {
  ...observation(candidates),
  url: 'http://shop.test/list',
  viewport: { width: 800, height: 600, scrollX: 0, scrollY: 0, scrollWidth: 800, scrollHeight: 2_000 },
  tabs: [
    { id: 11, url: 'http://shop.test/list', active: true },
    { id: 12, url: 'http://shop.test/help', active: false },
  ],
  accessibilityTree: {
    text: '',
    nodes: [
      node(1, save, "[1] button 'Save'"),
      node(2, field, "[2] textbox 'Name'"),
      node(3, list, "[3] combobox 'Sort'"),
      node(4, date, "[4] textbox 'Day'"),
      node(5, null, "[5] StaticText 'far away'"),
      node(6, null, "[6] StaticText 'Save'", boxAt(10, 5, 20, 10)),
      node(7, list, "[7] menuitem 'Price: low to high'"),
    ],
  },
};

const convert = (action: SessionStep, compat: Compat, seen = page) =>
  toSessionActions(action, {
    compat,
    today: '2026-11-21',
    page: buildPageView(seen, {
      library,
      compat,
      today: '2026-11-21',
      isLooping: false,
      countTokens: (text) => text.length / 4,
    }),
  });

type Row = [action: SessionStep, actions: object[] | RegExp];

function expectRows(rows: readonly Row[], compat: Compat): void {
  for (const [action, expected] of rows) {
    const result = convert(action, compat);
    const name = `${compat}: ${JSON.stringify(action)}`;
    if (expected instanceof RegExp)
      expect.soft(result, name).toEqual({ ok: false, fault: expect.stringMatching(expected) });
    else expect.soft(result, name).toMatchObject({ ok: true, actions: expected });
  }
}

test('hardened actions are converted', () => {
  expectRows(
    [
      [{ verb: 'click', id: 1 }, [{ intent: 'click', uid: save.uid }]],
      [{ verb: 'click', id: 6 }, [{ intent: 'click', uid: save.uid }]],
      [{ verb: 'click', id: 5 }, /\[5\] cannot be acted on/],
      [{ verb: 'click', id: 99 }, /No element .* id 99/],
      [
        { verb: 'click', id: 3 },
        /\[3\] is a list\. Use select \[3\] \[option\].*"Name" \| "Price: low to high"/,
      ],
      [{ verb: 'click', id: 7 }, [{ intent: 'change', uid: list.uid, value: 'Price: low to high' }]],
      [{ verb: 'hover', id: 1 }, [{ intent: 'hover', uid: save.uid }]],
      [
        { verb: 'select', id: 3, option: 'price' },
        [{ intent: 'change', uid: list.uid, value: 'Price: low to high' }],
      ],
      [
        { verb: 'type', id: 3, text: 'name', enter: true },
        [{ intent: 'change', uid: list.uid, value: 'Name' }],
      ],
      [{ verb: 'select', id: 3, option: 'colour' }, /no option like “colour”/],
      [
        { verb: 'type', id: 2, text: 'Ada', enter: false },
        [{ intent: 'textInput', uid: field.uid, text: 'Ada' }],
      ],
      [
        { verb: 'type', id: 2, text: 'Ada', enter: true },
        [
          { intent: 'textInput', uid: field.uid, text: 'Ada' },
          { intent: 'press', key: 'Enter' },
        ],
      ],
      [
        { verb: 'type', id: 4, text: '3 May 2027', enter: true },
        [{ intent: 'change', uid: date.uid, value: '2027-05-03' }],
      ],
      [{ verb: 'type', id: 1, text: 'x', enter: false }, /button and takes no text/],
      [{ verb: 'press', keys: 'Ctrl+v' }, [{ intent: 'press', key: 'Control+v' }]],
      [{ verb: 'press', keys: 'cmd+a' }, [{ intent: 'press', key: 'ControlOrMeta+a' }]],
      [{ verb: 'press', keys: 'space' }, [{ intent: 'press', key: 'Space' }]],
      [{ verb: 'press', keys: 'banana' }, /not a key/],
      [{ verb: 'scroll', direction: 'down' }, [{ intent: 'scroll', x: 0, y: 540 }]],
      [{ verb: 'scroll', direction: 'up' }, /already at its beginning/],
      [{ verb: 'goto', url: 'example.org/a' }, [{ intent: 'load', url: 'https://example.org/a' }]],
      [{ verb: 'goto', url: '/cart' }, [{ intent: 'load', url: 'http://shop.test/cart' }]],
      [{ verb: 'goto', url: 'http://shop.test/help' }, [{ intent: 'tabswitch', tab: 12 }]],
      [{ verb: 'goto', url: 'no address' }, /not an address/],
      [{ verb: 'open', url: 'example.org' }, [{ intent: 'tabcreate', url: 'https://example.org/' }]],
      [{ verb: 'new_tab' }, [{ intent: 'tabcreate' }]],
      [{ verb: 'tab_focus', index: 1 }, [{ intent: 'tabswitch', tab: 12 }]],
      [{ verb: 'tab_focus', index: 2 }, /no tab 2.*0 to 1/],
      [{ verb: 'close_tab' }, [{ intent: 'tabremove' }]],
      [{ verb: 'go_back' }, [{ intent: 'back' }]],
      [{ verb: 'go_forward' }, [{ intent: 'forward' }]],
      [{ verb: 'ask', text: 'Which?' }, [{ intent: 'say', kind: 'ask', text: 'Which?' }]],
    ],
    'hardened',
  );
});

test('faithful actions are converted', () => {
  expectRows(
    [
      [{ verb: 'click', id: 3 }, [{ intent: 'click', uid: list.uid }]],
      [
        { verb: 'type', id: 2, text: 'Ada', enter: true },
        [
          { intent: 'textInput', uid: field.uid, text: 'Ada', edit: { at: 'end' } },
          { intent: 'press', key: 'Enter' },
        ],
      ],
      [
        { verb: 'type', id: 1, text: 'x', enter: false },
        [
          { intent: 'click', uid: save.uid },
          { intent: 'textInput', text: 'x', edit: { at: 'caret' } },
        ],
      ],
      [{ verb: 'press', keys: 'Ctrl+v' }, /^$/],
      [{ verb: 'scroll', direction: 'down' }, [{ intent: 'scroll', x: 0, y: 600 }]],
      [{ verb: 'scroll', direction: 'up' }, [{ intent: 'scroll', x: 0, y: 0 }]],
      [{ verb: 'goto', url: 'http://shop.test/help' }, [{ intent: 'load', url: 'http://shop.test/help' }]],
    ],
    'faithful',
  );
});

test('if the page itself does not scroll, its largest scroll container does', () => {
  const area = candidate({
    tag: 'div',
    role: 'generic',
    box: boxAt(0, 0, 700, 500),
    scroll: { x: 0, y: 0, maxX: 0, maxY: 900 },
  });
  const small = candidate({
    tag: 'div',
    role: 'generic',
    box: boxAt(0, 0, 90, 90),
    scroll: { x: 0, y: 0, maxX: 0, maxY: 50 },
  });
  const shell: Observation = {
    ...page,
    candidates: [small, area],
    viewport: { ...page.viewport, scrollHeight: 600 },
  };
  expect(convert({ verb: 'scroll', direction: 'down' }, 'hardened', shell)).toMatchObject({
    actions: [{ intent: 'scroll', uid: area.uid, y: 450 }],
  });
});

test('keys are translated as in the released environment', () => {
  const rows: [string, string | null][] = [
    ['enter', 'Enter'],
    ['PAGEDOWN', 'PageDown'],
    ['Meta+a', 'ControlOrMeta+a'],
    ['Control+a', 'Control+a'],
    ['Ctrl+v', null],
    ['space', null],
    ['a', 'a'],
  ];
  for (const [written, key] of rows) expect.soft(findFaithfulKey(written), written).toBe(key);
});
