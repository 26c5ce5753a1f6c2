/**
 * Combines the settings in `parley.config.yaml` and the environment with the given flags. Flags and the values in the
 * scenario take precedence. Configured settings are only defaults, so those that do not apply with the given flags are
 * ignored. A flag that does not apply, however, is an error.
 */
import {
  createConfigSchema,
  findSettingFault,
  toFlagName,
  toFlagProperty,
  formatSource,
  loadConfiguration,
  type Configuration,
  type ConfigSetting,
  type SettingKey,
  type SettingRules,
} from '../config/index.js';
import { ParleyError } from '../contract/index.js';
import { findJudgeChecks, type Scenario } from '../dialogue/index.js';
import { normaliseBaseUrl, PROVIDERS } from '../llm/index.js';
import { COLOR_SCHEMES, findDevice } from '../page/index.js';
import {
  BANNER_POLICIES,
  CONFIRM_CLASSES,
  CONFIRM_MODES,
  type BannerPolicy,
  type Budget,
  type ConfirmPolicy,
  type ConsentWords,
} from '../policy/index.js';
import { DEVICE_CHOICES } from '../rank/index.js';
import { getValueAt } from '../yaml/index.js';
import type { BrowserFlags } from './browser-plan.js';
import { parsePrice, parseTemperature } from './model-plan.js';
import {
  parseNavigatorKind,
  parseTopK,
  parsePageTokens,
  PROMPT_SHAPES,
  type NavigatorFlags,
} from './navigator-plan.js';
import {
  parseAllowedHost,
  parseGeolocation,
  parseLocale,
  parseProxy,
  parseTimezone,
  parseViewport,
} from './option-values.js';
import { COMPAT_MODES, PICTURE_MODES, PROMPT_MODES, VOTE_RULES } from './navigator-choices.js';
import type { RankerFlags } from './ranker-plan.js';
import type { SentenceModelFlags } from './sentence-plan.js';
import type { JudgeFlags } from './session-models.js';
import { runsWithoutModel, validateSamples } from './step-options.js';
import { parseMaxImages, parseMaxIter } from './webvoyager-options.js';

/** The rules that check the values of settings, from the modules that use the values. */
export const SETTING_RULES: SettingRules = {
  choices: {
    model_protocol: PROVIDERS,
    shape: PROMPT_SHAPES,
    pictures: PICTURE_MODES,
    compat: COMPAT_MODES,
    vote: VOTE_RULES,
    prompt_mode: PROMPT_MODES,
    ranker_device: DEVICE_CHOICES,
    color_scheme: COLOR_SCHEMES,
    banners: BANNER_POLICIES,
    confirm: { classes: CONFIRM_CLASSES, policies: CONFIRM_MODES },
  },
  checks: {
    navigator: parseNavigatorKind,
    base_url: (url: string) => normaliseBaseUrl('openai', url),
    model_price: parsePrice,
    temperature: parseTemperature,
    top_k: parseTopK,
    page_tokens: parsePageTokens,
    max_images: parseMaxImages,
    max_iter: parseMaxIter,
    samples: validateSamples,
    viewport: parseViewport,
    device: findDevice,
    locale: parseLocale,
    timezone: parseTimezone,
    geolocation: parseGeolocation,
    allow_host: parseAllowedHost,
    proxy: (server: string) => parseProxy(server, null),
  },
};

/** @throws ParleyError `usage` with every error in the file */
export function readConfiguration(
  cwd: string = process.cwd(),
  env: NodeJS.ProcessEnv = process.env,
): Configuration {
  return loadConfiguration({ rules: SETTING_RULES, cwd, env });
}

/** @throws ParleyError `usage` if the value would be invalid in the file */
export function assertSetting(key: SettingKey, value: unknown): void {
  const fault = findSettingFault(createConfigSchema(SETTING_RULES), key, value);
  if (fault !== null)
    throw new ParleyError(
      'usage',
      `--${toFlagName(key)} ${fault}`,
      'Correct the value. The configuration file was not written.',
    );
}

export type ConfigurableFlags = NavigatorFlags & RankerFlags & SentenceModelFlags & JudgeFlags & BrowserFlags;

/** A setting that has no effect, and the reason for it. */
export interface UnusedSetting {
  setting: ConfigSetting;
  /** For example `overridden by --model`. */
  reason: string;
}

export interface AppliedSettings<T> {
  /** The given flags, completed with settings. */
  flags: T;
  usedSettings: readonly ConfigSetting[];
  unusedSettings: readonly UnusedSetting[];
  confirm: ConfirmPolicy;
  confirmWords: ConsentWords;
  banners: BannerPolicy | undefined;
  /** Limits on turns, actions and seconds of scripted runs. */
  budget: Partial<Budget>;
  /** Absolute path of the results folder. */
  results: string | undefined;
  /** Whether to look for model servers on this machine. */
  discovery: boolean;
}

/**
 * Settings that are not passed on as flags. Some have no flag; for others, the flag's entries extend the configured
 * ones instead of replacing them.
 */
const SETTINGS_NOT_PASSED_AS_FLAGS: ReadonlySet<SettingKey> = new Set([
  'budget.turns',
  'budget.actions',
  'budget.seconds',
  'confirm',
  'confirm_word',
  'banners',
  'results',
  'discovery',
]);

/** Settings that apply only to a new browser context. The existing context of a running browser cannot be changed. */
const CONTEXT_SETTINGS: readonly SettingKey[] = [
  'viewport',
  'device',
  'user_agent',
  'locale',
  'timezone',
  'geolocation',
  'color_scheme',
  'ignore_https_errors',
  'storage_state',
  'http_credentials_env',
  'proxy',
  'proxy_auth_env',
  'block_service_workers',
];

const MODEL_SETTINGS: readonly SettingKey[] = [
  'model',
  'base_url',
  'model_protocol',
  'api_key_env',
  'model_header',
  'model_body',
  'model_price',
  'temperature',
  'model_timeout',
  'context_tokens',
  'budget.tokens',
  'budget.usd',
  'budget.call_tokens',
  'budget.call_usd',
];
const CHAT_SETTINGS: readonly SettingKey[] = ['pictures', 'page_tokens'];
const WEBLINX_SETTINGS: readonly SettingKey[] = ['shape', 'tokenizer', 'template', 'top_k'];
const WEBVOYAGER_SETTINGS: readonly SettingKey[] = ['compat', 'max_images', 'max_iter'];
/** Settings for prompts and sampled replies, which do not apply without a model. */
const STEP_MODEL_SETTINGS: readonly SettingKey[] = ['samples', 'vote', 'prompt_mode', 'cot'];
const STEP_SETTINGS: readonly SettingKey[] = [
  'compat',
  'policies',
  'library',
  'root',
  'policy_variable',
  ...STEP_MODEL_SETTINGS,
];
/** The settings that apply only to some navigators. */
const NAVIGATOR_SETTINGS: Readonly<Record<string, readonly SettingKey[]>> = {
  chat: CHAT_SETTINGS,
  weblinx: WEBLINX_SETTINGS,
  webvoyager: WEBVOYAGER_SETTINGS,
  step: STEP_SETTINGS,
};

/**
 * Returns the settings that do not apply with these flags, with the reasons. The first reason for a setting is kept.
 */
function findExclusions(flags: Partial<ConfigurableFlags>): Map<SettingKey, string> {
  const exclusions = new Map<SettingKey, string>();
  const exclude = (keys: readonly SettingKey[], reason: string): void => {
    for (const key of keys) if (!exclusions.has(key)) exclusions.set(key, reason);
  };
  if (flags.connect !== undefined) {
    exclude(['browser_path', 'headed', 'profile'], 'does not apply with --connect');
    if (!flags.isolated) exclude(CONTEXT_SETTINGS, 'does not apply with --connect');
  }
  if (flags.profile !== undefined) exclude(['storage_state'], 'does not apply with --profile');
  if (flags.storageState !== undefined) exclude(['profile'], 'does not apply with --storage-state');
  if (flags.apiKeyCommand !== undefined) exclude(['api_key_env'], 'does not apply with --api-key-command');
  if (flags.proxy !== undefined) exclude(['proxy_auth_env'], 'does not apply with --proxy');
  return exclusions;
}

/** Returns the settings that the navigator does not use, with the reason. */
function findNavigatorExclusions(navigator: string): [readonly SettingKey[], string] {
  const kind = navigator.split(':')[0]!;
  const ownSettings = NAVIGATOR_SETTINGS[kind] ?? [];
  const settingsOfOtherNavigators = Object.values(NAVIGATOR_SETTINGS)
    .flat()
    .filter((key) => !ownSettings.includes(key));
  const usesNoModel = runsWithoutModel(navigator);
  return [
    [
      ...(kind === 'direct' || usesNoModel ? MODEL_SETTINGS : []),
      ...(usesNoModel ? STEP_MODEL_SETTINGS : []),
      ...settingsOfOtherNavigators,
    ],
    `does not apply to the navigator “${usesNoModel ? navigator : kind}”`,
  ];
}

/** Formats the setting as the value of its flag, such as `['x-team: blue']`. */
function toFlagValue({ key, value }: ConfigSetting): unknown {
  if (key === 'model_header')
    return Object.entries(value as Record<string, string>).map(([name, text]) => `${name}: ${text}`);
  if (key === 'policy_variable')
    return Object.entries(value as Record<string, string>).map(([name, text]) => `${name}=${text}`);
  return key === 'model_body' ? JSON.stringify(value) : value;
}

/**
 * The settings that each section of a scenario replaces. The `agent` section is not listed, because it becomes flags
 * (`applyAgentSettings`).
 */
const SCENARIO_PATHS: readonly [path: readonly string[], keys: readonly SettingKey[]][] = [
  [['budget', 'turns'], ['budget.turns']],
  [['budget', 'actions'], ['budget.actions']],
  [['budget', 'seconds'], ['budget.seconds']],
  [['budget', 'tokens'], ['budget.tokens']],
  [['budget', 'usd'], ['budget.usd']],
  [['start', 'viewport'], ['viewport']],
  [['start', 'locale'], ['locale']],
  [['start', 'timezone'], ['timezone']],
  // A profile has its own storage.
  [
    ['start', 'storage'],
    ['storage_state', 'profile'],
  ],
  [['sentence_model'], ['sentence_model']],
  [['judge_model'], ['judge_model']],
];

/** Lists the settings that the scenario itself sets, with their paths in the scenario. */
export function listScenarioSettings(
  scenario: Scenario,
): { key: SettingKey; path: readonly string[]; value: unknown }[] {
  return SCENARIO_PATHS.flatMap(([path, keys]) => {
    const value = getValueAt(scenario, path);
    return value === undefined || value === null ? [] : keys.map((key) => ({ key, path, value }));
  });
}

export interface ApplyOptions {
  /** The scenario that is run. */
  scenario?: Scenario | undefined;
  /** Only the command-line flags, so that a message can say what overrides a setting. */
  commandLine?: Partial<ConfigurableFlags>;
}

/**
 * Completes the given flags with the settings that apply to them.
 *
 * @param givenFlags flags from the command line and from the scenario's `agent` section
 */
export function applySettings<T extends Partial<ConfigurableFlags>>(
  givenFlags: T,
  settings: readonly ConfigSetting[],
  { scenario, commandLine = givenFlags }: ApplyOptions = {},
): AppliedSettings<T> {
  const flags = { ...givenFlags } as T & Record<string, unknown>;
  const isGiven = (property: string): boolean =>
    (givenFlags as Record<string, unknown>)[property] !== undefined;
  const exclusions = findExclusions(givenFlags);
  for (const setting of settings) {
    const property = toFlagProperty(setting.key);
    if (SETTINGS_NOT_PASSED_AS_FLAGS.has(setting.key)) continue;
    if (isGiven(property))
      exclusions.set(
        setting.key,
        (commandLine as Record<string, unknown>)[property] === undefined
          ? 'overridden by the scenario'
          : `overridden by --${toFlagName(setting.key)}`,
      );
  }
  for (const { key } of scenario ? listScenarioSettings(scenario) : [])
    if (!exclusions.has(key)) exclusions.set(key, 'overridden by the scenario');
  const findSetting = (key: SettingKey): ConfigSetting | undefined =>
    exclusions.has(key) ? undefined : settings.find((setting) => setting.key === key);
  const model = givenFlags.model ?? findSetting('model')?.value;
  const navigatorSetting = findSetting('navigator');
  // A model was given for this run, so `direct` from the file does not apply.
  if (navigatorSetting?.value === 'direct' && givenFlags.model !== undefined)
    exclusions.set('navigator', 'does not apply with a model');
  const navigator = givenFlags.navigator ?? findSetting('navigator')?.value;
  const navigatorName = String(navigator ?? (model === undefined ? 'direct' : 'chat'));
  const [inapplicableKeys, reason] = findNavigatorExclusions(navigatorName);
  // A judge uses the model settings even if the navigator does not.
  const needsJudge = scenario !== undefined && findJudgeChecks(scenario).length > 0;
  for (const key of inapplicableKeys)
    if (!exclusions.has(key) && !(needsJudge && MODEL_SETTINGS.includes(key))) exclusions.set(key, reason);
  const usedSettings = settings.filter(({ key }) => !exclusions.has(key));
  for (const setting of usedSettings)
    if (!SETTINGS_NOT_PASSED_AS_FLAGS.has(setting.key))
      setProperty(flags, toFlagProperty(setting.key), toFlagValue(setting));
  const getValue = (key: SettingKey): unknown => usedSettings.find((setting) => setting.key === key)?.value;
  return {
    flags,
    usedSettings,
    unusedSettings: settings.flatMap((setting) => {
      const exclusionReason = exclusions.get(setting.key);
      return exclusionReason === undefined ? [] : [{ setting, reason: exclusionReason }];
    }),
    confirm: getValue('confirm') ?? {},
    confirmWords: getValue('confirm_word') ?? {},
    banners: getValue('banners') as BannerPolicy | undefined,
    budget: Object.fromEntries(
      (['turns', 'actions', 'seconds'] as const).flatMap((name) => {
        const value = getValue(`budget.${name}`);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    results: getValue('results') as string | undefined,
    discovery: (getValue('discovery') as boolean | undefined) ?? true,
  };
}

function setProperty(flags: Record<string, unknown>, name: string, value: unknown): void {
  flags[name] = value;
}

/**
 * Runs `body`. If a setting causes an error, the error message includes the source of the setting, such as the file and
 * line that contain it.
 */
export async function withSettingSources<T>(
  { usedSettings }: Pick<AppliedSettings<unknown>, 'usedSettings'>,
  body: () => T | Promise<T>,
): Promise<T> {
  try {
    return await body();
  } catch (error) {
    throw addSettingSource(error, usedSettings);
  }
}

function addSettingSource(error: unknown, usedSettings: readonly ConfigSetting[]): unknown {
  if (!(error instanceof ParleyError) || error.option === undefined) return error;
  const setting = usedSettings.find(({ key }) => toFlagName(key) === error.option);
  if (!setting) return error;
  const { key, source } = setting;
  const location = formatSource(source) + (source.kind === 'file' ? ` ${key}` : '');
  const [, afterFlag] = /^--[\w-]+ (.*)$/s.exec(error.message) ?? [];
  const text = error.message.replaceAll(`--${error.option}`, key);
  const message = afterFlag === undefined ? `${location}: ${text}` : `${location} ${afterFlag}`;
  return new ParleyError(error.kind, message, error.next, { cause: error });
}
