/** Reads a prompt from the step navigator as a model would, and formats replies. */
import type { ModelRequest } from './fake-model-server.js';
import { readMessages, type SentMessage } from './sent-messages.js';

export const formatStepReply = (action: string, reason = 'Because.'): string =>
  `REASON:\n${reason}\nACTION:\n${action}`;

export class StepPrompt {
  readonly messages: SentMessage[];

  constructor(readonly request: ModelRequest) {
    this.messages = readMessages(request);
  }

  /** The text of the latest message. */
  get text(): string {
    return this.messages.at(-1)!.text;
  }

  get objective(): string {
    return this.#readField('OBJECTIVE', 'OBSERVATION');
  }

  get observation(): string {
    return this.#readField('OBSERVATION', 'URL');
  }

  get previousActions(): string {
    return /PREVIOUS ACTIONS:\n([^]*?)\s*\n+(?:Your last reply|### Response)/.exec(this.text)?.[1] ?? '';
  }

  /** Finds the element id in the first matching line, such as `[7] button 'Save'` or `<button id=7 val=Save />`. */
  findId(linePattern: RegExp): number {
    for (const line of this.observation.split('\n')) {
      const idMatch = /^\s*\[(\d+)\]|^<\w+ id=(-?\d+)/.exec(line);
      if (idMatch && linePattern.test(line)) return Number(idMatch[1] ?? idMatch[2]);
    }
    throw new Error(`No line matches ${linePattern} in:\n${this.observation}`);
  }

  #readField(name: string, nextName: string): string {
    return new RegExp(`${name}:\\n([^]*?)\\n${nextName}:`).exec(this.text)?.[1] ?? '';
  }
}
