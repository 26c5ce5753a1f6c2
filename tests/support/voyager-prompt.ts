/** Reads the messages of the webvoyager navigator as a model would, and formats replies. */
import type { ModelRequest } from './fake-model-server.js';
import { readMessages, type SentMessage } from './sent-messages.js';

export const formatReply = (action: string, thought = 'Because.'): string =>
  `Thought: ${thought}\nAction: ${action}`;

export interface SentMessage {
  role: string;
  text: string;
  images: number;
}

/** The request's messages in either protocol. The system prompt comes first. */
export function readMessages({ body }: ModelRequest): SentMessage[] {
  const messages = body['messages'] as { role: string; content: unknown }[];
  const system = body['system'];
  return [...(system === undefined ? [] : [{ role: 'system', content: system }]), ...messages].map(
    ({ role, content }) => {
      const parts = (typeof content === 'string' ? [{ type: 'text', text: content }] : content) as {
        type: string;
        text?: string;
      }[];
      return {
        role,
        text: parts.flatMap(({ text }) => text ?? []).join('\n'),
        images: parts.filter(({ type }) => type !== 'text').length,
      };
    },
  );
}

/** One prompt of the webvoyager navigator. */
export class VoyagerPrompt {
  readonly messages: SentMessage[];

  constructor(readonly request: ModelRequest) {
    this.messages = readMessages(request);
  }

  get last(): SentMessage {
    return this.messages.at(-1)!;
  }

  get text(): string {
    return this.last.text;
  }

  /** The label of the first element whose entry matches: `[3]: <button> "Save";`, `[3] button "Save"`, a tree node. */
  label(entry: RegExp): number {
    for (const message of this.messages.toReversed()) {
      for (const part of message.text.split(/(?<=;)\t|\n/)) {
        const [, label, rest] = /^\s*\[(\d+)\]:?\s*(.*)$/.exec(part) ?? [];
        if (label !== undefined && entry.test(rest!)) return Number(label);
      }
    }
    throw new Error(`No element matches ${entry} in:\n${this.text}`);
  }
}
