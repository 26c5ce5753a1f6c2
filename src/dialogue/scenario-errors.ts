/** Collects all errors of a scenario and its used files, so that the author sees them at once. */
import { ParleyError } from '../contract/index.js';

/** Keys from the top of the file: `['dialogue', 0, 'say']`. */
export type KeyPath = readonly (string | number)[];

/** One error at its source location. */
export interface ScenarioError {
  readonly file: string;
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  /** `dialogue[0].say`; empty if the error concerns the whole file. */
  readonly path: string;
  readonly sentence: string;
}

/** Maximum number of errors in a message; the first ones usually explain the others. */
const MAX_LISTED_ERRORS = 20;

const NEXT_STEP = 'Correct the file and run it again; docs/scenarios.md describes what it may contain.';

export class BrokenScenario extends ParleyError {
  constructor(readonly errors: readonly ScenarioError[]) {
    const unlistedCount = errors.length - MAX_LISTED_ERRORS;
    super(
      'usage',
      [
        ...errors.slice(0, MAX_LISTED_ERRORS).map(formatScenarioError),
        ...(unlistedCount > 0 ? [`and ${unlistedCount} more`] : []),
      ].join('\n'),
      NEXT_STEP,
    );
  }
}

/** `a.scenario.yaml:3:5 dialogue[0].say: is empty.` */
export function formatScenarioError({ file, line, column, path, sentence }: ScenarioError): string {
  return `${file}:${line}:${column}${path ? ` ${path}` : ''}: ${sentence}`;
}

export interface SourcePosition {
  line: number;
  column: number;
}

/** The errors of one file. */
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

  positionOf(offset: number): SourcePosition {
    const before = this.text.slice(0, offset);
    return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
  }

  get errors(): ScenarioError[] {
    return this.entries
      .toSorted((a, b) => a.offset - b.offset)
      .map(({ offset, path, sentence }) => ({ file: this.file, ...this.positionOf(offset), path, sentence }));
  }
}

/** The errors of all files, in the order in which the files were read. */
export class ScenarioErrors {
  private readonly files: { readonly errors: readonly ScenarioError[] }[] = [];

  addFile(file: string, text: string): FileErrors {
    const fileErrors = new FileErrors(file, text);
    this.files.push(fileErrors);
    return fileErrors;
  }

  /** Adds an error that was found while another file was read. */
  append(error: ScenarioError): void {
    this.files.push({ errors: [error] });
  }

  throwIfAny(): void {
    const all = new Map(
      this.files
        .flatMap((fileErrors) => fileErrors.errors)
        .map((error) => [formatScenarioError(error), error]),
    );
    if (all.size > 0) throw new BrokenScenario([...all.values()]);
  }
}

/** `dialogue[0].say` */
export function formatKeyPath(path: KeyPath): string {
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join('');
}
