/**
 * Secrets of a scenario: a file names environment variables, and a line says `{{secret.NAME}}`. What the scenario
 * carries from then on is `<NAME>`; the value is read when a run starts, and put in where it is used and nowhere else.
 */
import { ParleyError } from '../contract/index.js';
import type { Path } from './complaints.js';
import { didYouMean } from './suggest.js';

export const SECRET = 'secret.';

/** Capitals only, so that a value written here by mistake is rarely mistaken for a name. */
export const SECRET_NAME = /^[A-Z][A-Z0-9_]*$/;

/** Places where secrets may be used: utterances and requests to the scenario's servers. */
const PLACES =
  /^((dialogue|replies)\.\d+\.say(\.any_of\.\d+)?|(start\.reset|(.+\.)?http)\.(json|headers)(\..+)?)$/;

/** The error of `{{secret.NAME}}` at this place; null if it is allowed. */
export function secretFault(
  name: string,
  path: Path,
  listed: ReadonlySet<string>,
  /** Whether these are all that are listed, as far as can be read. */
  whole: boolean,
): string | null {
  if (!PLACES.test(path.join('.'))) {
    return `a secret stands only in what is said (say) and in what is sent (json and headers of reset and http), not here`;
  }
  if (listed.has(name) || !whole) return null;
  // One that is refused where it is listed is no help.
  const right = [...listed].filter((one) => SECRET_NAME.test(one));
  return `"${name}" is not listed under secrets.${didYouMean(name, right) || ' List the name there.'}`;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The values, by name. `PARLEY_SECRET_NAME` goes before `NAME`.
 *
 * @throws ParleyError `usage` that names the variables missing from the environment
 */
export function secretValues(names: readonly string[], env: Environment): ReadonlyMap<string, string> {
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

/** A text, or JSON with texts in it, with the values in place of `<NAME>`. */
export function withSecrets<T>(data: T, values: ReadonlyMap<string, string>): T {
  if (values.size === 0) return data;
  if (typeof data === 'string') {
    let text: string = data;
    for (const [name, value] of values) text = text.replaceAll(`<${name}>`, () => value);
    return text as T & string;
  }
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map((item: unknown) => withSecrets(item, values)) as T & unknown[];
  return Object.defineProperties(
    {},
    Object.fromEntries(
      Object.entries(data).map(([key, value]) => [
        key,
        {
          value: withSecrets(value, values) as unknown,
          enumerable: true,
          configurable: true,
          writable: true,
        },
      ]),
    ),
  ) as T;
}
