/** The schema of `parley.config.yaml`. */
import * as z from 'zod';

import { ParleyError } from '../contract/index.js';
import { createRefinement, nonEmptyList, exactMap, nonEmptyText, type KeyHints } from '../yaml/index.js';
import type { SettingKey } from './settings.js';

/** Rules for setting values, provided by the modules that use the settings. */
export interface SettingRules {
  choices: Readonly<
    Record<
      | 'model_protocol'
      | 'shape'
      | 'pictures'
      | 'compat'
      | 'vote'
      | 'prompt_mode'
      | 'ranker_device'
      | 'color_scheme'
      | 'banners',
      readonly string[]
    > & {
      confirm: { classes: readonly string[]; policies: readonly string[] };
    }
  >;
  /** Each function throws a ParleyError for an invalid value. Messages may start with the flag's name. */
  checks: Partial<Record<SettingKey, (value: never) => unknown>>;
}

/** @returns the error message without the flag's name, and the next step; null for a valid value */
function findFault(check: ((value: never) => unknown) | undefined, value: unknown): string | null {
  try {
    check?.(value as never);
    return null;
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    const message = `${error.message.replace(/^--[\w-]+ /, '')} ${error.next}`;
    // The examples show flags, so they are converted to settings.
    return message.replace(/--([a-z-]+)(?= )/g, (_, name: string) => `${name.replaceAll('-', '_')}:`);
  }
}

/** A list of strings, which may be written as a single string. */
const textOrList = (item: z.ZodType<string, string>) =>
  z
    .union([item, nonEmptyList(item)], 'must be a string, or a list of strings')
    .transform((value) => [value].flat());

const variableName = nonEmptyText.refine(
  (name) => /^[A-Za-z_]\w*$/.test(name),
  'must be the name of an environment variable; the file never contains the secret itself',
);

const size = z.int('must be a whole number');

/** A size; `{ width: 1280, height: 800 }` becomes `1280x800`, like the flag. */
const viewport = z
  .union(
    [nonEmptyText, exactMap({ width: size, height: size })],
    'must be a size such as 1280x800, or { width: 1280, height: 800 }',
  )
  .transform((value) => (typeof value === 'string' ? value : `${value.width}x${value.height}`));

const price = z.number('must be a number of dollars').min(0, 'must be 0 or more');

const modelPrice = z
  .union(
    [nonEmptyText, exactMap({ prompt: price, answer: price, cached: price.optional() })],
    'must be dollars per million tokens such as "0.5,1.5", or { prompt: 0.5, answer: 1.5 }',
  )
  .transform((value) =>
    typeof value === 'string'
      ? value
      : [value.prompt, value.answer, ...(value.cached === undefined ? [] : [value.cached])].join(','),
  );

const header = z.record(
  z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is not a valid header name'),
  nonEmptyText,
);

const atLeastOne = z.int('must be a whole number').min(1, 'must be 1 or more');
const positive = z.number().positive('must be more than 0');
const boolean = z.boolean('must be true or false');

export function createConfigSchema({ choices, checks }: SettingRules) {
  const createTextSchema = (key: SettingKey): z.ZodType<string, string> =>
    nonEmptyText.superRefine(createRefinement((value) => findFault(checks[key], value)));
  const createNumberSchema = (key: SettingKey): z.ZodType<number, number> =>
    z.number().superRefine((value, context) => {
      const fault = findFault(checks[key], value);
      if (fault) context.addIssue({ code: 'custom', message: fault });
    });
  const oneOf = (words: readonly string[]) => z.enum(words as [string, ...string[]]);
  const { classes, policies } = choices.confirm;
  const policy = oneOf(policies).optional();
  const wordList = textOrList(nonEmptyText).optional();
  const settings = {
    navigator: createTextSchema('navigator').optional(),
    model: nonEmptyText.optional(),
    base_url: createTextSchema('base_url').optional(),
    model_protocol: oneOf(choices.model_protocol).optional(),
    api_key_env: variableName.optional(),
    model_header: header.optional(),
    model_body: z.record(z.string(), z.unknown()).optional(),
    model_price: modelPrice
      .superRefine(createRefinement((value) => findFault(checks.model_price, value)))
      .optional(),
    temperature: createNumberSchema('temperature').optional(),
    model_timeout: positive.optional(),
    context_tokens: atLeastOne.optional(),
    pictures: oneOf(choices.pictures).optional(),
    page_tokens: createNumberSchema('page_tokens').optional(),
    shape: oneOf(choices.shape).optional(),
    tokenizer: nonEmptyText.optional(),
    template: nonEmptyText.optional(),
    top_k: createNumberSchema('top_k').optional(),
    compat: oneOf(choices.compat).optional(),
    max_images: createNumberSchema('max_images').optional(),
    max_iter: createNumberSchema('max_iter').optional(),
    policies: nonEmptyText.optional(),
    library: nonEmptyText.optional(),
    root: nonEmptyText.optional(),
    policy_variable: z.record(z.string(), nonEmptyText).optional(),
    samples: createNumberSchema('samples').optional(),
    vote: oneOf(choices.vote).optional(),
    prompt_mode: oneOf(choices.prompt_mode).optional(),
    cot: boolean.optional(),
    budget: exactMap({
      turns: atLeastOne.optional(),
      actions: atLeastOne.optional(),
      seconds: positive.optional(),
      tokens: atLeastOne.optional(),
      usd: positive.optional(),
      call_tokens: atLeastOne.optional(),
      call_usd: positive.optional(),
    }).optional(),
    ranker: nonEmptyText.optional(),
    ranker_device: oneOf(choices.ranker_device).optional(),
    ranker_cache: nonEmptyText.optional(),
    sentence_model: nonEmptyText.optional(),
    judge_model: nonEmptyText.optional(),
    profile: nonEmptyText.optional(),
    viewport: viewport.superRefine(createRefinement((value) => findFault(checks.viewport, value))).optional(),
    device: createTextSchema('device').optional(),
    user_agent: nonEmptyText.optional(),
    locale: createTextSchema('locale').optional(),
    timezone: createTextSchema('timezone').optional(),
    geolocation: createTextSchema('geolocation').optional(),
    color_scheme: oneOf(choices.color_scheme).optional(),
    ignore_https_errors: boolean.optional(),
    storage_state: nonEmptyText.optional(),
    http_credentials_env: variableName.optional(),
    allow_host: textOrList(createTextSchema('allow_host')).optional(),
    allow_private: boolean.optional(),
    allow_upload: textOrList(nonEmptyText).optional(),
    proxy: createTextSchema('proxy').optional(),
    proxy_auth_env: variableName.optional(),
    block_service_workers: boolean.optional(),
    banners: oneOf(choices.banners).optional(),
    confirm: exactMap(Object.fromEntries(classes.map((name) => [name, policy]))).optional(),
    confirm_word: exactMap(
      Object.fromEntries(classes.filter((name) => name !== 'default').map((name) => [name, wordList])),
    ).optional(),
  };
  const folderSchema = exactMap(settings);
  return exactMap({
    ...settings,
    browser_path: nonEmptyText.optional(),
    headed: boolean.optional(),
    results: nonEmptyText.optional(),
    discovery: boolean.optional(),
    folders: z.record(z.string(), folderSchema).optional(),
  });
}

export type ConfigSchema = ReturnType<typeof createConfigSchema>;
export type ParsedConfig = z.infer<ConfigSchema>;

const PER_RUN_MESSAGE = 'applies to a single run; set it on the command line';

/** Hints for flags that are spelled differently in the file or not allowed there. */
export const CONFIG_KEY_NOTES: KeyHints = {
  newNames: new Map([
    ['baseURL', 'base_url'],
    ['api_key', 'api_key_env'],
    ['headers', 'model_header'],
    ['body', 'model_body'],
    ['allow_hosts', 'allow_host'],
    ['allowed_hosts', 'allow_host'],
    ['budgets', 'budget'],
    ['timeout', 'model_timeout'],
    ['consent', 'confirm'],
    ['scenarios', 'folders'],
  ]),
  rejectionReasons: new Map([
    ['budget_tokens', 'is written as a map: budget: { tokens: … }'],
    ['budget_usd', 'is written as a map: budget: { usd: … }'],
    ['call_tokens', 'is written as a map: budget: { call_tokens: … }'],
    ['call_usd', 'is written as a map: budget: { call_usd: … }'],
    [
      'api_key_command',
      'is not allowed here, because a file from somebody else’s project could then run a program; use api_key_env, or give --api-key-command',
    ],
    ['connect', PER_RUN_MESSAGE],
    ['report', PER_RUN_MESSAGE],
    ['isolated', PER_RUN_MESSAGE],
    ['cassette', PER_RUN_MESSAGE],
    ['playback', PER_RUN_MESSAGE],
    ['cassette_mode', PER_RUN_MESSAGE],
    ['cassette_strict', PER_RUN_MESSAGE],
    ['save_storage_state', PER_RUN_MESSAGE],
    ['seed', PER_RUN_MESSAGE],
    ['url', PER_RUN_MESSAGE],
    ['var', 'applies to a single run; set it on the command line, or under vars in a scenario'],
    ['agent', 'is a section of scenarios; here its settings are at the top level'],
    ['guard', 'is a section of scenarios; here confirm and allow_host are at the top level'],
  ]),
};
