/** Keys and chords in the spellings that people and models use, as Playwright takes them. Pure. */
import { ActFailure } from './act-failure.js';

const MODIFIERS: Record<string, string> = {
  ctrl: 'Control',
  control: 'Control',
  strg: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  meta: 'Meta',
  win: 'Meta',
  super: 'Meta',
  '⌘': 'Meta',
  '⌃': 'Control',
  alt: 'Alt',
  opt: 'Alt',
  option: 'Alt',
  '⌥': 'Alt',
  shift: 'Shift',
  '⇧': 'Shift',
  mod: 'ControlOrMeta',
  controlormeta: 'ControlOrMeta',
  cmdorctrl: 'ControlOrMeta',
};

const NAMED: Record<string, string> = {
  esc: 'Escape',
  escape: 'Escape',
  return: 'Enter',
  enter: 'Enter',
  '⏎': 'Enter',
  '↵': 'Enter',
  del: 'Delete',
  delete: 'Delete',
  ins: 'Insert',
  insert: 'Insert',
  backspace: 'Backspace',
  bksp: 'Backspace',
  tab: 'Tab',
  space: 'Space',
  spacebar: 'Space',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  pageup: 'PageUp',
  pgup: 'PageUp',
  pagedown: 'PageDown',
  pgdn: 'PageDown',
  pgdown: 'PageDown',
  home: 'Home',
  end: 'End',
  plus: '+',
  minus: '-',
  contextmenu: 'ContextMenu',
  capslock: 'CapsLock',
  printscreen: 'PrintScreen',
};

export interface Chord {
  modifiers: string[];
  key: string;
}

/** @throws ActFailure `bad-value` */
export function chordOf(given: string): Chord {
  const text = given.trim();
  const refuse = (): never => {
    throw new ActFailure(
      'bad-value',
      `“${given.slice(0, 40)}” is no key; keys are called Enter, Escape, ArrowDown, F5, a, or Control+Shift+P`,
    );
  };
  if (given === ' ') return { modifiers: [], key: 'Space' };
  if (!text) refuse();
  // A plus or minus at the end is the key itself: `Ctrl++`, `Ctrl+-`.
  const parts =
    text.length === 1
      ? [text]
      : (/^(.*)[+-]([+-])$/.exec(text)?.slice(1) ?? [text]).flatMap((part, i) =>
          i === 0 ? part.split(/\s*[+]\s*|(?<=\w)-(?=\S)|\s+/).filter(Boolean) : [part],
        );
  const last = parts.pop() ?? refuse();
  const modifiers = parts.map((part) => MODIFIERS[part.toLowerCase()] ?? refuse());
  return { modifiers: [...new Set(modifiers)], key: keyOf(last) ?? refuse() };
}

function keyOf(name: string): string | null {
  if (Array.from(name).length === 1) return NAMED[name] ?? MODIFIERS[name] ?? name;
  const plain = name.toLowerCase().replace(/[_ ]/g, '');
  const known = NAMED[plain] ?? MODIFIERS[plain];
  if (known) return known;
  const f = /^f([1-9]|1[0-9]|2[0-4])$/.exec(plain);
  if (f) return `F${f[1]}`;
  const code = /^(key)([a-z])$|^(digit)([0-9])$|^(numpad)([0-9])$/.exec(plain);
  if (code?.[2]) return `Key${code[2].toUpperCase()}`;
  if (code?.[4]) return `Digit${code[4]}`;
  if (code?.[6]) return `Numpad${code[6]}`;
  return null;
}

/** As Playwright spells it. A letter with Control is typed as on a keyboard: the capital only with Shift. */
export function spelled({ modifiers, key }: Chord): string {
  return [...modifiers, key].join('+');
}

const CLIPBOARD: Record<string, 'copy' | 'cut' | 'paste'> = {
  'Main+C': 'copy',
  'Main+X': 'cut',
  'Main+V': 'paste',
  'Main+Insert': 'copy',
  'Shift+Insert': 'paste',
  'Shift+Delete': 'cut',
  'Main+Shift+V': 'paste',
};

/** What a chord means for the clipboard; null for all others. Control everywhere, Command on a Mac. */
export function clipboardMeaning({ modifiers, key }: Chord): 'copy' | 'cut' | 'paste' | null {
  const names = modifiers.map((name) => (/^(Control|Meta|ControlOrMeta)$/.test(name) ? 'Main' : name));
  const letter = key.replace(/^Key/, '');
  return (
    CLIPBOARD[
      [...new Set(names)]
        .sort()
        .concat(letter.length === 1 ? letter.toUpperCase() : letter)
        .join('+')
    ] ?? null
  );
}
