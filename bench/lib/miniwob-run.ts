/** Runs one seed of one MiniWoB++ task as a real session. The utterance is the instructor's only line. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';

import { formatAction } from '../../src/action/index.js';
import { openNavigator } from '../../src/assembly/open-navigator.js';
import type { NavigatorPlan } from '../../src/assembly/navigator-plan.js';
import { version } from '../../src/assembly/version.js';
import type { Instructor, Ranker, Turn, VerdictKind } from '../../src/contract/index.js';
import { DemonstrationWriter } from '../../src/demonstration/index.js';
import { createTaskInstructor } from '../../src/instructor/index.js';
import { createSurface } from '../../src/page/index.js';
import type { Budget } from '../../src/policy/index.js';
import { textSearch } from '../../src/rank/index.js';
import { addEnvironmentKeys, createRedactor, createSecretStore } from '../../src/secrets/index.js';
import { runSession } from '../../src/session/index.js';
import {
  type EpisodeOptions,
  readEpisodeResult,
  startEpisode,
  waitForEpisodeResult,
} from './miniwob-episode.js';

export interface MiniwobRun {
  task: string;
  seed: number;
  /** Empty if the episode could not start. */
  utterance: string;
  reward: number;
  /** The page ended the episode. If it did not, the reward is 0. */
  done: boolean;
  actions: number;
  seconds: number;
  /** Number of rankings that ran out of time before they compared all candidates. */
  partialRankings: number;
  verdict: VerdictKind;
  reason: string;
  /** The navigator's actions and messages, one line each. */
  transcript: string[];
}

export interface RunSettings {
  ranker: Ranker;
  navigator: NavigatorPlan;
  /** URL that serves the package's `html` folder. */
  site: string;
  /** Folder for demonstrations. */
  results: string;
  episodeOptions: EpisodeOptions;
  signal: AbortSignal;
}

const BUDGET: Budget = { turns: Infinity, actions: 12, seconds: 40 };
/** Ends a run that hangs, because the budget is only checked between actions. */
const RUN_TIMEOUT_MS = 120_000;
const REWARD_TIMEOUT_MS = 700;
const INITIAL_WAIT_MS = 300;

/** Creates an instructor that says the utterance and stops the session when the page ends the episode. */
function createEpisodeInstructor(utterance: string, page: Page): Instructor {
  return {
    ...createTaskInstructor(utterance),
    interject: async () => ((await readEpisodeResult(page)).done ? { type: 'stop' } : null),
  };
}

/** Formats a turn of the navigator. @returns null for a turn of the instructor */
export function formatTurn(turn: Turn): string | null {
  if (turn.speaker === 'instructor') return null;
  if (turn.type === 'say') return `${turn.kind}: ${turn.text}`;
  const { action, target, drop, outcome } = turn;
  const result =
    outcome.status === 'failed' ? `failed, ${outcome.reason}: ${outcome.detail}` : outcome.status;
  return `${formatAction(action, target, drop)} (${result})`;
}

/** Runs a seed in a new tab and closes all tabs of the context afterwards. */
export async function runSeed(
  context: BrowserContext,
  task: string,
  seed: number,
  settings: RunSettings,
): Promise<MiniwobRun> {
  const page = await context.newPage();
  const signal = AbortSignal.any([settings.signal, AbortSignal.timeout(RUN_TIMEOUT_MS)]);
  const emptyResult = {
    utterance: '',
    reward: 0,
    done: false,
    actions: 0,
    seconds: 0,
    partialRankings: 0,
    transcript: [],
  };
  try {
    return await runEpisode(context, page, { task, seed }, { ...settings, signal });
  } catch (error) {
    settings.signal.throwIfAborted();
    const reason = error instanceof Error ? error.message.split('\n')[0]! : String(error);
    return { task, seed, ...emptyResult, verdict: 'infra', reason };
  } finally {
    await Promise.all(context.pages().map((tab) => tab.close().catch(() => undefined)));
  }
}

async function runEpisode(
  context: BrowserContext,
  page: Page,
  { task, seed }: Pick<MiniwobRun, 'task' | 'seed'>,
  { ranker, navigator: plan, site, results, episodeOptions, signal }: RunSettings,
): Promise<MiniwobRun> {
  const redactor = createRedactor();
  addEnvironmentKeys(redactor, process.env);
  const id = `${task}-${seed}`;
  const folder = join(results, id);
  const url = `${site}/miniwob/${task}.html`;
  mkdirSync(results, { recursive: true });
  const recorder = DemonstrationWriter.create(
    folder,
    {
      id,
      name: id,
      description: `MiniWoB++ ${task}, seed ${seed}`,
      startedAt: Date.now(),
      navigator: plan.kind,
      ranker: ranker.name,
      url,
      parley: version,
      browser: 'chromium',
    },
    redactor,
  );
  const { navigator, review, close } = await openNavigator(plan, {
    redactor,
    replay: () => recorder.replayTurns,
    paperRanker: false,
    timezone: undefined,
    recordPrompt: (prompt) => recorder.prompt(prompt),
    signal: new AbortController().signal,
    onPhase: () => undefined,
    onWait: () => undefined,
  });
  const surface = await createSurface(context, {
    page,
    downloads: join(folder, 'downloads'),
    dialogs: navigator.answersDialogs ? 'ask' : 'dismiss',
  });
  try {
    await surface.open(url, signal);
    const utterance = await startEpisode(page, seed, episodeOptions);
    // Waits until the new task has settled, so that the surface does not mistake its start for background changes.
    await surface.perform({ intent: 'wait', ms: INITIAL_WAIT_MS }, signal);
    let partialRankings = 0;
    const start = performance.now();
    const { verdict, exchange } = await runSession({
      textSearch,
      surface,
      ranker,
      navigator,
      instructor: createEpisodeInstructor(utterance, page),
      recorder,
      budget: BUDGET,
      needsContent: true,
      // Actions on these pages have no lasting effect, and nobody answers questions.
      confirm: { default: 'allow' },
      reviewVerdict: review,
      secrets: createSecretStore(redactor),
      onEvent: (event) => {
        if ('evidence' in event && event.evidence?.ranking?.partial) partialRankings++;
      },
      signal,
    });
    const seconds = (performance.now() - start) / 1000;
    const { done, reward } = await waitForEpisodeResult(page, REWARD_TIMEOUT_MS);
    return {
      task,
      seed,
      utterance,
      reward,
      done,
      actions: exchange.turns.filter((turn) => turn.type === 'action').length,
      seconds,
      partialRankings,
      verdict: verdict.kind,
      reason: verdict.reason,
      transcript: exchange.turns.flatMap((turn) => formatTurn(turn) ?? []),
    };
  } finally {
    await surface.close();
    await close(false);
  }
}
