/** Reads settings from environment variables: `PARLEY_` and the key in capitals. Empty variables count as unset. */
import { ParleyError } from '../contract/index.js';
import { describeIssues } from '../yaml/index.js';
import { CONFIG_KEY_NOTES, type ConfigSchema, type ParsedConfig } from './schema.js';
import {
  SETTING_KEYS,
  getSettingInfo,
  getVariableName,
  type ConfigSetting,
  type SettingKey,
} from './settings.js';
import { splitSettings } from './split.js';

type Env = Readonly<Record<string, string | undefined>>;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['yes', true],
  ['0', false],
  ['false', false],
  ['no', false],
]);

/**
 * Converts a variable's text to the value it would have in the file. Text of the wrong kind is returned
 * unchanged, so that the schema reports it.
 */
function parseValue(key: SettingKey, text: string): unknown {
  switch (getSettingInfo(key).kind) {
    case 'number':
      return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
    case 'boolean':
      return BOOLEANS.get(text.trim().toLowerCase()) ?? text;
    case 'list':
      return text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);
    case 'pairs':
      return Object.fromEntries(
        text.split(',').map((pair) => {
          const [name = '', ...value] = pair.split('=');
          return [name.trim(), value.join('=').trim()];
        }),
      );
    default:
      return text.trim();
  }
}

/** @returns the configuration as the schema parses it, or what is wrong with the value */
function parseSetting(
  schema: ConfigSchema,
  key: SettingKey,
  value: unknown,
): { config: ParsedConfig } | { fault: string } {
  const [outer = '', inner] = key.split('.');
  const rawConfig = { [outer]: inner === undefined ? value : { [inner]: value } };
  const parsed = schema.safeParse(rawConfig);
  if (parsed.success) return { config: parsed.data };
  const [firstIssue] = describeIssues(parsed.error.issues, rawConfig, () => undefined, CONFIG_KEY_NOTES);
  return { fault: (firstIssue?.sentence ?? 'is not valid').replace(/(?<![.?!])$/, '.') };
}

/** Returns what is wrong with a value, as a message without a subject; null if it is valid. */
export function findSettingFault(schema: ConfigSchema, key: SettingKey, value: unknown): string | null {
  const parsed = parseSetting(schema, key, value);
  return 'fault' in parsed ? parsed.fault : null;
}

/** @throws ParleyError `usage` for the first variable with an invalid value */
export function readEnvironment(schema: ConfigSchema, env: Env): ConfigSetting[] {
  return SETTING_KEYS.flatMap((key) => {
    const variable = getVariableName(key);
    const text = variable === null ? undefined : env[variable];
    if (variable === null || !text?.trim()) return [];
    const parsed = parseSetting(schema, key, parseValue(key, text));
    if ('config' in parsed) return splitSettings(parsed.config, () => ({ kind: 'environment', variable }));
    throw new ParleyError(
      'usage',
      `${variable}: ${parsed.fault}`,
      'Correct the environment variable, or unset it.',
    );
  });
}
