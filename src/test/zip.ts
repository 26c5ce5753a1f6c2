/** A folder as one zip file: attachments are single files. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { crc32 as crcOf, deflateRawSync } from 'node:zlib';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const UTF8 = 0x0800;
const DEFLATED = 8;
/** The first day that the format knows: the same folder makes the same file. */
const DAY = 0x21;

interface Entry {
  name: Buffer;
  crc: number;
  size: number;
  packed: Buffer;
  at: number;
}

/** What local and central headers share. */
function facts({ crc, packed, size, name }: Entry): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(VERSION, 0);
  header.writeUInt16LE(UTF8, 2);
  header.writeUInt16LE(DEFLATED, 4);
  header.writeUInt16LE(DAY, 8);
  header.writeUInt32LE(crc, 10);
  header.writeUInt32LE(packed.length, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}

const uint = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};

/** @param target the zip file, whose folder is made */
export function zipFolder(folder: string, target: string): void {
  const entries: Entry[] = [];
  const parts: Buffer[] = [];
  let at = 0;
  const write = (...buffers: Buffer[]): void => {
    for (const buffer of buffers) {
      parts.push(buffer);
      at += buffer.length;
    }
  };
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  for (const file of files) {
    const content = readFileSync(file);
    const name = Buffer.from(relative(folder, file).split(sep).join('/'));
    const entry = { name, crc: crcOf(content), size: content.length, packed: deflateRawSync(content), at };
    entries.push(entry);
    write(uint(LOCAL, 4), facts(entry), name, entry.packed);
  }
  const begin = at;
  for (const entry of entries)
    write(
      uint(CENTRAL, 4),
      uint(VERSION, 2),
      facts(entry),
      // No comment, first disk, plain attributes.
      Buffer.alloc(10),
      uint(entry.at, 4),
      entry.name,
    );
  const size = at - begin;
  write(
    uint(END, 4),
    Buffer.alloc(4),
    uint(entries.length, 2),
    uint(entries.length, 2),
    uint(size, 4),
    uint(begin, 4),
  );
  write(Buffer.alloc(2));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, Buffer.concat(parts));
}
