/**
 * Handles a scenario's secrets. A file lists names of environment variables. `{{secret.NAME}}` in a line becomes `<NAME>`;
 * the value is read when a run starts and inserted only where it is used.
 */
import { ParleyError } from '../contract/index.js';
import { formatSuggestion, type KeyPath } from '../yaml/index.js';

export const SECRET_PREFIX = 'secret.';

/** Capitals only, so that most secret values written here by mistake are rejected. */
export const SECRET_NAME = /^[A-Z][A-Z0-9_]*$/;

/** Paths of the values that may contain secrets: the instructor's lines and requests to the scenario's servers. */
const ALLOWED_PATHS =
  /^((dialogue|replies)\.\d+\.say(\.any_of\.\d+)?|(start\.reset|(.+\.)?http)\.(json|headers)(\..+)?)$/;

/** Returns why `{{secret.NAME}}` is not allowed at this path; null if it is. */
export function findSecretError(
  name: string,
  path: KeyPath,
  listedNames: ReadonlySet<string>,
  /** Whether `listedNames` is complete, that is, all files could be read. */
  isComplete: boolean,
): string | null {
  if (!ALLOWED_PATHS.test(path.join('.'))) {
    return `a secret is not allowed here; it may only be in say, and in json and headers of reset and http`;
  }
  if (listedNames.has(name) || !isComplete) return null;
  // Do not suggest an invalid name.
  const validNames = [...listedNames].filter((name) => SECRET_NAME.test(name));
  return `"${name}" is not listed under secrets.${formatSuggestion(name, validNames) || ' List the name there.'}`;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the values by name. `PARLEY_SECRET_NAME` takes precedence over `NAME`.
 *
 * @throws ParleyError `usage` that names the variables missing from the environment
 */
export function readSecretValues(names: readonly string[], env: Environment): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const name of names) {
    const value = env[`PARLEY_SECRET_${name}`] || env[name];
    if (value) values.set(name, value);
  }
  const missingNames = names.filter((name) => !values.has(name));
  if (missingNames.length > 0) {
    throw new ParleyError(
      'usage',
      `The scenario needs the secret${missingNames.length > 1 ? 's' : ''} ${missingNames.join(' and ')}, which ${missingNames.length > 1 ? 'are' : 'is'} not set in the environment.`,
      `Set ${missingNames.map((name) => `${name} (or PARLEY_SECRET_${name})`).join(' and ')}.`,
    );
  }
  return values;
}

/** Replaces each `<NAME>` with its value, in a string or in all strings of JSON data. */
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
