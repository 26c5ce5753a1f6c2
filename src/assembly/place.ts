/** What a person means by an address: a URL, a file, or a host without its scheme. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { ParleyError } from '../contract/index.js';

const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)([:/]|$)/i;

/**
 * @returns an absolute http, https, file, data or about URL
 * @throws Problem `usage` when it is none of these
 */
export function resolvePlace(text: string, folder = process.cwd()): string {
  const place = text.trim();
  if (/^(https?|file|data|about|blob):/i.test(place)) {
    if (!URL.canParse(place))
      throw new ParleyError(
        'usage',
        `“${place}” is not a valid address.`,
        'Give a whole one, such as https://example.org/.',
      );
    return new URL(place).href;
  }
  const path = resolve(folder, place);
  if (place && existsSync(path)) {
    if (statSync(path).isDirectory())
      throw new ParleyError('usage', `${place} is a folder.`, 'Name one HTML file in it.');
    return pathToFileURL(path).href;
  }
  if (LOCAL.test(place)) return new URL(`http://${place}`).href;
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?([/?#]|$)/i.test(place) && !/\.(html?|xhtml|svg)$/i.test(place))
    return new URL(`https://${place}`).href;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(place)?.[1];
  throw scheme
    ? new ParleyError('usage', `Parley does not open ${scheme}: addresses.`, 'Use http:, https: or file:.')
    : new ParleyError(
        'usage',
        `There is no file ${place || '(empty)'}, and it is not an address.`,
        'Give a URL such as https://example.org/, or the path of an HTML file.',
      );
}
