/** The chat in a real terminal that is 60 columns wide. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { expect, test } from '../support/browser.js';
import { KEYS, openTerminal } from '../support/pty.js';

test('a 60-column terminal shows whole words and hanging indents', async ({}, info) => {
  const page = info.outputPath('page.html');
  writeFileSync(page, '<title>Shop</title><h1>Shop</h1>');
  const terminal = openTerminal(['chat', pathToFileURL(page).href], info.outputDir, 60);
  try {
    await terminal.waitForScreen(/You:$/);
    terminal.type(`/help${KEYS.enter}`);
    const screen = await terminal.waitForScreen(/everything is already saved[\s\S]*You:$/);
    const lines = screen.split('\n');
    // The description of /page is longer than the screen is wide: it continues with a hanging indent.
    const pageLineIndex = lines.findIndex((line) => line.startsWith('/page'));
    expect(lines[pageLineIndex + 1]).toMatch(/^ {2}\S/);
    expect(`${lines[pageLineIndex]} ${lines[pageLineIndex + 1]!.trim()}`).toContain(
      'fields, buttons and links',
    );
  } finally {
    terminal.close();
  }
});
