/** Finds session keys in the cookies and local storage of a storage state. */
import type { Redactor } from './redactor.js';

/** The fields of Playwright's storage state that contain values. */
export interface StorageValues {
  cookies: readonly { name: string; value: string }[];
  origins: readonly { localStorage?: readonly { name: string; value: string }[] }[];
}

const MIN_RANDOM_LENGTH = 12;

/** Whether a value mixes letters and digits, or is a long run of both cases, unlike words, numbers, dates and URLs. */
function looksRandom(value: string): boolean {
  if (value.length < MIN_RANDOM_LENGTH || /\s|^https?:|^\d[\d.:TZ/-]*$/u.test(value)) return false;
  return /\d/.test(value)
    ? /[A-Za-z]/.test(value)
    : /^[\w+/=-]{20,}$/.test(value) && /[a-z][A-Z]/.test(value);
}

/** Returns the strings inside a stored value, which is often JSON. */
function listStrings(value: string): string[] {
  if (!/^\s*[[{"]/u.test(value)) return [value];
  const strings: string[] = [];
  try {
    JSON.parse(value, (_, item: unknown) => {
      if (typeof item === 'string') strings.push(item);
      return item;
    });
  } catch {
    return [value];
  }
  return strings;
}

/** Registers values that look like keys, as `<COOKIE_sid>` and `<STORAGE_auth>`. */
export function registerStorageSecrets(redactor: Redactor, { cookies, origins }: StorageValues): void {
  const registerRandomStrings = (kind: string, name: string, value: string): void => {
    for (const text of listStrings(value))
      if (looksRandom(text)) redactor.add(`${kind}_${name.replace(/[^\w-]+/gu, '_')}`, text);
  };
  for (const { name, value } of cookies) registerRandomStrings('COOKIE', name, value);
  for (const { localStorage = [] } of origins)
    for (const { name, value } of localStorage) registerRandomStrings('STORAGE', name, value);
}
