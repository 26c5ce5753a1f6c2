/** One seed of one task: a real session, in which the utterance is all that the instructor says and the page all there is to see. */
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
import { addEnvironmentKeys, createRedactor, keptSecrets } from '../../src/secrets/index.js';
import { runSession } from '../../src/session/index.js';
import { finalReward, readReward, startEpisode, type View } from './miniwob-episode.js';

export interface Run {
  task: string;
  seed: number;
  /** Empty where the episode could not be begun. */
  utterance: string;
  reward: number;
  /** The page ended the episode; otherwise its reward is counted as 0. */
  done: boolean;
  acts: number;
  seconds: number;
  /** Rankings that came to an end before all was compared: the machine was too busy. */
  hurried: number;
  verdict: VerdictKind;
  reason: string;
  /** What was done and said, a line each. */
  deeds: string[];
}

export interface Setting {
  ranker: Ranker;
  navigator: NavigatorPlan;
  /** Address of the package's `html` folder. */
  site: string;
  /** Where demonstrations go. */
  results: string;
  view: View;
  signal: AbortSignal;
}

const BUDGET: Budget = { turns: Infinity, actions: 12, seconds: 40 };
/** The budget is looked at between acts; nothing should hang, and a run that does must not stop the others. */
const MAX_MS_LENGTH = 120_000;
const PATIENCE_MS = 700;
const START_MS = 300;

/** Says the utterance, and that it is over as soon as the page says so: what is done later earns nothing. */
function instructorOf(utterance: string, page: Page): Instructor {
  return {
    ...createTaskInstructor(utterance),
    interject: async () => ((await readReward(page)).done ? { type: 'stop' } : null),
  };
}

export function deedOf(turn: Turn): string | null {
  if (turn.speaker === 'instructor') return null;
  if (turn.type === 'say') return `${turn.kind}: ${turn.text}`;
  const { action: act, target, drop, outcome } = turn;
  const how = outcome.status === 'failed' ? `failed, ${outcome.reason}: ${outcome.detail}` : outcome.status;
  return `${formatAction(act, target, drop)} (${how})`;
}

/** Tabs that an earlier seed left behind are closed with it. */
export async function runSeed(
  context: BrowserContext,
  task: string,
  seed: number,
  setting: Setting,
): Promise<Run> {
  const page = await context.newPage();
  const signal = AbortSignal.any([setting.signal, AbortSignal.timeout(MAX_MS_LENGTH)]);
  const nothing = { utterance: '', reward: 0, done: false, acts: 0, seconds: 0, hurried: 0, deeds: [] };
  try {
    return await hold(context, page, { task, seed }, { ...setting, signal });
  } catch (error) {
    setting.signal.throwIfAborted();
    const reason = error instanceof Error ? error.message.split('\n')[0]! : String(error);
    return { task, seed, ...nothing, verdict: 'infra', reason };
  } finally {
    await Promise.all(context.pages().map((tab) => tab.close().catch(() => undefined)));
  }
}

async function hold(
  context: BrowserContext,
  page: Page,
  { task, seed }: Pick<Run, 'task' | 'seed'>,
  { ranker, navigator: plan, site, results, view, signal }: Setting,
): Promise<Run> {
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
    onAsked: (asked) => recorder.prompt(asked),
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
    const utterance = await startEpisode(page, seed, view);
    // The task was drawn by nobody's act: once it has come to rest, the surface takes it for how the page stands, and
    // not for something that the page keeps doing by itself.
    await surface.perform({ intent: 'wait', ms: START_MS }, signal);
    let hurried = 0;
    const began = performance.now();
    const { verdict, exchange } = await runSession({
      textSearch,
      surface,
      ranker,
      navigator,
      instructor: instructorOf(utterance, page),
      recorder,
      budget: BUDGET,
      needsContent: true,
      // Nothing in these pages lasts, and nobody is there to be asked.
      confirm: { default: 'allow' },
      reviewVerdict: review,
      secrets: keptSecrets(redactor),
      onEvent: (event) => {
        if ('evidence' in event && event.evidence?.ranking?.partial) hurried++;
      },
      signal,
    });
    const seconds = (performance.now() - began) / 1000;
    const { done, raw } = await finalReward(page, PATIENCE_MS);
    return {
      task,
      seed,
      utterance,
      reward: raw,
      done,
      acts: exchange.turns.filter((turn) => turn.type === 'action').length,
      seconds,
      hurried,
      verdict: verdict.kind,
      reason: verdict.reason,
      deeds: exchange.turns.flatMap((turn) => deedOf(turn) ?? []),
    };
  } finally {
    await surface.close();
    await close(false);
  }
}
