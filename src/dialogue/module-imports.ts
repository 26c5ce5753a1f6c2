/** The files of a project that a module imports, so that a change of one counts as a change of the scenario. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const RELATIVE = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"](\.{1,2}\/[^'"\n]+)['"]/g;
/** A file may be named without its ending, or as what it will be compiled to. */
const ENDINGS = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js'];
const MAX_FILES = 500;

/** Absolute paths, without the module itself; only what is named by a relative path, in the order of the text. */
export function importsOf(file: string, text: string): string[] {
  const found = new Set<string>();
  const follow = (from: string, source: string): void => {
    for (const [, specifier = ''] of source.matchAll(RELATIVE)) {
      const path = fileOf(resolve(dirname(from), specifier));
      if (path === null || path === resolve(file) || found.has(path) || found.size >= MAX_FILES) continue;
      found.add(path);
      follow(path, readFileSync(path, 'utf8'));
    }
  };
  follow(resolve(file), text);
  return [...found];
}

function fileOf(path: string): string | null {
  const written = path.replace(/\.([cm]?)js$/, '.$1ts');
  const candidates = [written, ...ENDINGS.map((ending) => path + ending)];
  return candidates.find((one) => existsSync(one) && statSync(one).isFile()) ?? null;
}
