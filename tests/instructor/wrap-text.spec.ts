/** Wrapping of printed lines to the terminal's width. */
import { expect, test } from '@playwright/test';

import { getColumnCount, wrapText } from '../../src/instructor/index.js';

test('wraps at words with a hanging indent', () => {
  const text = 'Navigator: I found three chairs. The cheapest one is the Oslo chair, which costs 45 euros.';
  expect(wrapText(text, 60).split('\n')).toEqual([
    'Navigator: I found three chairs. The cheapest one is the',
    '  Oslo chair, which costs 45 euros.',
  ]);
  expect(wrapText(`  ${text}`, 60).split('\n')[1]).toMatch(/^ {4}\S/);
});

test('leaves short lines, line breaks and piped output unchanged', () => {
  expect.soft(wrapText('Page: Shop\n  1. Save', 60)).toBe('Page: Shop\n  1. Save');
  const longLine = 'word '.repeat(40).trim();
  expect.soft(wrapText(longLine, null)).toBe(longLine);
  expect.soft(getColumnCount({ isTTY: false, columns: 80 })).toBeNull();
  expect.soft(getColumnCount({ isTTY: true, columns: 80 })).toBe(80);
});

test('breaks URLs, counts wide characters as two columns and does not count colour sequences', () => {
  const url = `https://shop.test/${'a'.repeat(100)}`;
  for (const line of wrapText(`Page: ${url}`, 60).split('\n'))
    expect.soft(line.length).toBeLessThanOrEqual(60);
  expect.soft(wrapText(`Page: ${url}`, 60).replace(/\n */g, '')).toContain('aaaa');
  for (const line of wrapText(`Page: ${'灯'.repeat(60)}`, 60).split('\n'))
    expect.soft([...line].filter((codePoint) => codePoint === '灯').length).toBeLessThanOrEqual(29);
  const colouredText = `\u001b[32m${'abc '.repeat(13).trim()}\u001b[39m`;
  expect.soft(wrapText(colouredText, 60)).toBe(colouredText);
});
