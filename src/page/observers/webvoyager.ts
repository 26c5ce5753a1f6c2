/** Reads the elements that WebVoyager numbers, finds their candidates, and draws their numbers on the screenshot. */
import type { CDPSession } from 'playwright';

import type { Candidate, WebvoyagerView } from '../../contract/index.js';
import type { WireNumberedElement } from '../injected/wire.js';
import { createActionTargetFinder } from './action-targets.js';
import { drawWebvoyagerMarks } from './draw-webvoyager-marks.js';
import { readPngWidth } from './read-marks.js';

/** Counts the elements and lists those with an `onclick` property. Isolated worlds cannot see that property. */
const CLICK_HANDLERS_SCRIPT = `((elements) => elements.length + ' ' + elements
  .map((element, index) => element.onclick == null ? -1 : index)
  .filter((index) => index >= 0).join())(Array.from(document.querySelectorAll('*')))`;

/**
 * Reads `onclick` in the page's own world. The browser stops the script if it would have an effect that the page could
 * notice.
 * @returns the number of elements and the indexes of those with `onclick` (`120 3,17`); '' if they are unknown
 */
export async function readClickHandlers(cdp: CDPSession, timeout: number): Promise<string> {
  const evaluation = { expression: CLICK_HANDLERS_SCRIPT, returnByValue: true, throwOnSideEffect: true };
  const answer = await cdp.send('Runtime.evaluate', evaluation, { timeout }).catch(() => null);
  const value: unknown = answer && !answer.exceptionDetails ? answer.result.value : null;
  return typeof value === 'string' && /^\d+ [\d,]*$/.test(value) ? value : '';
}

export function toWebvoyagerView(
  numberedElements: readonly WireNumberedElement[],
  candidates: readonly Candidate[],
  screenshot: Uint8Array | null,
  viewportWidth: number,
): WebvoyagerView {
  const findTarget = createActionTargetFinder(candidates);
  const elements = numberedElements.map(({ uids, ...element }) => ({
    uid: findTarget(uids, element.boxes),
    ...element,
  }));
  const boxes = elements.map((element) => element.boxes);
  const picture =
    screenshot && drawWebvoyagerMarks(screenshot, boxes, readPngWidth(screenshot) / viewportWidth);
  return { elements, picture, screenshot };
}
