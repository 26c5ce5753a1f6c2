/** When the disk is full, only the current turn is lost: earlier turns and the verdict are kept. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from '../support/browser.js';
import { readDemonstration, readSession } from '../../src/demonstration/index.js';

const driver = fileURLToPath(new URL('full-disk-driver.mjs', import.meta.url));

// With these capacities the disk becomes full at different files: boxes, page, screenshot, session line, replay.
for (const capacity of [150_000, 163_000, 176_000, 189_000, 202_000])
  test(`on a disk that is full after ${capacity} bytes, the earlier turns and the verdict are kept`, () => {
    const dir = test.info().outputPath('demonstration');
    const { stdout, stderr } = spawnSync(process.execPath, [driver, dir, String(capacity)], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const { problem, turns: writtenTurns } = JSON.parse(stdout) as { problem: object; turns: number };
    expect(problem).toMatchObject({
      kind: 'usage',
      message: expect.stringMatching(/^There is no space left/),
    });
    const { events, hasIncompleteLine } = readSession(dir);
    expect(hasIncompleteLine).toBe(false);
    expect(events.at(-1)).toMatchObject({ type: 'end', verdict: 'usage', exit: 2 });
    const actions = events.filter((event) => event.type === 'action');
    expect(writtenTurns).toBeGreaterThan(0);
    expect(actions.length).toBeGreaterThanOrEqual(writtenTurns);
    expect(readDemonstration(dir).turns.length).toBeGreaterThanOrEqual(writtenTurns);
    for (const { page } of actions) expect(readdirSync(join(dir, 'pages'))).toContain(page.html?.slice(6));
    expect(readdirSync(dir).filter((name) => name.startsWith('.') || name.endsWith('.tmp'))).toEqual([]);
  });
