/**
 * Generates JSON schemas for editors from the schema that the loader uses. They are less strict: they do not know
 * which keys exclude each other, nor the syntax of patterns and roles.
 */
import { z } from 'zod';

import { SHARED_KEYS } from './merge.js';
import { DESCRIPTIONS } from './schema/descriptions.js';
import { scenarioSchema } from './schema/scenario.js';

interface Node {
  [key: string]: unknown;
  type?: unknown;
  enum?: unknown[];
  description?: string;
  properties?: Record<string, Node>;
  items?: Node;
  additionalProperties?: Node | boolean;
  anyOf?: Node[];
  definitions?: Record<string, Node>;
  required?: string[] | undefined;
}

const PLACEHOLDER: Node = {
  type: 'string',
  pattern: '\\{\\{[^{}]+\\}\\}',
  description: 'A variable: "{{name}}"',
};
/** Keys in which variables are not allowed. */
const LITERAL = new Set(['scenario', 'seed']);

/** The schemas of scenarios and of files under `use`. */
export function jsonSchemas(): { scenario: Node; shared: Node } {
  const generated = z.toJSONSchema(scenarioSchema, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-7',
  }) as Node;
  const scenario = {
    ...refine(generated, ''),
    definitions: Object.fromEntries(
      Object.entries(generated.definitions ?? {}).map(([name, node]) => [name, refine(node, name)]),
    ),
    title: 'A scenario of Parley',
  };
  letUsedFilesStart(scenario);
  const shared = structuredClone(scenario) as Node;
  const properties = Object.entries(shared.properties ?? {}).filter(([key]) => SHARED_KEYS.has(key));
  delete shared.required;
  delete shared.anyOf;
  return {
    scenario,
    shared: {
      ...shared,
      properties: Object.fromEntries(properties),
      title: 'A file that scenarios of Parley use',
    },
  };
}

/** `start` may come from a used file, which a schema cannot see. */
function letUsedFilesStart(scenario: Node): void {
  const start = scenario.properties?.['start'];
  const needed = start?.required;
  delete start?.required;
  scenario.required = scenario.required?.filter((key) => key !== 'start');
  const here = { type: 'object', description: start?.description ?? '', required: needed };
  scenario.anyOf = [{ required: ['use'] }, { required: ['start'], properties: { start: here } }];
}

/** The key of a description, wherever it occurs. */
export function descriptionKey(path: string): string {
  return path
    .replace(/^(dialogue\[\]\.check|finally)\[\]/, 'check[]')
    .replace(/^dialogue\[\]\.expect\[\]/, 'expect[]')
    .replace(/^check\[\]\.(query|actions|download|http|element)\./, '$1.')
    .replace(/^actions\.(never|some)(\[\])?\./, 'action.')
    .replace(/^(dialogue|replies)\[\]\.when\./, 'when.')
    .replace(/^when\.visible\./, 'element.')
    .replace(/^(dialogue|replies)\[\]\.say\./, 'say.');
}

function refine(node: Node, path: string): Node {
  // `id` is the name of the definition, which callers know.
  const { maximum, default: defaultValue, anyOf, properties, items, id: _id, ...rest } = node;
  const result: Node = { ...rest };
  // The largest safe integer and empty defaults are useless to authors.
  if (maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER) result['maximum'] = maximum;
  if (typeof defaultValue === 'string') result['default'] = defaultValue;
  if (anyOf) result.anyOf = anyOf.map((form) => refine(form, path));
  if (items) result.items = refine(items, `${path}[]`);
  if (typeof node.additionalProperties === 'object')
    result.additionalProperties = refine(node.additionalProperties, `${path}.*`);
  if (properties)
    result.properties = Object.fromEntries(
      Object.entries(properties).map(([key, inner]) => {
        const at = path === '' ? key : `${path}.${key}`;
        const description = DESCRIPTIONS[descriptionKey(at)];
        const value = addAlternatives(refine(inner, at), at);
        return [key, description === undefined ? value : { description, ...value }];
      }),
    );
  return result;
}

/** Adds the other forms that the loader accepts: a variable for a number or word, one entry for a list. */
function addAlternatives(node: Node, path: string): Node {
  if (/\.actions\.(never|some)$/.test(path) && node.items) return { anyOf: [node, node.items] };
  const counted = node.type === 'integer' || node.type === 'number' || node.enum !== undefined;
  return counted && !LITERAL.has(path) ? { anyOf: [node, PLACEHOLDER] } : node;
}
