import { formatTextList, formatTypingWarning } from '../../../src/prompt/index.js';
import { expect, test } from '@playwright/test';

const element = (tag: string, text: string, ariaLabel = '', type: string | null = null) => ({
  tag,
  text,
  ariaLabel,
  type,
});

const LONG = 'x'.repeat(199);

/** Elements with their entries at index 0; '' if an element has none. */
const ENTRIES: [element: ReturnType<typeof element>, entry: string][] = [
  [element('button', 'Save all', '', 'submit'), '[0]: <button> "Save all";'],
  [element('button', 'x', 'Delete row', 'button'), '[0]: <button> "x", "Delete row";'],
  [element('button', 'Save', 'Save', 'submit'), '[0]: <button> "Save";'],
  [element('button', '', '', 'submit'), '[0]: <button> "";'],
  [element('button', '', 'Close', 'button'), '[0]: <button> "Close";'],
  [element('button', '', 'Reset', 'reset'), ''],
  [element('a', 'Home'), '[0]: "Home";'],
  [element('A', 'Home', 'Start page'), '[0]: "Home", "Start page";'],
  [element('a', '', 'Start page'), ''],
  [element('input', '', 'Search box', 'text'), '[0]: <input> "Search box";'],
  [element('INPUT', '', '', 'text'), '[0]: <input> "";'],
  [element('input', '', '', 'search'), '[0]: <input> "";'],
  [element('input', '', '', 'email'), '[0]: <input> "";'],
  [element('input', '', 'agree', 'checkbox'), ''],
  [element('input', '', '', 'submit'), ''],
  [element('input', '', '', 'number'), ''],
  [element('textarea', '', 'Notes', 'textarea'), '[0]: <textarea> "Notes";'],
  [element('textarea', 'Dear', 'Notes', 'textarea'), '[0]: <textarea> "Dear", "Notes";'],
  [element('select', 'OneTwo', '', 'select-one'), '[0]: "OneTwo";'],
  [element('li', LONG), `[0]: "${LONG}";`],
  [element('li', `${LONG}x`), ''],
  [element('li', `${'x'.repeat(198)}😀`), `[0]: "${'x'.repeat(198)}😀";`],
  [element('td', '<img src="a.png">'), ''],
  [element('td', '<img alt="a">'), '[0]: "<img alt="a">";'],
];

test('each kind of element has the same entry as in the published code, or none', () => {
  for (const [one, entry] of ENTRIES) expect.soft(formatTextList([one]), JSON.stringify(one)).toBe(entry);
});

test('each entry has its element’s number, and entries are separated by tabs', () => {
  const list = [element('a', 'One'), element('input', '', '', 'checkbox'), element('a', 'Three')];
  expect(formatTextList(list)).toBe('[0]: "One";\t[2]: "Three";');
});

test('typing into anything except a text box causes the warning', () => {
  const warned = [
    ['select', 'select-one'],
    ['input', 'checkbox'],
    ['div', null],
  ] as const;
  for (const [tag, type] of warned)
    expect
      .soft(formatTypingWarning({ tag, type }))
      .toBe(
        `note: The web element you're trying to type may not be a textbox, and its tag name is <${tag}>, type is ${type ?? 'None'}.`,
      );
  for (const type of ['text', 'search', 'password', 'email', 'tel'])
    expect.soft(formatTypingWarning({ tag: 'INPUT', type }), type).toBe('');
  expect(formatTypingWarning({ tag: 'textarea', type: 'textarea' })).toBe('');
});
