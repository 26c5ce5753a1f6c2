/** Lists the effective value of each setting and where it comes from, for `parley config`. */
import {
  applyAgentSettings,
  applySettings,
  listScenarioSettings,
  type ConfigurableFlags,
  PAPER_VIEWPORT,
} from '../assembly/index.js';
import {
  flagOf,
  flagPropertyOf,
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
  /** `base_url` or `confirm.buy`: the classes of a consent policy are listed one by one. */
  setting: string;
  value: unknown;
  /** `default`, `--model`, `PARLEY_MODEL` or `parley.config.yaml:3:11` */
  source: string;
}

export interface EffectiveSettings {
  settings: EffectiveSetting[];
  /** Settings that have no effect, with the reason. */
  unused: (EffectiveSetting & { reason: string })[];
}

interface NamedScenario {
  scenario: Scenario;
  /** `a.scenario.yaml:3:5` */
  sourceOf(path: readonly string[]): string;
}

/** Loads a scenario for its settings; the values of built-in variables and secrets are not needed. */
function readScenario(file: string): NamedScenario {
  const builtins = [FIXTURES, BASE_URL];
  const { secrets } = loadScenario(file, { builtins });
  const placeholders = Object.fromEntries(secrets.map((name) => [name, `<${name}>`]));
  const loaded = loadScenario(file, { builtins, env: { ...placeholders, ...process.env } });
  const anyUrl = 'http://127.0.0.1';
  return {
    scenario: bindScenario(loaded, { [FIXTURES]: anyUrl, [BASE_URL]: anyUrl }),
    sourceOf(path) {
      const { file, line, column } = loaded.positionOf(path);
      return `${file}:${line}:${column}`;
    },
  };
}

/** Paths in a scenario's `agent` section, by the flag property that each becomes. */
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

/** @param scenarioFile adds the settings of the scenario and its folders */
export function listEffectiveSettings(
  given: SettingFlags,
  configuration: Configuration,
  scenarioFile?: string,
): EffectiveSettings {
  const named = scenarioFile === undefined ? null : readScenario(scenarioFile);
  const flags = named ? applyAgentSettings(given, named.scenario.agent) : given;
  const applied = applySettings(flags, configuration.settings(scenarioFile), {
    scenario: named?.scenario,
    commandLine: given,
  });
  const values = applied.flags as Readonly<Record<string, unknown>>;
  const rows = new Map<string, EffectiveSetting>();
  const add = (setting: string, value: unknown, source: string): void => {
    if (value !== undefined && !rows.has(setting)) rows.set(setting, { setting, value, source });
  };
  addConsent(given, named, applied.used, add);
  for (const key of SETTING_KEYS) {
    const property = flagPropertyOf(key);
    const onCommandLine = (given as Record<string, unknown>)[property];
    if (key === 'confirm' || key === 'confirm_word') continue;
    if (onCommandLine !== undefined) {
      add(key, onCommandLine, key === 'discovery' ? '--no-discovery' : `--${flagOf(key)}`);
      continue;
    }
    const agentPath = AGENT_PATHS[property];
    if (named && agentPath && (flags as Record<string, unknown>)[property] !== undefined)
      add(key, values[property], named.sourceOf(agentPath));
  }
  for (const { key, path, value } of named ? listScenarioSettings(named.scenario) : [])
    if (key !== 'profile') add(key, value, named!.sourceOf(path));
  for (const { key, value, source } of applied.used)
    if (key !== 'confirm' && key !== 'confirm_word') add(key, value, formatSource(source));
  for (const [setting, value] of listDefaults(values)) add(setting, value, 'default');
  return {
    settings: [...rows.values()].toSorted((a, b) => orderOf(a.setting) - orderOf(b.setting)),
    unused: applied.unused.map(({ setting: { key, value, source }, reason }) => ({
      setting: key,
      value,
      source: formatSource(source),
      reason,
    })),
  };
}

/** Adds the consent policy and the words class by class, because each class may have a different source. */
function addConsent(
  given: SettingFlags,
  named: NamedScenario | null,
  used: readonly ConfigSetting[],
  add: (setting: string, value: unknown, source: string) => void,
): void {
  const addClasses = (
    key: SettingKey,
    classes: object | undefined,
    source: (name: string) => string,
  ): void => {
    for (const [name, value] of Object.entries(classes ?? {})) add(`${key}.${name}`, value, source(name));
  };
  addClasses('confirm', parseConfirmPolicy(given), () => '--confirm');
  addClasses('confirm_word', parseConfirmWords(given), () => '--confirm-word');
  if (named) {
    const { confirm, words } = named.scenario.guard;
    addClasses('confirm', confirm, (name) => named.sourceOf(['guard', 'confirm', name]));
    addClasses('confirm_word', words, (name) => named.sourceOf(['guard', 'words', name]));
  }
  for (const setting of used)
    if (setting.key === 'confirm' || setting.key === 'confirm_word')
      for (const part of setting.parts ?? [setting])
        addClasses(part.key, part.value as object, () => formatSource(part.source));
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
    yield ['viewport', formatSize(isFaithful ? PAPER_VIEWPORT : DEFAULT_VIEWPORT)];
  yield ['banners', 'leave'];
  yield ['confirm.default', 'ask'];
  yield ['results', DEFAULT_RESULTS];
  yield ['discovery', true];
}

const formatSize = ({ width, height }: { width: number; height: number }): string => `${width}x${height}`;

const orderOf = (setting: string): number => {
  const key = /^confirm(_word)?(?=\.)/.exec(setting)?.[0] ?? setting;
  return SETTING_KEYS.indexOf(key as SettingKey);
};
