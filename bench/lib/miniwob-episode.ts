/**
 * Starts an episode on a MiniWoB++ page and reads its reward, in the same steps as the package's
 * `selenium_instance.py`: set the seed and the data mode, start, wait until the task is ready.
 */
import type { Page } from 'playwright';

export interface Reward {
  /** The page ended the episode. */
  done: boolean;
  /** The page's reward, not scaled by time; 0 if the episode has not ended. */
  raw: number;
}

export interface EpisodeView {
  /** Hides the line with the utterance above the task area. */
  withoutQuery: boolean;
  /** Lets the clock beside the task area run. */
  withClock: boolean;
}

/** One day: longer than any run, and short enough for `setTimeout`, which fires at once beyond 24.8 days. */
const EPISODE_TIMEOUT_MS = 86_400_000;
const READY_TIMEOUT_MS = 5_000;

/** Globals of the package's pages. */
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

/** @returns the utterance, which is the instruction of the task */
export async function startEpisode(
  page: Page,
  seed: number,
  { withoutQuery, withClock }: EpisodeView,
): Promise<string> {
  await page.evaluate(
    ([seedValue, timeoutMs, clockRuns]) => {
      core.endEpisode(0);
      (Math as unknown as { seedrandom(from: number): void }).seedrandom(seedValue);
      core.setDataMode('train');
      core.EPISODE_MAX_TIME = timeoutMs;
      core.startEpisodeReal();
      // Hides rewards and clock beside the task area, which the package's agents do not see either.
      core.hideDisplay();
      if (!clockRuns) core.clearTimer();
      // A click on the START cover would start another episode and reset the reward.
      // eslint-disable-next-line unicorn/prefer-add-event-listener -- removes the page's own handler
      if (core.cover_div) core.cover_div.onclick = null;
    },
    [seed, EPISODE_TIMEOUT_MS, withClock] as const,
  );
  await page.waitForFunction(() => WOB_TASK_READY, undefined, { timeout: READY_TIMEOUT_MS });
  const utterance = await page.evaluate(() => {
    const response = core.getUtterance();
    return typeof response === 'string' ? response : response.utterance;
  });
  if (withoutQuery) await page.addStyleTag({ content: '#query { visibility: hidden }' });
  return utterance;
}

/** A page that was closed or left counts as not done. */
export async function readReward(page: Page): Promise<Reward> {
  return page
    .evaluate(() => ({ done: WOB_DONE_GLOBAL, raw: WOB_DONE_GLOBAL ? WOB_RAW_REWARD_GLOBAL : 0 }))
    .catch(() => ({ done: false, raw: 0 }));
}

/** Waits for the reward, which some pages give shortly after the last action. */
export async function waitForReward(page: Page, timeoutMs: number): Promise<Reward> {
  await page.waitForFunction(() => WOB_DONE_GLOBAL, undefined, { timeout: timeoutMs }).catch(() => undefined);
  return readReward(page);
}
