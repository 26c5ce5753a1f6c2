/** Flags for the language model. */
import type { Argv } from 'yargs';

import type { ModelFlags } from '../assembly/index.js';
import { DEFAULT_MODEL_LIMITS, PROVIDERS } from '../llm/index.js';

const FLAGS = {
  'Language model:': {
    model: { type: 'string', describe: 'Name of the model on its server (also PARLEY_MODEL)' },
    'base-url': {
      type: 'string',
      describe:
        'URL of the model server, such as http://127.0.0.1:11434/v1 (also PARLEY_BASE_URL; default: the OpenAI or Anthropic API, by model)',
    },
    'model-protocol': {
      choices: PROVIDERS,
      describe: 'Protocol of the server, if it does not follow from the model’s name and address',
    },
    'api-key-env': { type: 'string', describe: 'Environment variable with the API key' },
    'api-key-command': { type: 'string', describe: 'Command that prints the API key' },
    'model-header': {
      type: 'string',
      array: true,
      nargs: 1,
      describe: 'Header for model requests: "x-team: blue", or "x-key: ${NAME}" from the environment',
    },
    'model-body': { type: 'string', describe: 'JSON object with extra fields for model requests' },
    temperature: {
      type: 'number',
      describe: 'Sampling temperature, 0 to 2 (default 0)',
    },
    'model-timeout': {
      type: 'number',
      describe: `Maximum seconds for an answer (default ${DEFAULT_MODEL_LIMITS.totalMs / 1000})`,
    },
    'context-tokens': {
      type: 'number',
      describe: 'Context size of the model: tokens of prompt and answer together',
    },
  },
  'Model budget:': {
    'budget-tokens': { type: 'number', describe: 'Maximum tokens for the whole session' },
    'budget-usd': { type: 'number', describe: 'Maximum dollars for the whole session' },
    'call-tokens': { type: 'number', describe: 'Maximum tokens for one call' },
    'call-usd': { type: 'number', describe: 'Maximum dollars for one call' },
    'model-price': {
      type: 'string',
      describe: 'Price in dollars per million prompt and answer tokens: 0.5,1.5 (optional third: cached)',
    },
  },
  'Recorded answers:': {
    cassette: { type: 'string', describe: 'File with recorded model answers' },
    'cassette-mode': {
      choices: ['off', 'replay', 'auto', 'record'],
      describe:
        'replay: recorded answers only; auto: request missing answers; record: record all answers again (default replay)',
    },
    'cassette-strict': {
      type: 'boolean',
      describe: 'Exit with code 1 if any recorded answer was not used',
    },
  },
} as const;

/** Returns the flags' property names in camel case, such as `baseUrl`. */
export function listModelFlagNames(): string[] {
  return Object.values(FLAGS)
    .flatMap((group) => Object.keys(group))
    .map((name) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
}

export function modelOptions<T>(yargs: Argv<T>): Argv<T & ModelFlags> {
  let builder: Argv = yargs;
  for (const [group, flags] of Object.entries(FLAGS))
    for (const [name, flag] of Object.entries(flags)) builder = builder.option(name, { ...flag, group });
  return builder as unknown as Argv<T & ModelFlags>;
}
