/**
 * The language as a JSON schema, for editors: made from the schema that the loader uses. It says less than that one
 * (which keys exclude each other, what a pattern or a role is), and never more.
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
/** Read before there are variables, or not made from text. */
const LITERAL = new Set(['scenario', 'seed']);

/** For scenarios, and for files that they use. */
export function jsonSchemas(): { scenario: Node; shared: Node } {
  const made = z.toJSONSchema(scenarioSchema, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-7',
  }) as Node;
  const scenario = {
    ...refined(made, ''),
    definitions: Object.fromEntries(
      Object.entries(made.definitions ?? {}).map(([name, node]) => [name, refined(node, name)]),
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

function refined(node: Node, path: string): Node {
  // The definition's name is already known at this place.
  const { maximum, default: otherwise, anyOf, properties, items, id: _id, ...rest } = node;
  const result: Node = { ...rest };
  // The largest safe integer and empty defaults are useless to authors.
  if (maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER) result['maximum'] = maximum;
  if (typeof otherwise === 'string') result['default'] = otherwise;
  if (anyOf) result.anyOf = anyOf.map((form) => refined(form, path));
  if (items) result.items = refined(items, `${path}[]`);
  if (typeof node.additionalProperties === 'object')
    result.additionalProperties = refined(node.additionalProperties, `${path}.*`);
  if (properties)
    result.properties = Object.fromEntries(
      Object.entries(properties).map(([key, inner]) => {
        const at = path === '' ? key : `${path}.${key}`;
        const description = DESCRIPTIONS[descriptionKey(at)];
        const value = withForms(refined(inner, at), at);
        return [key, description === undefined ? value : { description, ...value }];
      }),
    );
  return result;
}

/** The forms that the loader makes one of: a variable in place of a number or word, one entry in place of a list. */
function withForms(node: Node, path: string): Node {
  if (/\.actions\.(never|some)$/.test(path) && node.items) return { anyOf: [node, node.items] };
  const counted = node.type === 'integer' || node.type === 'number' || node.enum !== undefined;
  return counted && !LITERAL.has(path) ? { anyOf: [node, PLACEHOLDER] } : node;
}
