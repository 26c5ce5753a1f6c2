/** Devices by the names of Playwright's list. */
import { closest, distance } from 'fastest-levenshtein';

import { ParleyError } from '../../contract/index.js';
import { playwright } from './playwright.js';

export type Device = (typeof import('playwright'))['devices'][string];

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '');

/** @throws Problem `usage` when there is none of that name */
export function deviceNamed(name: string): Device {
  const { devices } = playwright();
  const names = Object.keys(devices);
  const found = names.find((known) => plain(known) === plain(name));
  if (found) return devices[found]!;
  const wanted = name.toLowerCase();
  const near = closest(
    wanted,
    names.map((known) => known.toLowerCase()),
  );
  const original = names.find((known) => known.toLowerCase() === near)!;
  throw new ParleyError(
    'usage',
    `There is no device “${name}”.`,
    distance(wanted, near) <= Math.max(3, wanted.length / 3)
      ? `Did you mean --device "${original}"?`
      : 'For example --device "Pixel 7" or --device "iPad Mini"; the names are those of Playwright’s devices.',
  );
}
