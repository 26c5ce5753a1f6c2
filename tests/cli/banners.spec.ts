import { writeFileSync } from 'node:fs';

import { expect, test } from '../support/browser.js';
import { runCommand } from '../support/cli-harness.js';
import { parseEvents } from '../support/parley.js';

const PAGE = `<title>Docs</title><main><h1>Docs</h1><button onclick="this.textContent='Opened'">Open</button></main>
  <div role=dialog aria-label=Cookies style="position:fixed;bottom:0;left:0;right:0;background:#eee">
  <p>We use cookies to count visits. <a href="#p">Cookie policy</a></p>
  <button onclick="this.parentNode.remove()">Accept all</button><button onclick="this.parentNode.remove()">Reject all</button></div>`;

test('--banners decline declines the cookie banner before anything else and records the reason', async ({}, info) => {
  const file = info.outputPath('docs.html');
  writeFileSync(file, PAGE);
  const outputFlags = ['--url', file, '--results', info.outputPath('results'), '--json'];
  const { stdout, code } = await runCommand(['run', 'click Open', ...outputFlags, '--banners', 'decline']);
  const actions = parseEvents(stdout).flatMap((event) =>
    event.type === 'action' ? [[event.target?.name, event.evidence?.note]] : [],
  );
  expect(actions).toEqual([
    ['Reject all', 'cookie banner, requested by --banners decline'],
    ['Open', undefined],
  ]);
  expect(code).toBe(0);
});

test('an unknown value for --banners causes a usage error that lists the choices', async () => {
  const { stderr, code } = await runCommand(['run', 'click Open', '--banners', 'maybe']);
  expect(stderr).toContain('--banners cannot be “maybe”');
  expect(stderr).toContain('"leave", "decline", "accept"');
  expect(code).toBe(2);
});
