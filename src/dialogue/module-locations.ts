/**
 * Locates the values inside an object literal in a TypeScript file. The loaded module provides the values; only their
 * positions are needed. Values inside a computed value (a variable, a call) and list items after a spread have no
 * position.
 */
export interface LocatedMap {
  readonly kind: 'map';
  readonly at: number;
  readonly end: number;
  readonly entries: ReadonlyMap<string, { keyAt: number; value: LocatedNode }>;
}

export type LocatedNode =
  | LocatedMap
  | {
      readonly kind: 'list';
      readonly at: number;
      readonly end: number;
      readonly items: readonly LocatedNode[];
    }
  | { readonly kind: 'other'; readonly at: number; readonly end: number };

/** Locates the exported literal, even if it is inside a call (`defineScenario(…)`) or a constant. */
export function locateLiteral(text: string): LocatedNode | undefined {
  const exportMatch = /\bexport\s+default\s+|\bmodule\.exports\s*=\s*|\bexports\.default\s*=\s*/.exec(text);
  if (!exportMatch) return undefined;
  let at = exportMatch.index + exportMatch[0].length;
  for (;;) {
    const call = /^(?:[A-Za-z_$][\w$.]*\s*)?(?:<[^<>()]*>\s*)?\(\s*/.exec(text.slice(at));
    if (call) {
      at += call[0].length;
      continue;
    }
    const name = /^([A-Za-z_$][\w$]*)/.exec(text.slice(at))?.[1];
    if (name === undefined) return new LiteralScanner(text).readValue(at);
    const declaration = new RegExp(
      `\\b(?:const|let|var)\\s+${name.replaceAll('$', '\\$')}\\b[^=;]*=\\s*`,
    ).exec(text);
    if (!declaration || declaration.index + declaration[0].length === at) return undefined;
    // Blanks out the declaration, so that declarations that refer to each other do not cause an endless loop.
    at = declaration.index + declaration[0].length;
    text = `${text.slice(0, declaration.index).replace(/[^\n]/g, ' ')}${' '.repeat(declaration[0].length)}${text.slice(at)}`;
  }
}

const OPENING_BRACKETS = new Set(['{', '[', '(']);
const CLOSING_BRACKETS = new Set(['}', ']', ')']);

class LiteralScanner {
  constructor(private readonly text: string) {}

  readValue(from: number): LocatedNode {
    const at = this.skipSpace(from);
    const start = this.text[at];
    const literal = start === '{' ? this.readMap(at) : start === '[' ? this.readList(at) : null;
    // More may follow before the comma: `as const`, `satisfies …`, a method call.
    const end = this.skipExpression(literal ? literal.end : at);
    return literal ?? { kind: 'other', at, end };
  }

  private readMap(at: number): LocatedNode {
    const entries = new Map<string, { keyAt: number; value: LocatedNode }>();
    let offset = at + 1;
    for (;;) {
      offset = this.skipSpace(offset);
      const char = this.text[offset];
      if (char === undefined || char === '}')
        return { kind: 'map', at, end: Math.min(offset + 1, this.text.length), entries };
      if (char === ',') {
        offset++;
        continue;
      }
      const keyAt = offset;
      const key = this.readKey(offset);
      offset = this.skipSpace(key ? key.end : offset);
      if (key && this.text[offset] === ':') {
        const value = this.readValue(offset + 1);
        entries.set(key.name, { keyAt, value });
        offset = this.skipExpression(value.end);
      } else {
        const end = this.skipExpression(offset);
        // A shorthand (`vars,`) or method is located at its name.
        if (key) entries.set(key.name, { keyAt, value: { kind: 'other', at: keyAt, end: key.end } });
        offset = Math.max(end, keyAt + 1);
      }
    }
  }

  private readList(at: number): LocatedNode {
    const items: LocatedNode[] = [];
    let hasKnownIndex = true;
    let offset = at + 1;
    for (;;) {
      offset = this.skipSpace(offset);
      const char = this.text[offset];
      if (char === undefined || char === ']')
        return { kind: 'list', at, end: Math.min(offset + 1, this.text.length), items };
      if (char === ',') {
        offset++;
        continue;
      }
      hasKnownIndex &&= !this.text.startsWith('...', offset);
      const item = this.readValue(offset);
      if (hasKnownIndex) items.push(item);
      offset = Math.max(this.skipExpression(item.end), offset + 1);
    }
  }

  private readKey(at: number): { name: string; end: number } | null {
    const rest = this.text.slice(at, at + 200);
    const word = /^(?:async\s+|get\s+)?([\w$]+)/.exec(rest);
    if (word) return { name: word[1] ?? '', end: at + word[0].length };
    const quotedKey = /^(["'])((?:\\.|(?!\1).)*)\1/.exec(rest);
    return quotedKey ? { name: quotedKey[2] ?? '', end: at + quotedKey[0].length } : null;
  }

  private skipSpace(from: number): number {
    const space = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
    space.lastIndex = from;
    return from + (space.exec(this.text)?.[0].length ?? 0);
  }

  /** Returns the offset of the comma or bracket that ends the expression. */
  private skipExpression(from: number): number {
    let depth = 0;
    let at = from;
    let previousChar = '';
    while (at < this.text.length) {
      at = this.skipSpace(at);
      const char = this.text[at];
      if (char === undefined) break;
      if (depth === 0 && (char === ',' || char === ';' || CLOSING_BRACKETS.has(char))) return at;
      if (OPENING_BRACKETS.has(char)) depth++;
      else if (CLOSING_BRACKETS.has(char)) depth--;
      const token = this.readToken(at, previousChar);
      previousChar = token.at(-1) ?? '';
      at += token.length;
    }
    return this.text.length;
  }

  /** Reads one token: a whole string, template or regular expression, otherwise one word or character. */
  private readToken(at: number, previousChar: string): string {
    const forms = [/"(?:\\.|[^"\\\n])*"?/y, /'(?:\\.|[^'\\\n])*'?/y, /[\w$]+/y];
    if (previousChar === '' || /[(,=:[!&|?{};+<>~^%*-]/.test(previousChar))
      forms.push(/\/(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n])+\/[a-z]*/y);
    for (const form of forms) {
      form.lastIndex = at;
      const token = form.exec(this.text)?.[0];
      if (token) return token;
    }
    return this.text[at] === '`' ? this.readTemplate(at) : (this.text[at] ?? '');
  }

  private readTemplate(from: number): string {
    let at = from + 1;
    while (at < this.text.length && this.text[at] !== '`') {
      if (this.text[at] === '\\') at += 2;
      else if (this.text.startsWith('${', at)) at = this.skipExpression(at + 2) + 1;
      else at++;
    }
    return this.text.slice(from, at + 1);
  }
}
