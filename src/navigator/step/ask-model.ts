/**
 * Asks a model for the next action of a policy: shortens the prompt to its token limit, requests one or more replies
 * (samples), and chooses one of them.
 */
import type { ModelResult, Model, ModelFailure, UsageCounter } from '../../llm/index.js';
import { toParleyError } from '../../llm/index.js';
import {
  buildStepMessages,
  chooseSample,
  fitExamples,
  parseStepFaithfully,
  parseStepReply,
  type CountTokens,
  type StepMessage,
  type StepPromptStyle,
  type VoteRule,
} from '../../prompt/index.js';
import type { EndOfAnswers, PolicyQuestion, PolicyReply } from './stack.js';
import type { StepPageView } from './step-page.js';

export interface AskStepParts {
  /** The session's model. */
  model: Model;
  /** Opens the model that a policy's file specifies. */
  openModel(name: string): Model;
  style: StepPromptStyle;
  /** Maximum tokens of a prompt without its observation; null: no limit. */
  maxPromptTokens: number | null;
  sampleCount: number;
  vote: VoteRule;
  /** The secret marker that fences page text. */
  marker: string;
  onPhase?(phase: string): void;
  onWait?(message: string): void;
}

/** The paper's values. Completion models get the answer limit of the released code. */
const SAMPLING_PARAMETERS = { temperature: 0.3, topP: 1 };
const MAX_ANSWER_TOKENS = { chat: 1_000, completion: 128 };

/** The model answered, but the answer cannot be parsed. */
const UNREADABLE_FAILURES: ReadonlySet<ModelFailure['kind']> = new Set(['empty', 'cut-short']);

interface ParsedSample {
  action: string | null;
  reason: string | null;
  fault: string;
}

/** @throws ParleyError for failures of the server or of the user's settings */
export async function askStepModel(
  parts: AskStepParts,
  question: PolicyQuestion,
  page: Pick<StepPageView, 'text' | 'url' | 'facts'>,
  countTokens: CountTokens,
  usage: UsageCounter,
  signal: AbortSignal,
): Promise<PolicyReply | EndOfAnswers> {
  const { policy } = question;
  const model = policy.model === null ? parts.model : parts.openModel(policy.model);
  let observation = page.text;
  const samples: ParsedSample[] = [];
  const tokenCounts = { prompt: 0, answer: 0 };
  while (samples.length < parts.sampleCount) {
    parts.onPhase?.(`asking the model (${policy.name})`);
    const result = await model.ask(
      {
        kind: 'chat',
        messages: buildMessages(parts, question, { ...page, text: observation }, countTokens).map(toMessage),
        ...SAMPLING_PARAMETERS,
        maxTokens: MAX_ANSWER_TOKENS[parts.style.mode],
      },
      { signal, purpose: 'navigator', onWait: ({ sentence }) => parts.onWait?.(sentence) },
    );
    usage.add(result);
    tokenCounts.prompt += result.usage?.promptTokens ?? 0;
    tokenCounts.answer += result.usage?.answerTokens ?? 0;
    if (isTooLong(result, parts) && observation === page.text) {
      usage.addRepairs(
        'The prompt was too long for the server; only the first half of the observation was sent.',
      );
      observation = keepFirstHalf(observation);
      continue;
    }
    if (!result.ok && result.kind === 'refused')
      return { ended: { text: `I could not decide what to do. ${result.sentence}`, isComplete: false } };
    if (!result.ok && !UNREADABLE_FAILURES.has(result.kind)) throw toParleyError(result);
    samples.push(parseSample(result.text ?? '', parts.style));
  }
  const { index, votes } = chooseSample(samples, parts.vote);
  return {
    ...samples[index]!,
    ...(votes ? { votes } : {}),
    promptTokens: tokenCounts.prompt,
    completionTokens: tokenCounts.answer,
  };
}

const isTooLong = (result: ModelResult, { style }: AskStepParts): boolean =>
  !result.ok && result.kind === 'context' && style.compat === 'hardened';

const keepFirstHalf = (text: string): string =>
  `${text.slice(0, Math.floor(text.length / 2)).replace(/\n[^\n]*$/, '')}\n(truncated: the rest did not fit)`;

function buildMessages(
  { style, maxPromptTokens, marker }: AskStepParts,
  question: PolicyQuestion,
  page: Pick<StepPageView, 'text' | 'url' | 'facts'>,
  countTokens: CountTokens,
): StepMessage[] {
  const { policy, objective, previousActions, error } = question;
  const input = { objective, observation: page.text, url: page.url, previousActions };
  const { examples } = fitExamples(policy, input, maxPromptTokens, style, countTokens);
  return buildStepMessages({ policy, examples, input, error, facts: page.facts, marker }, style);
}

/** A policy's instruction and examples are the same in every call, so servers can cache them. */
const toMessage = ({
  role,
  text,
}: StepMessage): { role: StepMessage['role']; content: string; cacheable?: true } =>
  role === 'system' ? { role, content: text, cacheable: true } : { role, content: text };

function parseSample(text: string, { compat, noCot }: StepPromptStyle): ParsedSample {
  if (compat === 'faithful') return { ...parseStepFaithfully(text, { noCot }), fault: '' };
  const parsedReply = parseStepReply(text, { noCot });
  return parsedReply.ok
    ? { action: parsedReply.action, reason: parsedReply.reason, fault: '' }
    : { action: null, reason: parsedReply.reason, fault: parsedReply.fault };
}
