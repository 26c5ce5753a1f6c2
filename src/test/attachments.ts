/** Attaches a conversation to its test: transcript, last screenshot, report, and the demonstration as one file. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { TestInfo } from '@playwright/test';

import { reportPhrases } from '../assembly/index.js';
import { ParleyError } from '../contract/index.js';
import { REPORT_FILE, RUN_INDEX_LINK_PAGE, writeSessionReport } from '../report/index.js';
import { registerEnvironmentSecrets, createRedactor } from '../secrets/index.js';
import type { ConversationRun } from './test-conversation.js';
import { readRunSettings, type AttachCondition, type ParleyOptions } from './settings.js';
import { zipFolder } from './zip.js';

/** @param label distinguishes the attachments of several runs in one test */
export async function attachRun(
  testInfo: TestInfo,
  run: ConversationRun,
  options: Pick<ParleyOptions, 'demonstration' | 'report'> = {},
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
  // If the test failed before the conversation began, there is no demonstration.
  if (!run.demonstration) return;
  const shouldAttach = (condition: AttachCondition): boolean =>
    condition === 'always' || (condition === 'on-failure' && run.verdict.kind !== 'done');
  if (shouldAttach(options.demonstration ?? 'always')) {
    const zipPath = `${run.demonstration}.zip`;
    zipFolder(run.demonstration, zipPath);
    await testInfo.attach(`demonstration${suffix}`, { path: zipPath, contentType: 'application/zip' });
    // attach() has copied the file.
    rmSync(zipPath);
  }
  const { isBuiltIn = false, reporters = [] } = readRunSettings();
  const attachesReport = shouldAttach(options.report ?? (isBuiltIn ? 'always' : 'on-failure'));
  if (attachesReport) await attachReport(testInfo, run.demonstration, suffix);
  // A report merged from several machines has no index of the run.
  if (attachesReport && isBuiltIn && !reporters.includes('blob')) await attachRunIndexLink(testInfo);
}

const RUN_INDEX_ATTACHMENT = 'all sessions';

/** Attaches the link to the run's index only once per test, even if the test has several runs. */
async function attachRunIndexLink(testInfo: TestInfo): Promise<void> {
  if (testInfo.attachments.some(({ name }) => name === RUN_INDEX_ATTACHMENT)) return;
  // Playwright shows an attachment as a link only if it is a file.
  const path = testInfo.outputPath('all-sessions.html');
  writeFileSync(path, RUN_INDEX_LINK_PAGE);
  await testInfo.attach(RUN_INDEX_ATTACHMENT, { path, contentType: 'text/html' });
  rmSync(path);
}

/** Attaches the report. If it cannot be written, only warns, so that the test's own result stays visible. */
async function attachReport(testInfo: TestInfo, demonstration: string, suffix: string): Promise<void> {
  const redactor = createRedactor();
  registerEnvironmentSecrets(redactor, process.env);
  const reportPath = join(demonstration, REPORT_FILE);
  try {
    await writeSessionReport(demonstration, reportPath, { phrases: reportPhrases, redactor });
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    testInfo.annotations.push({ type: 'warning', description: `No report: ${error.message}` });
    return;
  }
  await testInfo.attach(`report${suffix}`, { path: reportPath, contentType: 'text/html' });
}
