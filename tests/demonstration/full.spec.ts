/** When the disk is full, only the current turn is lost: earlier turns and the verdict are kept. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';

import { readDemonstration, readSession } from '../../src/demonstration/index.js';

const driver = fileURLToPath(new URL('full.mjs', import.meta.url));

// The disk may be full while boxes, page, screenshot, session line or replay are written.
for (const capacity of [150_000, 163_000, 176_000, 189_000, 202_000])
  test(`a disk of ${capacity} bytes`, () => {
    const dir = test.info().outputPath('demonstration');
    const { stdout, stderr } = spawnSync(process.execPath, [driver, dir, String(capacity)], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const { problem, turns } = JSON.parse(stdout) as { problem: object; turns: number };
    expect(problem).toMatchObject({
      kind: 'usage',
      message: expect.stringMatching(/^There is no space left/),
    });
    const { events, torn } = readSession(dir);
    expect(torn).toBe(false);
    expect(events.at(-1)).toMatchObject({ type: 'end', verdict: 'usage', exit: 2 });
    const actions = events.filter((event) => event.type === 'action');
    expect(turns).toBeGreaterThan(0);
    expect(actions.length).toBeGreaterThanOrEqual(turns);
    expect(readDemonstration(dir).turns.length).toBeGreaterThanOrEqual(turns);
    for (const { page } of actions) expect(readdirSync(join(dir, 'pages'))).toContain(page.html?.slice(6));
    expect(readdirSync(dir).filter((name) => name.startsWith('.') || name.endsWith('.tmp'))).toEqual([]);
  });
