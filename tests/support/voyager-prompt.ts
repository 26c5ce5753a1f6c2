/** Reads the webvoyager navigator's messages as a model would, and formats replies. */
import type { ModelRequest } from './fake-model-server.js';
import { readMessages, type SentMessage } from './sent-messages.js';

export const formatReply = (action: string, thought = 'Because.'): string =>
  `Thought: ${thought}\nAction: ${action}`;

/** A prompt sent by the navigator. */
export class VoyagerPrompt {
  readonly messages: SentMessage[];

  constructor(readonly request: ModelRequest) {
    this.messages = readMessages(request);
  }

  get lastMessage(): SentMessage {
    return this.messages.at(-1)!;
  }

  get lastText(): string {
    return this.lastMessage.text;
  }

  /**
   * Finds the label of the first element whose entry matches. Entries look like `[3]: <button> "Save";`, or like
   * `[3] button "Save"` in an accessibility tree.
   */
  findLabel(entryPattern: RegExp): number {
    for (const message of this.messages.toReversed()) {
      for (const entry of message.text.split(/(?<=;)\t|\n/)) {
        const [, label, description] = /^\s*\[(\d+)\]:?\s*(.*)$/.exec(entry) ?? [];
        if (label !== undefined && entryPattern.test(description!)) return Number(label);
      }
    }
    throw new Error(`No element matches ${entryPattern} in:\n${this.lastText}`);
  }
}
