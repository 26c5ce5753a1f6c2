/** Parses keys and chords in common spellings into the names that Playwright uses. Pure. */
import { ActionFailure } from './action-failure.js';

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

export interface KeyChord {
  modifiers: string[];
  key: string;
}

/** @throws ActionFailure `bad-value` */
export function parseChord(given: string): KeyChord {
  const text = given.trim();
  const refuse = (): never => {
    throw new ActionFailure(
      'bad-value',
      `“${given.slice(0, 40)}” is not a key; use names such as Enter, Escape, ArrowDown, F5, a, or Control+Shift+P`,
    );
  };
  if (given === ' ') return { modifiers: [], key: 'Space' };
  if (!text) refuse();
  // A plus or minus at the end is the key: `Ctrl++`, `Ctrl+-`.
  const parts =
    text.length === 1
      ? [text]
      : (/^(.*)[+-]([+-])$/.exec(text)?.slice(1) ?? [text]).flatMap((part, i) =>
          i === 0 ? part.split(/\s*[+]\s*|(?<=\w)-(?=\S)|\s+/).filter(Boolean) : [part],
        );
  const last = parts.pop() ?? refuse();
  const modifiers = parts.map((part) => MODIFIERS[part.toLowerCase()] ?? refuse());
  return { modifiers: [...new Set(modifiers)], key: normaliseKey(last) ?? refuse() };
}

function normaliseKey(name: string): string | null {
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

/** Formats a chord for Playwright. A letter stays as given: with Control it is a capital only with Shift. */
export function formatChord({ modifiers, key }: KeyChord): string {
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

/** The clipboard command of a chord, with Control or Command; null for all other chords. */
export function findClipboardCommand({ modifiers, key }: KeyChord): 'copy' | 'cut' | 'paste' | null {
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
