/** Reads the elements that WebVoyager numbers, finds their candidates, and draws their numbers on the screenshot. */
import type { CDPSession, Frame } from 'playwright';

import type { Candidate, WebvoyagerView } from '../../contract/index.js';
import { ask, question } from '../engine.js';
import type { WireNumberedElement } from '../injected/wire.js';
import { actionTargetFinder } from './action-targets.js';
import { drawWebvoyagerMarks } from './draw-webvoyager-marks.js';
import { pictureWidth } from './read-marks.js';

/** Indexes of the elements with an `onclick` property. Isolated worlds cannot see it. */
const CLICK_HANDLERS = `Array.from(document.querySelectorAll('*'), (element, index) => element.onclick ? index : -1)
  .filter((index) => index >= 0).join()`;

/** Reads `onclick` in the page's own world. The browser stops the script if code of the page would notice it. */
async function readClickHandlers(cdp: CDPSession, timeout: number): Promise<string> {
  const evaluation = { expression: CLICK_HANDLERS, returnByValue: true, throwOnSideEffect: true };
  const answer = await cdp.send('Runtime.evaluate', evaluation, { timeout }).catch(() => null);
  const value: unknown = answer && !answer.exceptionDetails ? answer.result.value : null;
  return typeof value === 'string' && /^[\d,]*$/.test(value) ? value : 'unknown';
}

/** @throws if the page does not answer in time */
export async function readWebvoyagerView(
  cdp: CDPSession,
  frame: Frame,
  candidates: readonly Candidate[],
  screenshot: Uint8Array | null,
  viewportWidth: number,
  timeout: number,
): Promise<WebvoyagerView> {
  const clickHandlers = await readClickHandlers(cdp, timeout);
  const query = question('webvoyager-elements', clickHandlers);
  const found = await ask<WireNumberedElement[]>(frame, query, timeout);
  const findTarget = actionTargetFinder(candidates);
  const elements = found.map(({ uids, ...element }) => ({
    uid: findTarget(uids, element.boxes),
    ...element,
  }));
  const boxes = elements.map((element) => element.boxes);
  const picture =
    screenshot && drawWebvoyagerMarks(screenshot, boxes, pictureWidth(screenshot) / viewportWidth);
  return { elements, picture, screenshot };
}
