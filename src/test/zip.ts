/** Zips a folder, because attachments are single files. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { zipSync, type Zippable } from 'fflate';

/** The earliest date of the zip format; a fixed date makes the output reproducible. */
const FIXED_DATE = '1980-01-01T00:00:00';
/** Files that are compressed already. */
const COMPRESSED_EXTENSION = /\.(png|jpe?g|webp|zip|gz)$/i;

/** @param zipPath path of the zip file; its folder is created */
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
