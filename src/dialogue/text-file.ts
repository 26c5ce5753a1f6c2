/** Reads a text file, or explains in a sentence why it cannot be read. */
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import { ParleyError } from '../contract/index.js';
import { ScenarioErrors } from './scenario-errors.js';
import { didYouMean } from './suggest.js';

/** Scenarios are short; a larger file is a mistake. */
const MAX_BYTES = 256 * 1024;

/** @throws ParleyError `usage` if the file cannot be read as text */
export function readText(file: string): string {
  const stat = withUsageErrors(file, () => statSync(file));
  if (stat.isDirectory()) {
    throw new ParleyError('usage', `${file} is a folder, not a scenario file.`, 'Name one file in it.');
  }
  if (!stat.isFile())
    throw new ParleyError('usage', `${file} is not an ordinary file.`, 'Name a scenario file.');
  if (stat.size > MAX_BYTES) {
    throw new ParleyError(
      'usage',
      `${file} has ${Math.ceil(stat.size / 1024)} KB, more than the ${MAX_BYTES / 1024} KB that a scenario may have.`,
      'Check that it is a scenario file; split it if it is.',
    );
  }
  return decode(
    file,
    withUsageErrors(file, () => readFileSync(file)),
  );
}

function withUsageErrors<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ELOOP' || (code === 'ENOENT' && lstatSync(file, { throwIfNoEntry: false }))) {
      const where = code === 'ELOOP' ? 'back to itself' : 'to a file that is not there';
      throw new ParleyError(
        'usage',
        `${file} is a link that leads ${where}.`,
        'Correct or remove the link.',
        {
          cause: error,
        },
      );
    }
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      const hint = didYouMean(basename(file), neighbours(file));
      throw new ParleyError(
        'usage',
        `There is no file ${file}.${hint}`,
        'Check the path; scenario files end in .scenario.yaml.',
        { cause: error },
      );
    }
    const why = code === 'EACCES' || code === 'EPERM' ? 'permission was denied' : code || String(error);
    throw new ParleyError('usage', `${file} cannot be read: ${why}.`, 'Check the path and its permissions.', {
      cause: error,
    });
  }
}

function neighbours(file: string): string[] {
  try {
    return readdirSync(dirname(file)).filter((name) => /\.(ya?ml|m?[jt]s)$/.test(name));
  } catch {
    return [];
  }
}

function decode(file: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const [a, b] = bytes;
    const utf16 = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
    // The bytes that survive decoding and encoding end at the first invalid byte.
    const loose = bytes.toString('utf8');
    const back = Buffer.from(loose, 'utf8');
    let sameBytes = 0;
    while (sameBytes < bytes.length && bytes[sameBytes] === back[sameBytes]) sameBytes++;
    const good = bytes
      .subarray(0, sameBytes)
      .toString('utf8')
      .replace(/\uFFFD+$/, '');
    const errors = new ScenarioErrors();
    const sentence = utf16 ? 'the file is UTF-16' : 'the file is not UTF-8 text from here on';
    errors.of(file, loose).add(utf16 ? 0 : good.length, [], `${sentence}; save it as UTF-8`);
    errors.throwIfAny();
    throw new Error('unreachable');
  }
}
