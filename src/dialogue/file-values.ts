/** The values of one scenario file, with variables inserted, and their locations in the file. */
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
  complete: boolean;
}

export class FileValues {
  private readonly tree: LocatedTree;
  /** Paths of values that contain a built-in variable without a value. */
  private readonly pending = new Set<string>();
  /** Paths of values whose error was already reported, for example an unknown variable or a YAML alias. */
  private readonly failed = new Set<string>();
  readonly value: unknown;

  constructor(
    root: SourceNode,
    readonly text: string,
    readonly fileErrors: FileErrors,
    private readonly known: KnownNames,
  ) {
    this.tree = new LocatedTree(root, {
      visit: (node, path) => {
        if (node.kind !== 'list' && node.isFaulty) this.failed.add(JSON.stringify(path));
      },
      readScalar: (node, path) => {
        const { value } = node;
        return typeof value === 'string' && value.includes('{{') ? this.substitute(value, node, path) : value;
      },
    });
    this.value = this.tree.value;
  }

  /** The location of a value, or of its parent if the value is missing. */
  offsetOf(path: KeyPath, onKey = false): number {
    return this.tree.findOffset(path, onKey);
  }

  sourceOf(path: KeyPath): string | undefined {
    return this.tree.findRawText(path);
  }

  isPending(path: KeyPath): boolean {
    return this.pending.has(JSON.stringify(path));
  }

  /** Whether an error that explains all further errors of this value was already reported. */
  isExplained(path: KeyPath): boolean {
    return path.some((_, i) => this.failed.has(JSON.stringify(path.slice(0, i + 1))));
  }

  private substitute(text: string, node: ScalarNode, path: KeyPath): Literal {
    // The caller overrides this variable, so the variables in its definition are not looked up.
    if (path[0] === 'vars' && this.known.variables.isOverridden(String(path[1]))) return text;
    const names = [...text.matchAll(PLACEHOLDER)];
    const only = names.length === 1 && names[0]?.[0] === text.trim();
    const found = new Map<string, VariableDefinition>();
    for (const [whole, inner = ''] of names) {
      const definition = this.lookup(inner.trim(), this.offsetIn(node, whole), path);
      if (definition) found.set(inner, definition);
      else this.failed.add(JSON.stringify(path));
    }
    // In JSON a variable that is the whole value keeps its type; elsewhere it becomes text.
    if (only && isInsideJson(path)) return found.get(names[0]?.[1] ?? '')?.value ?? text;
    const quote =
      isRegex(text) && isInsideMatch(path) ? quoteForRegex : (insertedText: string) => insertedText;
    return text.replace(PLACEHOLDER, (whole, inner: string) => {
      const definition = found.get(inner);
      return definition ? quote(definition.insertedText) : whole;
    });
  }

  private lookup(name: string, offset: number, path: KeyPath): VariableDefinition | null {
    if (name.startsWith(SECRET_PREFIX)) {
      const secret = name.slice(SECRET_PREFIX.length).trim();
      const error = findSecretError(secret, path, this.known.secrets, this.known.complete);
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
    const answer = this.known.variables.lookup(name);
    if (answer.found) {
      if (answer.builtin) this.pending.add(JSON.stringify(path));
      return answer.definition;
    }
    if (answer.why === 'invalid date') return null; // reported at its definition
    if (answer.why === 'unknown' && !this.known.complete) return null; // a file that could not be read may define it
    const sentence = {
      unknown:
        name === BASE_URL
          ? NO_BASE_URL_MESSAGE
          : `there is no variable "${name}".${formatSuggestion(name, this.known.variables.names()) || ' Define it under vars.'}`,
      circular: `the variable "${name}" depends on itself`,
      'too long': `the variable "${name}" becomes too long`,
    }[answer.why];
    this.fileErrors.add(offset, path, sentence);
    return null;
  }

  /** The location of a placeholder; the start of the text if escapes or line breaks prevent an exact match. */
  private offsetIn(node: ScalarNode, placeholder: string): number {
    const index = this.text.slice(node.at, node.end).indexOf(placeholder);
    return node.at + Math.max(index, 0);
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
  const inElement = ['element', 'visible', 'download'].some((key) => path.includes(key));
  return path.some((key) => MATCH_KEYS.has(String(key)) || (inElement && key === 'name'));
}

function quoteForRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
