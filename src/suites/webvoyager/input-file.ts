/** Describes the suite's input files. Their errors name file, line and column. */
import { ParleyError } from '../../contract/index.js';
import { FileErrors, formatFileErrors, type FileError, type FileKind } from '../../yaml/index.js';

const MAX_BYTES = 64 * 1024 * 1024;

class BrokenInputFile extends ParleyError {
  constructor(errors: readonly FileError[]) {
    super(
      'usage',
      formatFileErrors(errors),
      'Correct the file and try again; docs/benchmark-suites.md describes it.',
    );
  }
}

export const createFileKind = (noun: string, hintIfMissing: string): FileKind => ({
  noun,
  hintIfMissing,
  maxBytes: MAX_BYTES,
  createError: (errors) => new BrokenInputFile(errors),
});

/** @throws ParleyError `usage` with every error */
export function throwIfAnyError(fileErrors: FileErrors): void {
  if (fileErrors.hasAny) throw new BrokenInputFile(fileErrors.errors);
}
