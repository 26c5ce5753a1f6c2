/**
 * `config/` reads the settings of a project: `parley.config.yaml`, found upwards from the working directory, and the
 * environment. It knows the names, types and sources of settings. What a value means is checked by functions that
 * `assembly/` hands in, and `assembly/` also combines the settings with flags and scenarios.
 */
export { createConfigJsonSchema } from './json-schema.js';
export { CONFIG_NAME } from './find.js';
export { findSettingFault } from './environment.js';
export { loadConfiguration, type Configuration } from './load.js';
export { createConfigSchema, type SettingRules } from './schema.js';
export { renderConfig, type TemplateValues } from './template.js';
export {
  flagOf,
  flagPropertyOf,
  formatSource,
  SETTING_KEYS,
  variableOf,
  type ConfigSetting,
  type SettingKey,
  type SettingSource,
  type SettingValue,
} from './settings.js';
