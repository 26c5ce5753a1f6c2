/** Early snapshots provide the page's elements while an action is still waiting for its effects. */
import type { Candidate } from '../../src/contract/index.js';
import { expect, SHIPPED_LIMITS, signal, test } from '../support/browser.js';

// An early snapshot is taken only if the wait takes longer than an idle window.
test.use(SHIPPED_LIMITS);

const PAGE = `<button onclick="out.innerHTML = '<button>Fresh</button>'">Make</button><div id=out role=status></div>`;

test('an early snapshot shows the effect of an action before the action ends', async ({ surface, show }) => {
  await show(PAGE);
  const { candidates } = await surface.observe({}, signal);
  const snapshots: (readonly Candidate[])[] = [];
  surface.onEarlySnapshot((candidates) => snapshots.push(candidates));
  const makeButton = candidates.find(({ name }) => name === 'Make')!;
  const { outcome } = await surface.perform({ intent: 'click', uid: makeButton.uid }, signal);
  expect(outcome.status).toBe('done');
  expect(snapshots).toHaveLength(1);
  expect(snapshots[0]!.map(({ document }) => document)).toContain('button | Fresh');
});

test('an early snapshot changes neither the uids nor the new notices in the next observation', async ({
  surface,
  show,
}) => {
  const observeAfterClick = async (withSnapshot: boolean): Promise<unknown> => {
    await show(PAGE);
    const firstObservation = await surface.observe({}, signal);
    surface.onEarlySnapshot(withSnapshot ? () => undefined : null);
    const makeButton = firstObservation.candidates.find(({ name }) => name === 'Make')!;
    await surface.perform({ intent: 'click', uid: makeButton.uid }, signal);
    surface.onEarlySnapshot(null);
    const nextObservation = await surface.observe({}, signal);
    const findIndex = (uid: string): number =>
      nextObservation.candidates.findIndex((candidate) => candidate.uid === uid);
    return {
      order: findIndex(makeButton.uid),
      newNotices: nextObservation.newNotices,
      names: nextObservation.candidates.map(({ name }) => name),
      uidsAreValid: nextObservation.candidates.map(({ uid }) =>
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}$/.test(uid),
      ),
    };
  };
  expect(await observeAfterClick(true)).toEqual(await observeAfterClick(false));
});
