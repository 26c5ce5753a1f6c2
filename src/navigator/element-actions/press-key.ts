import { formatKeyChord, parseKeyChord } from '../../action/index.js';
import { fail, succeed, type ConversionResult } from './conversion.js';

/** Presses a key or chord on the focused element. Accepts any common notation, such as `ctrl+a` and `Control+A`. */
export function pressKey(text: string): ConversionResult {
  const chord = parseKeyChord(text);
  return chord === null
    ? fail(`“${text.slice(0, 40)}” is not a key. For example: Enter, Escape, ArrowDown, Control+A.`)
    : succeed({ intent: 'press', key: formatKeyChord(chord) });
}
