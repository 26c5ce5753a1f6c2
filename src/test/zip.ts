/** Zips a folder, because an attachment is a single file. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { zipSync, type Zippable } from 'fflate';

/** The earliest date of the zip format; a fixed date makes the output reproducible. */
const FIXED_DATE = '1980-01-01T00:00:00';
/** Extensions of files that are already compressed. */
const COMPRESSED_EXTENSION = /\.(png|jpe?g|webp|zip|gz)$/i;

/** @param zipPath path of the zip file to write; its folder is created if necessary */
export function zipFolder(folder: string, zipPath: string): void {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const entries: Zippable = {};
  for (const file of files) {
    const name = relative(folder, file).split(sep).join('/');
    entries[name] = [
      readFileSync(file),
      { level: COMPRESSED_EXTENSION.test(file) ? 0 : 6, mtime: FIXED_DATE },
    ];
  }
  mkdirSync(dirname(zipPath), { recursive: true });
  writeFileSync(zipPath, zipSync(entries));
}
