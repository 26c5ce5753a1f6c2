/**
 * Asks a model for the next action of a policy: fits the messages to their caps, requests samples, and chooses a reply.
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
import type { AnswersEnded, PolicyQuestion, PolicyReply } from './stack.js';
import type { StepPageView } from './step-page.js';

export interface AskStepParts {
  /** The session's model. */
  model: Model;
  /** Opens the model that a policy names. */
  openModel(name: string): Model;
  style: StepPromptStyle;
  /** Maximum tokens of a prompt without its observation; null: no cap. */
  promptCap: number | null;
  samples: number;
  vote: VoteRule;
  /** The secret marker around page text. */
  marker: string;
  onPhase?(phase: string): void;
  onWait?(sentence: string): void;
}

/** The paper's values (spec A.4). Completion models get the limit of the released code. */
const SAMPLING = { temperature: 0.3, topP: 1 };
const MAX_TOKENS = { chat: 1_000, completion: 128 };

/** The model answered, but the answer cannot be parsed. */
const UNREADABLE: ReadonlySet<ModelFailure['kind']> = new Set(['empty', 'cut-short']);

interface ReadSample {
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
): Promise<PolicyReply | AnswersEnded> {
  const { policy } = question;
  const model = policy.model === null ? parts.model : parts.openModel(policy.model);
  let observation = page.text;
  const samples: ReadSample[] = [];
  const tokens = { prompt: 0, answer: 0 };
  while (samples.length < parts.samples) {
    parts.onPhase?.(`asking the model (${policy.name})`);
    const result = await model.ask(
      {
        kind: 'chat',
        messages: buildMessages(parts, question, { ...page, text: observation }, countTokens).map(toMessage),
        ...SAMPLING,
        maxTokens: MAX_TOKENS[parts.style.mode],
      },
      { signal, purpose: 'navigator', onWait: ({ sentence }) => parts.onWait?.(sentence) },
    );
    usage.add(result);
    tokens.prompt += result.usage?.promptTokens ?? 0;
    tokens.answer += result.usage?.answerTokens ?? 0;
    if (isTooLong(result, parts) && observation === page.text) {
      usage.addRepairs(
        'The prompt was too long for the server; only the first half of the observation was sent.',
      );
      observation = halve(observation);
      continue;
    }
    if (!result.ok && result.kind === 'refused')
      return { ended: { text: `I could not decide. ${result.sentence}`, isComplete: false } };
    if (!result.ok && !UNREADABLE.has(result.kind)) throw toParleyError(result);
    samples.push(readSample(result.text ?? '', parts.style));
  }
  const { index, votes } = chooseSample(samples, parts.vote);
  return {
    ...samples[index]!,
    ...(votes ? { votes } : {}),
    promptTokens: tokens.prompt,
    completionTokens: tokens.answer,
  };
}

const isTooLong = (result: ModelResult, { style }: AskStepParts): boolean =>
  !result.ok && result.kind === 'context' && style.compat === 'hardened';

const halve = (text: string): string =>
  `${text.slice(0, Math.floor(text.length / 2)).replace(/\n[^\n]*$/, '')}\n(truncated: the rest did not fit)`;

function buildMessages(
  { style, promptCap, marker }: AskStepParts,
  question: PolicyQuestion,
  page: Pick<StepPageView, 'text' | 'url' | 'facts'>,
  countTokens: CountTokens,
): StepMessage[] {
  const { policy, objective, previousActions, error } = question;
  const input = { objective, observation: page.text, url: page.url, previousActions };
  const { examples } = fitExamples(policy, input, promptCap, style, countTokens);
  return buildStepMessages({ policy, examples, input, error, facts: page.facts, marker }, style);
}

/** A policy's instruction and examples are the same in every call, so servers can cache them. */
const toMessage = ({
  role,
  text,
}: StepMessage): { role: StepMessage['role']; content: string; cacheable?: true } =>
  role === 'system' ? { role, content: text, cacheable: true } : { role, content: text };

function readSample(text: string, { compat, noCot }: StepPromptStyle): ReadSample {
  if (compat === 'faithful') return { ...parseStepFaithfully(text, { noCot }), fault: '' };
  const parsed = parseStepReply(text, { noCot });
  return parsed.ok
    ? { action: parsed.action, reason: parsed.reason, fault: '' }
    : { action: null, reason: parsed.reason, fault: parsed.fault };
}
