/** Converts zod issues to messages for the file's author. */
import type * as z from 'zod';

import type { KeyPath } from './file-errors.js';
import { formatSuggestion } from './suggest.js';
import { describeMissingSpace, lacksSpaceAfterColon } from './yaml-errors.js';

export interface SchemaMessage {
  path: KeyPath;
  /** Whether the error concerns the key, not its value. */
  isAboutKey: boolean;
  /** Whether a list or map is missing or a key is invalid. The values of variables cannot fix such an error. */
  isStructural: boolean;
  sentence: string;
}

type Issue = z.core.$ZodIssue;

/** Hints about what an author may have meant by an unknown key. */
export interface KeyHints {
  /** The current names of keys, by other or former names. */
  newNames: ReadonlyMap<string, string>;
  /** Why keys are not allowed, by key. */
  rejectionReasons: ReadonlyMap<string, string>;
}

/** @param findRawText returns a scalar as written in the file */
export function describeIssues(
  issues: readonly Issue[],
  root: unknown,
  findRawText: (path: KeyPath) => string | undefined,
  hints: KeyHints,
): SchemaMessage[] {
  const flatIssues = issues.flatMap((issue) => expandUnion(issue, root, []));
  const pathsWithUnknownKeys = new Set(
    flatIssues.filter(({ code }) => code === 'unrecognized_keys').map(({ path }) => toPathKey(path)),
  );
  const intendedKeyPaths = new Set(
    flatIssues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys.map((name) => findIntendedKey(name, issue, hints)) : [],
    ),
  );
  /** Whether a key is missing from a map whose keys are all unknown. The author probably meant another kind of map. */
  const isMissingFromUnknownMap = (path: KeyPath): boolean => {
    const parent = getValueAt(root, path.slice(0, -1));
    if (typeof parent !== 'object' || parent === null || getValueAt(root, path) !== undefined) return false;
    const keyCount = Object.keys(parent).length;
    return (
      keyCount > 0 &&
      flatIssues.some(
        (issue) =>
          issue.code === 'unrecognized_keys' &&
          issue.keys.length === keyCount &&
          toPathKey(issue.path) === toPathKey(path.slice(0, -1)),
      )
    );
  };
  return flatIssues.flatMap((issue): SchemaMessage[] => {
    const path = issue.path as KeyPath;
    if (intendedKeyPaths.has(toPathKey(path)) && getValueAt(root, path) === undefined) return [];
    if (isMissingFromUnknownMap(path)) return [];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((name) => ({
        path: [...path, name],
        isAboutKey: true,
        isStructural: true,
        sentence: describeUnknownKey(name, issue.message.split(' '), hints),
      }));
    }
    if (issue.code === 'invalid_key') {
      const sentence = issue.issues[0]?.message ?? 'is not a valid key here';
      return [
        { path, isAboutKey: true, isStructural: true, sentence: `"${String(path.at(-1))}" ${sentence}` },
      ];
    }
    // A misspelt key is already reported; the missing key follows from it.
    if (issue.code === 'custom' && issue.params?.['noKeyGiven'] && pathsWithUnknownKeys.has(toPathKey(path)))
      return [];
    const isStructural =
      issue.code === 'invalid_type' && ['array', 'object', 'record'].includes(issue.expected);
    return [
      {
        path,
        isAboutKey: false,
        isStructural,
        sentence: describeIssue(issue, getValueAt(root, path), findRawText(path), hints),
      },
    ];
  });
}

function toPathKey(path: readonly PropertyKey[]): string {
  return JSON.stringify(path);
}

/** Returns the path of the key that the author meant. */
function findIntendedKey(name: string, issue: Issue, hints: KeyHints): string {
  const suggestion = /Did you mean "(.*)"/.exec(suggestKey(name, issue.message.split(' '), hints))?.[1];
  return toPathKey([...issue.path, suggestion ?? name]);
}

/** Suggests the new name of a renamed key, otherwise the most similar known key. */
function suggestKey(name: string, known: readonly string[], { newNames }: KeyHints): string {
  const newName = newNames.get(name);
  return newName !== undefined && known.includes(newName)
    ? ` Did you mean "${newName}"?`
    : formatSuggestion(name, known);
}

function describeUnknownKey(name: string, known: readonly string[], hints: KeyHints): string {
  const explanation = hints.rejectionReasons.get(name);
  if (explanation !== undefined) return `"${name}" ${explanation}`;
  const suggestion = suggestKey(name, known, hints);
  return suggestion
    ? `"${name}" is not a known key.${suggestion}`
    : `"${name}" is not a known key; known here: ${known.join(', ')}`;
}

/**
 * Replaces a union's issue with the issues of the variant that the author meant, that is, the one with the right outer
 * type.
 */
function expandUnion(issue: Issue, root: unknown, prefix: readonly PropertyKey[]): Issue[] {
  const path = [...prefix, ...issue.path];
  if (issue.code !== 'invalid_union') return [{ ...issue, path }];
  const value = getValueAt(root, path as KeyPath);
  const meantForm = issue.errors.find(
    (form) =>
      !form.some(
        (inner) =>
          inner.path.length === 0 && ['invalid_type', 'invalid_value', 'invalid_union'].includes(inner.code),
      ),
  );
  if (!meantForm || value === null || value === undefined) return [{ ...issue, path }];
  return meantForm.flatMap((inner) => expandUnion(inner, root, path));
}

function describeIssue(issue: Issue, value: unknown, source: string | undefined, hints: KeyHints): string {
  if (value === undefined) return 'is missing';
  if (value === null) return 'is empty';
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return 'is too large a number';
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message && !issue.message.startsWith('Invalid input')) return issue.message;
      return describeWrongType(issue.expected, value, source, hints);
    case 'invalid_value':
      if (!issue.message.startsWith('Invalid')) return issue.message;
      return describeWrongValue(issue.values, value);
    case 'invalid_union':
      // YAML scalars that are not text: numbers and booleans.
      if (typeof value === 'number' || typeof value === 'boolean')
        return `${issue.message}; got ${formatQuoteHint(value, source)}`;
      if (typeof value === 'string') return `${issue.message}; "${value}" is not one of them`;
      return issue.message;
    default:
      return issue.message;
  }
}

function describeWrongType(
  expected: string,
  value: unknown,
  source: string | undefined,
  hints: KeyHints,
): string {
  switch (expected) {
    case 'string':
      return typeof value === 'object'
        ? `must be a string, not ${describeKind(value)}${explainRejectedKey(value, hints)}`
        : `must be a string; got ${formatQuoteHint(value, source)}`;
    case 'array':
      return `must be a list, not ${describeKind(value)}: start each entry with "- "`;
    case 'object':
    case 'record':
      return `must be a map (key: value), not ${describeKind(value)}${typeof value === 'string' && lacksSpaceAfterColon(value) ? `; ${describeMissingSpace(value)}` : ''}`;
    case 'boolean':
      return `must be true or false, not ${describeKind(value)}`;
    case 'int':
      return 'must be a whole number';
    case 'number':
      return `must be a number, not ${describeKind(value)}`;
    default:
      return `must be ${expected}, not ${describeKind(value)}`;
  }
}

function describeWrongValue(values: readonly unknown[], value: unknown): string {
  const knownValues = values.map(String);
  const actual = typeof value === 'object' ? describeKind(value) : `"${String(value)}"`;
  return `must be one of ${knownValues.join(', ')}; got ${actual}.${typeof value === 'string' ? formatSuggestion(value, knownValues) : ''}`;
}

function formatQuoteHint(value: unknown, source: string | undefined): string {
  const rawText = source ?? String(value);
  return `${describeKind(value)}, so put quotes around it: "${rawText}"`;
}

function explainRejectedKey(value: unknown, { rejectionReasons }: KeyHints): string {
  const rejectedKey =
    typeof value === 'object' && value !== null
      ? Object.keys(value).find((key) => rejectionReasons.has(key))
      : undefined;
  return rejectedKey === undefined ? '' : `; "${rejectedKey}" ${rejectionReasons.get(rejectedKey)}`;
}

function describeKind(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  if (typeof value === 'string') return 'a string';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'number' ? 'a number' : `the word ${String(value)}`;
}

export function getValueAt(root: unknown, path: KeyPath): unknown {
  let value: unknown = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}
