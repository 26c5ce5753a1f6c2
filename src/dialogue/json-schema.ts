/**
 * Generates JSON schemas for editors from the loader's schema. They are less strict: they cannot express which keys
 * exclude each other, or the syntax of patterns and roles.
 */
import * as z from 'zod';

import { SHARED_KEYS } from './merge.js';
import { DESCRIPTIONS } from './schema/descriptions.js';
import { scenarioSchema } from './schema/scenario.js';

interface SchemaNode {
  [key: string]: unknown;
  type?: unknown;
  enum?: unknown[];
  description?: string;
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  additionalProperties?: SchemaNode | boolean;
  anyOf?: SchemaNode[];
  definitions?: Record<string, SchemaNode>;
  required?: string[] | undefined;
}

const VARIABLE_SCHEMA: SchemaNode = {
  type: 'string',
  pattern: '\\{\\{[^{}]+\\}\\}',
  description: 'A variable: "{{name}}"',
};
/** Keys whose values must not be variables. */
const KEYS_WITHOUT_VARIABLES = new Set(['scenario', 'seed']);

/** Creates the schemas of scenarios and of files under `use`. */
export function createJsonSchemas(): { scenario: SchemaNode; shared: SchemaNode } {
  const generated = z.toJSONSchema(scenarioSchema, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-7',
  }) as SchemaNode;
  const scenario = {
    ...refineNode(generated, ''),
    definitions: Object.fromEntries(
      Object.entries(generated.definitions ?? {}).map(([name, node]) => [name, refineNode(node, name)]),
    ),
    title: 'A Parley scenario',
  };
  allowStartInSharedFile(scenario);
  const shared = structuredClone(scenario) as SchemaNode;
  const properties = Object.entries(shared.properties ?? {}).filter(([key]) => SHARED_KEYS.has(key));
  delete shared.required;
  delete shared.anyOf;
  return {
    scenario,
    shared: {
      ...shared,
      properties: Object.fromEntries(properties),
      title: 'A file shared by Parley scenarios',
    },
  };
}

/** Makes `start` optional if the scenario has `use`: a shared file may contain it, and a schema sees only one file. */
function allowStartInSharedFile(scenario: SchemaNode): void {
  const start = scenario.properties?.['start'];
  const requiredKeys = start?.required;
  delete start?.required;
  scenario.required = scenario.required?.filter((key) => key !== 'start');
  const startSchema = { type: 'object', description: start?.description ?? '', required: requiredKeys };
  scenario.anyOf = [{ required: ['use'] }, { required: ['start'], properties: { start: startSchema } }];
}

/** Returns the key under which `DESCRIPTIONS` describes this path. */
export function toDescriptionKey(path: string): string {
  return path
    .replace(/^(dialogue\[\]\.check|finally)\[\]/, 'check[]')
    .replace(/^dialogue\[\]\.expect\[\]/, 'expect[]')
    .replace(/^check\[\]\.(query|actions|download|http|element|judge)\./, '$1.')
    .replace(/^actions\.(never|some)(\[\])?\./, 'action.')
    .replace(/^(dialogue|replies)\[\]\.when\./, 'when.')
    .replace(/^when\.visible\./, 'element.')
    .replace(/^(dialogue|replies)\[\]\.say\./, 'say.');
}

function refineNode(node: SchemaNode, path: string): SchemaNode {
  // `id` is the name of the definition; callers already know it.
  const { maximum, default: defaultValue, anyOf, properties, items, id: _id, ...otherKeywords } = node;
  const result: SchemaNode = { ...otherKeywords };
  // The largest safe integer and empty defaults are useless to authors.
  if (maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER) result['maximum'] = maximum;
  if (typeof defaultValue === 'string') result['default'] = defaultValue;
  if (anyOf) result.anyOf = anyOf.map((form) => refineNode(form, path));
  if (items) result.items = refineNode(items, `${path}[]`);
  if (typeof node.additionalProperties === 'object')
    result.additionalProperties = refineNode(node.additionalProperties, `${path}.*`);
  if (properties)
    result.properties = Object.fromEntries(
      Object.entries(properties).map(([key, childNode]) => {
        const childPath = path === '' ? key : `${path}.${key}`;
        const description = DESCRIPTIONS[toDescriptionKey(childPath)];
        const value = addAlternatives(refineNode(childNode, childPath), childPath);
        return [key, description === undefined ? value : { description, ...value }];
      }),
    );
  return result;
}

/**
 * Adds the other forms that the loader accepts: a variable instead of a number or word, one entry instead of a list.
 */
function addAlternatives(node: SchemaNode, path: string): SchemaNode {
  if (/\.actions\.(never|some)$/.test(path) && node.items) return { anyOf: [node, node.items] };
  const canBeVariable = node.type === 'integer' || node.type === 'number' || node.enum !== undefined;
  return canBeVariable && !KEYS_WITHOUT_VARIABLES.has(path) ? { anyOf: [node, VARIABLE_SCHEMA] } : node;
}
