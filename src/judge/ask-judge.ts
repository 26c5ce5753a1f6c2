/**
 * Asks the model for one verdict. Refusals and answers without a verdict are `unknown`. Server failures are returned
 * unchanged, because they are unrelated to the task.
 */
import {
  computeCost,
  estimateImageTokens,
  findPrice,
  type ImagePart,
  type Model,
  type ModelResult,
  type ModelFailure,
} from '../llm/index.js';
import {
  type AskModel,
  type JudgeCallOptions,
  askUntilUsable,
  createAskModel,
  UNUSABLE_ANSWERS,
} from './ask-until-usable.js';
import { loadScreenshots } from './evidence/screenshots.js';
import type { EvidenceScreenshot } from './evidence/types.js';
import { buildFaithfulRequest, parseFaithfulVerdict, type VerdictValue } from './protocol/faithful.js';
import { buildHardenedRequest, parseHardenedVerdict } from './protocol/hardened.js';
import type { JudgeCompat } from './record.js';

/** The purpose of judge calls in the ledger and in `prompts.jsonl`. */
export const JUDGE_PURPOSE = 'judge';

export interface JudgeQuestion {
  compat: JudgeCompat;
  task: string;
  answer: string | null;
  screenshots: readonly EvidenceScreenshot[];
  /** Number of final screenshots to show; null: as many as fit. */
  screenshotCount: number | null;
  hint?: string | null;
}

export interface JudgeSpending {
  promptTokens: number;
  answerTokens: number;
  /** US dollars; null if the price is unknown. */
  usd: number | null;
}

export type JudgeReply = { shownCount: number; spending: JudgeSpending } & (
  | {
      kind: 'verdict';
      verdict: VerdictValue;
      explanation: string;
      reachedCaptcha: boolean | null;
      impossibleTask: boolean | null;
    }
  | { kind: 'failure'; failure: ModelFailure }
);

/** Maximum number of screenshot tokens if the model's context size is unknown: about fifty screenshots. */
const DEFAULT_IMAGE_TOKEN_BUDGET = 60_000;
/** Maximum share of a known context size for screenshots. */
const IMAGE_CONTEXT_SHARE = 0.7;

export async function askJudge(
  model: Model,
  question: JudgeQuestion,
  options: JudgeCallOptions,
): Promise<JudgeReply> {
  const spending: JudgeSpending = { promptTokens: 0, answerTokens: 0, usd: 0 };
  const askModel = createAskModel(model, JUDGE_PURPOSE, options);
  const askAndCount: AskModel = async (request) => {
    const result = await askModel(request);
    addSpending(spending, result, model);
    return result;
  };
  return question.compat === 'faithful'
    ? askFaithfulJudge(askAndCount, question, spending)
    : askHardenedJudge(askAndCount, model, question, spending);
}

async function askFaithfulJudge(
  ask: AskModel,
  question: JudgeQuestion,
  spending: JudgeSpending,
): Promise<JudgeReply> {
  const screenshotCount = question.screenshotCount ?? question.screenshots.length;
  const images = loadScreenshots(question.screenshots.slice(-screenshotCount));
  const result = await ask(
    buildFaithfulRequest({
      task: question.task,
      answer: question.answer ?? '',
      screenshotCount,
      screenshots: images,
    }),
  );
  const shownCount = images.length;
  // The paper's script also evaluates answers that were cut off at the token limit.
  const text = result.ok || result.kind === 'cut-short' ? (result.text ?? '') : '';
  if (!result.ok && parseFaithfulVerdict(text) === null)
    return UNUSABLE_ANSWERS.has(result.kind)
      ? { ...createUnknownVerdict(describeFailure(result)), shownCount, spending }
      : { kind: 'failure', failure: result, shownCount, spending };
  return {
    kind: 'verdict',
    verdict: parseFaithfulVerdict(text),
    explanation: text.trim(),
    reachedCaptcha: null,
    impossibleTask: null,
    shownCount,
    spending,
  };
}

async function askHardenedJudge(
  ask: AskModel,
  model: Model,
  question: JudgeQuestion,
  spending: JudgeSpending,
): Promise<JudgeReply> {
  const { task, answer, screenshots, screenshotCount, hint = null } = question;
  let images = selectImages(screenshots, screenshotCount, getImageTokenBudget(model));
  for (;;) {
    const input = { task, answer, screenshots: images, totalCount: screenshots.length, hint };
    const reply = await askUntilUsable(
      ask,
      (maxTokens) => buildHardenedRequest(input, maxTokens),
      parseHardenedVerdict,
    );
    const shownCount = images.length;
    if (reply.parsed) return { kind: 'verdict', ...reply.parsed, shownCount, spending };
    const { result } = reply;
    if (!result.ok && result.kind === 'context' && shownCount > 1) {
      images = images.slice(-Math.ceil(shownCount / 2));
      continue;
    }
    if (!result.ok && !UNUSABLE_ANSWERS.has(result.kind))
      return { kind: 'failure', failure: result, shownCount, spending };
    const explanation = result.ok
      ? `The answer is not a verdict: ${result.text.trim()}`
      : describeFailure(result);
    return { ...createUnknownVerdict(explanation), shownCount, spending };
  }
}

const describeFailure = ({ sentence, text }: ModelFailure): string =>
  text === undefined ? sentence : `${sentence} It wrote: ${text.trim()}`;

/** Maximum number of characters to keep from an answer without a verdict. */
const MAX_EXPLANATION_CHARS = 2_000;

function createUnknownVerdict(explanation: string): {
  kind: 'verdict';
  verdict: null;
  explanation: string;
  reachedCaptcha: null;
  impossibleTask: null;
} {
  return {
    kind: 'verdict',
    verdict: null,
    explanation: explanation.slice(0, MAX_EXPLANATION_CHARS),
    reachedCaptcha: null,
    impossibleTask: null,
  };
}

function getImageTokenBudget(model: Model): number {
  const contextTokens = model.settings.contextTokens ?? model.getKnowledge().contextTokens;
  return contextTokens === null
    ? DEFAULT_IMAGE_TOKEN_BUDGET
    : Math.floor(contextTokens * IMAGE_CONTEXT_SHARE);
}

/**
 * Loads the last screenshots that fit, in order; at least one if there are any. Keeps only the last of consecutive
 * identical screenshots, because an action without effect shows nothing new.
 */
export function selectImages(
  screenshots: readonly EvidenceScreenshot[],
  maxCount: number | null,
  imageTokenBudget: number,
): ImagePart[] {
  const selectedImages: ImagePart[] = [];
  let tokens = 0;
  for (const screenshot of screenshots.toReversed()) {
    if (selectedImages.length === maxCount) break;
    const [image] = loadScreenshots([screenshot]);
    const laterImage = selectedImages.at(-1);
    if (!image || (laterImage && Buffer.compare(image.data, laterImage.data) === 0)) continue;
    tokens += estimateImageTokens(image);
    if (maxCount === null && tokens > imageTokenBudget && selectedImages.length > 0) break;
    selectedImages.push(image);
  }
  return selectedImages.toReversed();
}

/** Adds the cost of a call, even if its answer has no verdict. */
function addSpending(spending: JudgeSpending, result: ModelResult, { settings }: Model): void {
  spending.promptTokens += result.usage?.promptTokens ?? 0;
  spending.answerTokens += result.usage?.answerTokens ?? 0;
  const price = settings.price ?? findPrice(settings.model, settings.baseUrl);
  const usd = result.usage ? computeCost(result.usage, price) : 0;
  spending.usd = usd === null || spending.usd === null ? null : spending.usd + usd;
}
