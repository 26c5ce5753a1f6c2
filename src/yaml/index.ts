/**
 * `yaml/` reads YAML files that people write. It keeps the offset of every value, so that every error can name its
 * line and column, and it turns the issues of a zod schema into sentences with suggestions. It does not know what the
 * files are for: `dialogue/` reads scenarios with it, and `config/` reads the configuration.
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
