/** Registers the environment variables whose values are always redacted. */
import type { Redactor } from './redactor.js';

/** Matches the key variables of any provider, including those that Parley does not use. */
const KEY_SUFFIX = /_(?:API_KEY|API_TOKEN|SECRET_KEY)$/;

export const WELL_KNOWN_KEY_VARIABLES = [
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
] as const;

const SECRET_PREFIX = 'PARLEY_SECRET_';

/**
 * Registers the well-known keys and every variable that matches `KEY_SUFFIX`. Also registers each `PARLEY_SECRET_X`
 * under the name `X`, which scenarios use.
 *
 * @param env usually `process.env`
 * @returns the registered names, in order
 */
export function registerEnvironmentSecrets(
  redactor: Redactor,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const names: string[] = [];
  const register = (name: string, value: string | undefined): void => {
    if (value === undefined || value === '' || names.includes(name)) return;
    redactor.add(name, value);
    names.push(name);
  };
  for (const key of WELL_KNOWN_KEY_VARIABLES) register(key, env[key]);
  for (const key of Object.keys(env).toSorted()) {
    if (KEY_SUFFIX.test(key) && !key.startsWith(SECRET_PREFIX)) register(key, env[key]);
    if (key.startsWith(SECRET_PREFIX) && key.length > SECRET_PREFIX.length)
      register(key.slice(SECRET_PREFIX.length), env[key]);
  }
  return names;
}
