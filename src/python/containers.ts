/** Formats dictionaries of strings as Python prints them. */
import { repr } from './repr.js';

/** `repr(dict)`: `{'a': 'b'}` */
export function formatDictRepr(dict: Readonly<Record<string, string>>): string {
  return `{${Object.entries(dict)
    .map(([key, value]) => `${repr(key)}: ${repr(value)}`)
    .join(', ')}}`;
}

/** `json.dumps(dict)`: spaces after colons and commas, ASCII only. */
export function formatDictJson(dict: Readonly<Record<string, string>>): string {
  return `{${Object.entries(dict)
    .map(([key, value]) => `${toPythonJson(key)}: ${toPythonJson(value)}`)
    .join(', ')}}`;
}

function toPythonJson(text: string): string {
  return JSON.stringify(text).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
