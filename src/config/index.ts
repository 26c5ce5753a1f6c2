/**
 * `config/` reads the settings of a project from the environment and from `parley.config.yaml` in the working directory
 * or the nearest folder above it. It knows the names, types and sources of settings. `assembly/` provides the functions
 * that check their values, and combines the settings with flags and scenarios.
 */
export { createConfigJsonSchema } from './json-schema.js';
export { CONFIG_NAME } from './find.js';
export { findSettingFault } from './environment.js';
export { loadConfiguration, type Configuration } from './load.js';
export { createConfigSchema, type SettingRules } from './schema.js';
export { renderConfig, type TemplateValues } from './template.js';
export {
  toFlagName,
  toFlagProperty,
  formatSource,
  SETTING_KEYS,
  getVariableName,
  type ConfigSetting,
  type SettingKey,
  type SettingSource,
  type SettingValue,
} from './settings.js';
