/** The language model of one session with what belongs to it: recorded answers, budget, what is told at the end. */
import type { ModelTotals, Verdict } from '../contract/index.js';
import type { AskedPrompt } from '../demonstration/index.js';
import type { Spending } from '../instructor/index.js';
import {
  createFileMemory,
  createLedger,
  createModel,
  openCassette,
  type Beginning,
  type Cassette,
  type Ledger,
  type Model,
} from '../llm/index.js';
import { cacheFolder } from '../rank/index.js';
import type { Redactor } from '../secrets/index.js';
import { cassetteLines, leftOver } from './cassette-report.js';
import type { ModelPlan } from './model-plan.js';
import { recordingModel } from './prompt-record.js';

export interface ModelSession {
  model: Model;
  /** How the recorded session began; null where there is none, or its prompts do not depend on it. */
  recorded: Beginning | null;
  /** Kept with the answers, where answers are recorded. */
  begin(beginning: Beginning): void;
  spending(): Spending;
  /** Answers that are left over in a cassette may fail a session that is done. */
  review(verdict: Verdict): Verdict;
  /** @returns what there is to tell, a line each */
  close(passed: boolean): Promise<string[]>;
}

export interface ModelSessionParts {
  redactor: Redactor;
  /** Counts as the served model does. */
  tokenizer?: ((text: string) => number) | undefined;
  env: NodeJS.ProcessEnv;
  /** Given every request once something came of it. @throws Problem where it cannot be kept */
  onAsked(asked: AskedPrompt): void;
}

/** @throws Problem `usage` for a cassette that is missing or broken */
export function openModelSession(plan: ModelPlan, parts: ModelSessionParts): ModelSession {
  const { redactor, tokenizer, env } = parts;
  for (const [name, value] of plan.secrets) redactor.add(name, value);
  const cassette: Cassette | null =
    plan.cassette && openCassette(plan.cassette.file, plan.cassette.mode, redactor);
  const ledger = createLedger(plan.budget);
  const asking = createModel(plan.settings, {
    redactor,
    ledger,
    cassette,
    memory: createFileMemory(cacheFolder(env)),
    ...(tokenizer ? { tokenizer } : {}),
    env,
  });
  const { model, faults } = recordingModel(asking, parts.onAsked);
  return {
    model,
    recorded: cassette?.beginning() ?? null,
    begin: (beginning) => cassette?.begin(beginning),
    spending: () => ({
      totals: totalsOf(ledger),
      budget: { tokens: plan.budget.sessionTokens, usd: plan.budget.sessionUsd },
    }),
    review: (verdict) =>
      (plan.cassette?.strict && cassette && verdict.kind === 'done' && leftOver(cassette.report())) ||
      verdict,
    async close(passed) {
      const lines = [...faults(), ...(cassette ? cassetteLines(cassette.finish(passed), passed) : [])];
      await model.close();
      return lines;
    },
  };
}

function totalsOf(ledger: Ledger): ModelTotals {
  const { calls, recordedCalls, promptTokens, answerTokens, cachedTokens, usd, unpriced } = ledger.totals();
  return {
    calls,
    promptTokens,
    answerTokens,
    cachedTokens,
    cost: unpriced > 0 ? null : usd,
    recorded: recordedCalls,
  };
}
