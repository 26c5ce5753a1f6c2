/**
 * Parses option values. Each function parses one text, or throws a ParleyError with an example. The `coerce` functions
 * of yargs are not used, because yargs would wrap the error and lose its next step.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { ParleyError } from '../contract/index.js';
import { parseHostPattern, type HostPattern } from '../policy/index.js';

/** @throws ParleyError `usage` unless the text is a whole number of at least `min` */
export function parseWholeNumber(name: string, text: string, min: number): number {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  if (!Number.isSafeInteger(value) || value < min)
    throw new ParleyError(
      'usage',
      `--${name} needs a whole number of at least ${min}, not “${text}”.`,
      `For example --${name} ${Math.max(min, 20)}.`,
    );
  return value;
}

/** Parses all `name=value` pairs of a flag such as `--var`. @param flag the flag's name, without dashes */
export function parseVariables(pairs: readonly string[], flag = 'var'): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const separator = pair.indexOf('=');
      if (separator < 1)
        throw new ParleyError(
          'usage',
          `--${flag} needs name=value, not “${pair}”.`,
          `For example --${flag} BASE=http://127.0.0.1:3000`,
        );
      return [pair.slice(0, separator), pair.slice(separator + 1)];
    }),
  );
}

/** Maximum width and height of a viewport in CSS px; larger screenshots take minutes or are empty. */
const MAX_VIEWPORT_SIDE = 5000;
const MIN_VIEWPORT_SIDE = 50;

export function parseViewport(text: string): { width: number; height: number } {
  const match = /^(\d{2,5})[x×,](\d{2,5})$/i.exec(text.trim());
  if (!match)
    throw new ParleyError(
      'usage',
      `--viewport needs a size such as 1280x800, not “${text}”.`,
      'Give the width, the letter x and the height, in CSS pixels.',
    );
  const [width, height] = [Number(match[1]), Number(match[2])];
  if (Math.max(width, height) > MAX_VIEWPORT_SIDE || Math.min(width, height) < MIN_VIEWPORT_SIDE)
    throw new ParleyError(
      'usage',
      `--viewport ${text} is too large or too small.`,
      `Each side must be ${MIN_VIEWPORT_SIDE} to ${MAX_VIEWPORT_SIDE} CSS pixels, for example 1280x800.`,
    );
  return { width, height };
}

export function parseGeolocation(text: string): { latitude: number; longitude: number } {
  const match = /^\s*([+-]?\d+(?:\.\d+)?)\s*[,;\s]\s*([+-]?\d+(?:\.\d+)?)\s*$/.exec(text);
  const [latitude, longitude] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
    throw new ParleyError(
      'usage',
      `--geolocation needs latitude and longitude in degrees, not “${text}”.`,
      'For example --geolocation 59.91,10.75.',
    );
  return { latitude, longitude };
}

export function parseLocale(text: string): string {
  try {
    return new Intl.Locale(text).toString();
  } catch {
    throw new ParleyError(
      'usage',
      `--locale needs a language such as en-GB, not “${text}”.`,
      'For example --locale de-CH.',
    );
  }
}

export function parseTimezone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone && text;
  } catch {
    throw new ParleyError(
      'usage',
      `--timezone needs an IANA time zone, not “${text}”.`,
      'For example --timezone Europe/Oslo.',
    );
  }
}

export function parseAllowedHost(text: string): HostPattern {
  const pattern = parseHostPattern(text);
  if (!pattern)
    throw new ParleyError(
      'usage',
      `--allow-host needs a host, not “${text}”.`,
      'For example example.com (includes its subdomains), *.example.com, example.com:8080, 10.0.0.5, or “any” for every host.',
    );
  return pattern;
}

export function parseUploadPath(path: string): string {
  const file = resolve(path);
  if (!existsSync(file))
    throw new ParleyError('usage', `--allow-upload names ${path}, which does not exist.`, 'Check the path.', {
      option: 'allow-upload',
    });
  return file;
}

/** Resolves a profile folder. If it does not exist yet, its nearest existing parent must be a folder. */
export function parseProfileFolder(path: string): string {
  const folder = resolve(path);
  let ancestor = folder;
  while (!existsSync(ancestor) && dirname(ancestor) !== ancestor) ancestor = dirname(ancestor);
  if (!statSync(ancestor, { throwIfNoEntry: false })?.isDirectory())
    throw new ParleyError(
      'usage',
      ancestor === folder
        ? `--profile names ${path}, which is a file, not a folder.`
        : `--profile names ${path}, but ${ancestor} is a file, not a folder.`,
      'Give the path of a profile folder; it is created if missing.',
      { option: 'profile' },
    );
  return folder;
}

/** Reads `user:password` from an environment variable, so that the password does not appear in the shell history. */
export function readCredentials(
  option: string,
  variable: string,
  env: NodeJS.ProcessEnv,
): { username: string; password: string } {
  const value = env[variable];
  if (!value)
    throw new ParleyError(
      'usage',
      `--${option} names the environment variable ${variable}, which is not set.`,
      `Set ${variable} to user:password.`,
      { option },
    );
  const separator = value.indexOf(':');
  if (separator < 1)
    throw new ParleyError(
      'usage',
      `The environment variable ${variable} does not contain user:password.`,
      'Set it to a user name, a colon and a password.',
      { option },
    );
  return { username: value.slice(0, separator), password: value.slice(separator + 1) };
}

/** Parses a proxy's URL and adds the credentials. */
export function parseProxy(text: string, credentials: { username: string; password: string } | null): URL {
  const invalidProxyError = new ParleyError(
    'usage',
    '--proxy needs the address of a proxy.',
    'For example --proxy http://proxy.example.com:3128 or --proxy socks5://127.0.0.1:1080.',
  );
  const fullUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(fullUrl)) throw invalidProxyError;
  const url = new URL(fullUrl);
  // A single word is probably a mistake, not the name of a proxy.
  const isBareWord = fullUrl !== text && url.port === '' && !/[.:]|^localhost$/.test(text);
  if (
    !/^(https?|socks[45]?[ah]?):$/.test(url.protocol) ||
    !url.hostname ||
    url.pathname.length > 1 ||
    isBareWord
  )
    throw invalidProxyError;
  if (credentials) {
    url.username = encodeURIComponent(credentials.username);
    url.password = encodeURIComponent(credentials.password);
  }
  return url;
}
