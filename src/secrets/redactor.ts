/** The redactor: replaces secret values, and strings that look like keys, with `<NAME>`. */
import { replacePatterns } from './patterns.js';
import { findSpellings } from './spellings.js';

export interface Redactor {
  /**
   * Registers a value under a name. Empty values and a second name for the same value are ignored. A value shorter
   * than `MIN_SECRET_LENGTH` is replaced only if it is the whole string; replacing every `12` would hide nothing.
   */
  add(name: string, value: string): void;
  /** Redacts plain text. Returns the same string if it contains no secret. */
  text(text: string): string;
  /** Redacts markup: `&lt;NAME&gt;`, since a bare `<NAME>` would parse as an element and shift the tree. */
  html(markup: string): string;
  /**
   * Redacts every string value of plain data. Keys and binary data are not changed. Parts without a match are
   * returned as the same objects.
   */
  json<T>(value: T): T;
}

/** Minimum length, in UTF-16 units, of values that are searched for inside other text. */
export const MIN_SECRET_LENGTH = 4;

interface CompiledSecrets {
  /** Runs of letters and digits from the secrets. A text that contains none of them contains no secret. */
  cores: readonly string[];
  expression: RegExp | null;
  /** The name for each spelling; null for a placeholder, which must stay unchanged. */
  names: ReadonlyMap<string, string | null>;
  /** Short values, replaced only as whole strings. */
  wholeStrings: ReadonlyMap<string, string>;
  /** The name for each beginning of a value, and the length of the longest one. */
  prefixes: { names: ReadonlyMap<string, string>; maxLength: number };
}

/** Shorter beginnings of a value reveal little, and masking them would hide other words. */
const MIN_PREFIX_LENGTH = 4;
/** Without an ellipsis, only a text of at least this length is assumed to be truncated. */
const MIN_CUT_TEXT_LENGTH = 80;
const MIN_UNMARKED_PREFIX_LENGTH = 6;

/** Replaces the beginning of a value where a text was truncated: before an ellipsis, or at the end of a long text. */
function replaceCutValues(
  text: string,
  { names, maxLength }: CompiledSecrets['prefixes'],
  mark: (name: string) => string,
): string {
  if (maxLength === 0) return text;
  const replaceAt = (end: number, minLength: number): string => {
    for (let length = Math.min(maxLength, end); length >= minLength; length--) {
      const name = names.get(text.slice(end - length, end));
      if (name !== undefined) return `${text.slice(0, end - length)}${mark(name)}${text.slice(end)}`;
    }
    return text;
  };
  const ellipsis = text.indexOf('…');
  if (ellipsis >= 0) return replaceAt(ellipsis, MIN_PREFIX_LENGTH);
  return text.length >= MIN_CUT_TEXT_LENGTH ? replaceAt(text.length, MIN_UNMARKED_PREFIX_LENGTH) : text;
}

export function createRedactor(): Redactor {
  const secrets = new Map<string, string>();
  let compiled: CompiledSecrets = compile(secrets);

  const replace = (text: string, mark: (name: string) => string): string => {
    if (text === '') return text;
    const shortName = compiled.wholeStrings.get(text);
    if (shortName !== undefined) return mark(shortName);
    let result = text;
    const { cores, expression, names } = compiled;
    // `includes` is several times faster than a long alternation, and most strings contain no secret.
    if (expression !== null && cores.some((core) => text.includes(core))) {
      result = text.replace(expression, (hit) => {
        const name = names.get(hit);
        return name === undefined || name === null ? hit : mark(name);
      });
    }
    return replacePatterns(replaceCutValues(result, compiled.prefixes, mark), mark);
  };

  const text = (value: string): string => replace(value, plainMark);
  return {
    add(name, value) {
      if (value === '' || secrets.has(value)) return;
      secrets.set(value, name);
      compiled = compile(secrets);
    },
    text,
    html: (markup) => replace(markup, htmlMark),
    json: (value) => mapStrings(value, text),
  };
}

const plainMark = (name: string): string => `<${name}>`;
const htmlMark = (name: string): string => `&lt;${name}&gt;`;

function compile(secrets: ReadonlyMap<string, string>): CompiledSecrets {
  const names = new Map<string, string | null>();
  const wholeStrings = new Map<string, string>();
  const cores = new Set<string>();
  for (const [value, name] of secrets) {
    if (value.length < MIN_SECRET_LENGTH) {
      wholeStrings.set(value, name);
      continue;
    }
    const core = coreOf(value);
    for (const form of findSpellings(value)) {
      if (form.length < MIN_SECRET_LENGTH) continue;
      if (!names.has(form)) names.set(form, name);
      // Most spellings keep the value's letters and digits, so one core covers them all.
      cores.add(form.includes(core) ? core : coreOf(form));
    }
  }
  const spellings = [...names.keys()];
  // A value may be part of a placeholder (`pass` in `<DB_pass>`), so placeholders are not changed.
  for (const name of secrets.values()) {
    for (const placeholder of [plainMark(name), htmlMark(name)]) {
      if (spellings.some((spelling) => placeholder.includes(spelling))) names.set(placeholder, null);
    }
  }
  const prefixNames = new Map<string, string>();
  for (const [value, name] of secrets)
    for (let length = MIN_PREFIX_LENGTH; length < value.length; length++)
      prefixNames.set(value.slice(0, length), name);
  const longestSpellings = [...names.keys()].toSorted(longestFirst);
  const expression =
    longestSpellings.length === 0 ? null : new RegExp(longestSpellings.map(escapeExpression).join('|'), 'g');
  const prefixes = {
    names: prefixNames,
    maxLength: Math.max(0, ...[...prefixNames.keys()].map((prefix) => prefix.length)),
  };
  return { cores: [...cores], expression, names, wholeStrings, prefixes };
}

/** The longest run of letters and digits, or the whole text if that run is too common. */
function coreOf(text: string): string {
  const longest = (text.match(/[A-Za-z0-9]+/g) ?? []).reduce(
    (best, run) => (run.length > best.length ? run : best),
    '',
  );
  return longest.length < 3 ? text : longest;
}

function longestFirst(a: string, b: string): number {
  return b.length - a.length || (a < b ? -1 : 1);
}

function escapeExpression(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Copies only the path to a changed string; a value without a match is returned unchanged. */
function mapStrings<T>(value: T, map: (text: string) => string): T {
  if (typeof value === 'string') return map(value) as T & string;
  if (typeof value !== 'object' || value === null || isOpaque(value)) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => mapStrings(item, map));
    return items.every((item, index) => Object.is(item, value[index])) ? value : (items as T & unknown[]);
  }
  const changes: Record<string, unknown> = {};
  let changed = false;
  for (const [key, item] of Object.entries(value)) {
    const mapped: unknown = mapStrings(item, map);
    if (Object.is(mapped, item)) continue;
    Object.defineProperty(changes, key, {
      value: mapped,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    changed = true;
  }
  return changed ? Object.defineProperties({ ...value }, Object.getOwnPropertyDescriptors(changes)) : value;
}

function isOpaque(value: object): boolean {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof Date;
}
