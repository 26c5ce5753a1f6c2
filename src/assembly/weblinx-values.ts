/** What the flags of the paper's models mean: family, tokenizer, chat template. */
import { existsSync, readFileSync, statSync } from 'node:fs';

import { ParleyError } from '../contract/index.js';
import {
  chatTemplate,
  type ChatTemplate,
  ESTIMATE,
  familyNamed,
  FAMILY_NAMES,
  hfTokenizer,
  type Tokenizer,
  type WeblinxFamily,
  withMemory,
} from '../prompt/index.js';

const DEFAULT_FAMILY = 'llama';

/** Of `weblinx` or `weblinx:family`; null for anything else. */
export function weblinxFamilyOf(navigator: string): WeblinxFamily | null {
  const [kind, name = DEFAULT_FAMILY, ...rest] = navigator.split(':');
  return kind === 'weblinx' && rest.length === 0 ? familyNamed(name) : null;
}

export const WEBLINX_NAVIGATORS = FAMILY_NAMES.map((name) => `weblinx:${name}`);

function textIn(path: string, what: string): string {
  if (!existsSync(path) || statSync(path).isDirectory())
    throw new ParleyError('usage', `There is no file ${path}.`, `Give the model’s ${what}.`);
  return readFileSync(path, 'utf8');
}

/** @param path a `tokenizer.json`; without it tokens are estimated */
export async function tokenizerOf(path: string | undefined): Promise<Tokenizer> {
  return withMemory(path === undefined ? ESTIMATE : await hfTokenizer(textIn(path, 'tokenizer.json'), path));
}

/** @param path a `tokenizer_config.json` */
export async function templateOf(path: string): Promise<ChatTemplate> {
  return chatTemplate(textIn(path, 'tokenizer_config.json'), path);
}
