/**
 * Parses actions in BrowserGym's syntax, which models of WebLINX 1.1 write: `click("a1")`, `fill(bid="a1", value="x")`.
 * Ignores text around the call, like BrowserGym's lenient parser.
 */
import {
  matchStringLiteral,
  parsePythonFloat,
  parsePythonInteger,
  parseStringLiteral,
} from '../python/index.js';

/** A list, tuple or dictionary. BrowserGym accepts it, but no WebLINX action uses it. */
const CONTAINER = Symbol('container');

export type BrowserGymValue = string | number | boolean | null | typeof CONTAINER;

/** The actions of WebLINX 1.1 and the order of their arguments; all are required. */
const ARGUMENTS = {
  send_msg_to_user: ['text'],
  click: ['bid'],
  hover: ['bid'],
  fill: ['bid', 'value'],
  goto: ['url'],
  scroll: ['delta_x', 'delta_y'],
  new_tab: [],
  tab_close: [],
  tab_focus: ['index'],
} as const satisfies Record<string, readonly string[]>;

export type BrowserGymName = keyof typeof ARGUMENTS;

export interface BrowserGymAction {
  name: BrowserGymName;
  args: ReadonlyMap<string, BrowserGymValue>;
}

/** @returns null if the output is not exactly one action of WebLINX 1.1 with its arguments */
export function parseBrowserGymAction(output: string): BrowserGymAction | null {
  const calls = findCalls(expandTabs(output));
  const [call] = calls ?? [];
  if (call === undefined || calls!.length > 1 || !Object.hasOwn(ARGUMENTS, call.name)) return null;
  const name = call.name as BrowserGymName;
  const names: readonly string[] = ARGUMENTS[name];
  if (call.positionalArgs.length > names.length) return null;
  const args = new Map([
    ...call.positionalArgs.map((value, index) => [names[index]!, value] as const),
    ...call.namedArgs,
  ]);
  return names.every((argument) => args.has(argument)) ? { name, args } : null;
}

interface Call {
  name: string;
  positionalArgs: BrowserGymValue[];
  namedArgs: [name: string, value: BrowserGymValue][];
}

/** Thrown for a string with an invalid escape, which makes BrowserGym's parser fail. */
class InvalidLiteral extends Error {}

/** Returns all calls in a text; null if a literal is invalid. Skips comments. */
function findCalls(text: string): Call[] | null {
  const calls: Call[] = [];
  let index = 0;
  try {
    while ((index = skipBlank(text, index)) < text.length) {
      const parser = new CallParser(text, index);
      const call = parser.parseCall();
      if (call !== null) calls.push(call);
      index = call === null ? index + 1 : parser.index;
    }
  } catch (error) {
    if (!(error instanceof InvalidLiteral)) throw error;
    return null;
  }
  return calls;
}

const BLANK = /(?:[ \t\r\n]|#[^\n]*)*/y;

function skipBlank(text: string, index: number): number {
  BLANK.lastIndex = index;
  return index + BLANK.exec(text)![0].length;
}

/** Like Python's `str.expandtabs()`, which BrowserGym's parser calls first. */
function expandTabs(text: string): string {
  if (!text.includes('\t')) return text;
  let column = 0;
  return Array.from(text, (character) => {
    if (character === '\t') {
      const width = 8 - (column % 8);
      column += width;
      return ' '.repeat(width);
    }
    column = character === '\n' || character === '\r' ? 0 : column + 1;
    return character;
  }).join('');
}

const IDENTIFIER = /[\p{ID_Start}_][\p{ID_Continue}]*/uy;
const REAL = /[+-]?(?:\p{Nd}+e[+-]?\p{Nd}+|(?:\p{Nd}+\.\p{Nd}*|\.\p{Nd}+)(?:e[+-]?\p{Nd}+)?)/iuy;
const INTEGER = /[+-]?\p{Nd}+/uy;
const CONSTANT = /(?<![\w$])(?:True|False|None)(?![\w$])/y;
const CONSTANTS: Readonly<Record<string, boolean | null>> = { True: true, False: false, None: null };

/** Parses one call at `index`. Its methods return `undefined` or `null` if the text there does not match. */
class CallParser {
  constructor(
    private readonly text: string,
    public index: number,
  ) {}

  parseCall(): Call | null {
    const name = this.#take(IDENTIFIER);
    if (name === null || !this.#takePunctuation('(')) return null;
    const positionalArgs = this.#takeList(() => this.#takeValue());
    const namedArgs = this.#takeList(() => this.#takeNamedArgument());
    return this.#takePunctuation(')') ? { name, positionalArgs, namedArgs } : null;
  }

  /** Takes comma-separated elements, with an optional trailing comma. */
  #takeList<T>(takeElement: () => T | undefined): T[] {
    const elements: T[] = [];
    for (;;) {
      const start = this.index;
      const element = takeElement();
      if (element === undefined) {
        this.index = start;
        return elements;
      }
      elements.push(element);
      if (!this.#takePunctuation(',')) return elements;
    }
  }

  #takeNamedArgument(): [string, BrowserGymValue] | undefined {
    const name = this.#take(IDENTIFIER);
    if (name === null || !this.#takePunctuation('=')) return undefined;
    const value = this.#takeValue();
    return value === undefined ? undefined : [name, value];
  }

  #takeValue(): BrowserGymValue | undefined {
    this.index = skipBlank(this.text, this.index);
    const literal = matchStringLiteral(this.text, this.index);
    if (literal !== null) {
      this.index += literal.length;
      const value = parseStringLiteral(literal);
      if (value === null) throw new InvalidLiteral();
      return value;
    }
    const real = this.#take(REAL);
    if (real !== null) return parsePythonFloat(real) ?? undefined;
    const integer = this.#take(INTEGER);
    if (integer !== null) return parsePythonInteger(integer) ?? undefined;
    const constant = this.#take(CONSTANT);
    if (constant !== null) return CONSTANTS[constant];
    return this.#takeContainer() ? CONTAINER : undefined;
  }

  #takeContainer(): boolean {
    const start = this.index;
    const closingBracket = { '[': ']', '(': ')', '{': '}' }[this.text.charAt(this.index)];
    if (closingBracket === undefined) return false;
    this.index += 1;
    this.#takeList(() => {
      if (closingBracket !== '}') return this.#takeValue();
      const key = this.#takeValue();
      return typeof key === 'string' && this.#takePunctuation(':') ? this.#takeValue() : undefined;
    });
    if (this.#takePunctuation(closingBracket)) return true;
    this.index = start;
    return false;
  }

  #takePunctuation(character: string): boolean {
    const index = skipBlank(this.text, this.index);
    if (!this.text.startsWith(character, index)) return false;
    this.index = index + character.length;
    return true;
  }

  #take(pattern: RegExp): string | null {
    const index = skipBlank(this.text, this.index);
    pattern.lastIndex = index;
    const match = pattern.exec(this.text)?.[0] ?? null;
    if (match !== null) this.index = index + match.length;
    return match;
  }
}
