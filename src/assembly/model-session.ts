/** The language model of one session, with its cassette, budget and closing report. */
import type { ModelTotals, Verdict } from '../contract/index.js';
import type { PromptEntry } from '../demonstration/index.js';
import type { Spending } from '../instructor/index.js';
import {
  createFileKnowledgeStore,
  createLedger,
  createModel,
  openCassette,
  type CassetteHeader,
  type Cassette,
  type Ledger,
  type Model,
  type ModelSettings,
  type SpendingTotals,
} from '../llm/index.js';
import { JUDGE_PURPOSE } from '../judge/index.js';
import { getCacheFolder } from '../rank/index.js';
import type { Redactor } from '../secrets/index.js';
import { formatCassetteReport, createUnusedAnswersVerdict } from './cassette-report.js';
import type { ModelPlan } from './model-plan.js';
import { type RecordingModel, withPromptRecording } from './prompt-record.js';

export interface ModelSession {
  model: Model;
  /**
   * Opens another model that shares the cassette, the budget and the session record. If the settings are those of the
   * session's own model, returns that model.
   */
  openModel(settings: ModelSettings): Model;
  /** Seed and date of the recorded session; null if there is no cassette, or if it does not contain them. */
  recordedHeader: CassetteHeader | null;
  /** When recording, stores this session's seed and date in the cassette. */
  setCassetteHeader(header: CassetteHeader): void;
  /** Returns the cost of the navigator's calls, excluding the judge's calls. */
  getSpending(): Spending;
  /** Returns the totals of the judge's calls; null if there were none. */
  getJudgeTotals(): ModelTotals | null;
  /**
   * Returns the final verdict. With --cassette-strict, a `done` verdict becomes a failure if recorded answers were left
   * unused.
   */
  adjustVerdict(verdict: Verdict): Verdict;
  /** @returns messages for the user at the end, one per line */
  close(hasPassed: boolean): Promise<string[]>;
}

export interface ModelSessionParts {
  redactor: Redactor;
  /** Counts tokens exactly as the model on the server does. */
  tokenizer?: ((text: string) => number) | undefined;
  env: NodeJS.ProcessEnv;
  /** Called with every request and its answer. @throws ParleyError if they cannot be recorded */
  recordPrompt(prompt: PromptEntry): void;
}

/** @throws ParleyError `usage` if the cassette is missing or broken */
export function openModelSession(plan: ModelPlan, parts: ModelSessionParts): ModelSession {
  const { redactor, tokenizer, env } = parts;
  for (const [name, value] of plan.secrets) redactor.add(name, value);
  const cassette: Cassette | null =
    plan.cassette && openCassette(plan.cassette.file, plan.cassette.mode, redactor);
  const ledger = createLedger(plan.budget);
  const shared = {
    redactor,
    ledger,
    cassette,
    knowledgeStore: createFileKnowledgeStore(getCacheFolder(env)),
    env,
  };
  const recordingModels: RecordingModel[] = [];
  const openRecordingModel = (
    settings: ModelSettings,
    tokenizerOption: Pick<ModelSessionParts, 'tokenizer'>,
  ): Model => {
    const recordingModel = withPromptRecording(
      createModel(settings, { ...shared, ...tokenizerOption }),
      parts.recordPrompt,
    );
    recordingModels.push(recordingModel);
    return recordingModel.model;
  };
  const model = openRecordingModel(plan.settings, tokenizer ? { tokenizer } : {});
  return {
    model,
    openModel: (settings) => (settings === plan.settings ? model : openRecordingModel(settings, {})),
    recordedHeader: cassette?.getHeader() ?? null,
    setCassetteHeader: (header) => cassette?.setHeader(header),
    getSpending: () => ({
      totals: sumTotals(ledger, (purpose) => purpose !== JUDGE_PURPOSE),
      budget: { tokens: plan.budget.sessionTokens, usd: plan.budget.sessionUsd },
    }),
    getJudgeTotals: () => {
      const totals = sumTotals(ledger, (purpose) => purpose === JUDGE_PURPOSE);
      return totals.calls > 0 ? totals : null;
    },
    adjustVerdict: (verdict) =>
      (plan.cassette?.isStrict &&
        cassette &&
        verdict.kind === 'done' &&
        createUnusedAnswersVerdict(cassette.getReport())) ||
      verdict,
    async close(hasPassed) {
      const lines = [
        ...recordingModels.flatMap(({ describeUnrecordedRequests }) => describeUnrecordedRequests()),
        ...(cassette ? formatCassetteReport(cassette.finish(hasPassed), hasPassed) : []),
      ];
      for (const { model } of recordingModels) await model.close();
      return lines;
    },
  };
}

function sumTotals(ledger: Ledger, isCounted: (purpose: string) => boolean): ModelTotals {
  const purposeTotals = ledger
    .listPurposes()
    .filter(isCounted)
    .map((purpose) => ledger.getTotals(purpose));
  const sum = (select: (totals: SpendingTotals) => number): number =>
    purposeTotals.reduce((total, item) => total + select(item), 0);
  return {
    calls: sum(({ calls }) => calls),
    promptTokens: sum(({ promptTokens }) => promptTokens),
    answerTokens: sum(({ answerTokens }) => answerTokens),
    cachedTokens: sum(({ cachedTokens }) => cachedTokens),
    cost: sum(({ unpricedCalls }) => unpricedCalls) > 0 ? null : sum(({ usd }) => usd),
    recorded: sum(({ replayedCalls }) => replayedCalls),
  };
}
