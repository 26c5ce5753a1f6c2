/**
 * The settings that a configuration file and the environment can contain. Each is named after its command-line flag,
 * with underscores: `base_url` for `--base-url`. A setting inside a map has both names: `budget.tokens`.
 */

/** How the text of an environment variable is parsed. Maps with arbitrary keys have no variable. */
export type SettingKind = 'text' | 'number' | 'boolean' | 'list' | 'pairs' | 'map';

interface SettingInfo {
  kind: SettingKind;
  /** A file path, relative to the configuration file's folder. */
  isPath?: true;
  /** The environment variable. Default: `PARLEY_` and the key in capitals. */
  variable?: string;
  /** Applies to the whole project, not to a folder of scenarios. */
  isGlobal?: true;
}

const text = { kind: 'text' } as const;
const number = { kind: 'number' } as const;
const flag = { kind: 'boolean' } as const;
const path = { kind: 'text', isPath: true } as const;

/** All settings, in the order in which `parley config` lists them. */
export const SETTINGS = {
  navigator: text,
  model: text,
  base_url: text,
  model_protocol: text,
  api_key_env: text,
  model_header: { kind: 'map' },
  model_body: { kind: 'map' },
  model_price: text,
  temperature: number,
  model_timeout: number,
  context_tokens: number,
  pictures: text,
  page_tokens: number,
  shape: text,
  tokenizer: path,
  template: path,
  top_k: number,
  compat: text,
  max_images: number,
  max_iter: number,
  policies: path,
  library: text,
  root: text,
  policy_variable: { kind: 'map' },
  samples: number,
  vote: text,
  prompt_mode: text,
  cot: flag,
  'budget.turns': number,
  'budget.actions': number,
  'budget.seconds': number,
  'budget.tokens': number,
  'budget.usd': number,
  'budget.call_tokens': number,
  'budget.call_usd': number,
  ranker: text,
  ranker_device: text,
  ranker_cache: path,
  sentence_model: text,
  judge_model: text,
  browser_path: { kind: 'text', isPath: true, variable: 'PARLEY_BROWSER', isGlobal: true },
  headed: { kind: 'boolean', isGlobal: true },
  profile: path,
  viewport: text,
  device: text,
  user_agent: text,
  locale: text,
  timezone: text,
  geolocation: text,
  color_scheme: text,
  ignore_https_errors: flag,
  storage_state: path,
  http_credentials_env: text,
  allow_host: { kind: 'list' },
  allow_private: flag,
  allow_upload: { kind: 'list', isPath: true },
  proxy: text,
  proxy_auth_env: text,
  block_service_workers: flag,
  banners: text,
  confirm: { kind: 'pairs' },
  confirm_word: { kind: 'map' },
  results: { kind: 'text', isPath: true, isGlobal: true },
  discovery: { kind: 'boolean', isGlobal: true },
} as const satisfies Record<string, SettingInfo>;

export type SettingKey = keyof typeof SETTINGS;

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

export const getSettingInfo = (key: SettingKey): SettingInfo => SETTINGS[key];

/**
 * Returns the setting's environment variable, such as `PARLEY_BUDGET_TURNS` for `budget.turns`; null if it has none.
 */
export function getVariableName(key: SettingKey): string | null {
  const { kind, variable } = getSettingInfo(key);
  return kind === 'map' ? null : (variable ?? `PARLEY_${key.replace('.', '_').toUpperCase()}`);
}

/** Settings whose flag has a different name. */
const FLAG_NAMES: Partial<Record<SettingKey, string>> = {
  'budget.call_tokens': 'call-tokens',
  'budget.call_usd': 'call-usd',
};

/** Returns the flag without dashes: `base-url`. The budget's turns, actions and seconds have no flag. */
export function toFlagName(key: SettingKey): string {
  return FLAG_NAMES[key] ?? key.replace('.', '-').replaceAll('_', '-');
}

/** Returns the property name of a flag in camel case, such as `baseUrl`. */
export function toFlagProperty(key: SettingKey): string {
  return toFlagName(key).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export type SettingValue = string | number | boolean | readonly string[] | Readonly<Record<string, unknown>>;

export type SettingSource =
  | { kind: 'file'; file: string; line: number; column: number }
  | { kind: 'environment'; variable: string };

export interface ConfigSetting {
  key: SettingKey;
  /** The value as parsed by the schema; lists and maps are not flattened. */
  value: SettingValue;
  source: SettingSource;
  /** The settings that were merged into this one, in order of precedence; only for maps. */
  mergedSettings?: readonly ConfigSetting[];
}

/** Formats a source, such as `parley.config.yaml:3:11` or `PARLEY_MODEL`. */
export function formatSource(source: SettingSource): string {
  return source.kind === 'file' ? `${source.file}:${source.line}:${source.column}` : source.variable;
}
