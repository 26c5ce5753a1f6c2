/** Replaces secret values, and strings that look like keys, with `<NAME>`. */
import { replacePatterns } from './patterns.js';
import { listSpellings } from './spellings.js';

export interface Redactor {
  /**
   * Registers a value under a name. Ignores empty values, and a second name for the same value. A value shorter than
   * `MIN_SECRET_LENGTH` is replaced only if it is the whole string; replacing every `12` would hide nothing.
   */
  add(name: string, value: string): void;
  /** Redacts plain text. Returns the same string if it contains no secret. */
  text(text: string): string;
  /** Redacts markup. Writes `&lt;NAME&gt;`, because `<NAME>` would be parsed as an element. */
  html(markup: string): string;
  /**
   * Redacts every string value of plain data. Keys and binary data are not changed. Objects without a match are
   * returned as they are.
   */
  json<T>(value: T): T;
}

/** Minimum length, in UTF-16 units, of values that are searched for inside other text. */
export const MIN_SECRET_LENGTH = 4;

interface CompiledSecrets {
  /** Runs of letters and digits from the secrets. Text that contains none of them contains no secret. */
  cores: readonly string[];
  expression: RegExp | null;
  /** The name for each spelling; null for a placeholder, which must stay unchanged. */
  namesBySpelling: ReadonlyMap<string, string | null>;
  /** The name for each short value. Short values are replaced only as whole strings. */
  namesByShortValue: ReadonlyMap<string, string>;
  /** The name for each beginning of a value, and the length of the longest one. */
  prefixes: { namesByPrefix: ReadonlyMap<string, string>; maxLength: number };
}

/** Shorter beginnings of a value reveal little, and masking them would hide other words. */
const MIN_PREFIX_LENGTH = 4;
/** Without an ellipsis, only text of at least this length is assumed to be truncated. */
const MIN_TRUNCATED_TEXT_LENGTH = 80;
const MIN_UNMARKED_PREFIX_LENGTH = 6;

/** Replaces the beginning of a value where text was truncated: before an ellipsis, or at the end of long text. */
function replaceTruncatedValues(
  text: string,
  { namesByPrefix, maxLength }: CompiledSecrets['prefixes'],
  formatPlaceholder: (name: string) => string,
): string {
  if (maxLength === 0) return text;
  const replaceAt = (end: number, minLength: number): string => {
    for (let length = Math.min(maxLength, end); length >= minLength; length--) {
      const name = namesByPrefix.get(text.slice(end - length, end));
      if (name !== undefined)
        return `${text.slice(0, end - length)}${formatPlaceholder(name)}${text.slice(end)}`;
    }
    return text;
  };
  const ellipsisIndex = text.indexOf('…');
  if (ellipsisIndex >= 0) return replaceAt(ellipsisIndex, MIN_PREFIX_LENGTH);
  return text.length >= MIN_TRUNCATED_TEXT_LENGTH ? replaceAt(text.length, MIN_UNMARKED_PREFIX_LENGTH) : text;
}

export function createRedactor(): Redactor {
  const secrets = new Map<string, string>();
  let compiledSecrets: CompiledSecrets = compileSecrets(secrets);

  const replace = (text: string, formatPlaceholder: (name: string) => string): string => {
    if (text === '') return text;
    const shortName = compiledSecrets.namesByShortValue.get(text);
    if (shortName !== undefined) return formatPlaceholder(shortName);
    let result = text;
    const { cores, expression, namesBySpelling } = compiledSecrets;
    // `includes` is several times faster than a long alternation, and most strings contain no secret.
    if (expression !== null && cores.some((core) => text.includes(core))) {
      result = text.replace(expression, (match) => {
        const name = namesBySpelling.get(match);
        return name === undefined || name === null ? match : formatPlaceholder(name);
      });
    }
    return replacePatterns(
      replaceTruncatedValues(result, compiledSecrets.prefixes, formatPlaceholder),
      formatPlaceholder,
    );
  };

  const redactText = (value: string): string => replace(value, formatPlainPlaceholder);
  return {
    add(name, value) {
      if (value === '' || secrets.has(value)) return;
      secrets.set(value, name);
      compiledSecrets = compileSecrets(secrets);
    },
    text: redactText,
    html: (markup) => replace(markup, formatHtmlPlaceholder),
    json: (value) => mapStrings(value, redactText),
  };
}

const formatPlainPlaceholder = (name: string): string => `<${name}>`;
const formatHtmlPlaceholder = (name: string): string => `&lt;${name}&gt;`;

function compileSecrets(secrets: ReadonlyMap<string, string>): CompiledSecrets {
  const namesBySpelling = new Map<string, string | null>();
  const namesByShortValue = new Map<string, string>();
  const cores = new Set<string>();
  for (const [value, name] of secrets) {
    if (value.length < MIN_SECRET_LENGTH) {
      namesByShortValue.set(value, name);
      continue;
    }
    const core = findCore(value);
    for (const spelling of listSpellings(value)) {
      if (spelling.length < MIN_SECRET_LENGTH) continue;
      if (!namesBySpelling.has(spelling)) namesBySpelling.set(spelling, name);
      // Most spellings keep the value's letters and digits, so one core covers them all.
      cores.add(spelling.includes(core) ? core : findCore(spelling));
    }
  }
  const spellings = [...namesBySpelling.keys()];
  // A value may be part of a placeholder (`pass` in `<DB_pass>`), so placeholders are not changed.
  for (const name of secrets.values()) {
    for (const placeholder of [formatPlainPlaceholder(name), formatHtmlPlaceholder(name)]) {
      if (spellings.some((spelling) => placeholder.includes(spelling)))
        namesBySpelling.set(placeholder, null);
    }
  }
  const namesByPrefix = new Map<string, string>();
  for (const [value, name] of secrets)
    for (let length = MIN_PREFIX_LENGTH; length < value.length; length++)
      namesByPrefix.set(value.slice(0, length), name);
  const sortedSpellings = [...namesBySpelling.keys()].toSorted(compareLongestFirst);
  const expression =
    sortedSpellings.length === 0 ? null : new RegExp(sortedSpellings.map(escapeRegExp).join('|'), 'g');
  const prefixes = {
    namesByPrefix,
    maxLength: Math.max(0, ...[...namesByPrefix.keys()].map((prefix) => prefix.length)),
  };
  return { cores: [...cores], expression, namesBySpelling, namesByShortValue, prefixes };
}

/** Finds the longest run of letters and digits. Returns the whole text if that run is too short to be rare. */
function findCore(text: string): string {
  const longestRun = (text.match(/[A-Za-z0-9]+/g) ?? []).reduce(
    (best, run) => (run.length > best.length ? run : best),
    '',
  );
  return longestRun.length < 3 ? text : longestRun;
}

function compareLongestFirst(a: string, b: string): number {
  return b.length - a.length || (a < b ? -1 : 1);
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Copies only the path to a changed string; a value without a match is returned unchanged. */
function mapStrings<T>(value: T, map: (text: string) => string): T {
  if (typeof value === 'string') return map(value) as T & string;
  if (typeof value !== 'object' || value === null || isBinaryOrDate(value)) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => mapStrings(item, map));
    return items.every((item, index) => Object.is(item, value[index])) ? value : (items as T & unknown[]);
  }
  const changes: Record<string, unknown> = {};
  let hasChanges = false;
  for (const [key, item] of Object.entries(value)) {
    const mapped: unknown = mapStrings(item, map);
    if (Object.is(mapped, item)) continue;
    Object.defineProperty(changes, key, {
      value: mapped,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    hasChanges = true;
  }
  return hasChanges
    ? Object.defineProperties({ ...value }, Object.getOwnPropertyDescriptors(changes))
    : value;
}

function isBinaryOrDate(value: object): boolean {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof Date;
}
