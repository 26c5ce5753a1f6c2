/** Formats calls `name(key=value, …)` like the library's `format_output_dictionary`. */
import { formatDictRepr, formatNumber } from '../../python/index.js';

/** Integers, strings, Python's None, and dictionaries of attributes. */
export type CallValue = string | number | null | Readonly<Record<string, string>>;
export type CallArguments = Readonly<Record<string, CallValue>>;

export interface Call {
  name: string;
  /** Printed in key order. */
  args: CallArguments;
}

export function formatCall({ name, args }: Call): string {
  const list = Object.entries(args).map(([key, value]) => `${key}=${formatValue(value)}`);
  return `${name}(${list.join(', ')})`;
}

function formatValue(value: CallValue): string {
  // Quotes, backslashes and carriage returns are not escaped.
  if (typeof value === 'string') return `"${value.replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`;
  if (typeof value === 'number') return formatNumber(value);
  return value === null ? 'None' : formatDictRepr(value);
}
