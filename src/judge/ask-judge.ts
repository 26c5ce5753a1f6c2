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
  type Ask,
  type JudgeCallOptions,
  askUntilUsable,
  createAsk,
  UNUSABLE_ANSWERS,
} from './ask-until-usable.js';
import { loadPictures } from './evidence/pictures.js';
import type { EvidencePicture } from './evidence/types.js';
import { buildFaithfulRequest, parseFaithfulVerdict, type VerdictValue } from './protocol/faithful.js';
import { buildHardenedRequest, parseHardenedVerdict } from './protocol/hardened.js';
import type { JudgeCompat } from './record.js';

/** The purpose of judge calls in the ledger and in `prompts.jsonl`. */
export const JUDGE_PURPOSE = 'judge';

export interface JudgeQuestion {
  compat: JudgeCompat;
  task: string;
  answer: string | null;
  pictures: readonly EvidencePicture[];
  /** Number of final screenshots to show; null: as many as fit. */
  last: number | null;
  hint?: string | null;
}

export interface JudgeSpending {
  promptTokens: number;
  answerTokens: number;
  /** US dollars; null if the price is unknown. */
  usd: number | null;
}

export type JudgeReply = { shown: number; spent: JudgeSpending } & (
  | {
      kind: 'verdict';
      verdict: VerdictValue;
      explanation: string;
      reachedCaptcha: boolean | null;
      impossibleTask: boolean | null;
    }
  | { kind: 'failure'; failure: ModelFailure }
);

/** Maximum screenshot tokens without `last` if the model's context size is unknown: about fifty screenshots. */
const DEFAULT_IMAGE_TOKENS = 60_000;
/** Maximum share of a known context for screenshots. */
const IMAGE_SHARE = 0.7;

export async function askJudge(
  model: Model,
  question: JudgeQuestion,
  options: JudgeCallOptions,
): Promise<JudgeReply> {
  const spent: JudgeSpending = { promptTokens: 0, answerTokens: 0, usd: 0 };
  const askModel = createAsk(model, JUDGE_PURPOSE, options);
  const ask: Ask = async (request) => {
    const result = await askModel(request);
    addSpending(spent, result, model);
    return result;
  };
  return question.compat === 'faithful'
    ? askFaithfully(ask, question, spent)
    : askHardened(ask, model, question, spent);
}

async function askFaithfully(ask: Ask, question: JudgeQuestion, spent: JudgeSpending): Promise<JudgeReply> {
  const last = question.last ?? question.pictures.length;
  const screenshots = loadPictures(question.pictures.slice(-last));
  const result = await ask(
    buildFaithfulRequest({ task: question.task, answer: question.answer ?? '', last, screenshots }),
  );
  const shown = screenshots.length;
  // The paper's script also evaluates answers that were cut off at the token limit.
  const text = result.ok || result.kind === 'cut-short' ? (result.text ?? '') : '';
  if (!result.ok && parseFaithfulVerdict(text) === null)
    return UNUSABLE_ANSWERS.has(result.kind)
      ? { ...toUnknown(describeFailure(result)), shown, spent }
      : { kind: 'failure', failure: result, shown, spent };
  return {
    kind: 'verdict',
    verdict: parseFaithfulVerdict(text),
    explanation: text.trim(),
    reachedCaptcha: null,
    impossibleTask: null,
    shown,
    spent,
  };
}

async function askHardened(
  ask: Ask,
  model: Model,
  question: JudgeQuestion,
  spent: JudgeSpending,
): Promise<JudgeReply> {
  const { task, answer, pictures, last, hint = null } = question;
  let screenshots = selectScreenshots(pictures, last, getImageTokenBudget(model));
  for (;;) {
    const input = { task, answer, screenshots, total: pictures.length, hint };
    const judged = await askUntilUsable(
      ask,
      (maxTokens) => buildHardenedRequest(input, maxTokens),
      parseHardenedVerdict,
    );
    const shown = screenshots.length;
    if (judged.parsed) return { kind: 'verdict', ...judged.parsed, shown, spent };
    const { result } = judged;
    if (!result.ok && result.kind === 'context' && shown > 1) {
      screenshots = screenshots.slice(-Math.ceil(shown / 2));
      continue;
    }
    if (!result.ok && !UNUSABLE_ANSWERS.has(result.kind))
      return { kind: 'failure', failure: result, shown, spent };
    const text = result.ok ? `The answer is not a verdict: ${result.text.trim()}` : describeFailure(result);
    return { ...toUnknown(text), shown, spent };
  }
}

const describeFailure = ({ sentence, text }: ModelFailure): string =>
  text === undefined ? sentence : `${sentence} It wrote: ${text.trim()}`;

/** Maximum characters that are kept of an answer without a verdict. */
const MAX_EXPLANATION_CHARS = 2_000;

function toUnknown(explanation: string): {
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
  const context = model.settings.contextTokens ?? model.getKnowledge().contextTokens;
  return context === null ? DEFAULT_IMAGE_TOKENS : Math.floor(context * IMAGE_SHARE);
}

/**
 * Selects the last screenshots that fit, in order; at least one if there are any. Of identical neighbours, only the
 * last is kept, because an action without effect shows nothing new.
 */
export function selectScreenshots(
  pictures: readonly EvidencePicture[],
  last: number | null,
  imageTokens: number,
): ImagePart[] {
  const selected: ImagePart[] = [];
  let tokens = 0;
  for (const picture of pictures.toReversed()) {
    if (selected.length === last) break;
    const [image] = loadPictures([picture]);
    const laterImage = selected.at(-1);
    if (!image || (laterImage && Buffer.compare(image.data, laterImage.data) === 0)) continue;
    tokens += estimateImageTokens(image);
    if (last === null && tokens > imageTokens && selected.length > 0) break;
    selected.push(image);
  }
  return selected.toReversed();
}

/** Answers without a verdict cost money too. */
function addSpending(spent: JudgeSpending, result: ModelResult, { settings }: Model): void {
  spent.promptTokens += result.usage?.promptTokens ?? 0;
  spent.answerTokens += result.usage?.answerTokens ?? 0;
  const price = settings.price ?? findPrice(settings.model, settings.baseUrl);
  const usd = result.usage ? computeCost(result.usage, price) : 0;
  spent.usd = usd === null || spent.usd === null ? null : spent.usd + usd;
}
