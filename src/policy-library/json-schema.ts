/**
 * Generates the JSON schemas of policies and of `library.yaml`, for editors. They are less strict than the loader,
 * which also checks names, calls and examples.
 */
import * as z from 'zod';

import { librarySchema, policySchema } from './schema.js';

const generateSchema = (schema: z.ZodType, title: string): object => ({
  ...z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      // This value only means that the schema sets no maximum.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  }),
  title,
});

export const generatePolicyJsonSchemas = (): { policy: object; 'policy-library': object } => ({
  policy: generateSchema(policySchema, 'A policy of Parley’s navigator step'),
  'policy-library': generateSchema(librarySchema, 'A library of policies of Parley’s navigator step'),
});
