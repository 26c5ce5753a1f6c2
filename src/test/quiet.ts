/**
 * Playwright Test lists what a test does with a page, with what was typed there. For an act that holds something told
 * in confidence it is not told of it: there is no public way to say so, and without one nothing could be typed.
 */
import type { Page, TestInfo } from '@playwright/test';

interface Reporting {
  _wrapApiCall?<T>(act: () => Promise<T>, options: { internal: boolean }): Promise<T>;
}

export function quietly<T>(page: Page | null, act: () => Promise<T>): Promise<T> {
  const reporting = page as unknown as Reporting | null;
  return reporting?._wrapApiCall ? reporting._wrapApiCall(act, { internal: true }) : act();
}

/** A trace is not told what was typed, and shows the field that it was typed into. */
export function warnOfTraces(testInfo: TestInfo, secrets: readonly string[]): void {
  if (secrets.length === 0 || !traces(testInfo)) return;
  testInfo.annotations.push({
    type: 'warning',
    description: 'Playwright’s traces keep what stands in fields, secrets too.',
  });
}

/** Whether this try is traced: some modes begin with the second one. */
function traces({ project, retry }: Pick<TestInfo, 'project' | 'retry'>): boolean {
  const { trace = 'off' } = project.use;
  const mode = typeof trace === 'string' ? trace : trace.mode;
  if (mode === 'on-first-retry' || mode === 'retry-with-trace') return retry === 1;
  return mode === 'on-all-retries' ? retry > 0 : mode !== 'off';
}
