/** Flags that name a language model. */
import type { Argv } from 'yargs';

import type { ModelFlags } from '../assembly/index.js';
import { DEFAULT_LIMITS } from '../llm/index.js';

const FLAGS = {
  'Language model:': {
    model: { type: 'string', describe: 'Model by the name that its server has for it (also PARLEY_MODEL)' },
    'base-url': {
      type: 'string',
      describe: 'Its server: http://127.0.0.1:11434/v1 (also PARLEY_BASE_URL); else OpenAI or Anthropic',
    },
    'model-protocol': {
      choices: ['openai', 'anthropic'],
      describe: 'What the server speaks, where name and address do not tell',
    },
    'api-key-env': { type: 'string', describe: 'Variable that holds the key' },
    'api-key-command': { type: 'string', describe: 'Command that prints the key' },
    'model-header': {
      type: 'string',
      array: true,
      nargs: 1,
      describe: 'Header for its requests: "x-team: blue", "x-key: ${NAME}" from the environment',
    },
    'model-body': { type: 'string', describe: 'JSON object with further fields of its requests' },
    temperature: {
      type: 'number',
      describe: 'How freely it answers, 0 to 2; default 0, the likeliest answer',
    },
    'model-timeout': {
      type: 'number',
      describe: `Seconds that an answer may take, default ${DEFAULT_LIMITS.totalMs / 1000}`,
    },
    'context-tokens': { type: 'number', describe: 'Tokens that prompt and answer may have together' },
  },
  'What it may cost:': {
    'budget-tokens': { type: 'number', describe: 'Tokens for the whole session' },
    'budget-usd': { type: 'number', describe: 'Dollars for the whole session' },
    'call-tokens': { type: 'number', describe: 'Tokens for one call' },
    'call-usd': { type: 'number', describe: 'Dollars for one call' },
    'model-price': {
      type: 'string',
      describe: 'Dollars per million tokens, prompt and answer, where unknown: 0.5,1.5 (third: cached)',
    },
  },
  'Recorded answers:': {
    cassette: { type: 'string', describe: 'File with recorded answers of the model' },
    'cassette-mode': {
      choices: ['off', 'replay', 'auto', 'record'],
      describe: 'replay: only from it; auto: ask what is missing; record: anew (default replay)',
    },
    'cassette-strict': {
      type: 'boolean',
      describe: 'Exit code 1 where recorded answers are left over at the end',
    },
  },
} as const;

/** As their values are called: `baseUrl`. */
export function modelFlagNames(): string[] {
  return Object.values(FLAGS)
    .flatMap((group) => Object.keys(group))
    .map((name) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
}

export function modelOptions<T>(yargs: Argv<T>): Argv<T & ModelFlags> {
  let built: Argv = yargs;
  for (const [group, flags] of Object.entries(FLAGS))
    for (const [name, flag] of Object.entries(flags)) built = built.option(name, { ...flag, group });
  return built as unknown as Argv<T & ModelFlags>;
}
