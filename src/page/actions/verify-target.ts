/**
 * Checks before an action that the target is still the observed element, that it is visible, and that a click would
 * reach it. If the page has re-rendered the target, these checks find it again, provided the match is certain.
 */
import type { WireElementSnapshot } from '../injected/wire.js';
import { findUncoveredPoint, toPagePoint, type HitTestResult, type Point } from '../frame-geometry.js';
import { ActionFailure } from './action-failure.js';
import type { TargetHandle } from './target-handle.js';

/** Finds the target after the page has re-rendered it. @returns false if the match is uncertain */
export async function relocateTarget(target: TargetHandle): Promise<boolean> {
  const { xpath, tag, role, name } = target.candidate;
  const newUid = await target
    .queryPage<string>('relocate', target.uid, xpath, tag, role, name)
    .catch(() => '');
  if (!newUid) return false;
  target.uid = newUid;
  return true;
}

/** Verifies that the target is still on the page with the same role and name. @throws ActionFailure */
export async function verifyIdentity(target: TargetHandle): Promise<WireElementSnapshot> {
  const { candidate, description } = target;
  let snapshot = await target.readSnapshot();
  if (!snapshot && (await relocateTarget(target))) snapshot = await target.readSnapshot();
  if (!snapshot) throw new ActionFailure('vanished', `${description} is no longer on the page`);
  const isLabel = candidate.tag === 'label';
  if (!isLabel && snapshot.role !== candidate.role)
    throw new ActionFailure('changed', `${description} has become a ${snapshot.role}`);
  if (!isLabel && snapshot.name !== candidate.name)
    throw new ActionFailure('changed', `${description} is now called “${snapshot.name.slice(0, 60)}”`);
  target.snapshot = snapshot;
  return snapshot;
}

/** Verifies the target's identity, and that it is enabled. @throws ActionFailure */
export async function verifyEnabled(target: TargetHandle): Promise<WireElementSnapshot> {
  const snapshot = await verifyIdentity(target);
  const control = snapshot.controlUid ? await target.readSnapshot(snapshot.controlUid) : null;
  if (snapshot.states.disabled || control?.states.disabled)
    throw new ActionFailure('disabled', `${target.description} is disabled`);
  return snapshot;
}

/** Runs `verify`, then waits until the target is visible. @throws ActionFailure */
export async function verifyVisible(
  target: TargetHandle,
  verify = verifyEnabled,
): Promise<WireElementSnapshot> {
  const snapshot = await verify(target);
  // A target that was already transparent when it was observed need not become visible.
  if (snapshot.visible || !target.candidate.visible) return snapshot;
  const visibleSnapshot = await target.waiter.poll(async () => {
    const latestSnapshot = await verify(target);
    return latestSnapshot.visible && latestSnapshot;
  }, target.limits.appearMs);
  if (!visibleSnapshot) throw new ActionFailure('vanished', `${target.description} is no longer visible`);
  return visibleSnapshot;
}

/** Converts a point in the target's frame to page coordinates. @throws ActionFailure if the frame is gone */
export function convertTargetPoint(target: TargetHandle, point: Point): Promise<Point> {
  if (!target.frame.parentFrame()) return Promise.resolve(point);
  const failVanished = (): never => {
    throw new ActionFailure(
      'vanished',
      `${target.description} was removed from the page together with its frame`,
    );
  };
  return target.waiter.run(toPagePoint(target.frame, point).catch(failVanished));
}

/**
 * Finds a point, in frame coordinates, where the element would receive a click. If there is no such point, returns what
 * covers the element. `coveredBy` is empty if no point of the element is in view.
 */
export async function findReachablePoint(
  target: TargetHandle,
  snapshot: WireElementSnapshot,
): Promise<HitTestResult> {
  const { point, otherPoints, coveredBy } = snapshot;
  if (coveredBy || !point) return { coveredBy };
  if (!target.frame.parentFrame()) return { point };
  return target.waiter.run(
    findUncoveredPoint(target.frame, [point, ...otherPoints]).catch(() => ({ point })),
  );
}

function createCoveredFailure(
  target: TargetHandle,
  { passThrough }: WireElementSnapshot,
  coveredBy: string,
): ActionFailure {
  const { description } = target;
  if (passThrough)
    return new ActionFailure(
      'covered',
      `${description} lets the pointer through (${passThrough === 'inert' ? 'it is inert' : 'pointer-events: none'}): ` +
        `${coveredBy} receives the click`,
    );
  return new ActionFailure(
    'covered',
    coveredBy ? `${description} is covered by ${coveredBy}` : `${description} cannot be scrolled into view`,
  );
}

/**
 * Scrolls the target to the centre of its scroll containers. In child frames it uses Playwright, which also scrolls the
 * parent frames. Elsewhere it avoids Playwright, because injecting Playwright's script takes longer than a click.
 */
async function scrollIntoView(target: TargetHandle): Promise<void> {
  const { scrollIntoViewMs: timeout } = target.limits;
  await (target.frame.parentFrame()
    ? target.waiter.run(
        target.locator.scrollIntoViewIfNeeded({ timeout }).catch(() => undefined),
        timeout + 500,
      )
    : target.queryPage('centre', target.uid));
}

/** Scrolls the target into view and waits until a click would reach it. @throws ActionFailure */
export async function makeReachable(
  target: TargetHandle,
  verify = verifyEnabled,
): Promise<WireElementSnapshot> {
  await verifyVisible(target, verify);
  // An `area` of an image map has no box.
  if (target.snapshot.tagName !== 'AREA' && !(target.snapshot.isCentre && !target.frame.parentFrame()))
    await scrollIntoView(target);
  const deadline = performance.now() + target.limits.uncoverMs;
  let wasCentred = false;
  for (;;) {
    const snapshot = await verify(target);
    const reachablePoint = await findReachablePoint(target, snapshot);
    if ('point' in reachablePoint) {
      const { point } = reachablePoint;
      if (snapshot.hitsOtherElement && point === snapshot.point)
        throw new ActionFailure(
          'covered',
          `${snapshot.receiver} receives the click on ${target.description}`,
        );
      return (target.snapshot = {
        ...snapshot,
        point,
        isCentre: snapshot.isCentre && point === snapshot.point,
      });
    }
    // Sticky bars cover the edges of the viewport, not its centre.
    if (!wasCentred) await target.queryPage('centre', target.uid);
    else if (performance.now() > deadline)
      throw createCoveredFailure(target, snapshot, reachablePoint.coveredBy);
    else await target.waiter.pause(60);
    wasCentred = true;
  }
}
