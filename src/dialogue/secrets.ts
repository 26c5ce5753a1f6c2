/**
 * Secrets of a scenario. A file lists names of environment variables, and a line contains `{{secret.NAME}}`, which
 * becomes `<NAME>`. Values are read when a run starts and inserted only where they are used.
 */
import { ParleyError } from '../contract/index.js';
import { didYouMean, type KeyPath } from '../yaml/index.js';

export const SECRET_PREFIX = 'secret.';

/** Capitals only, so that a secret value written here by mistake is usually rejected. */
export const SECRET_NAME = /^[A-Z][A-Z0-9_]*$/;

/** Paths of the values that may contain secrets: the instructor's lines and requests to the scenario's servers. */
const ALLOWED_PLACES =
  /^((dialogue|replies)\.\d+\.say(\.any_of\.\d+)?|(start\.reset|(.+\.)?http)\.(json|headers)(\..+)?)$/;

/** The error of `{{secret.NAME}}` at this place; null if it is allowed. */
export function findSecretError(
  name: string,
  path: KeyPath,
  listed: ReadonlySet<string>,
  /** Whether all files could be read, so that `listed` is complete. */
  complete: boolean,
): string | null {
  if (!ALLOWED_PLACES.test(path.join('.'))) {
    return `a secret is not allowed here; it may only be in say, and in json and headers of reset and http`;
  }
  if (listed.has(name) || !complete) return null;
  // Do not suggest an invalid name.
  const valid = [...listed].filter((one) => SECRET_NAME.test(one));
  return `"${name}" is not listed under secrets.${didYouMean(name, valid) || ' List the name there.'}`;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The values, by name. `PARLEY_SECRET_NAME` takes precedence over `NAME`.
 *
 * @throws ParleyError `usage` that names the variables missing from the environment
 */
export function readSecretValues(names: readonly string[], env: Environment): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const name of names) {
    const value = env[`PARLEY_SECRET_${name}`] || env[name];
    if (value) values.set(name, value);
  }
  const missing = names.filter((name) => !values.has(name));
  if (missing.length > 0) {
    throw new ParleyError(
      'usage',
      `The scenario needs the secret${missing.length > 1 ? 's' : ''} ${missing.join(' and ')}, and the environment does not have ${missing.length > 1 ? 'them' : 'it'}.`,
      `Set ${missing.map((name) => `${name} (or PARLEY_SECRET_${name})`).join(' and ')} in the environment.`,
    );
  }
  return values;
}

/** Replaces `<NAME>` by the values in a text, or in all texts of JSON data. */
export function insertSecrets<T>(data: T, values: ReadonlyMap<string, string>): T {
  if (values.size === 0) return data;
  if (typeof data === 'string') {
    let text: string = data;
    for (const [name, value] of values) text = text.replaceAll(`<${name}>`, () => value);
    return text as T & string;
  }
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map((item: unknown) => insertSecrets(item, values)) as T & unknown[];
  return Object.defineProperties(
    {},
    Object.fromEntries(
      Object.entries(data).map(([key, value]) => [
        key,
        {
          value: insertSecrets(value, values) as unknown,
          enumerable: true,
          configurable: true,
          writable: true,
        },
      ]),
    ),
  ) as T;
}
