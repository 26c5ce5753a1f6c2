/**
 * `yaml/` reads YAML files that people write. It keeps the offset of every value, so that errors have a line and
 * column, and it converts a zod schema's issues to messages with suggestions. It does not know the purpose of a
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
export { describeIssues, getValueAt, type KeyHints } from './schema-messages.js';
export {
  createRefinement,
  nonEmptyList,
  exactMap,
  nonEmptyText,
  nonNegativeInteger,
  numberOrText,
  positiveInteger,
} from './schema-builders.js';
export { formatSuggestion } from './suggest.js';
export { readText, type FileKind } from './text-file.js';
export { findEntry, listTexts, type Entry, type ScalarNode, type SourceNode } from './tree.js';
