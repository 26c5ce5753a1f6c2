/** While a page is only waited for, its elements can be had early, and nothing else changes by it. */
import type { Candidate } from '../../src/contract/index.js';
import { expect, signal, test } from '../support/browser.js';

const PAGE = `<button onclick="out.innerHTML = '<button>Fresh</button>'">Make</button><div id=out role=status></div>`;

test('what an act brought about is glimpsed before the act is reported', async ({ surface, show }) => {
  await show(PAGE);
  const { candidates } = await surface.observe({}, signal);
  const glimpses: (readonly Candidate[])[] = [];
  surface.onEarlySnapshot((seen) => glimpses.push(seen));
  const make = candidates.find(({ name }) => name === 'Make')!;
  const { outcome } = await surface.perform({ intent: 'click', uid: make.uid }, signal);
  expect(outcome.status).toBe('done');
  expect(glimpses).toHaveLength(1);
  expect(glimpses[0]!.map(({ document }) => document)).toContain('button | Fresh');
});

test('a glimpse takes nothing from the look that follows: ids and news are as without it', async ({
  surface,
  show,
}) => {
  const run = async (glimpsed: boolean): Promise<unknown> => {
    await show(PAGE);
    const before = await surface.observe({}, signal);
    surface.onEarlySnapshot(glimpsed ? () => undefined : null);
    const make = before.candidates.find(({ name }) => name === 'Make')!;
    await surface.perform({ intent: 'click', uid: make.uid }, signal);
    surface.onEarlySnapshot(null);
    const after = await surface.observe({}, signal);
    const order = (uid: string): number => after.candidates.findIndex((one) => one.uid === uid);
    return {
      kept: order(make.uid),
      news: after.newNotices,
      names: after.candidates.map(({ name }) => name),
      forms: after.candidates.map(({ uid }) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}$/.test(uid)),
    };
  };
  expect(await run(true)).toEqual(await run(false));
});
