/** What `start` names as a place: web addresses, and files by paths that start from the file they are written in. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export type StartFile = { place: string } | { fault: string };

/** The absolute path of a file. */
export function filePath(written: string, folder: string): StartFile {
  const path = resolve(folder, written);
  if (existsSync(path) && statSync(path).isFile()) return { place: path };
  return { fault: noFile(written) };
}

function noFile(written: string): string {
  return `there is no file "${written}"; a relative path starts from the folder of the file that it stands in`;
}

/** The absolute address of `start.url`: a web or file address, or the path of an HTML file beside the scenario. */
export function startAddress(written: string, folder: string): StartFile {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(written)?.[1]?.toLowerCase();
  if (scheme === 'http' || scheme === 'https' || scheme === 'file') {
    if (!URL.canParse(written)) return { fault: `"${written}" is not a valid address` };
    const url = new URL(written);
    if (scheme === 'file') return fileAddress(url, written);
    // `http:/x` and `http:x` also parse, but not as intended.
    return /^https?:\/\/[^/]/i.test(written)
      ? { place: url.href }
      : { fault: `"${written}" is not a valid address: write ${scheme}://…` };
  }
  if (scheme !== undefined && !/^[^/]+:\d+(\/|$)/.test(written)) {
    return { fault: `"${written}" starts with ${scheme}:, which is not supported; use http, https or file` };
  }
  const path = /^[^?#]*/.exec(written)?.[0] ?? '';
  if (!/\.html?$/i.test(path) || scheme !== undefined) {
    const protocol = /^(localhost|127\.|\[)/.test(written) ? 'http' : 'https';
    const guess = `${protocol}://${written.replace(/^\/+/, '')}`;
    return {
      fault: `"${written}" is neither a web address nor the path of an .html file. Did you mean "${guess}"?`,
    };
  }
  const url = pathToFileURL(resolve(folder, path));
  const rest = new URL(written.slice(path.length), 'http://x/');
  url.search = rest.search;
  url.hash = rest.hash;
  return fileAddress(url, path);
}

function fileAddress(url: URL, written: string): StartFile {
  try {
    const path = fileURLToPath(url);
    if (existsSync(path) && statSync(path).isFile()) return { place: url.href };
    return { fault: noFile(written) };
  } catch {
    return { fault: `"${written}" is not the address of a file on this computer` };
  }
}
