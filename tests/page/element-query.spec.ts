import { expect, test } from '@playwright/test';

import type { ElementQuery } from '../../src/contract/index.js';
import { matchElements, type QueryElement } from '../../src/page/element-query.js';

const createElement = (overrides: Partial<QueryElement>): QueryElement => ({
  role: '',
  name: '',
  text: '',
  value: '',
  checked: undefined,
  enabled: true,
  ...overrides,
});

const PAGE: QueryElement[] = [
  createElement({ role: 'textbox', name: 'Arrival', value: '2027-06-02' }),
  createElement({ role: 'textbox', name: 'Note' }),
  createElement({ role: 'checkbox', name: 'Power', checked: true }),
  createElement({ role: 'button', name: 'Search', enabled: false }),
  createElement({ role: 'button', name: 'Back' }),
];

const arrivalQuery = { name: /Arrival/ };
const CASES: [name: string, query: Partial<ElementQuery>, description: string][] = [
  [
    'a field with a different value',
    { ...arrivalQuery, value: /06-01/ },
    '“Arrival”, with the value “2027-06-02”',
  ],
  ['an empty field', { name: /Note/, value: /x/ }, '“Note”, without a value'],
  ['a checked checkbox', { role: 'checkbox', state: 'unchecked' }, '“Power”, checked'],
  [
    'an element that cannot be checked',
    { ...arrivalQuery, state: 'checked' },
    '“Arrival”, neither checked nor unchecked',
  ],
  ['a disabled button', { name: /Search/, state: 'enabled' }, '“Search”, disabled'],
  ['an enabled button', { name: /Back/, state: 'disabled' }, '“Back”, enabled'],
  ['other elements with the role if none has the name', { role: 'button', name: /Save/ }, '“Search”, “Back”'],
  ['a visible element that should be hidden', { name: /Note/, state: 'hidden' }, '“Note”'],
  ['that no element has the role', { role: 'dialog' }, 'nothing of that kind'],
];

for (const [name, query, description] of CASES)
  test(`a failed element check reports ${name}`, () => {
    expect(matchElements(PAGE, { state: 'visible', ...query })).toEqual({ ok: false, description });
  });

test('an element check reports the selected options of a list, not all options', () => {
  const list = createElement({
    name: 'Any Larvik Mandal',
    text: 'Any Larvik Mandal',
    value: 'm',
    displayedValue: 'Mandal',
  });
  const matchValue = (value: RegExp) => matchElements([list], { css: '#harbour', value, state: 'visible' });
  expect(matchValue(/Larvik/)).toEqual({ ok: false, description: '#harbour, with the value “Mandal”' });
  // Both the label and the value of the selected option match.
  expect([matchValue(/^Mandal$/).ok, matchValue(/^m$/).ok]).toEqual([true, true]);
});
