import { formatKeyChord, parseKeyChord } from '../../action/index.js';
import { fail, succeed, type ConversionResult } from './conversion.js';

/** Presses a key or chord, in any common spelling, on the focused element. */
export function pressKey(text: string): ConversionResult {
  const chord = parseKeyChord(text);
  return chord === null
    ? fail(`“${text.slice(0, 40)}” is not a key. For example: Enter, Escape, ArrowDown, Control+A.`)
    : succeed({ intent: 'press', key: formatKeyChord(chord) });
}
