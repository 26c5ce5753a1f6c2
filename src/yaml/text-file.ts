/** Reads a text file, or explains why it cannot be read. */
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import { ParleyError } from '../contract/index.js';
import { FileErrors, type FileError } from './file-errors.js';
import { formatSuggestion } from './suggest.js';

/** Files that people write are short; a larger file is a mistake. */
const MAX_BYTES = 256 * 1024;

/** The kind of file, for messages. */
export interface FileKind {
  /** `a scenario` */
  noun: string;
  /** Maximum size; 256 KB by default. */
  maxBytes?: number;
  /** The next step if the path is a folder. */
  hintIfFolder?: string;
  /** The next step if the file does not exist. */
  hintIfMissing: string;
  createError(errors: readonly FileError[]): Error;
}

/**
 * @param file the path in messages
 * @throws ParleyError `usage` if the file cannot be read; the error of `kind` if it is not UTF-8
 */
export function readText(path: string, kind: FileKind, file = path): string {
  const stat = withUsageErrors({ path, file }, kind, () => statSync(path));
  if (stat.isDirectory()) {
    throw new ParleyError(
      'usage',
      `${file} is a folder, not ${kind.noun} file.`,
      kind.hintIfFolder ?? 'Give the path of one file in it.',
    );
  }
  if (!stat.isFile())
    throw new ParleyError('usage', `${file} is not an ordinary file.`, `Give the path of ${kind.noun} file.`);
  const { maxBytes = MAX_BYTES } = kind;
  if (stat.size > maxBytes) {
    throw new ParleyError(
      'usage',
      `${file} is ${Math.ceil(stat.size / 1024)} KB; the limit for ${kind.noun} is ${maxBytes / 1024} KB.`,
      `Check that it is ${kind.noun} file; split it if it is.`,
    );
  }
  return decodeText(
    file,
    kind,
    withUsageErrors({ path, file }, kind, () => readFileSync(path)),
  );
}

function withUsageErrors<T>(
  { path, file }: { path: string; file: string },
  kind: FileKind,
  read: () => T,
): T {
  try {
    return read();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ELOOP' || (code === 'ENOENT' && lstatSync(path, { throwIfNoEntry: false }))) {
      const destination = code === 'ELOOP' ? 'back to itself' : 'to a file that is not there';
      throw new ParleyError(
        'usage',
        `${file} is a link that leads ${destination}.`,
        'Correct or remove the link.',
        {
          cause: error,
        },
      );
    }
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      const hint = formatSuggestion(basename(path), listSimilarFiles(path));
      throw new ParleyError('usage', `There is no file “${file}”.${hint}`, kind.hintIfMissing, {
        cause: error,
      });
    }
    const reason = code === 'EACCES' || code === 'EPERM' ? 'permission was denied' : code || String(error);
    throw new ParleyError(
      'usage',
      `${file} cannot be read: ${reason}.`,
      'Check the path and its permissions.',
      {
        cause: error,
      },
    );
  }
}

function listSimilarFiles(file: string): string[] {
  try {
    return readdirSync(dirname(file)).filter((name) => /\.(ya?ml|m?[jt]s)$/.test(name));
  } catch {
    return [];
  }
}

function decodeText(file: string, kind: FileKind, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const [first, second] = bytes;
    const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
    // Invalid bytes change when they are decoded and encoded again, so the first difference is the first invalid byte.
    const decodedText = bytes.toString('utf8');
    const reencodedBytes = Buffer.from(decodedText, 'utf8');
    let validByteCount = 0;
    while (validByteCount < bytes.length && bytes[validByteCount] === reencodedBytes[validByteCount])
      validByteCount++;
    const validText = bytes
      .subarray(0, validByteCount)
      .toString('utf8')
      .replace(/\uFFFD+$/, '');
    const fileErrors = new FileErrors(file, decodedText);
    const message = isUtf16 ? 'the file is UTF-16' : 'the file is not UTF-8 text from here on';
    fileErrors.add(isUtf16 ? 0 : validText.length, [], `${message}; save it as UTF-8`);
    throw kind.createError(fileErrors.errors);
  }
}
