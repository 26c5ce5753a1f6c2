/** Wraps a model so that every request is recorded with its answer. */
import { createHash } from 'node:crypto';

import { ParleyError } from '../contract/index.js';
import type { PromptEntry, PromptContent } from '../demonstration/index.js';
import type { ModelResult, Message, Model, ModelRequest } from '../llm/index.js';

export interface RecordingModel {
  model: Model;
  /** Returns a message that says how many requests could not be recorded and why; empty if all were recorded. */
  describeUnrecordedRequests(): string[];
}

/**
 * Wraps a model. If a request cannot be written, the session continues, because recording the next action will report a
 * full disk anyway.
 *
 * @param write throws ParleyError if it cannot write
 */
export function withPromptRecording(model: Model, write: (prompt: PromptEntry) => void): RecordingModel {
  let unrecordedCount = 0;
  let fault: ParleyError | null = null;
  const record = (prompt: PromptEntry): void => {
    try {
      write(prompt);
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      unrecordedCount += 1;
      fault ??= error;
    }
  };
  return {
    model: {
      ...model,
      async ask(request, options) {
        // The messages are copied before the call, because callers later append to the same list.
        const prompt = { purpose: options.purpose ?? 'navigator', request: toRecordedRequest(request) };
        const startedAt = performance.now();
        const elapsedMs = (): number => Math.round(performance.now() - startedAt);
        let result: ModelResult;
        try {
          result = await model.ask(request, options);
        } catch (error) {
          if (options.signal.aborted) record({ ...prompt, ...INTERRUPTED_ANSWER, ms: elapsedMs() });
          throw error;
        }
        const { usage, attempts } = result;
        record({ ...prompt, answer: toRecordedAnswer(result), usage, attempts, ms: elapsedMs() });
        return result;
      },
    },
    describeUnrecordedRequests: () =>
      fault === null
        ? []
        : [
            `${unrecordedCount} ${unrecordedCount === 1 ? 'request to the model was' : 'requests to the model were'} not written to prompts.jsonl. ${fault.message} ${fault.next}`,
          ],
  };
}

/** The answer that is recorded for an interrupted request, whether or not it had been sent. */
const INTERRUPTED_ANSWER: Pick<PromptEntry, 'answer' | 'usage' | 'attempts'> = {
  answer: { ok: false, kind: 'stopped', sentence: 'The request was stopped before an answer arrived.' },
  usage: null,
  attempts: 1,
};

function toRecordedRequest(request: ModelRequest): PromptEntry['request'] {
  const { maxTokens } = request;
  return request.kind === 'completion'
    ? { prompt: request.prompt, maxTokens }
    : {
        messages: request.messages.map(({ role, content }) => ({
          role,
          content: toRecordedContent(content),
        })),
        maxTokens,
      };
}

function toRecordedContent(content: Message['content']): PromptContent {
  if (typeof content === 'string') return content;
  return content.map((part) => {
    if (part.type === 'text') return { type: 'text', text: part.text };
    const { mediaType, data } = part;
    const sha256 = createHash('sha256').update(data).digest('hex');
    return { type: 'image', mediaType, bytes: data.byteLength, sha256 };
  });
}

function toRecordedAnswer(result: ModelResult): PromptEntry['answer'] {
  if (result.ok) return { ok: true, text: result.text };
  const { kind, sentence, text } = result;
  return { ok: false, kind, sentence, ...(text === undefined ? {} : { text }) };
}
