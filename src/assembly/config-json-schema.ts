/** The JSON schema of `parley.config.yaml`, generated from the schema that the loader uses. */
import { createConfigJsonSchema, createConfigSchema } from '../config/index.js';
import { RULES } from './configuration.js';

export const configJsonSchema = (): object => createConfigJsonSchema(createConfigSchema(RULES));
