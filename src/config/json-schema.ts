/** The JSON schema of `parley.config.yaml`, for editors. It is less strict than the loader. */
import * as z from 'zod';

import { DESCRIPTIONS } from './descriptions.js';
import type { ConfigSchema } from './schema.js';

interface SchemaNode {
  [key: string]: unknown;
  properties?: Record<string, SchemaNode>;
  additionalProperties?: SchemaNode | boolean;
}

export function createConfigJsonSchema(schema: ConfigSchema): SchemaNode {
  const jsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-7' });
  return { ...describeKeys(jsonSchema as SchemaNode, ''), title: 'Parley settings' };
}

function describeKeys(node: SchemaNode, prefix: string): SchemaNode {
  const { properties } = node;
  if (!properties) return node;
  return {
    ...node,
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, inner]) => {
        const path = prefix === '' ? key : `${prefix}.${key}`;
        const description = (DESCRIPTIONS as Readonly<Record<string, string>>)[path];
        const describedNode = key === 'folders' ? describeFolder(inner) : describeKeys(inner, path);
        return [key, description === undefined ? describedNode : { description, ...describedNode }];
      }),
    ),
  };
}

/** A folder has the same settings as the top level. */
function describeFolder(folders: SchemaNode): SchemaNode {
  const { additionalProperties } = folders;
  return typeof additionalProperties === 'object'
    ? { ...folders, additionalProperties: describeKeys(additionalProperties, '') }
    : folders;
}
