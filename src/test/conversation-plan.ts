/** Combines `use` options, the command line, the scenario and `parley.config.yaml` into a session plan. */
import type { TestInfo } from '@playwright/test';

import {
  createBrowserPlan,
  createSessionModels,
  createRankerPlan,
  getRecordedBannerPolicy,
  type BrowserPlan,
  type SessionScript,
  type SessionPlan,
  withSettingSources,
} from '../assembly/index.js';
import { findJudgeChecks, MODEL_JUDGE_TIMEOUT_MS } from '../dialogue/index.js';
import type { configureConversation } from './configured-flags.js';
import { readRunSettings, type ScenarioOptions } from './settings.js';
import type { WorkerResources } from './worker-resources.js';

export type TestConversationPlan = Omit<SessionPlan, 'host' | 'around' | 'onEvent' | 'onWait'>;

/** Time allowed for everything other than the conversation itself: browser, ranker, recording. */
const OVERHEAD_MS = 60_000;

/** @returns the timeout in ms for a test in which a conversation with this budget starts now */
export function computeTestTimeout(
  { duration }: Pick<TestInfo, 'duration'>,
  { budget, judgedScenario }: Pick<SessionScript, 'budget' | 'judgedScenario'>,
): number {
  const judgeCheckCount = judgedScenario ? findJudgeChecks(judgedScenario).length : 0;
  return duration + budget.seconds * 1000 + judgeCheckCount * MODEL_JUDGE_TIMEOUT_MS + OVERHEAD_MS;
}

interface PlanRequest {
  script: SessionScript;
  options: ScenarioOptions;
  configured: ReturnType<typeof configureConversation>;
  worker: WorkerResources;
  /** Folder for demonstrations. */
  results: string;
  signal: AbortSignal;
}

/** Picks the context options that settings for a scenario folder can set. */
function pickContextOptions({ context }: BrowserPlan): BrowserPlan['context'] {
  const { viewport, locale, timezone, storageState } = context;
  return { viewport, locale, timezone, storageState };
}

/** @throws ParleyError `usage` for the first invalid value */
export function createConversationPlan({
  script,
  options,
  configured,
  worker,
  results,
  signal,
}: PlanRequest): Promise<TestConversationPlan> {
  const { banners, confirm, confirmWords } = options.parleyOptions;
  const { flags } = configured;
  const {
    confirm: scriptConfirm,
    reset: _reset,
    judgedScenario = null,
    blockUnlistedHosts,
    ...scriptParts
  } = script;
  return withSettingSources(configured, async () => {
    const browser = createBrowserPlan(flags);
    const models = await createSessionModels(flags, judgedScenario, process.env, signal);
    return {
      ...scriptParts,
      results,
      // In a Playwright project, the viewport, device and logins come from the project's `use`, unless the scenario's
      // `setup` overrides them.
      browser: {
        ...browser,
        context: readRunSettings().isBuiltIn ? pickContextOptions(browser) : {},
        createEgressOptions: () => browser.createEgressOptions(blockUnlistedHosts),
      },
      ...models,
      ranker: worker.shareRanker(createRankerPlan(flags)),
      needsContent: script.startUrl !== undefined,
      banners: banners ?? getRecordedBannerPolicy(script.replay) ?? configured.banners ?? 'leave',
      confirm: { ...configured.confirm, ...scriptConfirm, ...confirm },
      confirmWords: { ...configured.confirmWords, ...script.confirmWords, ...confirmWords },
      signal,
    };
  });
}
