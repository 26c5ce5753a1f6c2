import { expect, test } from '@playwright/test';

import { formatKeyChord, parseKeyChord } from '../../src/action/index.js';

const CHORDS: [text: string, chord: string | null][] = [
  ['Enter', 'Enter'],
  ['esc', 'Escape'],
  ['Page Down', 'PageDown'],
  ['page-up', 'PageUp'],
  ['arrow_left', 'ArrowLeft'],
  [' ', 'Space'],
  ['a', 'a'],
  ['+', '+'],
  ['f12', 'F12'],
  ['KeyA', 'KeyA'],
  ['ctrl', 'Control'],
  ['ctrl+c', 'Control+c'],
  ['Ctrl-Shift-P', 'Control+Shift+P'],
  ['Cmd + Page Down', 'Meta+PageDown'],
  ['Ctrl++', 'Control++'],
  ['Ctrl+-', 'Control+-'],
  ['ctrl+control+a', 'Control+a'],
  ['', null],
  ['AnyKey', null],
  ['F25', null],
  ['Enter+Enter', null],
];

test('common spellings of keys and chords are converted to Playwright’s names', () => {
  for (const [text, expected] of CHORDS) {
    const chord = parseKeyChord(text);
    expect.soft(chord && formatKeyChord(chord), `“${text}”`).toBe(expected);
  }
});
