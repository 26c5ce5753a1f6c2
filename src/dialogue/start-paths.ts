/** Resolves the URLs and file paths of `start`. Relative paths are resolved from the folder of the file with `start`. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export type ResolvedPath = { resolved: string } | { fault: string };

/** Returns the absolute path of an existing file. */
export function resolveFile(writtenPath: string, folder: string): ResolvedPath {
  const path = resolve(folder, writtenPath);
  if (existsSync(path) && statSync(path).isFile()) return { resolved: path };
  return { fault: describeMissingFile(writtenPath) };
}

/** Returns the absolute path of a recorded session: a folder or a file. */
export function resolveSession(writtenPath: string, folder: string): ResolvedPath {
  const path = resolve(folder, writtenPath);
  if (existsSync(path)) return { resolved: path };
  return {
    fault: `there is no session "${writtenPath}"; relative paths are resolved from the folder of the file with this entry`,
  };
}

function describeMissingFile(writtenPath: string): string {
  return `there is no file "${writtenPath}"; relative paths are resolved from the folder of the file with this entry`;
}

/** Returns the absolute URL of `start.url`: a web or file URL, or the relative path of an HTML file. */
export function resolveStartUrl(writtenUrl: string, folder: string): ResolvedPath {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(writtenUrl)?.[1]?.toLowerCase();
  if (scheme === 'http' || scheme === 'https' || scheme === 'file') {
    if (!URL.canParse(writtenUrl)) return { fault: `"${writtenUrl}" is not a valid address` };
    const url = new URL(writtenUrl);
    if (scheme === 'file') return checkFileUrl(url, writtenUrl);
    // `http:/x` and `http:x` also parse, but not as intended.
    return /^https?:\/\/[^/]/i.test(writtenUrl)
      ? { resolved: url.href }
      : { fault: `"${writtenUrl}" is not a valid address: write ${scheme}://…` };
  }
  if (scheme !== undefined && !/^[^/]+:\d+(\/|$)/.test(writtenUrl)) {
    return {
      fault: `"${writtenUrl}" starts with ${scheme}:, which is not supported; use http, https or file`,
    };
  }
  const path = /^[^?#]*/.exec(writtenUrl)?.[0] ?? '';
  if (!/\.html?$/i.test(path) || scheme !== undefined) {
    const protocol = /^(localhost|127\.|\[)/.test(writtenUrl) ? 'http' : 'https';
    const suggestedUrl = `${protocol}://${writtenUrl.replace(/^\/+/, '')}`;
    return {
      fault: `"${writtenUrl}" is neither a web address nor the path of an .html file. Did you mean "${suggestedUrl}"?`,
    };
  }
  const url = pathToFileURL(resolve(folder, path));
  const suffixUrl = new URL(writtenUrl.slice(path.length), 'http://x/');
  url.search = suffixUrl.search;
  url.hash = suffixUrl.hash;
  return checkFileUrl(url, path);
}

function checkFileUrl(url: URL, writtenUrl: string): ResolvedPath {
  try {
    const path = fileURLToPath(url);
    if (existsSync(path) && statSync(path).isFile()) return { resolved: url.href };
    return { fault: describeMissingFile(writtenUrl) };
  } catch {
    return { fault: `"${writtenUrl}" is not the address of a file on this computer` };
  }
}
