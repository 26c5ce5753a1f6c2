/** Lists the project files that a module imports, so that a change in one counts as a change of the scenario. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const RELATIVE_IMPORT = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"](\.{1,2}\/[^'"\n]+)['"]/g;
/** An import may omit the extension or give the name of the compiled file. */
const EXTENSIONS = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js'];
const MAX_FILES = 500;

/** Returns the absolute paths of relative imports, in source order, without the module itself. */
export function findImports(file: string, text: string): string[] {
  const importedFiles = new Set<string>();
  const followImports = (importingFile: string, source: string): void => {
    for (const [, specifier = ''] of source.matchAll(RELATIVE_IMPORT)) {
      const path = resolveImport(resolve(dirname(importingFile), specifier));
      if (
        path === null ||
        path === resolve(file) ||
        importedFiles.has(path) ||
        importedFiles.size >= MAX_FILES
      )
        continue;
      importedFiles.add(path);
      followImports(path, readFileSync(path, 'utf8'));
    }
  };
  followImports(resolve(file), text);
  return [...importedFiles];
}

function resolveImport(path: string): string | null {
  const sourcePath = path.replace(/\.([cm]?)js$/, '.$1ts');
  const candidates = [sourcePath, ...EXTENSIONS.map((ending) => path + ending)];
  return candidates.find((path) => existsSync(path) && statSync(path).isFile()) ?? null;
}
