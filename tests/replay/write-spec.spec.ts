import { expect, test } from '@playwright/test';

import type {
  Effect,
  ElementFingerprint,
  PageAction,
  ReplayAction,
  ReplayScript,
} from '../../src/contract/index.js';
import { writeSpec } from '../../src/replay/index.js';

const createFingerprint = (overrides: Partial<ElementFingerprint> = {}): ElementFingerprint => ({
  tag: 'button',
  role: 'button',
  name: 'Save',
  landmark: '',
  section: '',
  alike: { count: 1, index: 0, inSection: 1 },
  box: { x: 0, y: 0, width: 1, height: 1 },
  ...overrides,
});

function createAction(
  action: PageAction,
  fingerprint: ElementFingerprint | null,
  effects: Effect[] = [],
): ReplayAction {
  const [firstEffect = { type: 'dom' as const, mutations: 1 }, ...otherEffects] = effects;
  return {
    type: 'action',
    turn: 1,
    action,
    target: null,
    outcome: { status: 'done', effects: [firstEffect, ...otherEffects], settle: { reason: 'quiet', ms: 1 } },
    url: 'http://a.test/',
    fingerprint,
    dropFingerprint: null,
    isOptional: false,
    isIrreversible: false,
  };
}

const createScript = (turns: ReplayAction[], definition?: unknown): ReplayScript => ({
  source: 's',
  name: 'It’s a “test”',
  startUrl: 'http://a.test/start',
  navigator: 'direct',
  lines: [
    {
      text: "Do it, it's time.",
      isAnswer: false,
      isInterjection: false,
      visitedUrls: [],
      turns,
      checks: [{ label: 'c', pass: true, expected: '', actual: '', definition }],
    },
  ],
  finalChecks: [],
  startTitle: '',
  start: {},
  folder: null,
  bannerPolicy: null,
  recordedMs: 0,
  isComplete: true,
});

const writeSpecText = (...turns: ReplayAction[]): string => writeSpec(createScript(turns)).text;
const uid = 'u';

test('actions become calls on locators that use role and name', () => {
  const field = createFingerprint({ tag: 'input', role: 'textbox', name: "It's" });
  const row = { key: 'dentist', isKeyUnique: true, text: 'Dentist', tag: 'tr' };
  const similarElements = { count: 3, index: 1, inSection: 3 };
  const cases: [name: string, code: string, turns: ReplayAction[]][] = [
    [
      'click',
      "page.getByRole('button', { name: 'Save', exact: true }).click();",
      [createAction({ intent: 'click', uid }, createFingerprint())],
    ],
    [
      'row',
      "page.getByRole('row').filter({ hasText: 'dentist' }).getByRole('button'",
      [createAction({ intent: 'click', uid }, createFingerprint({ row, alike: similarElements }))],
    ],
    [
      'several alike',
      '.nth(1).click();',
      [createAction({ intent: 'click', uid }, createFingerprint({ alike: similarElements }))],
    ],
    ['text', ".fill('a\\nb');", [createAction({ intent: 'textInput', uid, text: 'a\nb' }, field)]],
    [
      'edit',
      ".fill('old new');",
      [
        createAction({ intent: 'textInput', uid, text: ' new', edit: { at: 'end' } }, field, [
          { type: 'value', from: 'old', to: 'old new' },
        ]),
      ],
    ],
    [
      'secret',
      ".fill(secret('PASSWORD'));",
      [createAction({ intent: 'textInput', uid, text: '<PASSWORD>' }, field)],
    ],
    [
      'select',
      ".selectOption({ label: 'Large' });",
      [
        createAction(
          { intent: 'change', uid, value: '3' },
          createFingerprint({ tag: 'select', role: 'combobox', option: 'Large' }),
        ),
      ],
    ],
    [
      'checkbox',
      '.uncheck();',
      [
        createAction(
          { intent: 'change', uid, value: 'false' },
          createFingerprint({ tag: 'input', role: 'checkbox' }),
        ),
      ],
    ],
    [
      'custom list',
      "page.getByRole('option', { name: 'Red', exact: true }).click();",
      [
        createAction(
          { intent: 'change', uid, value: 'Red' },
          createFingerprint({ tag: 'div', role: 'combobox' }),
        ),
      ],
    ],
    ['key', "page.keyboard.press('Escape');", [createAction({ intent: 'press', key: 'Escape' }, null)]],
    [
      'address',
      "await open(page, '/help?x=1');",
      [createAction({ intent: 'load', url: 'http://a.test/help?x=1' }, null)],
    ],
    [
      'no name',
      'page.locator(\'[name="q"]\').hover();',
      [
        createAction(
          { intent: 'hover', uid },
          createFingerprint({ role: 'textbox', name: '', attributes: { name: 'q' } }),
        ),
      ],
    ],
    [
      'url',
      "await expect(page).toHaveURL('/cart');",
      [
        createAction({ intent: 'click', uid }, createFingerprint(), [
          { type: 'navigated', url: 'http://a.test/cart', status: 200 },
        ]),
      ],
    ],
    [
      'url with id',
      '.toHaveURL(/\\/o\\/[\\w-]+(?:[?#].*)?$/);',
      [
        createAction({ intent: 'click', uid }, createFingerprint(), [
          { type: 'navigated', url: 'http://a.test/o/17', status: 200 },
        ]),
      ],
    ],
    [
      'dialog',
      "void dialog.accept('Ana');",
      [
        createAction({ intent: 'click', uid }, createFingerprint(), [
          { type: 'dialog', dialog: 'prompt', message: 'Name?' },
        ]),
        createAction({ intent: 'dialog', answer: 'accept', text: 'Ana' }, null),
      ],
    ],
    [
      'tab',
      'page2 = await popup;',
      [
        createAction({ intent: 'click', uid }, createFingerprint(), [
          { type: 'tab-opened', opened: 2, url: 'http://a.test/x' },
        ]),
      ],
    ],
    [
      'tab back',
      'await page.bringToFront();',
      [
        createAction({ intent: 'click', uid }, createFingerprint(), [
          { type: 'tab-opened', opened: 2, url: 'http://a.test/x' },
        ]),
        createAction({ intent: 'tabswitch', tab: 1 }, null),
      ],
    ],
  ];
  for (const [name, code, turns] of cases) expect.soft(writeSpecText(...turns), name).toContain(code);
});

test('each line is a step, and text is escaped in literals', () => {
  const text = writeSpecText(
    createAction({ intent: 'click', uid }, createFingerprint({ name: "'); process.exit(); ('" })),
  );
  expect(text).toContain("await test.step('Do it, it\\'s time.', async () => {");
  expect(text).toContain("name: '\\'); process.exit(); (\\''");
  expect(text).toContain("test.use({ baseURL: 'http://a.test' });");
});

test('checks become assertions', () => {
  const cases: [definition: object, code: string][] = [
    [{ url: '**/done' }, 'await expect(page).toHaveURL(/^.*\\/done$/);'],
    [{ text: 'It is (done)' }, 'toContainText(/It\\s+is\\s+\\(done\\)/i);'],
    [{ text: '/order \\d+/' }, 'toContainText(/order \\d+/);'],
    [
      { element: { role: 'button', name: 'Send', state: 'disabled' } },
      "getByRole('button', { name: /Send/i }).first()).toBeDisabled();",
    ],
    [{ query: { css: 'li', count: 2 } }, "await expect(page.locator('li')).toHaveCount(2);"],
    [{ js: 'document.title', equals: 'Left' }, 'page.evaluate(\'document.title\')).toEqual("Left");'],
    [{ http: { get: 'http://a.test/api', expect: { json: { ok: true } } } }, "page.request.get('/api');"],
    [{ actions: { max: 3 } }, '// Not checked here: c'],
  ];
  for (const [definition, code] of cases)
    expect.soft(writeSpec(createScript([], definition)).text, JSON.stringify(definition)).toContain(code);
});

test('actions that cannot be written are listed as warnings', () => {
  const { text, warnings } = writeSpec(
    createScript([createAction({ intent: 'drag', uid, to: { dx: 5, dy: 5 } }, createFingerprint())]),
  );
  expect(text).toContain('// Left out: drag, turn 1 of the recording.');
  expect(warnings).toHaveLength(1);
});
