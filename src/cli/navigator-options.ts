/** Flags that choose and configure the navigator. */
import type { Argv } from 'yargs';

import { COMPAT_MODES, PICTURE_MODES, PROMPT_SHAPES, type NavigatorFlags } from '../assembly/index.js';
import { modelOptions } from './model-options.js';
import { stepOptions } from './step-options.js';

export function navigatorOptions<T>(yargs: Argv<T>): Argv<T & NavigatorFlags> {
  const group = 'Navigator:';
  const builder = yargs
    .option('navigator', {
      type: 'string',
      group,
      describe:
        'direct, chat, webvoyager[:text], step[:mode] or weblinx[:family]; default chat if a model is set, otherwise direct',
    })
    .option('pictures', {
      // --pictures without a value means always; `command-line.ts` adds that value.
      choices: PICTURE_MODES,
      group,
      describe:
        'chat: send a screenshot with numbered elements: auto (default: if the text omits something and the model accepts images), always or never; without a value: always',
    })
    .option('page-tokens', {
      type: 'number',
      group,
      describe:
        'chat: maximum tokens of the page in a prompt (default: whatever the model’s context leaves, up to 6000)',
    })
    .option('seed', {
      type: 'string',
      group,
      describe:
        'chat, webvoyager, step: seed of the secret marker around page text; default: the cassette’s seed, else random',
    })
    .option('shape', {
      choices: PROMPT_SHAPES,
      group,
      describe:
        'weblinx: form of the prompt: browser (with the page), chat (without it), rule (a rule chooses) or both (keeps the likelier answer); the default depends on the family',
    })
    .option('tokenizer', {
      type: 'string',
      group,
      describe: 'weblinx: the model’s tokenizer.json, for exact token counts',
    })
    .option('template', {
      type: 'string',
      group,
      describe:
        'weblinx: the model’s tokenizer_config.json; prompts are then sent to the completions endpoint',
    })
    .option('top-k', {
      type: 'number',
      group,
      describe: 'weblinx: number of best-ranked elements in a prompt (default 10, as in the paper)',
    })
    .option('compat', {
      choices: COMPAT_MODES,
      group,
      describe:
        'webvoyager, step: hardened (default), or faithful to the messages, parsing and limits of the released code',
    })
    .option('max-images', {
      type: 'number',
      group,
      describe:
        'webvoyager: number of latest observations that keep their screenshot or tree in the prompt (default 3)',
    })
    .option('max-iter', {
      type: 'number',
      group,
      describe:
        'webvoyager: maximum model calls for one instruction, including unusable replies (default 40; faithful: 15)',
    });
  return modelOptions(stepOptions(builder));
}
