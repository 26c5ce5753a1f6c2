/** Reads the messages of the navigator webvoyager as a model would, and formats replies. */
import type { ModelRequest } from './fake-model-server.js';
import { readMessages, type SentMessage } from './sent-messages.js';

export const formatReply = (action: string, thought = 'Because.'): string =>
  `Thought: ${thought}\nAction: ${action}`;

/** One prompt of the navigator. */
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
