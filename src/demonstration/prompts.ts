/** Writes and reads `prompts.jsonl`: one line per request to a language model, with its result. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { ParleyError } from '../contract/index.js';
import type { Redactor } from '../secrets/index.js';
import { AppendFile } from './files.js';
import { asciiJson } from './json.js';
import { DAMAGED, readText } from './reader.js';

/** Identifies an image; the image itself is not recorded here. */
export interface PromptImage {
  type: 'image';
  mediaType: string;
  bytes: number;
  sha256: string;
}

export type PromptContent = string | ({ type: 'text'; text: string } | PromptImage)[];

export interface PromptMessage {
  role: 'system' | 'user' | 'assistant';
  content: PromptContent;
}

/** A request and its result, before redaction. */
export interface AskedPrompt {
  /** Who asked: `navigator`, `judge` … */
  purpose: string;
  request: ({ messages: PromptMessage[] } | { prompt: string }) & {
    /** Maximum tokens of the answer. */
    maxTokens: number;
  };
  answer:
    | { ok: true; text: string }
    /** `kind`: why there is no usable answer. `text`: the unusable text, if any. */
    | { ok: false; kind: string; sentence: string; text?: string };
  /** Null if there was no answer. */
  usage: {
    promptTokens: number;
    answerTokens: number;
    cachedTokens: number;
    cacheWriteTokens: number;
    thinkingTokens: number;
    estimated: boolean;
  } | null;
  /** Number of attempts; 0 if nothing was sent. */
  attempts: number;
}

export interface RecordedPrompt extends AskedPrompt {
  v: 1;
  /** From 0, without gaps. */
  n: number;
  /** Number of the turn that the request decides. */
  turn: number;
}

const FILE = 'prompts.jsonl';

/** Creates the file with the first request; a session without a model has no such file. */
export class PromptsFile {
  #file: AppendFile | null = null;
  #count = 0;

  constructor(
    private readonly dir: string,
    private readonly redactor: Redactor,
  ) {}

  /** @throws ParleyError `usage` when it cannot be written; what was written before stays whole */
  add(turn: number, asked: AskedPrompt): void {
    this.#file ??= AppendFile.create(join(this.dir, FILE));
    const record: RecordedPrompt = { v: 1, n: this.#count, turn, ...redacted(asked, this.redactor) };
    this.#file.append(asciiJson(record));
    this.#count += 1;
    this.#file.sync();
  }

  close(): void {
    this.#file?.close();
  }
}

/** Redacts texts, but not enum values such as roles and kinds. */
function redacted(
  { purpose, request, answer, usage, attempts }: AskedPrompt,
  redactor: Redactor,
): AskedPrompt {
  const { maxTokens } = request;
  const clean = (text: string): string => redactor.text(text);
  return {
    purpose,
    request:
      'prompt' in request
        ? { prompt: clean(request.prompt), maxTokens }
        : {
            messages: request.messages.map(({ role, content }) => ({
              role,
              content:
                typeof content === 'string'
                  ? clean(content)
                  : content.map((part) =>
                      part.type === 'text' ? { ...part, text: clean(part.text) } : part,
                    ),
            })),
            maxTokens,
          },
    answer: answer.ok
      ? { ok: true, text: clean(answer.text) }
      : {
          ok: false,
          kind: answer.kind,
          sentence: clean(answer.sentence),
          ...(answer.text === undefined ? {} : { text: clean(answer.text) }),
        },
    usage,
    attempts,
  };
}

/**
 * @returns null where the file is not there
 * @throws ParleyError `usage` for a line other than a torn last one that is no request
 */
export function readPrompts(dir: string): RecordedPrompt[] | null {
  if (!existsSync(join(dir, FILE))) return null;
  const lines = readText(dir, FILE).split('\n');
  // The text after the last line break is an incomplete line.
  lines.pop();
  return lines.map((line, index) => {
    const prompt = promptIn(line, index);
    if (prompt === null)
      throw new ParleyError(
        'usage',
        `${join(dir, FILE)}:${index + 1} is not request ${index} to a model.`,
        DAMAGED,
      );
    return prompt;
  });
}

function promptIn(line: string, index: number): RecordedPrompt | null {
  let value: Partial<RecordedPrompt> | null;
  try {
    value = JSON.parse(line) as Partial<RecordedPrompt> | null;
  } catch {
    return null;
  }
  const { v, n, turn, request, answer } = value ?? {};
  const asked = request && ('messages' in request ? isMessages(request.messages) : 'prompt' in request);
  const whole =
    v === 1 && n === index && typeof turn === 'number' && asked && typeof answer?.ok === 'boolean';
  return whole ? (value as RecordedPrompt) : null;
}

function isMessages(messages: unknown): boolean {
  return (
    Array.isArray(messages) &&
    messages.every((one: Partial<PromptMessage> | null) => {
      const content: unknown = one?.content;
      return typeof content === 'string' || Array.isArray(content);
    })
  );
}
