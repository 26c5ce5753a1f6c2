/** Renders messages as one string, using the chat template in a model's `tokenizer_config.json`. */
import * as z from 'zod';

import { ParleyError } from '../contract/index.js';
import type { WeblinxMessage } from './weblinx/messages.js';
import { addUserFirst } from './weblinx/messages.js';

const SpecialToken = z.union([z.string(), z.object({ content: z.string() })]).nullish();

const TokenizerConfig = z.looseObject({
  chat_template: z
    .union([z.string(), z.array(z.object({ name: z.string(), template: z.string() }))])
    .nullish(),
  bos_token: SpecialToken,
  eos_token: SpecialToken,
  unk_token: SpecialToken,
  pad_token: SpecialToken,
});

export interface TemplateOptions {
  /** Adds the answer's header after the last message, if the template supports it. */
  generationPrompt?: boolean;
}

export interface ChatTemplate {
  /** The result starts with the template's first special token (BOS), so the server must not add it again. */
  render(messages: readonly WeblinxMessage[], options?: TemplateOptions): string;
}

/**
 * @param json the text of `tokenizer_config.json`
 * @param path path of the file, for error messages
 * @throws ParleyError `usage` if the file has no usable template
 */
export async function parseChatTemplate(json: string, path: string): Promise<ChatTemplate> {
  const config = parseConfig(json, path);
  const { chat_template: chatTemplate } = config;
  const templateSource =
    typeof chatTemplate === 'string'
      ? chatTemplate
      : (chatTemplate?.find(({ name }) => name === 'default') ?? chatTemplate?.[0])?.template;
  if (templateSource === undefined)
    throw new ParleyError(
      'usage',
      `${path} has no chat_template.`,
      'Use the file of the fine-tuned model, or the server’s chat endpoint, which has its own template.',
    );
  // Imported on demand, because only completions endpoints need it.
  const { Template } = await import('@huggingface/jinja');
  const specialTokens = Object.fromEntries(
    (['bos_token', 'eos_token', 'unk_token', 'pad_token'] as const).flatMap((name) => {
      const value = config[name];
      return value == null ? [] : [[name, typeof value === 'string' ? value : value.content]];
    }),
  );
  const withTemplateErrors = <T>(operation: () => T): T => {
    try {
      return operation();
    } catch (error) {
      throw new ParleyError(
        'usage',
        `The chat_template in ${path} cannot be used: ${(error as Error).message}.`,
        'Use the server’s chat endpoint instead of completions.',
        { cause: error },
      );
    }
  };
  const template = withTemplateErrors(() => new Template(templateSource));
  return {
    render: (messages, { generationPrompt = false } = {}) =>
      withTemplateErrors(() =>
        template.render({
          ...specialTokens,
          messages: addUserFirst(messages),
          add_generation_prompt: generationPrompt,
        }),
      ),
  };
}

function parseConfig(json: string, path: string): z.infer<typeof TokenizerConfig> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new ParleyError(
      'usage',
      `${path} is not JSON.`,
      'Download the model’s tokenizer_config.json again.',
      {
        cause: error,
      },
    );
  }
  const parsed = TokenizerConfig.safeParse(value);
  if (!parsed.success)
    throw new ParleyError(
      'usage',
      `${path} is not a tokenizer_config.json.`,
      'Use the tokenizer_config.json of the model.',
    );
  return parsed.data;
}
