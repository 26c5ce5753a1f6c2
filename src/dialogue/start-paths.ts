/** Resolves the URLs and file paths of `start`, relative to the folder of the file that contains the `start` entry. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export type ResolvedPath = { resolved: string } | { fault: string };

/** Returns the absolute path of an existing file. */
export function resolveFile(pathInScenario: string, folder: string): ResolvedPath {
  const path = resolve(folder, pathInScenario);
  if (existsSync(path) && statSync(path).isFile()) return { resolved: path };
  return { fault: describeMissingFile(pathInScenario) };
}

/** Returns the absolute path of a recorded session: a folder or a file. */
export function resolveSession(pathInScenario: string, folder: string): ResolvedPath {
  const path = resolve(folder, pathInScenario);
  if (existsSync(path)) return { resolved: path };
  return {
    fault: `there is no session "${pathInScenario}"; relative paths are resolved against the folder of the file that contains this entry`,
  };
}

function describeMissingFile(pathInScenario: string): string {
  return `there is no file "${pathInScenario}"; relative paths are resolved against the folder of the file that contains this entry`;
}

/** Returns the absolute URL of `start.url`: a web or file URL, or the relative path of an HTML file. */
export function resolveStartUrl(urlInScenario: string, folder: string): ResolvedPath {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(urlInScenario)?.[1]?.toLowerCase();
  if (scheme === 'http' || scheme === 'https' || scheme === 'file') {
    if (!URL.canParse(urlInScenario)) return { fault: `"${urlInScenario}" is not a valid address` };
    const url = new URL(urlInScenario);
    if (scheme === 'file') return checkFileUrl(url, urlInScenario);
    // `http:/x` and `http:x` also parse, but not as intended.
    return /^https?:\/\/[^/]/i.test(urlInScenario)
      ? { resolved: url.href }
      : { fault: `"${urlInScenario}" is not a valid address: write ${scheme}://…` };
  }
  if (scheme !== undefined && !/^[^/]+:\d+(\/|$)/.test(urlInScenario)) {
    return {
      fault: `"${urlInScenario}" starts with ${scheme}:, which is not supported; use http, https or file`,
    };
  }
  const path = /^[^?#]*/.exec(urlInScenario)?.[0] ?? '';
  if (!/\.html?$/i.test(path) || scheme !== undefined) {
    const protocol = /^(localhost|127\.|\[)/.test(urlInScenario) ? 'http' : 'https';
    const suggestedUrl = `${protocol}://${urlInScenario.replace(/^\/+/, '')}`;
    return {
      fault: `"${urlInScenario}" is neither a web address nor the path of an .html file. Did you mean "${suggestedUrl}"?`,
    };
  }
  const url = pathToFileURL(resolve(folder, path));
  const suffixUrl = new URL(urlInScenario.slice(path.length), 'http://x/');
  url.search = suffixUrl.search;
  url.hash = suffixUrl.hash;
  return checkFileUrl(url, path);
}

function checkFileUrl(url: URL, urlInScenario: string): ResolvedPath {
  try {
    const path = fileURLToPath(url);
    if (existsSync(path) && statSync(path).isFile()) return { resolved: url.href };
    return { fault: describeMissingFile(urlInScenario) };
  } catch {
    return { fault: `"${urlInScenario}" is not the address of a file on this computer` };
  }
}
