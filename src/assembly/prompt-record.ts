/** A model whose every request is handed on for the record, with what came of it. */
import { createHash } from 'node:crypto';

import { ParleyError } from '../contract/index.js';
import type { AskedPrompt, PromptContent } from '../demonstration/index.js';
import type { Asked, Message, Model, ModelRequest } from '../llm/index.js';

export interface RecordedModel {
  model: Model;
  /** What is missing from the record and why, a line each. */
  faults(): string[];
}

/**
 * A request that cannot be written down is asked all the same: the record of acts says soon enough when a disk
 * is full, and what was asked may then be lost, but not the session.
 *
 * @param write throws Problem where it cannot
 */
export function recordingModel(model: Model, write: (asked: AskedPrompt) => void): RecordedModel {
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
        // As it is now: whoever asks may go on with the same messages.
        const asked = { purpose: options.purpose ?? 'navigator', request: requestOf(given) };
        let outcome: Asked;
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
    faults: () =>
      fault === null
        ? []
        : [
            `${missing} ${missing === 1 ? 'request to the model is' : 'requests to the model are'} not in prompts.jsonl: ${fault.message} ${fault.next}`,
          ],
  };
}

/** Whether it had been sent is not known then. */
const STOPPED: Pick<AskedPrompt, 'answer' | 'usage' | 'attempts'> = {
  answer: { ok: false, kind: 'stopped', sentence: 'It was stopped before there was an answer.' },
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

function answerOf(asked: Asked): AskedPrompt['answer'] {
  if (asked.ok) return { ok: true, text: asked.text };
  const { kind, sentence, text } = asked;
  return { ok: false, kind, sentence, ...(text === undefined ? {} : { text }) };
}
