/** Recognises the chords that copy, cut and paste. Pure. */
import type { KeyChord } from '../../action/index.js';

/** Keys of `COMMANDS_BY_CHORD` contain `Main` for both Control and Command. */
const COMMANDS_BY_CHORD: Record<string, 'copy' | 'cut' | 'paste'> = {
  'Main+C': 'copy',
  'Main+X': 'cut',
  'Main+V': 'paste',
  'Main+Insert': 'copy',
  'Shift+Insert': 'paste',
  'Shift+Delete': 'cut',
  'Main+Shift+V': 'paste',
};

/** The clipboard command that a chord runs, or null. */
export function findClipboardCommand({ modifiers, key }: KeyChord): 'copy' | 'cut' | 'paste' | null {
  const names = modifiers.map((name) => (/^(Control|Meta|ControlOrMeta)$/.test(name) ? 'Main' : name));
  const letter = key.replace(/^Key/, '');
  return (
    COMMANDS_BY_CHORD[
      [...new Set(names)]
        .sort()
        .concat(letter.length === 1 ? letter.toUpperCase() : letter)
        .join('+')
    ] ?? null
  );
}
