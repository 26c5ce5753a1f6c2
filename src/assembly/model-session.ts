/** The language model of one session, with its cassette, budget and closing report. */
import type { ModelTotals, Verdict } from '../contract/index.js';
import type { PromptEntry } from '../demonstration/index.js';
import type { Spending } from '../instructor/index.js';
import {
  createFileMemory,
  createLedger,
  createModel,
  openCassette,
  type CassetteHeader,
  type Cassette,
  type Ledger,
  type Model,
} from '../llm/index.js';
import { cacheFolder } from '../rank/index.js';
import type { Redactor } from '../secrets/index.js';
import { formatCassetteReport, unusedAnswersVerdict } from './cassette-report.js';
import type { ModelPlan } from './model-plan.js';
import { withPromptRecording } from './prompt-record.js';

export interface ModelSession {
  model: Model;
  /** Seed and date of the recorded session; null without a cassette, or if it has none. */
  recordedHeader: CassetteHeader | null;
  /** Stores the seed and date of this session in the cassette when recording. */
  setCassetteHeader(header: CassetteHeader): void;
  spending(): Spending;
  /** With --cassette-strict, unused answers turn a `done` verdict into a failure. */
  review(verdict: Verdict): Verdict;
  /** @returns closing remarks for the user, one per line */
  close(passed: boolean): Promise<string[]>;
}

export interface ModelSessionParts {
  redactor: Redactor;
  /** Counts tokens exactly as the served model does. */
  tokenizer?: ((text: string) => number) | undefined;
  env: NodeJS.ProcessEnv;
  /** Called with every request and its answer. @throws ParleyError if it cannot be recorded */
  recordPrompt(prompt: PromptEntry): void;
}

/** @throws ParleyError `usage` if the cassette is missing or broken */
export function openModelSession(plan: ModelPlan, parts: ModelSessionParts): ModelSession {
  const { redactor, tokenizer, env } = parts;
  for (const [name, value] of plan.secrets) redactor.add(name, value);
  const cassette: Cassette | null =
    plan.cassette && openCassette(plan.cassette.file, plan.cassette.mode, redactor);
  const ledger = createLedger(plan.budget);
  const baseModel = createModel(plan.settings, {
    redactor,
    ledger,
    cassette,
    memory: createFileMemory(cacheFolder(env)),
    ...(tokenizer ? { tokenizer } : {}),
    env,
  });
  const { model, reportMissing } = withPromptRecording(baseModel, parts.recordPrompt);
  return {
    model,
    recordedHeader: cassette?.header() ?? null,
    setCassetteHeader: (header) => cassette?.setHeader(header),
    spending: () => ({
      totals: totalsOf(ledger),
      budget: { tokens: plan.budget.sessionTokens, usd: plan.budget.sessionUsd },
    }),
    review: (verdict) =>
      (plan.cassette?.strict &&
        cassette &&
        verdict.kind === 'done' &&
        unusedAnswersVerdict(cassette.report())) ||
      verdict,
    async close(passed) {
      const lines = [
        ...reportMissing(),
        ...(cassette ? formatCassetteReport(cassette.finish(passed), passed) : []),
      ];
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
