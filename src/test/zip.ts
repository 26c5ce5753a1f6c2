/** A folder as one zip file: attachments are single files. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { zipSync, type Zippable } from 'fflate';

/** The first day that the format knows: the same folder makes the same file. */
const DAY = '1980-01-01T00:00:00';
/** Smaller than they are they do not become. */
const PACKED = /\.(png|jpe?g|webp|zip|gz)$/i;

/** @param target the zip file, whose folder is made */
export function zipFolder(folder: string, target: string): void {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const entries: Zippable = {};
  for (const file of files) {
    const name = relative(folder, file).split(sep).join('/');
    entries[name] = [readFileSync(file), { level: PACKED.test(file) ? 0 : 6, mtime: DAY }];
  }
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, zipSync(entries));
}
