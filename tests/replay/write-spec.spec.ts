import { expect, test } from '@playwright/test';

import type {
  Effect,
  ElementFingerprint,
  PageAction,
  ReplayAction,
  ReplayScript,
} from '../../src/contract/index.js';
import { writeSpec } from '../../src/replay/index.js';

const element = (overrides: Partial<ElementFingerprint> = {}): ElementFingerprint => ({
  tag: 'button',
  role: 'button',
  name: 'Save',
  landmark: '',
  section: '',
  alike: { count: 1, index: 0, inSection: 1 },
  box: { x: 0, y: 0, width: 1, height: 1 },
  ...overrides,
});

function step(
  action: PageAction,
  fingerprint: ElementFingerprint | null,
  effects: Effect[] = [],
): ReplayAction {
  const [first = { type: 'dom' as const, mutations: 1 }, ...rest] = effects;
  return {
    type: 'action',
    turn: 1,
    action,
    target: null,
    outcome: { status: 'done', effects: [first, ...rest], settle: { reason: 'quiet', ms: 1 } },
    url: 'http://a.test/',
    fingerprint,
    dropFingerprint: null,
    isOptional: false,
    isIrreversible: false,
  };
}

const scriptOf = (turns: ReplayAction[], definition?: unknown): ReplayScript => ({
  source: 's',
  name: 'It’s a “test”',
  startUrl: 'http://a.test/start',
  navigator: 'direct',
  lines: [
    {
      text: "Do it, it's time.",
      isAnswer: false,
      isInterjection: false,
      visits: [],
      turns,
      checks: [{ label: 'c', pass: true, expected: '', actual: '', definition }],
    },
  ],
  finalChecks: [],
  startTitle: '',
  start: {},
  folder: null,
  banners: null,
  recordedMs: 0,
  isComplete: true,
});

const bodyOf = (...turns: ReplayAction[]): string => writeSpec(scriptOf(turns)).text;
const uid = 'u';

test('actions become calls on locators by role and name', () => {
  const field = element({ tag: 'input', role: 'textbox', name: "It's" });
  const row = { key: 'dentist', isKeyUnique: true, text: 'Dentist', tag: 'tr' };
  const alike = { count: 3, index: 1, inSection: 3 };
  const cases: [what: string, code: string, turns: ReplayAction[]][] = [
    [
      'click',
      "page.getByRole('button', { name: 'Save', exact: true }).click();",
      [step({ intent: 'click', uid }, element())],
    ],
    [
      'row',
      "page.getByRole('row').filter({ hasText: 'dentist' }).getByRole('button'",
      [step({ intent: 'click', uid }, element({ row, alike }))],
    ],
    ['several', '.nth(1).click();', [step({ intent: 'click', uid }, element({ alike }))]],
    ['text', ".fill('a\\nb');", [step({ intent: 'textInput', uid, text: 'a\nb' }, field)]],
    [
      'edit',
      ".fill('old new');",
      [
        step({ intent: 'textInput', uid, text: ' new', edit: { at: 'end' } }, field, [
          { type: 'value', from: 'old', to: 'old new' },
        ]),
      ],
    ],
    ['secret', ".fill(secret('PASSWORD'));", [step({ intent: 'textInput', uid, text: '<PASSWORD>' }, field)]],
    [
      'select',
      ".selectOption({ label: 'Large' });",
      [
        step(
          { intent: 'change', uid, value: '3' },
          element({ tag: 'select', role: 'combobox', option: 'Large' }),
        ),
      ],
    ],
    [
      'check box',
      '.uncheck();',
      [step({ intent: 'change', uid, value: 'false' }, element({ tag: 'input', role: 'checkbox' }))],
    ],
    [
      'own list',
      "page.getByRole('option', { name: 'Red', exact: true }).click();",
      [step({ intent: 'change', uid, value: 'Red' }, element({ tag: 'div', role: 'combobox' }))],
    ],
    ['key', "page.keyboard.press('Escape');", [step({ intent: 'press', key: 'Escape' }, null)]],
    [
      'address',
      "await open(page, '/help?x=1');",
      [step({ intent: 'load', url: 'http://a.test/help?x=1' }, null)],
    ],
    [
      'no name',
      'page.locator(\'[name="q"]\').hover();',
      [step({ intent: 'hover', uid }, element({ role: 'textbox', name: '', attributes: { name: 'q' } }))],
    ],
    [
      'url',
      "await expect(page).toHaveURL('/cart');",
      [
        step({ intent: 'click', uid }, element(), [
          { type: 'navigated', url: 'http://a.test/cart', status: 200 },
        ]),
      ],
    ],
    [
      'url with id',
      '.toHaveURL(/\\/o\\/[\\w-]+(?:[?#].*)?$/);',
      [
        step({ intent: 'click', uid }, element(), [
          { type: 'navigated', url: 'http://a.test/o/17', status: 200 },
        ]),
      ],
    ],
    [
      'dialog',
      "void dialog.accept('Ana');",
      [
        step({ intent: 'click', uid }, element(), [{ type: 'dialog', dialog: 'prompt', message: 'Name?' }]),
        step({ intent: 'dialog', answer: 'accept', text: 'Ana' }, null),
      ],
    ],
    [
      'tab',
      'page2 = await popup;',
      [
        step({ intent: 'click', uid }, element(), [
          { type: 'tab-opened', opened: 2, url: 'http://a.test/x' },
        ]),
      ],
    ],
    [
      'tab back',
      'await page.bringToFront();',
      [
        step({ intent: 'click', uid }, element(), [
          { type: 'tab-opened', opened: 2, url: 'http://a.test/x' },
        ]),
        step({ intent: 'tabswitch', tab: 1 }, null),
      ],
    ],
  ];
  for (const [what, code, turns] of cases) expect.soft(bodyOf(...turns), what).toContain(code);
});

test('each line is a step, and texts are escaped in their literals', () => {
  const text = bodyOf(step({ intent: 'click', uid }, element({ name: "'); process.exit(); ('" })));
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
    expect.soft(writeSpec(scriptOf([], definition)).text, JSON.stringify(definition)).toContain(code);
});

test('actions and checks without a counterpart are listed', () => {
  const { text, warnings } = writeSpec(
    scriptOf([step({ intent: 'drag', uid, to: { dx: 5, dy: 5 } }, element())]),
  );
  expect(text).toContain('// Left out: drag, turn 1 of the recording.');
  expect(warnings).toHaveLength(1);
});
