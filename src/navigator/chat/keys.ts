/** Converts key names as people and models write them to Playwright's notation. */

const NAMES: Readonly<Record<string, string>> = {
  enter: 'Enter',
  return: 'Enter',
  tab: 'Tab',
  esc: 'Escape',
  escape: 'Escape',
  space: 'Space',
  spacebar: 'Space',
  backspace: 'Backspace',
  del: 'Delete',
  delete: 'Delete',
  insert: 'Insert',
  home: 'Home',
  end: 'End',
  pageup: 'PageUp',
  pagedown: 'PageDown',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
  ctrl: 'Control',
  control: 'Control',
  strg: 'Control',
  shift: 'Shift',
  alt: 'Alt',
  option: 'Alt',
  cmd: 'Meta',
  command: 'Meta',
  meta: 'Meta',
  plus: '+',
};

/** @returns null if the text is not a key or chord */
export function parseKeys(said: string): string | null {
  const text = said.trim();
  if (text === '+') return '+';
  const parts = text.split(/\s*\+\s*/);
  const keys = parts.map(parseKey);
  return keys.length > 0 && keys.every((key) => key !== null) ? keys.join('+') : null;
}

function parseKey(part: string): string | null {
  const word = part.replace(/[\s_-]/g, '').toLowerCase();
  if (NAMES[word]) return NAMES[word];
  if (/^f([1-9]|1[0-2])$/.test(word)) return word.toUpperCase();
  return Array.from(part).length === 1 ? part : null;
}
