/** What a test keeps of a conversation: its transcript, the last page as a picture, the record as one file. */
import { rmSync } from 'node:fs';

import type { TestInfo } from '@playwright/test';

import type { Held } from './conversation.js';
import type { ParleyOptions } from './settings.js';
import { zipFolder } from './zip.js';

/** @param label tells several runs of one test apart */
export async function attachHeld(
  testInfo: TestInfo,
  held: Held,
  when: ParleyOptions['demonstration'] = 'always',
  label = '',
): Promise<void> {
  const suffix = label ? ` (${label})` : '';
  await testInfo.attach(`transcript${suffix}`, { body: held.transcript, contentType: 'text/plain' });
  if (held.picture)
    await testInfo.attach(`last page${suffix}`, { body: held.picture, contentType: 'image/png' });
  // What Playwright's own error context would show, had the page not been closed with its conversation.
  if (held.snapshot)
    await testInfo.attach(`last page as text${suffix}`, { body: held.snapshot, contentType: 'text/plain' });
  // What failed before a conversation began has no record.
  if (!held.demonstration) return;
  if (when === 'never' || (when === 'on-failure' && held.verdict.kind === 'done')) return;
  const file = `${held.demonstration}.zip`;
  zipFolder(held.demonstration, file);
  await testInfo.attach(`demonstration${suffix}`, { path: file, contentType: 'application/zip' });
  // Attaching has made a copy.
  rmSync(file);
}
