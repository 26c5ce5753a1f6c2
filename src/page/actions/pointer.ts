/** Click, double click, right click, hover: with the pointer, at a place of the target that takes it. */
import type { Witnessed } from '../injected/aim.js';
import { ActFailure, ACT_MS, isTimeout, Missed } from './act-failure.js';
import type { Deed, Hand } from './hand.js';
import { needsMouse, pressOn, type Press } from './mouse.js';
import { DialogOpened } from './patience.js';
import { findAgain, pointInPage, uncover } from './recheck.js';

/** Playwright waits for two frames in one place; what pulses or floats without end gets this long. */
const STABLE_MS = 1_500;
/** How often it is looked whether the target is still there while Playwright waits for it. */
const GONE_MS = 200;
/** Longest wait for a click on a part of a control, which is there already. */
const PART_MS = 2_500;

interface PointOptions {
  timeout: number;
  signal: AbortSignal;
  position?: { x: number; y: number };
  noWaitAfter?: boolean;
  force?: boolean;
}

type Gesture = (options: PointOptions) => Promise<void>;
type Way = (hand: Hand) => Gesture;
/** What was seen of a press that arrived. */
type Pressed = Pick<Witnessed, 'from' | 'cancelled'>;

/** Resolves when the target has left the page for good; never when `signal` aborts before. */
async function gone(hand: Hand, uid: string, signal: AbortSignal): Promise<void> {
  for (let misses = 0; misses < 2;) {
    await hand.patience.pause(GONE_MS);
    if (signal.aborted) return new Promise(() => undefined);
    misses = (await hand.ask<boolean>('there', uid).catch(() => true)) ? 0 : misses + 1;
  }
}

/** One gesture, given up when the target leaves the page before it happened. */
async function once(
  hand: Hand,
  uid: string,
  gesture: Gesture,
  options: Partial<PointOptions>,
): Promise<'done' | 'gone'> {
  const stop = new AbortController();
  const signal = AbortSignal.any([hand.patience.signal, stop.signal]);
  const timeout = options.timeout ?? ACT_MS;
  try {
    return await hand.patience.run(
      Promise.race([
        gesture({ timeout, signal, ...options }).then(() => 'done' as const),
        gone(hand, uid, signal).then(() => 'gone' as const),
      ]),
      timeout + 4_000,
    );
  } finally {
    stop.abort();
  }
}

/** Where to click inside the target, when not in the middle. */
function position(hand: Hand): { x: number; y: number } | undefined {
  const { point, central, box, border } = hand.probe;
  if (!point || central) return undefined;
  return { x: point.x - box.x - border.x, y: point.y - box.y - border.y };
}

function unstable(error: unknown): boolean {
  return isTimeout(error) && /not stable/.test(String(error)) && !/intercepts pointer/.test(String(error));
}

/** Why a press that ran out of time never reached the target: what stirred meanwhile is not its doing. */
async function notArrived(hand: Hand, error: unknown): Promise<ActFailure> {
  const cover = (await hand.look())?.coveredBy;
  if (cover) return new ActFailure('covered', `${hand.title} is covered by ${cover}`);
  const taker = /<([a-z][^>]*)>.* intercepts pointer events/.exec(String(error))?.[1];
  return taker
    ? new ActFailure('covered', `something else takes the click: <${taker.slice(0, 80)}>`)
    : new ActFailure('timeout', `${hand.title} could not be reached in time`);
}

async function aimed(hand: Hand): Promise<Witnessed> {
  return hand
    .ask<Witnessed>('aimed')
    .catch(() => ({ hit: true, missed: false, pressed: false, cancelled: false, from: null }));
}

/**
 * Performs a gesture on the target. One that the page makes anew under the pointer is taken up again in its
 * new shape; one that never stands still is hit where it is, and a miss is kept from doing anything.
 */
async function gesture(hand: Hand, how: Way, presses: boolean): Promise<Pressed> {
  let heard = false;
  for (let attempt = 0; ; attempt++) {
    const { moves } = await hand.ask<{ moves: boolean }>('aim', hand.uid);
    const options = { position: position(hand), ...(moves ? { timeout: STABLE_MS } : {}) };
    let result: 'done' | 'gone';
    try {
      result = await once(hand, hand.uid, how(hand), options);
    } catch (error) {
      if (error instanceof DialogOpened) throw error;
      const { hit } = await aimed(hand);
      if (hit || !isTimeout(error)) throw error;
      if (unstable(error)) return hitMoving(hand, how);
      throw await notArrived(hand, error);
    }
    const seen = await aimed(hand);
    const { hit, missed } = seen;
    heard ||= seen.pressed;
    if (result === 'done' && (hit || !presses)) return seen;
    // Playwright may take a press for done that met an element which had just been replaced.
    if (await hand.ask<boolean>('there', hand.uid)) {
      if (!missed) return seen;
      if (attempt >= 2) throw new Missed('covered', `something else takes the click on ${hand.title}`);
    } else if (attempt >= 2 || !(await findAgain(hand))) {
      const Kind = heard ? Missed : ActFailure;
      throw new Kind('vanished', `${hand.title} left the page as the pointer reached it`);
    }
    await uncover(hand).catch((error: unknown) => {
      throw heard && error instanceof ActFailure ? new Missed(error.reason, error.message) : error;
    });
  }
}

async function hitMoving(hand: Hand, how: Way): Promise<Pressed> {
  for (let tries = 0; tries < 3; tries++) {
    await uncover(hand);
    await hand.ask('aim', hand.uid);
    let seen: Witnessed;
    try {
      await once(hand, hand.uid, how(hand), { force: true, position: position(hand) });
    } finally {
      seen = await aimed(hand);
    }
    if (!seen.missed || seen.hit) return seen;
  }
  throw new Missed('timeout', `${hand.title} moves too fast to be hit`);
}

/** Where the pointer went, in the page's viewport. */
export async function pointer(hand: Hand): Promise<Deed> {
  const point = hand.probe.point;
  if (!point && !hand.pointed) return {};
  const { x, y } = hand.pointed ?? (await pointInPage(hand, point!).catch(() => point!));
  return { mouse: { x: Math.round(x), y: Math.round(y) } };
}

/** Playwright's way, or by the mouse itself where that would go astray. */
function wayOf(usual: Way, press: Press): Way {
  return (hand) =>
    needsMouse(hand)
      ? async (options) => {
          if (await pressOn(hand, hand.uid, press, options)) return;
          // Frames that are turned or bent are known to Playwright alone.
          await usual(hand)({ ...options, timeout: Math.min(options.timeout, PART_MS) });
        }
      : usual(hand);
}

const click =
  (button: 'left' | 'right', clickCount: number) =>
  async (hand: Hand): Promise<Deed> => {
    const where = await pointer(hand);
    const usual: Way =
      ({ locator }) =>
      (options) =>
        clickCount === 2
          ? locator.dblclick({ noWaitAfter: true, ...options })
          : locator.click({ button, noWaitAfter: true, ...options });
    const { from, cancelled } = await gesture(hand, wayOf(usual, { button, clickCount }), true);
    return { ...where, ...(hand.pointed ? await pointer(hand) : {}), ...(from ? { from } : {}), cancelled };
  };

export const leftClick = click('left', 1);
export const rightClick = click('right', 1);
export const doubleClick = click('left', 2);

export async function hover(hand: Hand): Promise<Deed> {
  const where = await pointer(hand);
  const usual: Way =
    ({ locator }) =>
    (options) =>
      locator.hover({ noWaitAfter: true, ...options });
  await gesture(hand, wayOf(usual, { clickCount: 0 }), false);
  return { ...where, ...(hand.pointed ? await pointer(hand) : {}) };
}

/**
 * Clicks another element of the target's frame: an option, a day. False when the page made it anew before the press
 * arrived: lists that draw what is in view do. @throws when it takes no click
 */
export async function clickOn(hand: Hand, uid: string): Promise<boolean> {
  await hand.ask('aim', uid);
  const usual: Gesture = (options) => hand.at(uid).click({ noWaitAfter: true, ...options });
  const inFrame: Gesture = async (options) => {
    await hand.at(uid).scrollIntoViewIfNeeded({ timeout: options.timeout, signal: options.signal });
    if (!(await pressOn(hand, uid, { clickCount: 1 }, options))) await usual(options);
  };
  const result = await once(hand, uid, hand.frame.parentFrame() ? inFrame : usual, { timeout: PART_MS });
  const { hit, missed } = await aimed(hand);
  return result === 'done' && (hit || (!missed && (await hand.ask<boolean>('there', uid))));
}
