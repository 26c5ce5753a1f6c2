/**
 * `yaml/` reads YAML files that people write. It keeps the offset of every value, so that errors have a line and
 * column, and it converts the issues of a zod schema to sentences with suggestions. It does not know the purpose of a
 * file: `dialogue/` uses it for scenarios, `config/` for the configuration.
 */
export {
  FileErrors,
  formatFileError,
  formatFileErrors,
  formatKeyPath,
  type FileError,
  type KeyPath,
  type SourcePosition,
} from './file-errors.js';
export { LocatedTree } from './located-tree.js';
export { parseYaml } from './parse-yaml.js';
export { describeIssues, valueAt, type KeyNotes } from './schema-messages.js';
export {
  checkedBy,
  list,
  map,
  nonEmpty,
  nonNegativeInteger,
  numeric,
  positiveInteger,
} from './schema-parts.js';
export { didYouMean } from './suggest.js';
export { readText, type FileKind } from './text-file.js';
export { entryOf, textsOf, type Entry, type ScalarNode, type SourceNode } from './tree.js';
