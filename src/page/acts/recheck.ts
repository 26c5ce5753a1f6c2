/**
 * Before the act: is the target still what was observed, can it be seen, and would a click arrive? What the
 * page has made anew in the meantime is found again where there is no doubt about it.
 */
import type { Frame } from 'playwright';

import { ask, question } from '../engine.js';
import type { WireProbe } from '../injected/wire.js';
import { ActFailure } from './act-failure.js';
import { ASK_MS, type Hand } from './hand.js';

/** A thing that covers the target for a moment (a toast, an animation) gets this long to go. */
const UNCOVER_MS = 600;
/** What fades in gets this long to be seen. */
const APPEAR_MS = 1_000;
const SCROLL_MS = 2_000;

/** Finds the target again after the page has made it anew; false when that is not certain. */
export async function findAgain(hand: Hand): Promise<boolean> {
  const { xpath, tag, role, name } = hand.candidate;
  const found = await hand.ask<string>('again', hand.uid, xpath, tag, role, name).catch(() => '');
  if (!found) return false;
  hand.uid = found;
  return true;
}

/** The target must still be what was observed: in the page, same role and name. @throws ActFailure */
export async function recognise(hand: Hand): Promise<WireProbe> {
  const { candidate, title } = hand;
  let probe = await hand.look();
  if (!probe && (await findAgain(hand))) probe = await hand.look();
  if (!probe) throw new ActFailure('vanished', `${title} is no longer on the page`);
  const standsIn = candidate.tag === 'label';
  if (!standsIn && probe.role !== candidate.role)
    throw new ActFailure('changed', `${title} has become a ${probe.role}`);
  if (!standsIn && probe.name !== candidate.name)
    throw new ActFailure('changed', `${title} is now called “${probe.name.slice(0, 60)}”`);
  hand.probe = probe;
  return probe;
}

/** As `recognise`, and it is enabled. @throws ActFailure */
export async function recheck(hand: Hand): Promise<WireProbe> {
  const probe = await recognise(hand);
  const control = probe.control ? await hand.look(probe.control) : null;
  if (probe.states.disabled || control?.states.disabled)
    throw new ActFailure('disabled', `${hand.title} is disabled`);
  return probe;
}

/** As `look`, and it can be seen. @throws ActFailure */
export async function shown(hand: Hand, look = recheck): Promise<WireProbe> {
  const probe = await look(hand);
  if (probe.visible) return probe;
  const seen = await hand.patience.until(async () => {
    const now = await look(hand);
    return now.visible && now;
  }, APPEAR_MS);
  if (!seen) throw new ActFailure('vanished', `${hand.title} is in the page but no longer shown`);
  return seen;
}

/** Where the frame's viewport lies in the page's. */
export async function offsetOf(hand: Hand): Promise<{ x: number; y: number }> {
  if (!hand.frame.parentFrame()) return { x: 0, y: 0 };
  const box = await hand.patience.run(
    hand.frame
      .frameElement()
      .then((element) => element.boundingBox())
      .catch(() => null),
  );
  return { x: box?.x ?? 0, y: box?.y ?? 0 };
}

/** What lies over the frames that the target's frame is in, at the point of the click. */
async function overFrames(hand: Hand, point: { x: number; y: number }): Promise<string> {
  let { x, y } = point;
  for (let frame: Frame = hand.frame; frame.parentFrame(); frame = frame.parentFrame()!) {
    const parent = frame.parentFrame()!;
    const element = await frame.frameElement();
    const own = await element.boundingBox();
    const outer = parent.parentFrame() ? await (await parent.frameElement()).boundingBox() : { x: 0, y: 0 };
    if (!own || !outer) return '';
    x += own.x - outer.x;
    y += own.y - outer.y;
    const hit = await ask<{ frame: boolean; what: string }>(parent, question('at', x, y), ASK_MS);
    if (!hit.frame) return hit.what;
  }
  return '';
}

async function coverOf(hand: Hand, probe: WireProbe): Promise<string> {
  if (probe.coveredBy || !probe.point || !hand.frame.parentFrame()) return probe.coveredBy;
  return hand.patience.run(overFrames(hand, probe.point).catch(() => ''));
}

/** Brings the target into view and makes sure that a click would arrive. @throws ActFailure */
export async function uncover(hand: Hand, look = recheck): Promise<WireProbe> {
  await shown(hand, look);
  const scroll = (): Promise<unknown> =>
    hand.patience.run(
      hand.locator.scrollIntoViewIfNeeded({ timeout: SCROLL_MS }).catch(() => undefined),
      SCROLL_MS + 500,
    );
  // An area of an image map has no box of its own to be scrolled to.
  if (hand.probe.tagName !== 'AREA') await scroll();
  const until = performance.now() + UNCOVER_MS;
  let centred = false;
  for (;;) {
    const probe = await look(hand);
    const cover = await coverOf(hand, probe);
    if (!cover && probe.point) return probe;
    // Bars that stick to an edge do not reach the middle.
    if (!centred) await hand.ask('centre', hand.uid);
    else if (performance.now() > until) {
      if (cover) throw new ActFailure('covered', `${hand.title} is covered by ${cover}`);
      throw new ActFailure('covered', `${hand.title} lies where no scrolling leads`);
    } else await hand.patience.pause(60);
    centred = true;
  }
}
