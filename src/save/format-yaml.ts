/** Formats a scenario as YAML in a hand-written style: short entries on one line, long text folded. Pure. */
import { stringify } from 'yaml';

const MAX_COLUMNS = 110;

/**
 * Formats a value on one line, with quotes only where needed: `{ role: link, name: Size }`, `[title, name]`, `"16:00"`.
 */
export function formatInline(value: unknown): string {
  return Array.isArray(value) || (typeof value === 'object' && value !== null)
    ? formatCollection(value)
    : formatScalar(value, false);
}

function formatCollection(value: object): string {
  const format = (item: unknown): string =>
    typeof item === 'object' && item !== null ? formatCollection(item) : formatScalar(item, true);
  if (Array.isArray(value)) return `[${value.map(format).join(', ')}]`;
  return `{ ${Object.entries(value)
    .map(([key, item]) => `${key}: ${format(item)}`)
    .join(', ')} }`;
}

/** @param isInCollection whether commas and brackets end an unquoted text */
function formatScalar(value: unknown, isInCollection: boolean): string {
  if (typeof value !== 'string') return String(value);
  const options = { lineWidth: 0 } as const;
  // YAML 1.1 parsers read `16:00` as a number.
  if (/^\d+:\d/.test(value) || value.includes('\n')) return JSON.stringify(value);
  return isInCollection
    ? stringify([value], { ...options, collectionStyle: 'flow', flowCollectionPadding: false })
        .trimEnd()
        .slice(1, -1)
    : stringify(value, options).trimEnd();
}

/** `key: value`; a text that is too long for one line is folded. @param indent columns before the key */
export function formatEntry(key: string, value: unknown, indent: number): string[] {
  const line = `${key}: ${formatInline(value)}`;
  if (indent + line.length <= MAX_COLUMNS || typeof value !== 'string' || !canFold(value)) return [line];
  return [`${key}: >-`, ...wrapText(value, MAX_COLUMNS - indent - 2).map((part) => `  ${part}`)];
}

/** Folding keeps single spaces only. */
const canFold = (text: string): boolean => !/\n| {2}|^ | $/.test(text);

export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const lastLine = lines.at(-1);
    if (lastLine !== undefined && lastLine.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${lastLine} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Formats a list item: one line per entry, long text folded. */
export function formatItem(entry: Readonly<Record<string, unknown>>, indent: number): string[] {
  const lines = Object.entries(entry).flatMap(([key, value]) => formatEntry(key, value, indent + 2));
  return lines.map((line, i) => `${i === 0 ? '- ' : '  '}${line}`);
}

export const indentLines = (lines: readonly string[], columns: number): string[] =>
  lines.map((line) => (line === '' ? '' : `${' '.repeat(columns)}${line}`));

export const toComment = (text: string, columns = MAX_COLUMNS): string[] =>
  text === '' ? [] : wrapText(text.replace(/\s+/g, ' ').trim(), columns - 2).map((line) => `# ${line}`);
