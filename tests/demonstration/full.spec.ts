/** A disk that fills up during a session costs the turn that does not fit, and neither the verdict nor what was before. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';

import { readDemonstration, readSession } from '../../src/demonstration/index.js';

const driver = fileURLToPath(new URL('full.mjs', import.meta.url));

// Wherever it strikes: in boxes, page, picture, line or replay.
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
    const acts = events.filter((event) => event.type === 'action');
    expect(turns).toBeGreaterThan(0);
    expect(acts.length).toBeGreaterThanOrEqual(turns);
    expect(readDemonstration(dir).turns.length).toBeGreaterThanOrEqual(turns);
    for (const { page } of acts) expect(readdirSync(join(dir, 'pages'))).toContain(page.html?.slice(6));
    expect(readdirSync(dir).filter((name) => name.startsWith('.') || name.endsWith('.tmp'))).toEqual([]);
  });
