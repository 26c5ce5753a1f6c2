/** `vars`, `--var` and built-in variables: one table that knows what each `{{name}}` stands for. */

export type Literal = string | number | boolean;

export interface Definition {
  value: Literal;
  /** As it is put into texts: `120.00` stays `120.00`. */
  shown: string;
  /** From outside the file: taken as it is, even where it has `{{` in it. */
  literal?: boolean;
}

export type Lookup =
  | { found: true; definition: Definition; builtin: boolean }
  | { found: false; why: 'unknown' | 'circle' | 'too long' };

export const VARIABLE_NAME = /^[A-Za-z_][\w-]*$/;
/** Variables that name variables can double with every step. */
const LONGEST = 100_000;
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

export class Variables {
  private readonly definitions = new Map<string, Definition>();
  /** Those being looked up, to notice a circle. */
  private readonly open = new Set<string>();
  private readonly done = new Map<string, Lookup>();
  readonly usedBuiltins = new Set<string>();

  /** @param builtins their values, where they are known already */
  constructor(private readonly builtins: ReadonlyMap<string, string | null>) {}

  define(name: string, definition: Definition): void {
    this.definitions.set(name, definition);
  }

  has(name: string): boolean {
    return this.definitions.has(name);
  }

  /** Whether the caller has set it, whatever the file says. */
  isSet(name: string): boolean {
    return this.definitions.get(name)?.literal ?? false;
  }

  names(): string[] {
    return [...this.definitions.keys(), ...this.builtins.keys()];
  }

  lookup(name: string): Lookup {
    const before = this.done.get(name);
    if (before) return before;
    const answer = this.resolve(name);
    this.done.set(name, answer);
    return answer;
  }

  private resolve(name: string): Lookup {
    const own = this.definitions.get(name);
    if (!own) {
      if (!this.builtins.has(name)) return { found: false, why: 'unknown' };
      this.usedBuiltins.add(name);
      // Without a value yet the placeholder stays as it is written.
      const value = this.builtins.get(name) ?? `{{${name}}}`;
      return { found: true, definition: { value, shown: value }, builtin: true };
    }
    if (this.open.has(name)) return { found: false, why: 'circle' };
    if (own.literal || typeof own.value !== 'string' || !own.value.includes('{{')) {
      return { found: true, definition: own, builtin: false };
    }
    this.open.add(name);
    let builtin = false;
    let fault: 'circle' | 'too long' | null = null;
    const text = own.value.replace(PLACEHOLDER, (whole, inner: string) => {
      const part = this.lookup(inner.trim());
      if (!part.found) {
        if (part.why !== 'unknown') fault ??= part.why;
        return whole;
      }
      builtin ||= part.builtin;
      return part.definition.shown;
    });
    this.open.delete(name);
    if (text.length > LONGEST) fault ??= 'too long';
    if (fault) return { found: false, why: fault };
    return { found: true, definition: { value: text, shown: text }, builtin };
  }
}
