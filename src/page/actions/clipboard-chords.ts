/** Recognises the key combinations for copy, cut and paste. No side effects. */
import type { KeyChord } from '../../action/index.js';

/** `Main` stands for both Control and Command. */
const COMMANDS_BY_CHORD: Record<string, 'copy' | 'cut' | 'paste'> = {
  'Main+C': 'copy',
  'Main+X': 'cut',
  'Main+V': 'paste',
  'Main+Insert': 'copy',
  'Shift+Insert': 'paste',
  'Shift+Delete': 'cut',
  'Main+Shift+V': 'paste',
};

/** Finds the clipboard command of a key combination; null if it has none. */
export function findClipboardCommand({ modifiers, key }: KeyChord): 'copy' | 'cut' | 'paste' | null {
  const modifierNames = modifiers.map((name) =>
    /^(Control|Meta|ControlOrMeta)$/.test(name) ? 'Main' : name,
  );
  const keyName = key.replace(/^Key/, '');
  return (
    COMMANDS_BY_CHORD[
      [...new Set(modifierNames)]
        .sort()
        .concat(keyName.length === 1 ? keyName.toUpperCase() : keyName)
        .join('+')
    ] ?? null
  );
}
