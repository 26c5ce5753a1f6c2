/** Writes and reads `prompts.jsonl`: one line per request to a language model, with its result. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { ParleyError } from '../contract/index.js';
import type { Redactor } from '../secrets/index.js';
import { AppendFile } from './files.js';
import { toAsciiJson } from './json.js';
import { DAMAGED_HINT, readText } from './reader.js';

/** Identifies an image; the image itself is not recorded here. */
export interface PromptImage {
  type: 'image';
  mediaType: string;
  /** Size in bytes. */
  bytes: number;
  sha256: string;
}

export type PromptContent = string | ({ type: 'text'; text: string } | PromptImage)[];

export interface PromptMessage {
  role: 'system' | 'user' | 'assistant';
  content: PromptContent;
}

/** One request to a model and its result. */
export interface PromptEntry {
  /** Purpose of the request, such as `navigator` or `judge`. The part of Parley that makes the request defines it. */
  purpose: string;
  request: ({ messages: PromptMessage[] } | { prompt: string }) & {
    /** Maximum number of answer tokens. */
    maxTokens: number;
  };
  answer:
    | { ok: true; text: string }
    /**
     * `kind` and `sentence`: why there is no usable answer, as a code and as a message. `text`: the unusable text, if
     * any.
     */
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
  /** Duration of the call in milliseconds, including waits and retries. Missing in older records. */
  ms?: number;
}

export interface RecordedPrompt extends PromptEntry {
  v: 1;
  /** Number of the request, counted from 0 without gaps. */
  n: number;
  /** Number of the turn that the request was made for. */
  turn: number;
}

const FILE_NAME = 'prompts.jsonl';

/** Creates the file on the first request. A session without a model has no such file. */
export class PromptsFile {
  #file: AppendFile | null = null;
  #count = 0;

  constructor(
    private readonly dir: string,
    private readonly redactor: Redactor,
  ) {}

  /** @throws ParleyError `usage` if the record cannot be written; earlier lines stay intact */
  add(turn: number, prompt: PromptEntry): RecordedPrompt {
    this.#file ??= AppendFile.create(join(this.dir, FILE_NAME));
    const record: RecordedPrompt = { v: 1, n: this.#count, turn, ...redactPrompt(prompt, this.redactor) };
    this.#file.append(toAsciiJson(record));
    this.#count += 1;
    this.#file.sync();
    return record;
  }

  close(): void {
    this.#file?.close();
  }
}

/** Redacts text, but not enum values such as roles and kinds. */
function redactPrompt(
  { purpose, request, answer, usage, attempts, ms }: PromptEntry,
  redactor: Redactor,
): PromptEntry {
  const { maxTokens } = request;
  const redact = (text: string): string => redactor.text(text);
  return {
    purpose,
    request:
      'prompt' in request
        ? { prompt: redact(request.prompt), maxTokens }
        : {
            messages: request.messages.map(({ role, content }) => ({
              role,
              content:
                typeof content === 'string'
                  ? redact(content)
                  : content.map((part) =>
                      part.type === 'text' ? { ...part, text: redact(part.text) } : part,
                    ),
            })),
            maxTokens,
          },
    answer: answer.ok
      ? { ok: true, text: redact(answer.text) }
      : {
          ok: false,
          kind: answer.kind,
          sentence: redact(answer.sentence),
          ...(answer.text === undefined ? {} : { text: redact(answer.text) }),
        },
    usage,
    attempts,
    ...(ms === undefined ? {} : { ms }),
  };
}

/**
 * @returns null if the file does not exist
 * @throws ParleyError `usage` if a complete line is not a valid record
 */
export function readPrompts(dir: string): RecordedPrompt[] | null {
  if (!existsSync(join(dir, FILE_NAME))) return null;
  const lines = readText(dir, FILE_NAME).split('\n');
  // Drops the text after the last line break: nothing, or an incomplete line.
  lines.pop();
  return lines.map((line, index) => {
    const prompt = parsePrompt(line, index);
    if (prompt === null)
      throw new ParleyError(
        'usage',
        `${join(dir, FILE_NAME)}:${index + 1} is not a valid record of request ${index}.`,
        DAMAGED_HINT,
      );
    return prompt;
  });
}

function parsePrompt(line: string, index: number): RecordedPrompt | null {
  let value: Partial<RecordedPrompt> | null;
  try {
    value = JSON.parse(line) as Partial<RecordedPrompt> | null;
  } catch {
    return null;
  }
  const { v, n, turn, request, answer } = value ?? {};
  const hasValidRequest =
    request && ('messages' in request ? isMessages(request.messages) : 'prompt' in request);
  const isValid =
    v === 1 && n === index && typeof turn === 'number' && hasValidRequest && typeof answer?.ok === 'boolean';
  return isValid ? (value as RecordedPrompt) : null;
}

function isMessages(messages: unknown): boolean {
  return (
    Array.isArray(messages) &&
    messages.every((message: Partial<PromptMessage> | null) => {
      const content: unknown = message?.content;
      return typeof content === 'string' || Array.isArray(content);
    })
  );
}
