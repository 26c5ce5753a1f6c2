/** Translates key names as WebArena's `press` action does. */

/** Key names that match regardless of case. All others are passed to the browser unchanged. */
const SPECIAL_KEYS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'Backspace',
    'Tab',
    'Delete',
    'Escape',
    'ArrowUp',
    'ArrowDown',
    'ArrowLeft',
    'ArrowRight',
    'End',
    'Enter',
    'Home',
    'Insert',
    'PageDown',
    'PageUp',
    'Meta',
    ...Array.from({ length: 12 }, (_, index) => `F${index + 1}`),
  ].map((name) => [name.toLowerCase(), name]),
);

const BROWSER_KEYS = /^(?:Control|Shift|Alt|Meta|ControlOrMeta|Space|ContextMenu|Key[A-Z]|Digit\d|[^\s])$/u;

/** @returns null if the browser has no such key. The published prompts use one: `Ctrl+v` instead of `Control+v`. */
export function translateFaithfulKey(combination: string): string | null {
  const keys = combination
    .split('+')
    .map((keyName) => keyName.trim())
    .map((keyName) => SPECIAL_KEYS[keyName.toLowerCase()] ?? keyName);
  const areAllKnown = keys.every(
    (key) => BROWSER_KEYS.test(key) || Object.values(SPECIAL_KEYS).includes(key),
  );
  // Except on a Mac, WebArena replaces Meta with Control.
  return areAllKnown ? keys.map((key) => (key === 'Meta' ? 'ControlOrMeta' : key)).join('+') : null;
}
