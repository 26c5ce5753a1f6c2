/** Resolves the URLs and file paths of `start`. Relative paths are resolved from the folder of the file with `start`. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export type ResolvedPath = { resolved: string } | { fault: string };

/** Returns the absolute path of an existing file. */
export function resolveFile(written: string, folder: string): ResolvedPath {
  const path = resolve(folder, written);
  if (existsSync(path) && statSync(path).isFile()) return { resolved: path };
  return { fault: describeMissingFile(written) };
}

/** Returns the absolute path of a recorded session: a folder or a file. */
export function resolveSession(written: string, folder: string): ResolvedPath {
  const path = resolve(folder, written);
  if (existsSync(path)) return { resolved: path };
  return {
    fault: `there is no session "${written}"; relative paths are resolved from the folder of the file with this entry`,
  };
}

function describeMissingFile(written: string): string {
  return `there is no file "${written}"; relative paths are resolved from the folder of the file with this entry`;
}

/** Returns the absolute URL of `start.url`: a web or file URL, or the relative path of an HTML file. */
export function resolveStartUrl(written: string, folder: string): ResolvedPath {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(written)?.[1]?.toLowerCase();
  if (scheme === 'http' || scheme === 'https' || scheme === 'file') {
    if (!URL.canParse(written)) return { fault: `"${written}" is not a valid address` };
    const url = new URL(written);
    if (scheme === 'file') return checkFileUrl(url, written);
    // `http:/x` and `http:x` also parse, but not as intended.
    return /^https?:\/\/[^/]/i.test(written)
      ? { resolved: url.href }
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
  return checkFileUrl(url, path);
}

function checkFileUrl(url: URL, written: string): ResolvedPath {
  try {
    const path = fileURLToPath(url);
    if (existsSync(path) && statSync(path).isFile()) return { resolved: url.href };
    return { fault: describeMissingFile(written) };
  } catch {
    return { fault: `"${written}" is not the address of a file on this computer` };
  }
}
