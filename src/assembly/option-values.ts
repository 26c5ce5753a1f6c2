/**
 * What options hold, as values: each reader takes the text and gives the value or a Problem with an example.
 * yargs' own `coerce` would wrap the error and lose the next step.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { ParleyError } from '../contract/index.js';
import { parseHostPattern, type HostPattern } from '../policy/index.js';

/** @throws Problem `usage` for anything but a whole number from `least` */
export function wholeNumber(name: string, text: string, least: number): number {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  if (!Number.isSafeInteger(value) || value < least)
    throw new ParleyError(
      'usage',
      `--${name} needs a whole number from ${least}, not “${text}”.`,
      `For example --${name} ${Math.max(least, 20)}.`,
    );
  return value;
}

/** `--var name=value`, as often as it is given. */
export function variablesOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1)
        throw new ParleyError(
          'usage',
          `--var needs name=value, not “${pair}”.`,
          'For example --var BASE=http://127.0.0.1:3000',
        );
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/** Sides of a viewport, CSS px: beyond them pictures take minutes or show nothing. */
const LARGEST = 5000;
const SMALLEST = 50;

export function viewportOf(text: string): { width: number; height: number } {
  const match = /^(\d{2,5})[x×,](\d{2,5})$/i.exec(text.trim());
  if (!match)
    throw new ParleyError(
      'usage',
      `--viewport needs a size such as 1280x800, not “${text}”.`,
      'Width, an x, height, in CSS pixels.',
    );
  const [width, height] = [Number(match[1]), Number(match[2])];
  if (Math.max(width, height) > LARGEST || Math.min(width, height) < SMALLEST)
    throw new ParleyError(
      'usage',
      `--viewport ${text} is more than a browser can draw, or too little to show anything.`,
      `Each side is from ${SMALLEST} to ${LARGEST} CSS pixels, for example 1280x800.`,
    );
  return { width, height };
}

export function geolocationOf(text: string): { latitude: number; longitude: number } {
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

export function localeOf(text: string): string {
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

export function timezoneOf(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone && text;
  } catch {
    throw new ParleyError(
      'usage',
      `--timezone needs a zone by its IANA name, not “${text}”.`,
      'For example --timezone Europe/Oslo.',
    );
  }
}

export function hostPatternOf(text: string): HostPattern {
  const pattern = parseHostPattern(text);
  if (!pattern)
    throw new ParleyError(
      'usage',
      `--allow-host needs a host, not “${text}”.`,
      'For example example.com (with what lies below it), *.example.com, example.com:8080, 10.0.0.5, or any.',
    );
  return pattern;
}

export function uploadOf(path: string): string {
  const file = resolve(path);
  if (!existsSync(file))
    throw new ParleyError('usage', `--allow-upload names ${path}, which is not there.`, 'Check the path.');
  return file;
}

/** A profile's folder is there already, or can be made: what stands on its way must be folders. */
export function profileOf(path: string): string {
  const folder = resolve(path);
  let there = folder;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  if (!statSync(there, { throwIfNoEntry: false })?.isDirectory())
    throw new ParleyError(
      'usage',
      there === folder
        ? `--profile names ${path}, which is a file and no folder.`
        : `--profile names ${path}, but ${there} is a file and no folder.`,
      'Name a folder that a browser keeps its profile in; one that is not there is made.',
    );
  return folder;
}

/** `user:password` from an environment variable, so that it stands in no command line and no history. */
export function credentialsFrom(
  option: string,
  variable: string,
  env: NodeJS.ProcessEnv,
): { username: string; password: string } {
  const value = env[variable];
  if (!value)
    throw new ParleyError(
      'usage',
      `--${option} names the environment variable ${variable}, which is not set.`,
      `Set it to user:password, and give its name: --${option} ${variable}.`,
    );
  const at = value.indexOf(':');
  if (at < 1)
    throw new ParleyError(
      'usage',
      `The environment variable ${variable} does not hold user:password.`,
      'A user name, a colon, a password.',
    );
  return { username: value.slice(0, at), password: value.slice(at + 1) };
}

/** The proxy's address with its scheme, and with the credentials where there are some. */
export function proxyOf(text: string, credentials: { username: string; password: string } | null): URL {
  const wrong = new ParleyError(
    'usage',
    '--proxy needs the address of a proxy.',
    'For example --proxy http://proxy.example.com:3128 or --proxy socks5://127.0.0.1:1080.',
  );
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(whole)) throw wrong;
  const url = new URL(whole);
  if (!/^(https?|socks[45]?[ah]?):$/.test(url.protocol) || !url.hostname || url.pathname.length > 1)
    throw wrong;
  if (credentials) {
    url.username = encodeURIComponent(credentials.username);
    url.password = encodeURIComponent(credentials.password);
  }
  return url;
}
