/** Early snapshots deliver the page's elements while an action is still waiting for its effects. */
import type { Candidate } from '../../src/contract/index.js';
import { expect, SHIPPED_LIMITS, signal, test } from '../support/browser.js';

// An early snapshot is taken only if the wait is longer than an idle window.
test.use(SHIPPED_LIMITS);

const PAGE = `<button onclick="out.innerHTML = '<button>Fresh</button>'">Make</button><div id=out role=status></div>`;

test('an early snapshot shows the effect of an action before the action ends', async ({ surface, show }) => {
  await show(PAGE);
  const { candidates } = await surface.observe({}, signal);
  const snapshots: (readonly Candidate[])[] = [];
  surface.onEarlySnapshot((candidates) => snapshots.push(candidates));
  const make = candidates.find(({ name }) => name === 'Make')!;
  const { outcome } = await surface.perform({ intent: 'click', uid: make.uid }, signal);
  expect(outcome.status).toBe('done');
  expect(snapshots).toHaveLength(1);
  expect(snapshots[0]!.map(({ document }) => document)).toContain('button | Fresh');
});

test('an early snapshot affects neither the uids nor the new notices of the next observation', async ({
  surface,
  show,
}) => {
  const run = async (withSnapshot: boolean): Promise<unknown> => {
    await show(PAGE);
    const before = await surface.observe({}, signal);
    surface.onEarlySnapshot(withSnapshot ? () => undefined : null);
    const make = before.candidates.find(({ name }) => name === 'Make')!;
    await surface.perform({ intent: 'click', uid: make.uid }, signal);
    surface.onEarlySnapshot(null);
    const after = await surface.observe({}, signal);
    const order = (uid: string): number => after.candidates.findIndex((candidate) => candidate.uid === uid);
    return {
      order: order(make.uid),
      newNotices: after.newNotices,
      names: after.candidates.map(({ name }) => name),
      uidsAreValid: after.candidates.map(({ uid }) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}$/.test(uid)),
    };
  };
  expect(await run(true)).toEqual(await run(false));
});
