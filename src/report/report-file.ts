/** The append-only file of a report. It never replaces a file that Parley did not write. */
import { closeSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';

import { ParleyError } from '../contract/index.js';
import { REPORT_MARK } from './document.js';

/** Identifies Markdown summaries that Parley wrote and may replace. */
export const MARKDOWN_MARK = '<!-- Parley report -->';

/** Number of bytes to search for the mark. */
const MARK_WINDOW_BYTES = 1_000;

/** @throws ParleyError `usage` if the file exists, is not a report, and `force` is not set */
export function assertReplaceable(path: string, force: boolean, mark = REPORT_MARK): void {
  if (force) return;
  const beginning = readBeginning(path);
  if (beginning === null || beginning.includes(mark)) return;
  throw new ParleyError(
    'usage',
    `“${path}” exists and is not a report of Parley.`,
    'Choose another file with --out, or replace it with --force.',
  );
}

function readBeginning(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw toReportError(path, error);
  }
  try {
    const bytes = Buffer.alloc(MARK_WINDOW_BYTES);
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0)).toString('utf8');
  } catch (error) {
    throw toReportError(path, error);
  } finally {
    closeSync(file);
  }
}

/** Appends chunks to a file. */
export class ReportFile {
  private constructor(
    readonly path: string,
    private readonly outputPath: string,
    private readonly descriptor: number,
  ) {}

  /** Opens the file under its own name, so that it can be read while the session runs. */
  static create(path: string): ReportFile {
    return ReportFile.#open(path, path, 'wx');
  }

  /** Opens a temporary file that replaces `path` when it is closed. */
  static replace(path: string): ReportFile {
    return ReportFile.#open(path, `${path}.tmp`, 'w');
  }

  static #open(path: string, outputPath: string, flag: string): ReportFile {
    try {
      return new ReportFile(path, outputPath, openSync(outputPath, flag));
    } catch (error) {
      throw toReportError(path, error);
    }
  }

  append(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    try {
      for (let writtenBytes = 0; writtenBytes < bytes.length;)
        writtenBytes += writeSync(this.descriptor, bytes, writtenBytes);
    } catch (error) {
      throw toReportError(this.path, error);
    }
  }

  close(): void {
    closeSync(this.descriptor);
    if (this.outputPath !== this.path) renameSync(this.outputPath, this.path);
  }

  /** Closes and deletes the temporary file; the existing file stays. */
  discard(): void {
    closeSync(this.descriptor);
    if (this.outputPath !== this.path) rmSync(this.outputPath, { force: true });
  }
}

function toReportError(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const reasons: Readonly<Record<string, string>> = {
    EISDIR: 'it is a folder',
    ENOENT: 'its folder does not exist',
    ENOSPC: 'the disk is full',
    EACCES: 'you have no permission',
    EEXIST: 'it already exists',
  };
  return new ParleyError(
    'usage',
    `The report “${path}” cannot be written: ${reasons[code] ?? code}.`,
    'Choose another file with --out.',
    { cause: error },
  );
}

/** Replaces a whole file atomically. */
export function writeReportFile(path: string, text: string): void {
  const file = ReportFile.replace(path);
  try {
    file.append(text);
  } catch (error) {
    file.discard();
    throw error;
  }
  file.close();
}
