/** `name(key=value, …)`: the library's printer of turns, `format_output_dictionary` (spec 2.2). */
import { dictRepr, numberText } from '../../python/index.js';

/** Whole numbers, strings, Python's None, and dictionaries of attributes. */
export type CallValue = string | number | null | Readonly<Record<string, string>>;
export type CallArguments = Readonly<Record<string, CallValue>>;

export interface Call {
  name: string;
  /** Printed in the order of their keys. */
  args: CallArguments;
}

export function callText({ name, args }: Call): string {
  const list = Object.entries(args).map(([key, value]) => `${key}=${valueText(value)}`);
  return `${name}(${list.join(', ')})`;
}

function valueText(value: CallValue): string {
  // Quotes inside are not escaped, nor are backslashes and carriage returns.
  if (typeof value === 'string') return `"${value.replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`;
  if (typeof value === 'number') return numberText(value);
  return value === null ? 'None' : dictRepr(value);
}
