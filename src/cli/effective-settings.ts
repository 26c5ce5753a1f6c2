/** Lists the effective value of each setting and where it comes from, for `parley config`. */
import {
  applyAgentSettings,
  applySettings,
  listScenarioSettings,
  type ConfigurableFlags,
  WEBVOYAGER_PAPER_VIEWPORT,
} from '../assembly/index.js';
import {
  toFlagName,
  toFlagProperty,
  formatSource,
  SETTING_KEYS,
  type Configuration,
  type ConfigSetting,
  type SettingKey,
} from '../config/index.js';
import { BASE_URL, bindScenario, FIXTURES, loadScenario, type Scenario } from '../dialogue/index.js';
import { DEFAULT_MODEL_LIMITS } from '../llm/index.js';
import { DEFAULT_VIEWPORT } from '../page/index.js';
import { RUN_BUDGET } from '../policy/index.js';
import { BUNDLED_RANKER_NAME } from '../rank/index.js';
import type { BannersFlag } from './banners-option.js';
import { parseConfirmPolicy, parseConfirmWords, type ConfirmFlag } from './confirm-option.js';
import { DEFAULT_RESULTS } from './configuration.js';

export type SettingFlags = Partial<ConfigurableFlags> &
  BannersFlag &
  ConfirmFlag & { results?: string | undefined; discovery?: boolean | undefined };

export interface EffectiveSetting {
  /** For example `base_url`, or `confirm.buy`: each class of action in a consent policy is listed separately. */
  setting: string;
  value: unknown;
  /** Where the value comes from: for example `default`, `--model`, `PARLEY_MODEL` or `parley.config.yaml:3:11`. */
  source: string;
}

export interface EffectiveSettings {
  settings: EffectiveSetting[];
  /** Settings that have no effect, with the reason. */
  unused: (EffectiveSetting & { reason: string })[];
}

interface LocatedScenario {
  scenario: Scenario;
  /** Returns where the scenario sets the value at a path, such as `a.scenario.yaml:3:5`. */
  findSource(path: readonly string[]): string;
}

/** Loads a scenario to read its settings. Built-in variables and secrets get placeholders as values. */
function readScenario(file: string): LocatedScenario {
  const builtins = [FIXTURES, BASE_URL];
  const { secrets } = loadScenario(file, { builtins });
  const placeholders = Object.fromEntries(secrets.map((name) => [name, `<${name}>`]));
  const loadedScenario = loadScenario(file, { builtins, env: { ...placeholders, ...process.env } });
  const placeholderUrl = 'http://127.0.0.1';
  return {
    scenario: bindScenario(loadedScenario, { [FIXTURES]: placeholderUrl, [BASE_URL]: placeholderUrl }),
    findSource(path) {
      const { file, line, column } = loadedScenario.positionOf(path);
      return `${file}:${line}:${column}`;
    },
  };
}

/** Maps each flag property to the path in the scenario's `agent` section that sets it. */
const AGENT_PATHS: Readonly<Record<string, readonly string[]>> = {
  navigator: ['agent', 'navigator'],
  model: ['agent', 'model'],
  temperature: ['agent', 'temperature'],
  pictures: ['agent', 'pictures'],
  pageTokens: ['agent', 'page_tokens'],
  ranker: ['agent', 'ranker'],
  topK: ['agent', 'ranker'],
  compat: ['agent', 'compat'],
  maxImages: ['agent', 'max_images'],
  maxIter: ['agent', 'max_iter'],
  library: ['agent', 'library'],
  root: ['agent', 'root'],
  samples: ['agent', 'samples'],
  vote: ['agent', 'vote'],
  promptMode: ['agent', 'prompt_mode'],
  cot: ['agent', 'cot'],
};

/** @param scenarioFile if given, the settings in the scenario, and in configuration files in its folders, also apply */
export function listEffectiveSettings(
  commandFlags: SettingFlags,
  configuration: Configuration,
  scenarioFile?: string,
): EffectiveSettings {
  const locatedScenario = scenarioFile === undefined ? null : readScenario(scenarioFile);
  const flags = locatedScenario
    ? applyAgentSettings(commandFlags, locatedScenario.scenario.agent)
    : commandFlags;
  const appliedSettings = applySettings(flags, configuration.settings(scenarioFile), {
    scenario: locatedScenario?.scenario,
    commandLine: commandFlags,
  });
  const values = appliedSettings.flags as Readonly<Record<string, unknown>>;
  const rows = new Map<string, EffectiveSetting>();
  const add = (setting: string, value: unknown, source: string): void => {
    if (value !== undefined && !rows.has(setting)) rows.set(setting, { setting, value, source });
  };
  addConsent(commandFlags, locatedScenario, appliedSettings.usedSettings, add);
  for (const key of SETTING_KEYS) {
    const property = toFlagProperty(key);
    const commandLineValue = (commandFlags as Record<string, unknown>)[property];
    if (key === 'confirm' || key === 'confirm_word') continue;
    if (commandLineValue !== undefined) {
      add(key, commandLineValue, key === 'discovery' ? '--no-discovery' : `--${toFlagName(key)}`);
      continue;
    }
    const agentPath = AGENT_PATHS[property];
    if (locatedScenario && agentPath && (flags as Record<string, unknown>)[property] !== undefined)
      add(key, values[property], locatedScenario.findSource(agentPath));
  }
  for (const { key, path, value } of locatedScenario ? listScenarioSettings(locatedScenario.scenario) : [])
    if (key !== 'profile') add(key, value, locatedScenario!.findSource(path));
  for (const { key, value, source } of appliedSettings.usedSettings)
    if (key !== 'confirm' && key !== 'confirm_word') add(key, value, formatSource(source));
  for (const [setting, value] of listDefaults(values)) add(setting, value, 'default');
  return {
    settings: [...rows.values()].toSorted((a, b) => getOrder(a.setting) - getOrder(b.setting)),
    unused: appliedSettings.unusedSettings.map(({ setting: { key, value, source }, reason }) => ({
      setting: key,
      value,
      source: formatSource(source),
      reason,
    })),
  };
}

/**
 * Adds the consent policy and the confirmation words. Each class of action is added separately, because each may have a
 * different source.
 */
function addConsent(
  commandFlags: SettingFlags,
  locatedScenario: LocatedScenario | null,
  usedSettings: readonly ConfigSetting[],
  add: (setting: string, value: unknown, source: string) => void,
): void {
  const addClasses = (
    key: SettingKey,
    classes: object | undefined,
    getSource: (name: string) => string,
  ): void => {
    for (const [name, value] of Object.entries(classes ?? {})) add(`${key}.${name}`, value, getSource(name));
  };
  addClasses('confirm', parseConfirmPolicy(commandFlags), () => '--confirm');
  addClasses('confirm_word', parseConfirmWords(commandFlags), () => '--confirm-word');
  if (locatedScenario) {
    const { confirm, words } = locatedScenario.scenario.guard;
    addClasses('confirm', confirm, (name) => locatedScenario.findSource(['guard', 'confirm', name]));
    addClasses('confirm_word', words, (name) => locatedScenario.findSource(['guard', 'words', name]));
  }
  for (const setting of usedSettings)
    if (setting.key === 'confirm' || setting.key === 'confirm_word')
      for (const mergedSetting of setting.mergedSettings ?? [setting])
        addClasses(mergedSetting.key, mergedSetting.value as object, () =>
          formatSource(mergedSetting.source),
        );
}

function* listDefaults(
  values: Readonly<Record<string, unknown>>,
): Generator<[SettingKey | 'confirm.default', unknown]> {
  const usesModel = values['model'] !== undefined && values['navigator'] !== 'direct';
  const isFaithful = /^webvoyager\b/.test(String(values['navigator'])) && values['compat'] === 'faithful';
  const isStep = /^step\b/.test(String(values['navigator']));
  yield ['navigator', usesModel ? 'chat' : 'direct'];
  if (usesModel) {
    yield ['temperature', isStep ? 0.3 : isFaithful ? 1 : 0];
    yield ['model_timeout', DEFAULT_MODEL_LIMITS.totalMs / 1000];
  }
  yield ['budget.turns', RUN_BUDGET.turns];
  yield ['budget.actions', RUN_BUDGET.actions];
  yield ['budget.seconds', RUN_BUDGET.seconds];
  yield ['ranker', BUNDLED_RANKER_NAME];
  yield ['ranker_device', 'cpu'];
  if (values['device'] === undefined)
    yield ['viewport', formatSize(isFaithful ? WEBVOYAGER_PAPER_VIEWPORT : DEFAULT_VIEWPORT)];
  yield ['banners', 'leave'];
  yield ['confirm.default', 'ask'];
  yield ['results', DEFAULT_RESULTS];
  yield ['discovery', true];
}

const formatSize = ({ width, height }: { width: number; height: number }): string => `${width}x${height}`;

const getOrder = (setting: string): number => {
  const key = /^confirm(_word)?(?=\.)/.exec(setting)?.[0] ?? setting;
  return SETTING_KEYS.indexOf(key as SettingKey);
};
