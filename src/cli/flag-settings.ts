/** For `parley init`, converts flags to settings of the configuration file. */
import { assertSetting } from '../assembly/index.js';
import { toFlagProperty, SETTING_KEYS, type SettingKey, type TemplateValues } from '../config/index.js';
import { parseConfirmPolicy, parseConfirmWords } from './confirm-option.js';
import type { SettingFlags } from './effective-settings.js';

/**
 * Converts a flag's value to the format that the file uses. An invalid value is left unchanged, so that the schema
 * validation reports it.
 */
function toSetting(key: SettingKey, value: unknown, flags: SettingFlags): unknown {
  if (value === undefined) return undefined;
  if (key === 'confirm') return parseConfirmPolicy(flags);
  if (key === 'confirm_word') return parseConfirmWords(flags);
  if (key === 'model_header')
    return Object.fromEntries(
      (value as string[]).map((line) => {
        const [name = '', ...rest] = line.split(':');
        return [name.trim(), rest.join(':').trim()];
      }),
    );
  if (key !== 'model_body') return value;
  try {
    return JSON.parse(value as string);
  } catch {
    return value;
  }
}

/** @throws ParleyError `usage` for the first flag that would be invalid in the file */
export function convertFlagsToSettings(flags: SettingFlags): TemplateValues {
  const settings: TemplateValues = {};
  for (const key of SETTING_KEYS) {
    const value = toSetting(key, (flags as Record<string, unknown>)[toFlagProperty(key)], flags);
    if (value === undefined) continue;
    assertSetting(key, value);
    settings[key] = value;
  }
  return settings;
}
