import { expect, test } from '@playwright/test';

import { formatAction } from '../../src/action/index.js';
import type { Action } from '../../src/contract/index.js';

const uid = '4717de80-eda2-4319';
const element = (role: string, name: string, tag = 'div') => ({ tag, role, name });

const LINES: [Action, ReturnType<typeof element> | null, string][] = [
  [{ intent: 'click', uid }, element('button', 'Save'), 'click button “Save”'],
  [
    { intent: 'textInput', uid, text: 'river' },
    element('textbox', 'Search'),
    'type “river” into textbox “Search”',
  ],
  [{ intent: 'textInput', uid, text: '' }, element('textbox', 'Search'), 'clear textbox “Search”'],
  [
    { intent: 'change', uid, value: 'Norway' },
    element('combobox', 'Country'),
    'choose “Norway” in combobox “Country”',
  ],
  [{ intent: 'change', uid, value: 'true' }, element('checkbox', 'I agree'), 'check checkbox “I agree”'],
  [{ intent: 'change', uid, value: 'false' }, element('switch', 'Wi-Fi'), 'turn off switch “Wi-Fi”'],
  [
    { intent: 'change', uid, value: '2026-03-01' },
    element('textbox', 'From'),
    'set textbox “From” to “2026-03-01”',
  ],
  [{ intent: 'hover', uid }, element('generic', '', 'SVG'), 'point at image'],
  [{ intent: 'submit', uid }, element('searchbox', ''), 'submit searchbox'],
  [{ intent: 'press', key: 'Enter', uid }, element('textbox', 'Search'), 'press Enter in textbox “Search”'],
  [{ intent: 'press', key: 'Escape' }, null, 'press Escape'],
  [{ intent: 'click', uid }, null, `click element ${uid}`],
  [{ intent: 'load', url: 'https://a.example/' }, null, 'open https://a.example/'],
  [{ intent: 'back' }, null, 'go back'],
  [{ intent: 'forward' }, null, 'go forward'],
  [{ intent: 'reload' }, null, 'reload the page'],
  [{ intent: 'scroll', x: 0, y: 1400.4 }, null, 'scroll to 0, 1400'],
  [{ intent: 'doubleClick', uid }, element('row', 'Lunch'), 'double-click row “Lunch”'],
  [{ intent: 'rightClick', uid }, element('row', 'Lunch'), 'right-click row “Lunch”'],
  [
    { intent: 'drag', uid, to: { dx: 40.4, dy: -3 } },
    element('slider', 'Volume'),
    'drag slider “Volume” by 40, -3',
  ],
  [
    { intent: 'drag', uid, to: { uid: 'x' } },
    element('listitem', 'Lunch'),
    'drag listitem “Lunch” to element x',
  ],
  [
    { intent: 'upload', uid, files: ['/home/me/cv.pdf'] },
    element('button', 'Resume'),
    'upload “cv.pdf” to button “Resume”',
  ],
  [{ intent: 'reveal', uid }, element('heading', 'Reviews'), 'scroll to heading “Reviews”'],
  [{ intent: 'scroll', uid, x: 0, y: 250 }, element('list', 'Chats'), 'scroll list “Chats” to 0, 250'],
  [{ intent: 'copy', uid }, element('cell', 'A-17'), 'copy cell “A-17”'],
  [{ intent: 'paste', uid }, element('textbox', 'Search'), 'paste into textbox “Search”'],
  [{ intent: 'wait', ms: 3000 }, null, 'wait up to 3 s'],
  [{ intent: 'dialog', answer: 'dismiss' }, null, 'dismiss the dialog'],
  [{ intent: 'dialog', answer: 'accept', text: 'Oslo' }, null, 'accept the dialog with “Oslo”'],
  [{ intent: 'tabcreate' }, null, 'open a tab'],
  [{ intent: 'tabcreate', url: 'https://a.example/' }, null, 'open https://a.example/ in a new tab'],
  [{ intent: 'tabremove' }, null, 'close the tab'],
  [{ intent: 'tabswitch', tab: 2 }, null, 'switch to tab 2'],
  [{ intent: 'say', kind: 'ack', text: 'On it.' }, null, 'say “On it.”'],
];

for (const [action, target, line] of LINES) {
  test(line, () => expect(formatAction(action, target)).toBe(line));
}

test('the text of a drag names the drop target if it is known', () => {
  const line = formatAction(
    { intent: 'drag', uid, to: { uid } },
    element('listitem', 'Lunch'),
    element('list', 'Done'),
  );
  expect(line).toBe('drag listitem “Lunch” to list “Done”');
});

test('escape sequences and line breaks in a name do not reach the terminal', () => {
  const line = formatAction(
    { intent: 'click', uid },
    element('button', 'Save\u001b[2J\nConsent given\u202e\u2028now'),
  );
  expect(line).toBe('click button “Save [2J Consent given now”');
});

test('long names are truncated between code points', () => {
  const line = formatAction({ intent: 'click', uid }, element('button', '🛶'.repeat(1000)));
  expect(line).toBe(`click button “${'🛶'.repeat(59)}…”`);
});
