// `parley fixtures` prints the URL of every fixture site in both skins, and every URL answers.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { expect, test } from '../support/browser.js';

test('the fixture sites answer at the printed URLs', async ({ request }) => {
  const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
  const child = spawn(process.execPath, [main, 'fixtures']);
  const exit = once(child, 'exit');
  try {
    const addresses: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('Press Ctrl-C')) break;
      if (line.startsWith('  ')) addresses.push(line.trim());
    }
    expect(addresses.map((address) => new URL(address).pathname)).toEqual(
      ['encyclopedia', 'calendar', 'shop', 'mail', 'airline'].flatMap((name) => [`/${name}/`, `/${name}-2/`]),
    );
    for (const address of addresses) expect((await request.get(address)).status(), address).toBe(200);
  } finally {
    child.kill('SIGINT');
    await exit;
  }
});
