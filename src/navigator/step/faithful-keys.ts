/** Keys as WebArena's `press` understands them (spec A.9). */

/** Names that are found in any case; all others go to the browser as they are. */
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

/** @returns null if the browser knows no such key: `Ctrl+v`, the example of the published prompts */
export function findFaithfulKey(combination: string): string | null {
  const keys = combination
    .split('+')
    .map((part) => part.trim())
    .map((part) => SPECIAL_KEYS[part.toLowerCase()] ?? part);
  const known = keys.every((key) => BROWSER_KEYS.test(key) || Object.values(SPECIAL_KEYS).includes(key));
  // Off a Mac, WebArena presses Control in place of Meta.
  return known ? keys.map((key) => (key === 'Meta' ? 'ControlOrMeta' : key)).join('+') : null;
}
