/**
 * One episode of a MiniWoB++ page, begun and read as the package's own `selenium_instance.py` does it: seed, data
 * mode, start, wait until the task says that it is ready. Everything here runs in the page.
 */
import type { Page } from 'playwright';

export interface Reward {
  /** The page ended the episode. */
  done: boolean;
  /** As the page computed it, not scaled by time; 0 where it is not done. */
  raw: number;
}

export interface View {
  /** The task's line above the task area is not shown. */
  withoutQuery: boolean;
  /** The clock beside the task area goes on. */
  withClock: boolean;
}

/** A day: no run takes it, and `setTimeout` still counts it (beyond 24.8 days it fires at once). */
const ENDLESS_MS = 86_400_000;
const READY_MS = 5_000;

/** What pages of the package define. */
declare const core: {
  EPISODE_MAX_TIME: number;
  cover_div: HTMLElement | null;
  endEpisode(reward: number): void;
  setDataMode(mode: string): void;
  startEpisodeReal(): void;
  hideDisplay(): void;
  clearTimer(): void;
  getUtterance(): string | { utterance: string };
};
declare const WOB_TASK_READY: boolean;
declare const WOB_DONE_GLOBAL: boolean;
declare const WOB_RAW_REWARD_GLOBAL: number;

/** @returns the utterance */
export async function startEpisode(
  page: Page,
  seed: number,
  { withoutQuery, withClock }: View,
): Promise<string> {
  await page.evaluate(
    ([wanted, endless, ticking]) => {
      core.endEpisode(0);
      (Math as unknown as { seedrandom(from: number): void }).seedrandom(wanted);
      core.setDataMode('train');
      core.EPISODE_MAX_TIME = endless;
      core.startEpisodeReal();
      // Rewards and clock stand beside the task area, where agents of the package see nothing.
      core.hideDisplay();
      if (!ticking) core.clearTimer();
      // One episode: a click on its START cover would begin the next, and with it the reward anew.
      // eslint-disable-next-line unicorn/prefer-add-event-listener -- the page's own is taken away
      if (core.cover_div) core.cover_div.onclick = null;
    },
    [seed, ENDLESS_MS, withClock] as const,
  );
  await page.waitForFunction(() => WOB_TASK_READY, undefined, { timeout: READY_MS });
  const utterance = await page.evaluate(() => {
    const response = core.getUtterance();
    return typeof response === 'string' ? response : response.utterance;
  });
  if (withoutQuery) await page.addStyleTag({ content: '#query { visibility: hidden }' });
  return utterance;
}

/** A page that is gone, or that was left, has given no reward. */
export async function readReward(page: Page): Promise<Reward> {
  return page
    .evaluate(() => ({ done: WOB_DONE_GLOBAL, raw: WOB_DONE_GLOBAL ? WOB_RAW_REWARD_GLOBAL : 0 }))
    .catch(() => ({ done: false, raw: 0 }));
}

/** Some pages give the reward a moment after the last act. */
export async function finalReward(page: Page, patience: number): Promise<Reward> {
  await page.waitForFunction(() => WOB_DONE_GLOBAL, undefined, { timeout: patience }).catch(() => undefined);
  return readReward(page);
}
