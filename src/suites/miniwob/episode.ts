/**
 * Starts an episode on a MiniWoB++ page and reads its reward. Like the package's `selenium_instance.py`, it sets the
 * seed and the data mode, starts the episode, and waits until the task is ready.
 */
import type { TaskPage } from '../suite.js';
import type { EpisodeOptions } from './flags.js';

export interface EpisodeResult {
  /** Whether the page ended the episode. */
  done: boolean;
  /** The page's reward, without a deduction for elapsed time; 0 if the episode has not ended. */
  reward: number;
  /** The page's reason, such as `timed out`; null if it gives none. */
  reason: string | null;
}

/** One day, which is longer than any run. With a delay of more than 24.8 days, `setTimeout` would fire immediately. */
const LONG_EPISODE_MS = 86_400_000;
const READY_TIMEOUT_MS = 5_000;

/** A global object that the package's pages define. */
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
declare const WOB_REWARD_REASON: string | null | undefined;

/** @returns the utterance, which is the task's instruction */
export async function startEpisode(
  page: TaskPage,
  { seed, clock, dataMode, hideQuery }: EpisodeOptions & { seed: number },
): Promise<string> {
  await page.evaluate(
    ([seedNumber, mode, timeLimitMs]) => {
      core.endEpisode(0);
      // A number and a string with the same digits produce different problems.
      (Math as unknown as { seedrandom(from: number): void }).seedrandom(seedNumber);
      core.setDataMode(mode);
      if (timeLimitMs !== null) core.EPISODE_MAX_TIME = timeLimitMs;
      core.startEpisodeReal();
      // Hides the rewards and the clock next to the task area, because the package's agents do not see them either. This
      // also stops updates of the clock, which would keep changing the page. The time limit still applies.
      core.hideDisplay();
      core.clearTimer();
      // Clicking the START cover would start another episode and reset the reward.
      // eslint-disable-next-line unicorn/prefer-add-event-listener -- removes the page's own handler
      if (core.cover_div) core.cover_div.onclick = null;
    },
    [seed, dataMode, clock === 'long' ? LONG_EPISODE_MS : null] as const,
  );
  await page.waitForFunction(() => WOB_TASK_READY, undefined, { timeout: READY_TIMEOUT_MS });
  const utterance = await page.evaluate(() => {
    const response = core.getUtterance();
    return typeof response === 'string' ? response : response.utterance;
  });
  if (hideQuery) await page.addStyleTag({ content: '#query { visibility: hidden }' });
  return utterance;
}

const NOT_ENDED: EpisodeResult = { done: false, reward: 0, reason: null };

/** Reads the state of the episode. If the page was closed or replaced, the episode is not done. */
export async function readEpisodeResult(page: TaskPage): Promise<EpisodeResult> {
  return page
    .evaluate(() => ({
      done: WOB_DONE_GLOBAL,
      reward: WOB_DONE_GLOBAL ? WOB_RAW_REWARD_GLOBAL : 0,
      reason: (WOB_DONE_GLOBAL && WOB_REWARD_REASON) || null,
    }))
    .catch(() => NOT_ENDED);
}

/** Waits for the end of the episode, because some pages assign the reward shortly after the last action. */
export async function waitForEpisodeResult(page: TaskPage, timeoutMs: number): Promise<EpisodeResult> {
  await page.waitForFunction(() => WOB_DONE_GLOBAL, undefined, { timeout: timeoutMs }).catch(() => undefined);
  return readEpisodeResult(page);
}
