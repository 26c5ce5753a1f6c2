/** Checks that a policy's actions are converted to session actions. */
import { expect, test } from '@playwright/test';

import type { Candidate, Observation } from '../../../src/contract/index.js';
import { translateFaithfulKey } from '../../../src/navigator/step/faithful-keys.js';
import { buildPageView, type Compat } from '../../../src/navigator/step/step-page.js';
import { toSessionActions, type PolicyAction } from '../../../src/navigator/step/to-actions.js';
import { createCandidate, createObservation } from '../../support/candidates.js';
import { createLibrary, createPolicy } from '../../support/step-policies.js';

const library = createLibrary([createPolicy('root')]);
const createBox = (x: number, y: number, width = 100, height = 20) => ({ x, y, width, height });

const saveButton = createCandidate({ name: 'Save', box: createBox(0, 0) });
const nameField = createCandidate({
  tag: 'input',
  role: 'textbox',
  name: 'Name',
  box: createBox(0, 40),
  states: { editable: true },
});
const options = ['Name', 'Price: low to high'].map((label) => ({
  value: label.slice(0, 1),
  label,
  selected: false,
  disabled: false,
}));
const sortList = createCandidate({
  tag: 'select',
  role: 'combobox',
  name: 'Sort',
  options,
  box: createBox(0, 80),
});
const dateField = createCandidate({
  tag: 'input',
  role: 'textbox',
  name: 'Day',
  inputType: 'date',
  box: createBox(0, 120),
  states: { editable: true },
});
const candidates: Candidate[] = [saveButton, nameField, sortList, dateField];

const createNode = (
  id: number,
  element: Candidate | null,
  text: string,
  box = element?.box ?? createBox(500, 500),
) => ({
  id,
  uid: element?.uid ?? null,
  box,
  text,
});

const page: Observation = {
  ...createObservation(candidates),
  url: 'http://shop.test/list',
  viewport: { width: 800, height: 600, scrollX: 0, scrollY: 0, scrollWidth: 800, scrollHeight: 2_000 },
  tabs: [
    { id: 11, url: 'http://shop.test/list', active: true },
    { id: 12, url: 'http://shop.test/help', active: false },
  ],
  accessibilityTree: {
    text: '',
    nodes: [
      createNode(1, saveButton, "[1] button 'Save'"),
      createNode(2, nameField, "[2] textbox 'Name'"),
      createNode(3, sortList, "[3] combobox 'Sort'"),
      createNode(4, dateField, "[4] textbox 'Day'"),
      createNode(5, null, "[5] StaticText 'far away'"),
      createNode(6, null, "[6] StaticText 'Save'", createBox(10, 5, 20, 10)),
      createNode(7, sortList, "[7] menuitem 'Price: low to high'"),
    ],
  },
};

const convert = (action: PolicyAction, compat: Compat, observedPage = page) =>
  toSessionActions(action, {
    compat,
    today: '2026-11-21',
    page: buildPageView(observedPage, {
      library,
      compat,
      today: '2026-11-21',
      isLooping: false,
      countTokens: (text) => text.length / 4,
    }),
  });

/** Expects the session actions, or a fault that matches the pattern. */
type Row = [action: PolicyAction, expected: object[] | RegExp];

function expectRows(rows: readonly Row[], compat: Compat): void {
  for (const [action, expected] of rows) {
    const result = convert(action, compat);
    const rowName = `${compat}: ${JSON.stringify(action)}`;
    if (expected instanceof RegExp)
      expect.soft(result, rowName).toEqual({ ok: false, fault: expect.stringMatching(expected) });
    else expect.soft(result, rowName).toMatchObject({ ok: true, actions: expected });
  }
}

test('actions are converted in hardened mode', () => {
  expectRows(
    [
      [{ verb: 'click', id: 1 }, [{ intent: 'click', uid: saveButton.uid }]],
      [{ verb: 'click', id: 6 }, [{ intent: 'click', uid: saveButton.uid }]],
      [{ verb: 'click', id: 5 }, /\[5\] cannot be acted on/],
      [{ verb: 'click', id: 99 }, /No element .* id 99/],
      [
        { verb: 'click', id: 3 },
        /\[3\] is a list\. Use select \[3\] \[option\].*"Name" \| "Price: low to high"/,
      ],
      [{ verb: 'click', id: 7 }, [{ intent: 'change', uid: sortList.uid, value: 'Price: low to high' }]],
      [{ verb: 'hover', id: 1 }, [{ intent: 'hover', uid: saveButton.uid }]],
      [
        { verb: 'select', id: 3, option: 'price' },
        [{ intent: 'change', uid: sortList.uid, value: 'Price: low to high' }],
      ],
      [
        { verb: 'type', id: 3, text: 'name', enter: true },
        [{ intent: 'change', uid: sortList.uid, value: 'Name' }],
      ],
      [{ verb: 'select', id: 3, option: 'colour' }, /no option like “colour”/],
      [
        { verb: 'type', id: 2, text: 'Ada', enter: false },
        [{ intent: 'textInput', uid: nameField.uid, text: 'Ada' }],
      ],
      [
        { verb: 'type', id: 2, text: 'Ada', enter: true },
        [
          { intent: 'textInput', uid: nameField.uid, text: 'Ada' },
          { intent: 'press', key: 'Enter' },
        ],
      ],
      [
        { verb: 'type', id: 4, text: '3 May 2027', enter: true },
        [{ intent: 'change', uid: dateField.uid, value: '2027-05-03' }],
      ],
      [{ verb: 'type', id: 1, text: 'x', enter: false }, /button and does not accept text/],
      [{ verb: 'press', keys: 'Ctrl+v' }, [{ intent: 'press', key: 'Control+v' }]],
      [{ verb: 'press', keys: 'cmd+a' }, [{ intent: 'press', key: 'ControlOrMeta+a' }]],
      [{ verb: 'press', keys: 'space' }, [{ intent: 'press', key: 'Space' }]],
      [{ verb: 'press', keys: 'banana' }, /not a key/],
      [{ verb: 'scroll', direction: 'down' }, [{ intent: 'scroll', x: 0, y: 540 }]],
      [{ verb: 'scroll', direction: 'up' }, /already scrolled to the top/],
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

test('actions are converted in faithful mode, as in the original environment', () => {
  expectRows(
    [
      [{ verb: 'click', id: 3 }, [{ intent: 'click', uid: sortList.uid }]],
      [
        { verb: 'type', id: 2, text: 'Ada', enter: true },
        [
          { intent: 'textInput', uid: nameField.uid, text: 'Ada', edit: { at: 'end' } },
          { intent: 'press', key: 'Enter' },
        ],
      ],
      [
        { verb: 'type', id: 1, text: 'x', enter: false },
        [
          { intent: 'click', uid: saveButton.uid },
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

test('if the page itself does not scroll, its largest scroll container is scrolled', () => {
  const largeArea = createCandidate({
    tag: 'div',
    role: 'generic',
    box: createBox(0, 0, 700, 500),
    scroll: { x: 0, y: 0, maxX: 0, maxY: 900 },
  });
  const smallArea = createCandidate({
    tag: 'div',
    role: 'generic',
    box: createBox(0, 0, 90, 90),
    scroll: { x: 0, y: 0, maxX: 0, maxY: 50 },
  });
  const fixedPage: Observation = {
    ...page,
    candidates: [smallArea, largeArea],
    viewport: { ...page.viewport, scrollHeight: 600 },
  };
  expect(convert({ verb: 'scroll', direction: 'down' }, 'hardened', fixedPage)).toMatchObject({
    actions: [{ intent: 'scroll', uid: largeArea.uid, y: 450 }],
  });
});

test('in faithful mode, keys are translated as in WebArena’s published code', () => {
  const keysByInput: [string, string | null][] = [
    ['enter', 'Enter'],
    ['PAGEDOWN', 'PageDown'],
    ['Meta+a', 'ControlOrMeta+a'],
    ['Control+a', 'Control+a'],
    ['Ctrl+v', null],
    ['space', null],
    ['a', 'a'],
  ];
  for (const [input, key] of keysByInput) expect.soft(translateFaithfulKey(input), input).toBe(key);
});
