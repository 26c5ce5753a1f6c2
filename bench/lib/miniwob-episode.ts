/**
 * Starts an episode on a MiniWoB++ page and reads its reward, in the same steps as the package's
 * `selenium_instance.py`: it sets the seed and the data mode, starts the episode, and waits until the task is ready.
 */
import type { Page } from 'playwright';

export interface EpisodeResult {
  /** The page ended the episode. */
  done: boolean;
  /** The page's reward, not reduced for the time that the episode took; 0 if the episode has not ended. */
  reward: number;
}

export interface EpisodeOptions {
  /** Hides the line above the task area that shows the utterance. */
  hideUtterance: boolean;
  /** Leaves the page's clock running. It is hidden, but it keeps changing the page, so the page never settles. */
  keepClockRunning: boolean;
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
  { hideUtterance, keepClockRunning }: EpisodeOptions,
): Promise<string> {
  await page.evaluate(
    ([seedValue, timeoutMs, clockKeepsRunning]) => {
      core.endEpisode(0);
      (Math as unknown as { seedrandom(from: number): void }).seedrandom(seedValue);
      core.setDataMode('train');
      core.EPISODE_MAX_TIME = timeoutMs;
      core.startEpisodeReal();
      // Hides the rewards and the clock beside the task area, because the package's agents do not see them either.
      core.hideDisplay();
      if (!clockKeepsRunning) core.clearTimer();
      // A click on the START cover would start another episode and reset the reward.
      // eslint-disable-next-line unicorn/prefer-add-event-listener -- removes the page's own handler
      if (core.cover_div) core.cover_div.onclick = null;
    },
    [seed, EPISODE_TIMEOUT_MS, keepClockRunning] as const,
  );
  await page.waitForFunction(() => WOB_TASK_READY, undefined, { timeout: READY_TIMEOUT_MS });
  const utterance = await page.evaluate(() => {
    const response = core.getUtterance();
    return typeof response === 'string' ? response : response.utterance;
  });
  if (hideUtterance) await page.addStyleTag({ content: '#query { visibility: hidden }' });
  return utterance;
}

/** An episode whose page was closed or replaced by another page counts as not done. */
export async function readEpisodeResult(page: Page): Promise<EpisodeResult> {
  return page
    .evaluate(() => ({ done: WOB_DONE_GLOBAL, reward: WOB_DONE_GLOBAL ? WOB_RAW_REWARD_GLOBAL : 0 }))
    .catch(() => ({ done: false, reward: 0 }));
}

/** Waits for the end of the episode, because some pages give the reward shortly after the last action. */
export async function waitForEpisodeResult(page: Page, timeoutMs: number): Promise<EpisodeResult> {
  await page.waitForFunction(() => WOB_DONE_GLOBAL, undefined, { timeout: timeoutMs }).catch(() => undefined);
  return readEpisodeResult(page);
}
