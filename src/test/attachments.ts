/** Attaches a conversation to its test: transcript, last screenshot, and the demonstration as one file. */
import { rmSync } from 'node:fs';

import type { TestInfo } from '@playwright/test';

import type { ConversationRun } from './test-conversation.js';
import type { ParleyOptions } from './settings.js';
import { zipFolder } from './zip.js';

/** @param label distinguishes several runs of one test */
export async function attachRun(
  testInfo: TestInfo,
  held: ConversationRun,
  when: ParleyOptions['demonstration'] = 'always',
  label = '',
): Promise<void> {
  const suffix = label ? ` (${label})` : '';
  await testInfo.attach(`transcript${suffix}`, { body: held.transcript, contentType: 'text/plain' });
  if (held.lastScreenshot)
    await testInfo.attach(`last page${suffix}`, { body: held.lastScreenshot, contentType: 'image/png' });
  // Replaces Playwright's own error context, because the page closes with its conversation.
  if (held.ariaSnapshot)
    await testInfo.attach(`last page as text${suffix}`, {
      body: held.ariaSnapshot,
      contentType: 'text/plain',
    });
  // A failure before the conversation began has no demonstration.
  if (!held.demonstration) return;
  if (when === 'never' || (when === 'on-failure' && held.verdict.kind === 'done')) return;
  const file = `${held.demonstration}.zip`;
  zipFolder(held.demonstration, file);
  await testInfo.attach(`demonstration${suffix}`, { path: file, contentType: 'application/zip' });
  // attach() has copied the file.
  rmSync(file);
}
