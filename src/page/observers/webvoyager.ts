/** Reads the elements that WebVoyager numbers, finds their candidates, and draws their numbers on the screenshot. */
import type { CDPSession, Frame } from 'playwright';

import type { Box, Candidate, NumberedElement, Uid, WebvoyagerView } from '../../contract/index.js';
import { ask, question } from '../engine.js';
import type { WireNumberedElement } from '../injected/wire.js';
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

const isCentreInside = (outer: Box, inner: Box): boolean => {
  const x = inner.x + inner.width / 2;
  const y = inner.y + inner.height / 2;
  return x >= outer.x && x <= outer.x + outer.width && y >= outer.y && y <= outer.y + outer.height;
};

/**
 * Gives each element the uid by which it can be acted on: its own if it is a candidate or folded into one, else that of
 * the nearest ancestor, if its centre lies on the element, so that a click on it does the same.
 */
export function toNumberedElements(
  elements: readonly WireNumberedElement[],
  candidates: readonly Candidate[],
): NumberedElement[] {
  const boxOf = new Map<Uid, Box>();
  for (const { uid, box, folded } of candidates) {
    for (const alias of folded) boxOf.set(alias.uid, alias.box);
    boxOf.set(uid, box);
  }
  return elements.map(({ uids, ...element }) => {
    const nearest = uids.find((uid) => boxOf.has(uid));
    const isOwn = nearest === uids[0];
    const isTarget =
      nearest !== undefined &&
      (isOwn || element.boxes.some((box) => isCentreInside(box, boxOf.get(nearest)!)));
    return { uid: isTarget ? nearest : null, ...element };
  });
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
  const elements = toNumberedElements(await ask<WireNumberedElement[]>(frame, query, timeout), candidates);
  const boxes = elements.map((element) => element.boxes);
  const picture =
    screenshot && drawWebvoyagerMarks(screenshot, boxes, pictureWidth(screenshot) / viewportWidth);
  return { elements, picture, screenshot };
}
