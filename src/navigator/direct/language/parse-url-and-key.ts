/** Parses URLs and keyboard keys in the forms that people type. */
import { KEYS, KEYS_THAT_ARE_ALSO_BUTTON_NAMES, MODIFIERS } from '../lexicon/keys.js';
import { collapseSpaces } from '../text.js';

const URL_LIKE =
  /^(?:https?:\/\/|file:\/\/|about:)\S+$|^(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?(?:\/\S*)?$|^(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|edu|gov|co|uk|de|fr|no|se|app|test|example|info|eu|ch|ca|us|ai|me|tv|site|page|local)(?::\d+)?(?:\/\S*)?$/iu;

/** Returns the URL with a scheme: `http` for IP addresses and localhost, otherwise `https`. Null for other text. */
export function parseUrl(text: string): string | null {
  const trimmed = collapseSpaces(text)
    .replace(/^(?:the )?(?:site|website|web site|page|url|address|web page)\s+(?:at\s+)?/iu, '')
    .replace(/\s+(?:site|website|page)$/iu, '');
  if (!URL_LIKE.test(trimmed)) return null;
  if (/^(?:https?|file|about):/iu.test(trimmed)) return trimmed;
  return `${/^(?:localhost|\d)/iu.test(trimmed) ? 'http' : 'https'}://${trimmed}`;
}

/**
 * Converts "Enter", "ctrl+a" and "the escape key" to Playwright's key names. `isUnambiguous` is false if the word may
 * also be a button's name.
 */
export function parseKey(text: string): { key: string; isUnambiguous: boolean } | null {
  const phrase = collapseSpaces(text).toLowerCase();
  const trimmed = phrase
    .replace(/^(?:the|on the|on)\s+/u, '')
    .replace(/\s+(?:key|button on (?:the|your) keyboard|on (?:the|your) keyboard)$/u, '');
  const mentionsKey = /\bkey(?:board)?\b/u.test(phrase);
  const parts = trimmed.split(/\s*[+-]\s*|\s+(?=\w$)/u);
  const modifiers = parts.slice(0, -1).map((p) => MODIFIERS[p]);
  const lastPart = parts.at(-1)!;
  if (parts.length > 1 && modifiers.every(Boolean)) {
    const key = KEYS[lastPart] ?? (/^[a-z0-9]$/u.test(lastPart) ? lastPart.toUpperCase() : null);
    return key ? { key: [...modifiers, key].join('+'), isUnambiguous: true } : null;
  }
  const key = KEYS[trimmed] ?? (/^[a-z0-9]$/u.test(trimmed) && mentionsKey ? trimmed : null);
  return key ? { key, isUnambiguous: mentionsKey || !KEYS_THAT_ARE_ALSO_BUTTON_NAMES.has(trimmed) } : null;
}
