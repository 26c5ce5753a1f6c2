/** `parley replay --heal ask`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '../support/browser.js';
import { runCommand } from '../support/cli-harness.js';
import { KEYS, openTerminal } from '../support/pty.js';
import { startServer } from '../support/server.js';

test('--heal ask makes the replay ask before it performs a changed line, and is refused without a terminal', async ({}, info) => {
  test.slow();
  let name = 'Subscribe';
  const clickedButtons: string[] = [];
  const site = await startServer((request, response) => {
    if (request.method === 'POST') clickedButtons.push(name);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><title>News</title><h1>News</h1><button onclick="fetch('/', { method: 'POST' }); document.querySelector('output').value = 'Thanks'">${name}</button><output></output>`,
    );
  });
  const folder = info.outputPath('recorded');
  await runCommand(['run', 'Click Subscribe.', '--url', site.url, '--results', folder]);
  const session = join(
    folder,
    readdirSync(folder).find((fileName) => !fileName.startsWith('.'))!,
  );
  name = 'Subscribe now';
  clickedButtons.length = 0;
  const args = ['replay', session, '--heal', 'ask', '--results', info.outputPath('r')];
  try {
    const pipedRun = await runCommand(args);
    expect(pipedRun.code).toBe(2);
    expect(pipedRun.stderr).toContain('--heal ask');

    const answerPrompt = async (keys: string): Promise<number> => {
      const terminal = openTerminal(args, info.outputDir);
      try {
        const screen = await terminal.waitForScreen(/\[y\/N\]/);
        expect(screen).toContain('“Subscribe”');
        expect(clickedButtons).toEqual([]);
        terminal.type(keys + KEYS.enter);
        return await terminal.exitCode;
      } finally {
        terminal.close();
      }
    };
    expect(await answerPrompt('')).toBe(1);
    expect(clickedButtons).toEqual([]);
    expect(await answerPrompt('y')).toBe(0);
    expect(clickedButtons).toEqual(['Subscribe now']);
  } finally {
    await site.close();
  }
});
