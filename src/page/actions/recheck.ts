/**
 * Before the act: is the target still what was observed, can it be seen, and would a click arrive? What the
 * page has made anew in the meantime is found again where there is no doubt about it.
 */
import type { WireProbe } from '../injected/wire.js';
import { clearPoint, inPage, type Clear, type Point } from '../inside-frames.js';
import { ActFailure } from './act-failure.js';
import type { Hand } from './hand.js';

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

/** A point of the frame's viewport, in the page's. @throws ActFailure when a frame has gone */
export function pointInPage(hand: Hand, point: Point): Promise<Point> {
  if (!hand.frame.parentFrame()) return Promise.resolve(point);
  const gone = (): never => {
    throw new ActFailure('vanished', `${hand.title} left the page with the frame that it is in`);
  };
  return hand.patience.run(inPage(hand.frame, point).catch(gone));
}

/** Where a click on an element would arrive, in its frame's viewport, or what is in the way; '' when it has no point. */
export async function reach(hand: Hand, probe: WireProbe): Promise<Clear> {
  const { point, others, coveredBy } = probe;
  if (coveredBy || !point) return { over: coveredBy };
  if (!hand.frame.parentFrame()) return { point };
  return hand.patience.run(clearPoint(hand.frame, [point, ...others]).catch(() => ({ point })));
}

function obstructed(hand: Hand, { through }: WireProbe, over: string): ActFailure {
  const { title } = hand;
  if (through)
    return new ActFailure(
      'covered',
      `${title} lets the pointer through (${through === 'inert' ? 'it is inert' : 'pointer-events: none'}): ` +
        `${over} takes the click`,
    );
  return new ActFailure(
    'covered',
    over ? `${title} is covered by ${over}` : `${title} lies where no scrolling leads`,
  );
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
    const clear = await reach(hand, probe);
    if ('point' in clear) {
      const { point } = clear;
      return (hand.probe = { ...probe, point, central: probe.central && point === probe.point });
    }
    // Bars that stick to an edge do not reach the middle.
    if (!centred) await hand.ask('centre', hand.uid);
    else if (performance.now() > until) throw obstructed(hand, probe, clear.over);
    else await hand.patience.pause(60);
    centred = true;
  }
}
