/** Finds devices by name in Playwright's list of devices. */
import { closest, distance } from 'fastest-levenshtein';

import { ParleyError } from '../../contract/index.js';
import { loadPlaywright } from './playwright.js';

export type DeviceDescriptor = (typeof import('playwright'))['devices'][string];

const normalise = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '');

/** @throws ParleyError `usage` if no device has this name */
export function findDevice(name: string): DeviceDescriptor {
  const { devices } = loadPlaywright();
  const names = Object.keys(devices);
  const deviceName = names.find((known) => normalise(known) === normalise(name));
  if (deviceName) return devices[deviceName]!;
  const requestedName = name.toLowerCase();
  const nearestLowerCaseName = closest(
    requestedName,
    names.map((known) => known.toLowerCase()),
  );
  const nearestName = names.find((known) => known.toLowerCase() === nearestLowerCaseName)!;
  throw new ParleyError(
    'usage',
    `Playwright has no device “${name}”.`,
    distance(requestedName, nearestLowerCaseName) <= Math.max(3, requestedName.length / 3)
      ? `Did you mean --device "${nearestName}"?`
      : 'Use a name from Playwright’s device list, such as --device "Pixel 7" or --device "iPad Mini".',
  );
}
