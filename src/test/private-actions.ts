/**
 * Keeps secrets out of Playwright's step list, which records every call on a page with its arguments. There is no
 * public API for this, so an internal API is used.
 */
import type { Page, TestInfo } from '@playwright/test';

interface InternalReporting {
  _wrapApiCall?<T>(body: () => Promise<T>, options: { internal: boolean }): Promise<T>;
}

export function runWithoutReporting<T>(page: Page | null, body: () => Promise<T>): Promise<T> {
  const internalPage = page as unknown as InternalReporting | null;
  return internalPage?._wrapApiCall ? internalPage._wrapApiCall(body, { internal: true }) : body();
}

/** Warns if the test is traced, because a trace shows the field into which a secret was typed. */
export function warnAboutTraces(testInfo: TestInfo, secrets: readonly string[]): void {
  if (secrets.length === 0 || !isTraced(testInfo)) return;
  testInfo.annotations.push({
    type: 'warning',
    description: 'Playwright’s traces contain the values of fields, including secrets.',
  });
}

/** Whether this attempt is traced. Some trace modes start only with the first retry. */
function isTraced({ project, retry }: Pick<TestInfo, 'project' | 'retry'>): boolean {
  const { trace = 'off' } = project.use;
  const mode = typeof trace === 'string' ? trace : trace.mode;
  if (mode === 'on-first-retry' || mode === 'retry-with-trace') return retry === 1;
  return mode === 'on-all-retries' ? retry > 0 : mode !== 'off';
}
