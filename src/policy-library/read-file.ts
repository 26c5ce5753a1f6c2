/** Reads one YAML file of a library, with the position of every value. */
import type * as z from 'zod';

import { ParleyError } from '../contract/index.js';
import {
  describeIssues,
  FileErrors,
  formatFileErrors,
  LocatedTree,
  parseYaml,
  readText,
  type FileError,
  type FileKind,
  type KeyHints,
  type KeyPath,
} from '../yaml/index.js';

/** Reports all errors in the files of a library together. */
export class BrokenLibraryError extends ParleyError {
  constructor(readonly errors: readonly FileError[]) {
    super(
      'usage',
      formatFileErrors(errors),
      'Correct the files and try again; docs/policies.md describes them.',
    );
  }
}

const POLICY_FILE: FileKind = {
  noun: 'a policy',
  hintIfMissing: 'Check the path, or create a policy file with `parley policy new`.',
  createError: (errors) => new BrokenLibraryError(errors),
};

/** A parsed file and the errors found so far. */
export interface SourceFile<T> {
  /** The path shown in messages. */
  file: string;
  /** Null if the file has errors. */
  value: T | null;
  /** The file's content before validation, so that files with errors can be checked too. */
  rawValue: unknown;
  addError(path: KeyPath, message: string, isAboutKey?: boolean): void;
  getErrors(): readonly FileError[];
}

/** @param displayedPath the path shown in messages */
export function readSourceFile<T>(
  path: string,
  displayedPath: string,
  schema: z.ZodType<T>,
  hints: KeyHints,
): SourceFile<T> {
  const text = readText(path, POLICY_FILE, displayedPath);
  const fileErrors = new FileErrors(displayedPath, text);
  const root = parseYaml(text, fileErrors);
  if (root === undefined) fileErrors.add(0, [], 'the file is empty');
  else if (root !== null && root.kind !== 'map')
    fileErrors.add(root.offset, [], 'the file must be a map (key: value), such as "name: choose_date"');
  const tree = root && root.kind === 'map' ? new LocatedTree(root) : null;
  const parsed = tree && schema.safeParse(tree.value);
  for (const issue of parsed && tree
    ? describeIssues(parsed.error?.issues ?? [], tree.value, (path) => tree.findRawText(path), hints)
    : [])
    fileErrors.add(tree!.findOffset(issue.path, issue.isAboutKey), issue.path, issue.sentence);
  return {
    file: displayedPath,
    value: fileErrors.hasAny ? null : (parsed?.data ?? null),
    rawValue: tree?.value,
    addError: (path, message, isAboutKey = false) =>
      fileErrors.add(tree?.findOffset(path, isAboutKey) ?? 0, path, message),
    getErrors: () => fileErrors.errors,
  };
}
