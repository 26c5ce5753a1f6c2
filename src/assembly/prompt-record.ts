/** Wraps a model so that every request is recorded together with its answer. */
import { createHash } from 'node:crypto';

import { ParleyError } from '../contract/index.js';
import type { AskedPrompt, PromptContent } from '../demonstration/index.js';
import type { ModelResult, Message, Model, ModelRequest } from '../llm/index.js';

export interface RecordingModel {
  model: Model;
  /** Says how many requests could not be recorded and why, one line each. */
  reportMissing(): string[];
}

/**
 * A failed write does not stop the session: recording the next action reports a full disk soon enough.
 *
 * @param write throws ParleyError if it cannot write
 */
export function withPromptRecording(model: Model, write: (asked: AskedPrompt) => void): RecordingModel {
  let missing = 0;
  let fault: ParleyError | null = null;
  const record = (asked: AskedPrompt): void => {
    try {
      write(asked);
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      missing += 1;
      fault ??= error;
    }
  };
  return {
    model: {
      ...model,
      async ask(given, options) {
        // Copied before the call, because callers go on to append to the same messages.
        const asked = { purpose: options.purpose ?? 'navigator', request: requestOf(given) };
        let outcome: ModelResult;
        try {
          outcome = await model.ask(given, options);
        } catch (error) {
          if (options.signal.aborted) record({ ...asked, ...STOPPED });
          throw error;
        }
        const { usage, attempts } = outcome;
        record({ ...asked, answer: answerOf(outcome), usage, attempts });
        return outcome;
      },
    },
    reportMissing: () =>
      fault === null
        ? []
        : [
            `${missing} ${missing === 1 ? 'request to the model is' : 'requests to the model are'} not in prompts.jsonl: ${fault.message} ${fault.next}`,
          ],
  };
}

/** Recorded for an interrupted request, whether or not it had been sent. */
const STOPPED: Pick<AskedPrompt, 'answer' | 'usage' | 'attempts'> = {
  answer: { ok: false, kind: 'stopped', sentence: 'It was stopped before an answer arrived.' },
  usage: null,
  attempts: 1,
};

function requestOf(request: ModelRequest): AskedPrompt['request'] {
  const { maxTokens } = request;
  return request.kind === 'completion'
    ? { prompt: request.prompt, maxTokens }
    : {
        messages: request.messages.map(({ role, content }) => ({ role, content: contentOf(content) })),
        maxTokens,
      };
}

function contentOf(content: Message['content']): PromptContent {
  if (typeof content === 'string') return content;
  return content.map((part) => {
    if (part.type === 'text') return { type: 'text', text: part.text };
    const { mediaType, data } = part;
    const sha256 = createHash('sha256').update(data).digest('hex');
    return { type: 'image', mediaType, bytes: data.byteLength, sha256 };
  });
}

function answerOf(asked: ModelResult): AskedPrompt['answer'] {
  if (asked.ok) return { ok: true, text: asked.text };
  const { kind, sentence, text } = asked;
  return { ok: false, kind, sentence, ...(text === undefined ? {} : { text }) };
}
