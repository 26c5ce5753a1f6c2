/** Errors in files that people write, at their source locations. */

/** The keys that lead from the top of the file to a value: `['dialogue', 0, 'say']`. */
export type KeyPath = readonly (string | number)[];

/** One error at its source location. */
export interface FileError {
  readonly file: string;
  /** Line and column, both counted from 1. */
  readonly line: number;
  readonly column: number;
  /** `dialogue[0].say`; empty if the error concerns the whole file. */
  readonly path: string;
  readonly sentence: string;
}

/** Maximum number of errors in a message; the first ones usually explain the others. */
const MAX_LISTED_ERRORS = 20;

/** Formats an error as `a.scenario.yaml:3:5 dialogue[0].say: is empty.` */
export function formatFileError({ file, line, column, path, sentence }: FileError): string {
  return `${file}:${line}:${column}${path ? ` ${path}` : ''}: ${sentence}`;
}

/** Formats one line per error. */
export function formatFileErrors(errors: readonly FileError[]): string {
  const unlistedCount = errors.length - MAX_LISTED_ERRORS;
  return [
    ...errors.slice(0, MAX_LISTED_ERRORS).map(formatFileError),
    ...(unlistedCount > 0 ? [`and ${unlistedCount} more`] : []),
  ].join('\n');
}

export interface SourcePosition {
  line: number;
  column: number;
}

export class FileErrors {
  readonly entries: { offset: number; path: string; sentence: string }[] = [];

  constructor(
    readonly file: string,
    private readonly text: string,
  ) {}

  add(offset: number, path: KeyPath, sentence: string): void {
    this.entries.push({
      offset,
      path: formatKeyPath(path),
      sentence: /[.?!]$/.test(sentence) ? sentence : `${sentence}.`,
    });
  }

  get hasAny(): boolean {
    return this.entries.length > 0;
  }

  getPosition(offset: number): SourcePosition {
    const precedingText = this.text.slice(0, offset);
    return { line: precedingText.split('\n').length, column: offset - precedingText.lastIndexOf('\n') };
  }

  get errors(): FileError[] {
    return this.entries
      .toSorted((a, b) => a.offset - b.offset)
      .map(({ offset, path, sentence }) => ({
        file: this.file,
        ...this.getPosition(offset),
        path,
        sentence,
      }));
  }
}

/** Formats a path as `dialogue[0].say`. */
export function formatKeyPath(path: KeyPath): string {
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join('');
}
