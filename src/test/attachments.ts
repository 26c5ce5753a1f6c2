/** Attaches a conversation to its test: transcript, last screenshot, and the demonstration as one file. */
import { rmSync } from 'node:fs';

import type { TestInfo } from '@playwright/test';

import type { ConversationRun } from './test-conversation.js';
import type { ParleyOptions } from './settings.js';
import { zipFolder } from './zip.js';

/** @param label distinguishes several runs of one test */
export async function attachRun(
  testInfo: TestInfo,
  run: ConversationRun,
  condition: ParleyOptions['demonstration'] = 'always',
  label = '',
): Promise<void> {
  const suffix = label ? ` (${label})` : '';
  await testInfo.attach(`transcript${suffix}`, { body: run.transcript, contentType: 'text/plain' });
  if (run.lastScreenshot)
    await testInfo.attach(`last page${suffix}`, { body: run.lastScreenshot, contentType: 'image/png' });
  // Replaces Playwright's own error context, because the page closes with its conversation.
  if (run.ariaSnapshot)
    await testInfo.attach(`last page as text${suffix}`, {
      body: run.ariaSnapshot,
      contentType: 'text/plain',
    });
  // A failure before the conversation began has no demonstration.
  if (!run.demonstration) return;
  if (condition === 'never' || (condition === 'on-failure' && run.verdict.kind === 'done')) return;
  const file = `${run.demonstration}.zip`;
  zipFolder(run.demonstration, file);
  await testInfo.attach(`demonstration${suffix}`, { path: file, contentType: 'application/zip' });
  // attach() has copied the file.
  rmSync(file);
}
