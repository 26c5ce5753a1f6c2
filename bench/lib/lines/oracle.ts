/**
 * Performs a line's hand-written steps, or none, to prove that the line's check passes when the task is done and fails
 * when it is not.
 */
import type { BrowserContext, Page } from 'playwright';

import type { Line, OracleStep } from './line.js';
import { showsView } from './view.js';

const STEP_TIMEOUT_MS = 5_000;
const START_TIMEOUT_MS = 30_000;
const LOAD_TIMEOUT_MS = 10_000;
const VIEW_TIMEOUT_MS = 6_000;
const CHANGE_TIMEOUT_MS = 8_000;
const POLL_MS = 200;

export interface OracleRun {
  isViewShown: boolean | null;
  answer: string | null;
}

export async function runOracle(
  context: BrowserContext,
  url: string,
  line: Line,
  steps: readonly OracleStep[],
  hasExpectedChange: () => Promise<boolean>,
): Promise<OracleRun> {
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_TIMEOUT_MS);
  try {
    await page.goto(url, { timeout: START_TIMEOUT_MS });
    await page.waitForLoadState('networkidle', { timeout: LOAD_TIMEOUT_MS }).catch(() => undefined);
    let answer: string | null = null;
    for (const step of steps) {
      if ('say' in step) answer = step.say;
      else await perform(page, step, url);
    }
    // A click returns before the server answers, so wait until the data has changed.
    for (
      const deadline = performance.now() + CHANGE_TIMEOUT_MS;
      steps.length > 0 && !(await hasExpectedChange());
    )
      if (performance.now() > deadline) break;
      else await page.waitForTimeout(POLL_MS);
    const view = line.check?.view;
    const timeoutMs = steps.length > 0 ? VIEW_TIMEOUT_MS : 0;
    return { isViewShown: view ? await showsView(page, view, timeoutMs) : null, answer };
  } finally {
    await page.close();
  }
}

async function perform(page: Page, step: OracleStep, startUrl: string): Promise<void> {
  if ('click' in step) await page.locator(step.click).first().click();
  else if ('fill' in step) await page.locator(step.fill[0]).first().fill(step.fill[1]);
  else if ('select' in step)
    await page.locator(step.select[0]).first().selectOption({ label: step.select[1] });
  else if ('check' in step) await page.locator(step.check).first().check();
  else if ('uncheck' in step) await page.locator(step.uncheck).first().uncheck();
  else if ('press' in step) await page.keyboard.press(step.press);
  else if ('type' in step) await page.keyboard.type(step.type);
  else if ('goto' in step) await page.goto(new URL(step.goto, startUrl).href);
  else if ('accept' in step) page.once('dialog', (dialog) => void dialog.accept());
  else if ('wait' in step) await page.locator(step.wait).first().waitFor();
}
