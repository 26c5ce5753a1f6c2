/** Describes zod issues in sentences for the author of a scenario. */
import type { z } from 'zod';

import type { Path } from './scenario-errors.js';
import { OTHER_KEYS, RENAMED_KEYS } from './schema/other-keys.js';
import { didYouMean } from './suggest.js';
import { describeGlued, isGlued } from './yaml-errors.js';

export interface SchemaMessage {
  path: Path;
  /** The remark is about the key, not its value. */
  onKey: boolean;
  /** Variables cannot fix it: a list or map is missing, or a key is invalid. */
  structural: boolean;
  sentence: string;
}

type Issue = z.core.$ZodIssue;
type Plain = unknown;

/** @param sourceOf returns a scalar as written in the file */
export function describeIssues(
  issues: readonly Issue[],
  root: Plain,
  sourceOf: (path: Path) => string | undefined,
): SchemaMessage[] {
  const flat = issues.flatMap((issue) => expandUnion(issue, root, []));
  const withUnknownKeys = new Set(
    flat.filter((it) => it.code === 'unrecognized_keys').map((it) => key(it.path)),
  );
  const misspelt = new Set(
    flat.flatMap((it) =>
      it.code === 'unrecognized_keys' ? it.keys.map((name) => findMeantKey(name, it)) : [],
    ),
  );
  /** If none of a map's keys is known, the author meant another map; then missing keys are not reported. */
  const isMissingFromOther = (path: Path): boolean => {
    const holder = valueAt(root, path.slice(0, -1));
    if (typeof holder !== 'object' || holder === null || valueAt(root, path) !== undefined) return false;
    const count = Object.keys(holder).length;
    return (
      count > 0 &&
      flat.some(
        (it) =>
          it.code === 'unrecognized_keys' &&
          it.keys.length === count &&
          key(it.path) === key(path.slice(0, -1)),
      )
    );
  };
  return flat.flatMap((issue): SchemaMessage[] => {
    const path = issue.path as Path;
    if (misspelt.has(key(path)) && valueAt(root, path) === undefined) return [];
    if (isMissingFromOther(path)) return [];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((name) => ({
        path: [...path, name],
        onKey: true,
        structural: true,
        sentence: describeUnknownKey(name, issue.message.split(' ')),
      }));
    }
    if (issue.code === 'invalid_key') {
      const sentence = issue.issues[0]?.message ?? 'is not a valid key here';
      return [{ path, onKey: true, structural: true, sentence: `"${String(path.at(-1))}" ${sentence}` }];
    }
    // A misspelt key is already reported; the missing key follows from it.
    if (issue.code === 'custom' && issue.params?.['none'] && withUnknownKeys.has(key(path))) return [];
    const structural =
      issue.code === 'invalid_type' && ['array', 'object', 'record'].includes(issue.expected);
    return [
      { path, onKey: false, structural, sentence: describeIssue(issue, valueAt(root, path), sourceOf(path)) },
    ];
  });
}

function key(path: readonly PropertyKey[]): string {
  return JSON.stringify(path);
}

/** Returns the path of the key that the author meant. */
function findMeantKey(name: string, issue: Issue): string {
  const guess = /Did you mean "(.*)"/.exec(suggestKey(name, issue.message.split(' ')))?.[1];
  return key([...issue.path, guess ?? name]);
}

/** Suggests the new name of a renamed key, otherwise the most similar known key. */
function suggestKey(name: string, known: readonly string[]): string {
  const renamed = RENAMED_KEYS.get(name);
  return renamed !== undefined && known.includes(renamed)
    ? ` Did you mean "${renamed}"?`
    : didYouMean(name, known);
}

function describeUnknownKey(name: string, known: readonly string[]): string {
  const other = OTHER_KEYS.get(name);
  if (other !== undefined) return `"${name}" ${other}`;
  const guess = suggestKey(name, known);
  return guess
    ? `"${name}" is not a known key.${guess}`
    : `"${name}" is not a known key; known here: ${known.join(', ')}`;
}

/** Expands a union issue: the author meant the form whose outer type matches. */
function expandUnion(issue: Issue, root: Plain, prefix: readonly PropertyKey[]): Issue[] {
  const path = [...prefix, ...issue.path];
  if (issue.code !== 'invalid_union') return [{ ...issue, path }];
  const value = valueAt(root, path as Path);
  const meant = issue.errors.find(
    (form) =>
      !form.some(
        (it) => it.path.length === 0 && ['invalid_type', 'invalid_value', 'invalid_union'].includes(it.code),
      ),
  );
  if (!meant || value === null || value === undefined) return [{ ...issue, path }];
  return meant.flatMap((it) => expandUnion(it, root, path));
}

function describeIssue(issue: Issue, value: Plain, source: string | undefined): string {
  if (value === undefined) return 'is missing';
  if (value === null) return 'is empty';
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return 'is too large a number';
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message && !issue.message.startsWith('Invalid input')) return issue.message;
      return describeWrongType(issue.expected, value, source);
    case 'invalid_value':
      return describeWrongValue(issue.values, value);
    case 'invalid_union':
      // YAML scalars that are not text: numbers and booleans.
      if (typeof value === 'number' || typeof value === 'boolean')
        return `${issue.message}; got ${quoteHint(value, source)}`;
      if (typeof value === 'string') return `${issue.message}; "${value}" is not one of them`;
      return issue.message;
    default:
      return issue.message;
  }
}

function describeWrongType(expected: string, value: Plain, source: string | undefined): string {
  switch (expected) {
    case 'string':
      return typeof value === 'object'
        ? `must be a text, not ${kindOf(value)}${hintOtherForm(value)}`
        : `must be a text; got ${quoteHint(value, source)}`;
    case 'array':
      return `must be a list, not ${kindOf(value)}: start each entry with "- "`;
    case 'object':
    case 'record':
      return `must be a map (key: value), not ${kindOf(value)}${typeof value === 'string' && isGlued(value) ? `; ${describeGlued(value)}` : ''}`;
    case 'boolean':
      return `must be true or false, not ${kindOf(value)}`;
    case 'int':
      return 'must be a whole number';
    case 'number':
      return `must be a number, not ${kindOf(value)}`;
    default:
      return `must be ${expected}, not ${kindOf(value)}`;
  }
}

function describeWrongValue(values: readonly unknown[], value: Plain): string {
  if (values.length === 1 && values[0] === 1) {
    return `must be 1, the version of the scenario language that this Parley reads; got ${JSON.stringify(value)}`;
  }
  const known = values.map(String);
  const got = typeof value === 'object' ? kindOf(value) : `"${String(value)}"`;
  return `must be one of ${known.join(', ')}; got ${got}.${typeof value === 'string' ? didYouMean(value, known) : ''}`;
}

function quoteHint(value: Plain, source: string | undefined): string {
  const shown = source ?? String(value);
  return `${kindOf(value)}, so put quotes around it: "${shown}"`;
}

function hintOtherForm(value: Plain): string {
  const other =
    typeof value === 'object' && value !== null
      ? Object.keys(value).find((it) => OTHER_KEYS.has(it))
      : undefined;
  return other === undefined ? '' : `; "${other}" ${OTHER_KEYS.get(other)}`;
}

function kindOf(value: Plain): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'number' ? 'a number' : `the word ${String(value)}`;
}

export function valueAt(root: Plain, path: Path): Plain {
  let at: unknown = root;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at;
}
