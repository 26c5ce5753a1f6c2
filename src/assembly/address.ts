/** Resolves an address that a user typed: a URL, the path of a file, or a host without a scheme. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { ParleyError } from '../contract/index.js';

const LOCAL_ADDRESS = /^(localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)([:/]|$)/i;

/**
 * @returns an absolute http, https, file, data or about URL
 * @throws ParleyError `usage` for anything else
 */
export function resolveAddress(text: string, folder = process.cwd()): string {
  const address = text.trim();
  if (/^(https?|file|data|about|blob):/i.test(address)) {
    if (!URL.canParse(address))
      throw new ParleyError(
        'usage',
        `“${address}” is not a valid address.`,
        'Give a complete URL, such as https://example.org/.',
      );
    return new URL(address).href;
  }
  const path = resolve(folder, address);
  if (address && existsSync(path)) {
    if (statSync(path).isDirectory())
      throw new ParleyError('usage', `“${address}” is a folder.`, 'Give the path of an HTML file in it.');
    return pathToFileURL(path).href;
  }
  if (LOCAL_ADDRESS.test(address)) return new URL(`http://${address}`).href;
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?([/?#]|$)/i.test(address) && !/\.(html?|xhtml|svg)$/i.test(address))
    return new URL(`https://${address}`).href;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1];
  throw scheme
    ? new ParleyError('usage', `Parley does not open ${scheme}: addresses.`, 'Use http:, https: or file:.')
    : new ParleyError(
        'usage',
        `“${address}” is neither a URL nor an existing file.`,
        'Give a URL such as https://example.org/, or the path of an HTML file.',
      );
}
