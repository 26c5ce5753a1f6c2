/** Flags that say who decides. */
import type { Argv } from 'yargs';

import { SHAPES, type NavigatorFlags } from '../assembly/index.js';
import { modelOptions } from './model-options.js';

export function navigatorOptions<T>(yargs: Argv<T>): Argv<T & NavigatorFlags> {
  const group = 'Navigator:';
  const built = yargs
    .option('navigator', {
      type: 'string',
      group,
      describe:
        'Who decides: direct, chat, weblinx[:family]; default chat where a model is named, else direct',
    })
    .option('pictures', {
      type: 'boolean',
      group,
      describe: 'chat: a picture with numbered elements goes with every prompt',
    })
    .option('seed', {
      type: 'string',
      group,
      describe: 'chat: secret that page text is fenced with; default the cassette’s, else a random one',
    })
    .option('shape', {
      choices: SHAPES,
      group,
      describe:
        'weblinx: prompts with the page, without it, by rule, or both and the likelier answer; default as the family has it',
    })
    .option('tokenizer', {
      type: 'string',
      group,
      describe: 'weblinx: the model’s tokenizer.json, for exact counts',
    })
    .option('template', {
      type: 'string',
      group,
      describe: 'weblinx: the model’s tokenizer_config.json; prompts then go to the completions endpoint',
    })
    .option('top-k', {
      type: 'number',
      group,
      describe: 'weblinx: how many of the best-ranked elements are listed, default 10 as in the paper',
    });
  return modelOptions(built);
}
