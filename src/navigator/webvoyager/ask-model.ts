/**
 * Makes one model call; in faithful mode it uses the paper's sampling parameters. If the prompt is too long, the
 * hardened navigator asks again with fewer observations.
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
  onWait?(sentence: string): void;
}

/** The released code parses a temperature from its command line but does not send it; here it is sent. */
const SAMPLING: Record<PromptVariant['compat'], Pick<ChatRequest, 'maxTokens' | 'temperature' | 'seed'>> = {
  faithful: { maxTokens: 1_000, temperature: 1, seed: 42 },
  hardened: { maxTokens: 1_500, temperature: 0 },
};

/** The model answered, but the answer cannot be parsed, which the paper treats as a format error. */
const UNREADABLE: ReadonlySet<ModelFailure['kind']> = new Set(['empty', 'cut-short']);

export type AskedReply =
  | { ok: true; text: string }
  /** The model refuses to answer. */
  | { ok: false; sentence: string };

/** @throws ParleyError for failures of the server or of the user's settings */
export async function askVoyagerModel(
  { model, variant, onPhase, onWait }: AskVoyagerParts,
  conversation: VoyagerConversation,
  message: VoyagerMessage,
  usage: UsageCounter,
  signal: AbortSignal,
): Promise<AskedReply> {
  let prepared = conversation.prepare(message);
  for (let shortened = false; ; shortened = true) {
    onPhase?.('asking the model');
    const result: ModelResult = await model.ask(
      { kind: 'chat', messages: toRequestMessages(prepared), ...SAMPLING[variant.compat] },
      { signal, purpose: 'navigator', onWait: ({ sentence }) => onWait?.(sentence) },
    );
    usage.add(result);
    if (result.ok || UNREADABLE.has(result.kind)) {
      const text = result.text ?? '';
      // Servers reject empty messages.
      conversation.commit(prepared, text.trim() === '' ? '(nothing)' : text);
      return { ok: true, text };
    }
    if (result.kind === 'refused') return { ok: false, sentence: result.sentence };
    if (result.kind === 'vision') throw createVisionError(model.name);
    if (result.kind !== 'context' || variant.compat === 'faithful' || shortened) throw toParleyError(result);
    usage.addRepairs('The prompt was too long for the server; only the newest observation was sent.');
    prepared = conversation.prepare(message, 1);
  }
}

export const createVisionError = (model: string): ParleyError =>
  new ParleyError(
    'usage',
    `“${model}” does not accept pictures, which the navigator webvoyager needs.`,
    'Use --navigator webvoyager:text, which reads the page as text, or a model that accepts pictures.',
    { option: 'navigator' },
  );
