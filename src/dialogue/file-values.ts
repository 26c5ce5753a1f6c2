/** Provides the values of one scenario file, with variables inserted, and their locations in the file. */
import {
  formatSuggestion,
  type FileErrors,
  type KeyPath,
  LocatedTree,
  type ScalarNode,
  type SourceNode,
} from '../yaml/index.js';
import { isRegex } from './matchers.js';
import { SECRET_PREFIX, findSecretError } from './secrets.js';
import {
  BASE_URL,
  type VariableDefinition,
  type Literal,
  NO_BASE_URL_MESSAGE,
  PLACEHOLDER,
  VARIABLE_NAME,
  type Variables,
} from './variables.js';

export interface KnownNames {
  variables: Variables;
  /** The names listed under `secrets` in all files. */
  secrets: ReadonlySet<string>;
  /** Whether all files could be read. */
  isComplete: boolean;
}

export class FileValues {
  private readonly tree: LocatedTree;
  /** Paths of values that contain a built-in variable without a value. */
  private readonly pendingPaths = new Set<string>();
  /** Paths of values with an error that was already reported, for example an unknown variable or a YAML alias. */
  private readonly failedPaths = new Set<string>();
  readonly value: unknown;

  constructor(
    root: SourceNode,
    readonly text: string,
    readonly fileErrors: FileErrors,
    private readonly knownNames: KnownNames,
  ) {
    this.tree = new LocatedTree(root, {
      visit: (node, path) => {
        if (node.kind !== 'list' && node.isFaulty) this.failedPaths.add(JSON.stringify(path));
      },
      readScalar: (node, path) => {
        const { value } = node;
        return typeof value === 'string' && value.includes('{{') ? this.substitute(value, node, path) : value;
      },
    });
    this.value = this.tree.value;
  }

  /** Returns the offset of a value, or of its parent if the value is missing. */
  offsetOf(path: KeyPath, pointsToKey = false): number {
    return this.tree.findOffset(path, pointsToKey);
  }

  rawTextOf(path: KeyPath): string | undefined {
    return this.tree.findRawText(path);
  }

  isPending(path: KeyPath): boolean {
    return this.pendingPaths.has(JSON.stringify(path));
  }

  /** Whether an error of this value, or of a list or map around it, was already reported. More errors may only follow from it. */
  hasReportedError(path: KeyPath): boolean {
    return path.some((_, i) => this.failedPaths.has(JSON.stringify(path.slice(0, i + 1))));
  }

  private substitute(text: string, node: ScalarNode, path: KeyPath): Literal {
    // The caller overrides this variable, so the variables in its definition are not looked up.
    if (path[0] === 'vars' && this.knownNames.variables.isOverridden(String(path[1]))) return text;
    const placeholders = [...text.matchAll(PLACEHOLDER)];
    const isOnlyPlaceholder = placeholders.length === 1 && placeholders[0]?.[0] === text.trim();
    const definitions = new Map<string, VariableDefinition>();
    for (const [placeholder, name = ''] of placeholders) {
      const definition = this.lookup(name.trim(), this.findPlaceholderOffset(node, placeholder), path);
      if (definition) definitions.set(name, definition);
      else this.failedPaths.add(JSON.stringify(path));
    }
    // In JSON, a value that is only a variable keeps the variable's type. Elsewhere it becomes text.
    if (isOnlyPlaceholder && isInsideJson(path))
      return definitions.get(placeholders[0]?.[1] ?? '')?.value ?? text;
    const quote =
      isRegex(text) && isInsideMatch(path) ? quoteForRegex : (insertedText: string) => insertedText;
    return text.replace(PLACEHOLDER, (placeholder, name: string) => {
      const definition = definitions.get(name);
      return definition ? quote(definition.insertedText) : placeholder;
    });
  }

  private lookup(name: string, offset: number, path: KeyPath): VariableDefinition | null {
    if (name.startsWith(SECRET_PREFIX)) {
      const secret = name.slice(SECRET_PREFIX.length).trim();
      const error = findSecretError(secret, path, this.knownNames.secrets, this.knownNames.isComplete);
      if (error) this.fileErrors.add(offset, path, error);
      // The scenario only contains the name; the value is inserted where it is used.
      return error ? null : { value: `<${secret}>`, insertedText: `<${secret}>` };
    }
    if (!VARIABLE_NAME.test(name)) {
      this.fileErrors.add(
        offset,
        path,
        `"{{${name}}}" is not a valid variable name; use letters, digits, - and _`,
      );
      return null;
    }
    const lookupResult = this.knownNames.variables.lookup(name);
    if (lookupResult.found) {
      if (lookupResult.isBuiltin) this.pendingPaths.add(JSON.stringify(path));
      return lookupResult.definition;
    }
    if (lookupResult.reason === 'invalid date') return null; // reported at its definition
    if (lookupResult.reason === 'unknown' && !this.knownNames.isComplete) return null; // a file that could not be read may define it
    const message = {
      unknown:
        name === BASE_URL
          ? NO_BASE_URL_MESSAGE
          : `there is no variable "${name}".${formatSuggestion(name, this.knownNames.variables.listNames()) || ' Define it under vars.'}`,
      circular: `the variable "${name}" depends on itself`,
      'too long': `the variable "${name}" becomes too long`,
    }[lookupResult.reason];
    this.fileErrors.add(offset, path, message);
    return null;
  }

  /** Returns a placeholder's location, or the start of the text if escapes or line breaks prevent an exact match. */
  private findPlaceholderOffset(node: ScalarNode, placeholder: string): number {
    const index = this.text.slice(node.offset, node.end).indexOf(placeholder);
    return node.offset + Math.max(index, 0);
  }
}

/** Keys whose values are JSON: request bodies and expected results. */
function isInsideJson(path: KeyPath): boolean {
  const equals = path.findIndex((key, i) => key === 'equals' && typeof path[i - 1] === 'number');
  return path.includes('json') || (equals > 1 && ['check', 'finally'].includes(String(path[equals - 2])));
}

const MATCH_KEYS = new Set(['asks', 'says', 'never_asks', 'never_says', 'about', 'text', 'value', 'target']);

function isInsideMatch(path: KeyPath): boolean {
  if (isInsideJson(path) || path.at(-1) === 'equals') return false;
  const isInElement = ['element', 'visible', 'download'].some((key) => path.includes(key));
  return path.some((key) => MATCH_KEYS.has(String(key)) || (isInElement && key === 'name'));
}

function quoteForRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
