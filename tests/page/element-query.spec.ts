import { expect, test } from '@playwright/test';

import type { ElementQuery } from '../../src/contract/index.js';
import { matchElements, type QueryElement } from '../../src/page/element-query.js';

const element = (given: Partial<QueryElement>): QueryElement => ({
  role: '',
  name: '',
  text: '',
  value: '',
  checked: undefined,
  enabled: true,
  ...given,
});

const PAGE: QueryElement[] = [
  element({ role: 'textbox', name: 'Arrival', value: '2027-06-02' }),
  element({ role: 'textbox', name: 'Note' }),
  element({ role: 'checkbox', name: 'Power', checked: true }),
  element({ role: 'button', name: 'Search', enabled: false }),
  element({ role: 'button', name: 'Back' }),
];

const field = { name: /Arrival/ };
const CASES: [name: string, query: Partial<ElementQuery>, found: string][] = [
  ['a field with another value', { ...field, value: /06-01/ }, '“Arrival”, with the value “2027-06-02”'],
  ['a field that holds nothing', { name: /Note/, value: /x/ }, '“Note”, without a value'],
  ['a box that is ticked', { role: 'checkbox', state: 'unchecked' }, '“Power”, checked'],
  [
    'what cannot be ticked at all',
    { ...field, state: 'checked' },
    '“Arrival”, neither checked nor unchecked',
  ],
  ['a disabled button', { name: /Search/, state: 'enabled' }, '“Search”, disabled'],
  ['a button that can', { name: /Back/, state: 'disabled' }, '“Back”, enabled'],
  ['others of the kind, where the one is not there', { role: 'button', name: /Save/ }, '“Search”, “Back”'],
  ['what is seen and should not be', { name: /Note/, state: 'hidden' }, '“Note”'],
  ['nothing', { role: 'dialog' }, 'nothing of that kind'],
];

for (const [name, query, found] of CASES)
  test(`a failed element check reports ${name}`, () => {
    expect(matchElements(PAGE, { state: 'visible', ...query })).toEqual({ ok: false, found });
  });

test('an element check reports the selected options of a list, not all options', () => {
  const list = element({ name: 'Any Larvik Mandal', text: 'Any Larvik Mandal', value: 'm', shown: 'Mandal' });
  const asked = (value: RegExp) => matchElements([list], { css: '#harbour', value, state: 'visible' });
  expect(asked(/Larvik/)).toEqual({ ok: false, found: '#harbour, with the value “Mandal”' });
  // Matches the label and the value.
  expect([asked(/^Mandal$/).ok, asked(/^m$/).ok]).toEqual([true, true]);
});
