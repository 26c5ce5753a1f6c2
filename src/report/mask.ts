/**
 * Masks secrets in recorded data before it is rendered. Enum values are not masked, so that a secret whose text is
 * `click` does not change the meaning of an event. Pure.
 */
import type { Redactor } from '../secrets/index.js';

const ENUM_KEYS: ReadonlySet<string> = new Set([
  'type',
  'intent',
  'status',
  'kind',
  'speaker',
  'verdict',
  'class',
  'by',
  'reason',
  'purpose',
  'role',
]);

/** Enum values are single words. */
const ENUM_VALUE = /^[A-Za-z]+(?:-[a-z]+)*$/;

export function maskRecord<T>(value: T, redactor: Redactor): T {
  const masked = redactor.json(value);
  return masked === value ? value : (restoreEnums(value, masked) as T);
}

function restoreEnums(original: unknown, masked: unknown): unknown {
  if (original === masked || !isObject(original) || !isObject(masked)) return masked;
  if (Array.isArray(original) && Array.isArray(masked))
    return masked.map((item: unknown, index) => restoreEnums(original[index], item));
  return Object.fromEntries(
    Object.entries(masked).map(([key, value]) => {
      const originalValue = (original as Record<string, unknown>)[key];
      // The names and values of attributes come from the page.
      if (key === 'attributes') return [key, value];
      const isEnum =
        ENUM_KEYS.has(key) && typeof originalValue === 'string' && ENUM_VALUE.test(originalValue);
      return [key, isEnum ? originalValue : restoreEnums(originalValue, value)];
    }),
  );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
