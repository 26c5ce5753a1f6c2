/**
 * A demonstration's file operations. Failures become errors with a message for the user. Synchronous; see `writer.ts`.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

import { ParleyError } from '../contract/index.js';

/** Creates a folder and its parents one by one, because Node's recursive `mkdirSync` hangs in `/proc`. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  withFileErrors(path, () => {
    try {
      mkdirSync(path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Two sessions may start at the same moment.
      if (code === 'EEXIST') return;
      // The parent exists, so ENOENT means that it does not allow new folders.
      throw code === 'ENOENT' ? Object.assign(new Error('no files allowed here'), { code: 'EACCES' }) : error;
    }
  });
}

/**
 * Writes a new file. If the process is killed, the file may be incomplete, so nothing may refer to it before this
 * function returns. A file that does not fit on the disk is deleted, because the end of the recording needs the space.
 */
export function writeFile(path: string, data: Uint8Array): void {
  withFileErrors(path, () => writeCompletely(path, [data]));
}

function writeCompletely(path: string, chunks: readonly Uint8Array[], flushesToDisk = false): void {
  const file = openSync(path, 'w');
  try {
    for (const chunk of chunks) writeAll(file, chunk);
    if (flushesToDisk) fsyncSync(file);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Deletes a file and ignores errors. */
export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A file that cannot be deleted does no harm.
  }
}

/** Replaces a file atomically. */
export function replaceFile(path: string, chunks: readonly Uint8Array[]): void {
  withFileErrors(path, () => {
    // The temporary file is in the same folder, because a rename is atomic only within one file system.
    const temporaryPath = `${path}.tmp`;
    writeCompletely(temporaryPath, chunks, true);
    renameSync(temporaryPath, path);
  });
}

/** An append-only file of lines, with one write call per line. */
export class AppendFile {
  private size = 0;

  private constructor(
    private readonly path: string,
    private readonly descriptor: number,
  ) {}

  /** @throws ParleyError `usage` if the file already exists, because a record is never overwritten */
  static create(path: string): AppendFile {
    return withFileErrors(path, () => new AppendFile(path, openSync(path, 'ax')));
  }

  /** @param line ASCII text without a line break */
  append(line: string): void {
    withFileErrors(this.path, () => {
      const bytes = Buffer.from(`${line}\n`, 'latin1');
      let writtenBytes = 0;
      try {
        writtenBytes = writeSync(this.descriptor, bytes, 0, bytes.length);
        if (writtenBytes < bytes.length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
        this.size += writtenBytes;
      } catch (error) {
        // Removes the incomplete line. It would corrupt the next line, which may be the verdict.
        ftruncateSync(this.descriptor, this.size);
        throw error;
      }
    });
  }

  /** Flushes appended lines to the disk (fsync). */
  sync(): void {
    withFileErrors(this.path, () => fsyncSync(this.descriptor));
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

function writeAll(descriptor: number, data: Uint8Array): void {
  let writtenBytes = 0;
  while (writtenBytes < data.length)
    writtenBytes += writeSync(descriptor, data, writtenBytes, data.length - writtenBytes);
}

function withFileErrors<T>(path: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    throw toFileError(path, error);
  }
}

/** For each error code, the problem and the next step. `%` stands for the path. */
const FILE_ERRORS: Readonly<Record<string, readonly [string, string]>> = {
  EACCES: ['You do not have permission to write “%”.', 'Choose a results folder that you can write to.'],
  EPERM: ['You do not have permission to write “%”.', 'Choose a results folder that you can write to.'],
  EROFS: ['“%” is on a read-only file system.', 'Choose a results folder on a writable disk.'],
  ENOTDIR: [
    '“%” cannot be created: part of its path is a file, not a folder.',
    'Choose another results folder.',
  ],
  EISDIR: ['“%” cannot be written: a folder with that name exists.', 'Choose another results folder.'],
  EEXIST: ['“%” already exists, and a record is never overwritten.', 'Choose another folder or name.'],
  ENOENT: [
    '“%” cannot be written: its folder no longer exists.',
    'Do not move or delete the results folder during a session.',
  ],
  ENOSPC: [
    'There is no space left on the disk for “%”.',
    'Free some space, or choose a results folder elsewhere.',
  ],
  EDQUOT: [
    'The disk quota leaves no space for “%”.',
    'Free some space, or choose a results folder elsewhere.',
  ],
  ENAMETOOLONG: ['The path “%” is too long.', 'Choose a results folder with a shorter path.'],
};

/**
 * Converts the error of a failed file operation to a ParleyError `usage` (exit code 2). Returns other errors unchanged.
 */
export function toFileError(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  const [message, next] = FILE_ERRORS[error.code] ?? [
    `“%” cannot be written (${error.code}).`,
    'Choose another results folder.',
  ];
  return new ParleyError(
    'usage',
    message.replace('%', () => path),
    next,
    { cause: error },
  );
}
