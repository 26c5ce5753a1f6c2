/** `name(key=value, …)`: the library's printer of turns, `format_output_dictionary` (spec 2.2). */
import { numberText } from '../../python/index.js';

/** `{}` is the empty dictionary that the ranker was trained to see in place of attributes (spec 0, item 1). */
export type CallValue = string | number | null | Readonly<Record<string, never>>;
export type CallArguments = Readonly<Record<string, CallValue>>;

/** @param args printed in the order of their keys */
export function callText(name: string, args: CallArguments): string {
  const list = Object.entries(args).map(([key, value]) => `${key}=${valueText(value)}`);
  return `${name}(${list.join(', ')})`;
}

function valueText(value: CallValue): string {
  // Quotes inside are not escaped, nor are backslashes and carriage returns.
  if (typeof value === 'string') return `"${value.replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`;
  if (typeof value === 'number') return numberText(value);
  return value === null ? 'None' : '{}';
}
