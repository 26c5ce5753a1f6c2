/**
 * The settings that a configuration file and the environment can have. Each has the name of its command-line flag,
 * with underscores: `base_url` for `--base-url`. Settings of a map have both names: `budget.tokens`.
 */

/** How the text of an environment variable is read. Maps with free keys have no variable. */
export type SettingKind = 'text' | 'number' | 'boolean' | 'list' | 'pairs' | 'map';

interface SettingInfo {
  kind: SettingKind;
  /** A path of the file system, relative to the folder of the file. */
  isPath?: true;
  /** By default `PARLEY_` and the key in capitals. */
  variable?: string;
  /** Applies to the whole project, not to a folder of scenarios. */
  isGlobal?: true;
}

const text = { kind: 'text' } as const;
const number = { kind: 'number' } as const;
const flag = { kind: 'boolean' } as const;
const path = { kind: 'text', isPath: true } as const;

/** In the order in which they are listed for users. */
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

export const settingInfo = (key: SettingKey): SettingInfo => SETTINGS[key];

/** `base_url` and `budget.turns` for `PARLEY_BASE_URL` and `PARLEY_BUDGET_TURNS`; null if there is no variable. */
export function variableOf(key: SettingKey): string | null {
  const { kind, variable } = settingInfo(key);
  return kind === 'map' ? null : (variable ?? `PARLEY_${key.replace('.', '_').toUpperCase()}`);
}

/** Settings whose flag has another name than the setting. */
const FLAG_NAMES: Partial<Record<SettingKey, string>> = {
  'budget.call_tokens': 'call-tokens',
  'budget.call_usd': 'call-usd',
};

/** The flag without its dashes: `base-url`. Turns, actions and seconds of a budget have none. */
export function flagOf(key: SettingKey): string {
  return FLAG_NAMES[key] ?? key.replace('.', '-').replaceAll('_', '-');
}

/** The name of the flag's parsed value: `baseUrl`. */
export function flagPropertyOf(key: SettingKey): string {
  return flagOf(key).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export type SettingValue = string | number | boolean | readonly string[] | Readonly<Record<string, unknown>>;

export type SettingSource =
  | { kind: 'file'; file: string; line: number; column: number }
  | { kind: 'environment'; variable: string };

export interface ConfigSetting {
  key: SettingKey;
  /** As the schema reads it: lists and maps keep their form. */
  value: SettingValue;
  source: SettingSource;
  /** If the entries of a map come from several places: those places, by falling precedence. */
  parts?: readonly ConfigSetting[];
}

/** `parley.config.yaml:3:11`, or `PARLEY_MODEL`. */
export function formatSource(source: SettingSource): string {
  return source.kind === 'file' ? `${source.file}:${source.line}:${source.column}` : source.variable;
}
