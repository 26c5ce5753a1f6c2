/** Finds devices by name in Playwright's list. */
import { closest, distance } from 'fastest-levenshtein';

import { ParleyError } from '../../contract/index.js';
import { playwright } from './playwright.js';

export type DeviceDescriptor = (typeof import('playwright'))['devices'][string];

const normalise = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '');

/** @throws ParleyError `usage` if no device has this name */
export function findDevice(name: string): DeviceDescriptor {
  const { devices } = playwright();
  const names = Object.keys(devices);
  const found = names.find((known) => normalise(known) === normalise(name));
  if (found) return devices[found]!;
  const requested = name.toLowerCase();
  const nearest = closest(
    requested,
    names.map((known) => known.toLowerCase()),
  );
  const nearestName = names.find((known) => known.toLowerCase() === nearest)!;
  throw new ParleyError(
    'usage',
    `Playwright has no device “${name}”.`,
    distance(requested, nearest) <= Math.max(3, requested.length / 3)
      ? `Did you mean --device "${nearestName}"?`
      : 'Use a name from Playwright’s device list, such as --device "Pixel 7" or --device "iPad Mini".',
  );
}
