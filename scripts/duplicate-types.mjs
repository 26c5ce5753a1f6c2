/**
 * Lists type names that more than one file of `src/` exports. A name should have one meaning in the whole tree.
 * Exceptions, each with its reason, are in `duplicate-types.json`.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:class|interface|type|(?:const )?enum) ([A-Za-z_$][\w$]*)/gm;

const exceptions = JSON.parse(readFileSync(join(root, 'scripts/duplicate-types.json'), 'utf8'));
const filesByName = new Map();
for (const entry of readdirSync(join(root, 'src'), { withFileTypes: true, recursive: true })) {
  if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
  const file = join(entry.parentPath ?? entry.path, entry.name);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(DECLARATION))
    filesByName.set(name, (filesByName.get(name) ?? new Set()).add(relative(root, file)));
}

const problems = [];
for (const [name, files] of filesByName)
  if (files.size > 1 && !exceptions[name])
    problems.push(
      `${name} is exported from ${[...files].toSorted((a, b) => a.localeCompare(b)).join(' and ')}. Rename one of them.`,
    );
for (const name of Object.keys(exceptions))
  if ((filesByName.get(name)?.size ?? 0) < 2)
    problems.push(`${name} no longer has two meanings. Remove it from scripts/duplicate-types.json.`);

if (filesByName.size === 0) problems.push('No exported type was found in src/.');
console.log(problems.sort().join('\n') || `${filesByName.size} exported type names, each with one meaning.`);
process.exitCode = problems.length > 0 ? 1 : 0;
