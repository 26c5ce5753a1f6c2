/** Reads the configuration file and the environment. */
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

import { ParleyError } from '../contract/index.js';
import {
  describeIssues,
  FileErrors,
  formatFileErrors,
  LocatedTree,
  parseYaml,
  readText,
  getValueAt,
  type FileError,
  type FileKind,
  type KeyPath,
} from '../yaml/index.js';
import { readEnvironment } from './environment.js';
import { findConfig } from './find.js';
import {
  CONFIG_KEY_NOTES,
  createConfigSchema,
  type ConfigSchema,
  type SettingRules,
  type ParsedConfig,
} from './schema.js';
import { getSettingInfo, type ConfigSetting, type SettingSource } from './settings.js';
import { splitSettings } from './split.js';

class BrokenConfig extends ParleyError {
  constructor(errors: readonly FileError[]) {
    super(
      'usage',
      formatFileErrors(errors),
      'Correct the file and try again; docs/configuration.md lists the settings, and parley config shows their values.',
    );
  }
}

const CONFIG_FILE: FileKind = {
  noun: 'a configuration',
  hintIfMissing: 'Check the path; parley init writes a configuration.',
  hintIfFolder: 'Rename or remove the folder.',
  createError: (errors) => new BrokenConfig(errors),
};

interface FolderSettings {
  /** Absolute path. */
  folder: string;
  settings: ConfigSetting[];
}

export interface Configuration {
  /** Absolute path; null if there is none. */
  file: string | null;
  /** A file that is not read, because it belongs to another user. */
  ignoredFile: string | null;
  /**
   * Returns the settings that apply, each from the first of: the environment, the innermost folder, the top level.
   *
   * @param scenario path of a scenario file, whose folders may have settings
   */
  settings(scenario?: string): ConfigSetting[];
}

export interface LoadConfigOptions {
  rules: SettingRules;
  cwd?: string;
  env?: Readonly<Record<string, string | undefined>>;
}

/** @throws ParleyError `usage` with every error in the file, or for an invalid environment variable */
export function loadConfiguration({
  rules,
  cwd = process.cwd(),
  env = process.env,
}: LoadConfigOptions): Configuration {
  const schema = createConfigSchema(rules);
  const { file, ignoredFile } = findConfig(cwd, env);
  const fileSettings = file === null ? { topLevel: [], folders: [] } : readFile(file, cwd, schema);
  const environmentSettings = readEnvironment(schema, env);
  return {
    file,
    ignoredFile,
    settings(scenario) {
      const folders = fileSettings.folders
        .filter(({ folder }) => scenario !== undefined && isInside(resolve(cwd, scenario), folder))
        .toSorted((a, b) => b.folder.length - a.folder.length);
      return mergeLayers([
        environmentSettings,
        ...folders.map(({ settings }) => settings),
        fileSettings.topLevel,
      ]);
    },
  };
}

const isInside = (file: string, folder: string): boolean =>
  file.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

/** @param layers in order of precedence */
function mergeLayers(layers: readonly ConfigSetting[][]): ConfigSetting[] {
  const settingsByKey = new Map<string, ConfigSetting>();
  for (const layer of layers) {
    // A model that is set in one layer is meant to be used, so it overrides the navigator `direct` of the layers below.
    const hasModelToUse = settingsByKey.has('model') && !settingsByKey.has('navigator');
    for (const setting of layer) {
      if (hasModelToUse && setting.key === 'navigator' && setting.value === 'direct') continue;
      if (settingsByKey.has(setting.key)) mergeMaps(settingsByKey, setting);
      else settingsByKey.set(setting.key, setting);
    }
  }
  return [...settingsByKey.values()];
}

/** Consent policies are set per class, so a lower layer adds the classes that are still missing. */
function mergeMaps(settingsByKey: Map<string, ConfigSetting>, lower: ConfigSetting): void {
  const upper = settingsByKey.get(lower.key)!;
  if (lower.key !== 'confirm' && lower.key !== 'confirm_word') return;
  settingsByKey.set(lower.key, {
    ...upper,
    value: { ...(lower.value as object), ...(upper.value as object) },
    mergedSettings: [...(upper.mergedSettings ?? [upper]), lower],
  });
}

function readFile(
  file: string,
  cwd: string,
  schema: ConfigSchema,
): { topLevel: ConfigSetting[]; folders: FolderSettings[] } {
  const displayPath = formatPath(file, cwd);
  const text = readText(file, CONFIG_FILE, displayPath);
  const errors = new FileErrors(displayPath, text);
  const root = parseYaml(text, errors);
  if (errors.hasAny) throw new BrokenConfig(errors.errors);
  // A file in which everything is commented out has no settings.
  if (root === undefined || root === null) return { topLevel: [], folders: [] };
  if (root.kind !== 'map') {
    errors.add(root.offset, [], 'the configuration is a map (key: value); for example: model: gpt-5-mini');
    throw new BrokenConfig(errors.errors);
  }
  const tree = new LocatedTree(root);
  const parsed = schema.safeParse(tree.value);
  for (const { path, sentence, isAboutKey } of describeIssues(
    parsed.error?.issues ?? [],
    tree.value,
    (path) => tree.findRawText(path),
    CONFIG_KEY_NOTES,
  ))
    errors.add(tree.findOffset(path, isAboutKey), path, sentence);
  const baseFolder = dirname(file);
  const folders = Object.entries(parsed.data?.folders ?? {});
  for (const folder of Object.keys(getValueAt(tree.value, ['folders']) ?? {}))
    if (!isInside(resolve(baseFolder, folder), baseFolder))
      errors.add(
        tree.findOffset(['folders', folder], true),
        ['folders', folder],
        'must be a folder below this file',
      );
  checkExclusive(tree.value as Record<string, unknown>, [], tree, errors);
  if (errors.hasAny || !parsed.success) throw new BrokenConfig(errors.errors);
  const getSource =
    (prefix: KeyPath) =>
    (path: KeyPath): SettingSource => ({
      kind: 'file',
      file: displayPath,
      ...errors.getPosition(tree.findOffset([...prefix, ...path])),
    });
  const splitConfig = (config: Omit<ParsedConfig, 'folders'>, prefix: KeyPath): ConfigSetting[] =>
    splitSettings(config, getSource(prefix)).map((setting) => resolvePaths(setting, baseFolder));
  return {
    topLevel: splitConfig(parsed.data, []),
    folders: folders.map(([folder, config]) => ({
      folder: resolve(baseFolder, folder),
      settings: splitConfig(config, ['folders', folder]),
    })),
  };
}

/** Pairs of settings that exclude each other. */
const EXCLUSIVE_SETTINGS: readonly [string, string][] = [['profile', 'storage_state']];

function checkExclusive(
  config: Record<string, unknown>,
  prefix: KeyPath,
  tree: LocatedTree,
  errors: FileErrors,
): void {
  for (const [first, second] of EXCLUSIVE_SETTINGS)
    if (config[first] !== undefined && config[second] !== undefined)
      errors.add(
        tree.findOffset([...prefix, second], true),
        [...prefix, second],
        `cannot be combined with ${first}, which has its own storage; remove one of them`,
      );
}

/** Formats a path relative to the working directory if that is shorter. */
function formatPath(file: string, cwd: string): string {
  const relativePath = relative(cwd, file);
  return relativePath.length < file.length ? relativePath : file;
}

const resolvePath = (path: string, baseFolder: string): string => {
  const expandedPath = /^~(?=\/|$)/.test(path) ? join(homedir(), path.slice(1)) : path;
  return isAbsolute(expandedPath) ? expandedPath : resolve(baseFolder, expandedPath);
};

/** Makes paths absolute. A browser name without a slash is a program on PATH. */
function resolvePaths(setting: ConfigSetting, baseFolder: string): ConfigSetting {
  const { key, value } = setting;
  if (!getSettingInfo(key).isPath) return setting;
  if (typeof value === 'string')
    return key === 'browser_path' && !/[\\/]/.test(value)
      ? setting
      : { ...setting, value: resolvePath(value, baseFolder) };
  return { ...setting, value: (value as readonly string[]).map((path) => resolvePath(path, baseFolder)) };
}
