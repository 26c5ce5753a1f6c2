/** Lists the project files that a module imports, so that a change in one counts as a change of the scenario. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const RELATIVE = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"](\.{1,2}\/[^'"\n]+)['"]/g;
/** An import may omit the extension or name the compiled file. */
const EXTENSIONS = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js'];
const MAX_FILES = 500;

/** Absolute paths of relative imports, in source order, without the module itself. */
export function findImports(file: string, text: string): string[] {
  const found = new Set<string>();
  const follow = (from: string, source: string): void => {
    for (const [, specifier = ''] of source.matchAll(RELATIVE)) {
      const path = resolveImport(resolve(dirname(from), specifier));
      if (path === null || path === resolve(file) || found.has(path) || found.size >= MAX_FILES) continue;
      found.add(path);
      follow(path, readFileSync(path, 'utf8'));
    }
  };
  follow(resolve(file), text);
  return [...found];
}

function resolveImport(path: string): string | null {
  const written = path.replace(/\.([cm]?)js$/, '.$1ts');
  const candidates = [written, ...EXTENSIONS.map((ending) => path + ending)];
  return candidates.find((path) => existsSync(path) && statSync(path).isFile()) ?? null;
}
