/** Parses the flags for the WebLINX paper's models: family, tokenizer and chat template. */
import { existsSync, readFileSync, statSync } from 'node:fs';

import { ParleyError } from '../contract/index.js';
import {
  parseChatTemplate,
  type ChatTemplate,
  ESTIMATE,
  findFamily,
  FAMILY_NAMES,
  parseHfTokenizer,
  type PromptTokenizer,
  type WeblinxFamily,
  cacheCounts,
} from '../prompt/index.js';

const DEFAULT_FAMILY = 'llama';

/** Parses `weblinx` or `weblinx:family`. Returns null for anything else. */
export function parseWeblinxNavigator(navigator: string): WeblinxFamily | null {
  const [kind, name = DEFAULT_FAMILY, ...rest] = navigator.split(':');
  return kind === 'weblinx' && rest.length === 0 ? findFamily(name) : null;
}

export const WEBLINX_NAVIGATORS = FAMILY_NAMES.map((name) => `weblinx:${name}`);

function readModelFile(path: string, option: 'tokenizer' | 'template', fileName: string): string {
  if (!existsSync(path) || statSync(path).isDirectory())
    throw new ParleyError('usage', `There is no file “${path}”.`, `Give the model’s ${fileName}.`, {
      option,
    });
  return readFileSync(path, 'utf8');
}

/** @param path path of a `tokenizer.json`; if undefined, token counts are estimated */
export async function loadTokenizer(path: string | undefined): Promise<PromptTokenizer> {
  return cacheCounts(
    path === undefined
      ? ESTIMATE
      : await parseHfTokenizer(readModelFile(path, 'tokenizer', 'tokenizer.json'), path),
  );
}

/** @param path path of a `tokenizer_config.json` */
export async function loadChatTemplate(path: string): Promise<ChatTemplate> {
  return parseChatTemplate(readModelFile(path, 'template', 'tokenizer_config.json'), path);
}
