/** The JSON schema of `parley.config.yaml`, generated from the schema that the loader uses. */
import { createConfigJsonSchema, createConfigSchema } from '../config/index.js';
import { SETTING_RULES } from './configuration.js';

export const generateConfigJsonSchema = (): object =>
  createConfigJsonSchema(createConfigSchema(SETTING_RULES));
