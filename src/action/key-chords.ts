/** Parses keys and chords in common notations (`ctrl-a`, `⌘+C`) into the names that Playwright uses. Pure. */

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

const KEY_NAMES: Record<string, string> = {
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

/** A key that is pressed while modifier keys are held down; all names are Playwright's. */
export interface KeyChord {
  modifiers: string[];
  key: string;
}

/** @returns null if the text is not a key or chord */
export function parseKeyChord(text: string): KeyChord | null {
  if (text === ' ') return { modifiers: [], key: 'Space' };
  const trimmed = text.trim();
  if (trimmed.length <= 1) return trimmed ? toChord([trimmed]) : null;
  // A plus or minus at the end is the key: `Ctrl++`, `Ctrl+-`.
  const [modifiers = trimmed, ...key] = /^(.*)[+-]([+-])$/.exec(trimmed)?.slice(1) ?? [];
  const splitParts = (separator: RegExp): string[] => [...modifiers.split(separator).filter(Boolean), ...key];
  // Try plus signs alone first: other separators may be part of a key name (`Page Down`, `page-down`).
  return toChord(splitParts(/\s*\+\s*/)) ?? toChord(splitParts(/\s*\+\s*|(?<=\w)-(?=\S)|\s+/));
}

function toChord(parts: string[]): KeyChord | null {
  const key = toKeyName(parts.at(-1) ?? '');
  const modifiers = parts.slice(0, -1).map((part) => MODIFIERS[part.toLowerCase()]);
  if (key === null || !modifiers.every((name) => name !== undefined)) return null;
  return { modifiers: [...new Set(modifiers)], key };
}

function toKeyName(name: string): string | null {
  if (Array.from(name).length === 1) return KEY_NAMES[name] ?? MODIFIERS[name] ?? name;
  const word = name.toLowerCase().replace(/[\s_-]/g, '');
  const knownName = KEY_NAMES[word] ?? MODIFIERS[word];
  if (knownName) return knownName;
  const functionKey = /^f([1-9]|1[0-9]|2[0-4])$/.exec(word);
  if (functionKey) return `F${functionKey[1]}`;
  const code = /^(key)([a-z])$|^(digit)([0-9])$|^(numpad)([0-9])$/.exec(word);
  if (code?.[2]) return `Key${code[2].toUpperCase()}`;
  if (code?.[4]) return `Digit${code[4]}`;
  if (code?.[6]) return `Numpad${code[6]}`;
  return null;
}

/** Formats a chord for Playwright. Letters keep their case, because Playwright distinguishes `a` and `A`. */
export function formatKeyChord({ modifiers, key }: KeyChord): string {
  return [...modifiers, key].join('+');
}
