/**
 * Makes one model call; in faithful mode it uses the paper's sampling parameters. If the prompt is too long, the
 * hardened navigator asks again with only the newest observation.
 */
import { ParleyError } from '../../contract/index.js';
import {
  toParleyError,
  type ChatRequest,
  type Model,
  type ModelResult,
  type ModelFailure,
  type UsageCounter,
} from '../../llm/index.js';
import type { PromptVariant, VoyagerMessage } from '../../prompt/index.js';
import { toRequestMessages, type VoyagerConversation } from './conversation.js';

export interface AskVoyagerParts {
  model: Model;
  variant: PromptVariant;
  onPhase?(phase: string): void;
  onWait?(message: string): void;
}

/** The released code reads a temperature from its command line but does not send it. Parley sends it. */
const SAMPLING_PARAMETERS: Record<
  PromptVariant['compat'],
  Pick<ChatRequest, 'maxTokens' | 'temperature' | 'seed'>
> = {
  faithful: { maxTokens: 1_000, temperature: 1, seed: 42 },
  hardened: { maxTokens: 1_500, temperature: 0 },
};

/** The model answered, but its answer cannot be parsed. The paper treats that as a format error. */
const UNREADABLE_FAILURES: ReadonlySet<ModelFailure['kind']> = new Set(['empty', 'cut-short']);

export type ModelReply =
  | { ok: true; text: string }
  /** The model refuses to answer. */
  | { ok: false; message: string };

/** @throws ParleyError for failures of the server or of the user's settings */
export async function askVoyagerModel(
  { model, variant, onPhase, onWait }: AskVoyagerParts,
  conversation: VoyagerConversation,
  message: VoyagerMessage,
  usage: UsageCounter,
  signal: AbortSignal,
): Promise<ModelReply> {
  let preparedMessages = conversation.prepare(message);
  for (let wasShortened = false; ; wasShortened = true) {
    onPhase?.('asking the model');
    const result: ModelResult = await model.ask(
      { kind: 'chat', messages: toRequestMessages(preparedMessages), ...SAMPLING_PARAMETERS[variant.compat] },
      { signal, purpose: 'navigator', onWait: ({ sentence }) => onWait?.(sentence) },
    );
    usage.add(result);
    if (result.ok || UNREADABLE_FAILURES.has(result.kind)) {
      const text = result.text ?? '';
      // Servers reject empty messages.
      conversation.commit(preparedMessages, text.trim() === '' ? '(nothing)' : text);
      return { ok: true, text };
    }
    if (result.kind === 'refused') return { ok: false, message: result.sentence };
    if (result.kind === 'vision') throw createVisionError(model.name);
    if (result.kind !== 'context' || variant.compat === 'faithful' || wasShortened)
      throw toParleyError(result);
    usage.addRepairNotes('The prompt was too long for the server; only the newest observation was sent.');
    preparedMessages = conversation.prepare(message, 1);
  }
}

export const createVisionError = (modelName: string): ParleyError =>
  new ParleyError(
    'usage',
    `“${modelName}” does not accept images, which the navigator “webvoyager” needs.`,
    'Use --navigator webvoyager:text, which reads the page as text, or a model that accepts images.',
    { option: 'navigator' },
  );
