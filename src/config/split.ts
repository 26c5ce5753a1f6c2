/** Splits the parsed configuration into single settings. */
import type { KeyPath } from '../yaml/index.js';
import type { ParsedConfig } from './schema.js';
import { SETTING_KEYS, type ConfigSetting, type SettingSource, type SettingValue } from './settings.js';

/** @param getSource returns the source of the value at a path */
export function splitSettings(
  config: Omit<ParsedConfig, 'folders'>,
  getSource: (path: KeyPath) => SettingSource,
): ConfigSetting[] {
  return SETTING_KEYS.flatMap((key) => {
    const path = key.split('.');
    const value = path.reduce<unknown>(
      (parent, name) => (parent as Record<string, unknown> | undefined)?.[name],
      config,
    );
    return value === undefined ? [] : [{ key, value: value as SettingValue, source: getSource(path) }];
  });
}
