/** Collects all errors of a scenario and its used files, so that the author sees them at once. */
import { ParleyError } from '../contract/index.js';

/** Keys from the top of the file: `['dialogue', 0, 'say']`. */
export type Path = readonly (string | number)[];

/** One error at its source location. */
export interface Complaint {
  readonly file: string;
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  /** `dialogue[0].say`; empty where it is about the file. */
  readonly path: string;
  readonly sentence: string;
}

/** More than this is a wall of text; the first ones usually explain the others. */
const MAX_COUNT = 20;

const NEXT = 'Correct the file and run it again; docs/scenarios.md describes what it may contain.';

export class BrokenScenario extends ParleyError {
  /** @param complaints all of them, in the order of the files */
  constructor(readonly complaints: readonly Complaint[]) {
    const rest = complaints.length - MAX_COUNT;
    super(
      'usage',
      [...complaints.slice(0, MAX_COUNT).map(complaintText), ...(rest > 0 ? [`and ${rest} more`] : [])].join(
        '\n',
      ),
      NEXT,
    );
  }
}

/** `a.scenario.yaml:3:5 dialogue[0].say: is empty.` */
export function complaintText({ file, line, column, path, sentence }: Complaint): string {
  return `${file}:${line}:${column}${path ? ` ${path}` : ''}: ${sentence}`;
}

export interface SourcePosition {
  line: number;
  column: number;
}

/** The errors of one file. */
export class Notes {
  readonly found: { offset: number; path: string; sentence: string }[] = [];

  constructor(
    readonly file: string,
    private readonly text: string,
  ) {}

  add(offset: number, path: Path, sentence: string): void {
    this.found.push({
      offset,
      path: showPath(path),
      sentence: /[.?!]$/.test(sentence) ? sentence : `${sentence}.`,
    });
  }

  get any(): boolean {
    return this.found.length > 0;
  }

  placeOf(offset: number): SourcePosition {
    const before = this.text.slice(0, offset);
    return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
  }

  get list(): Complaint[] {
    return this.found
      .toSorted((a, b) => a.offset - b.offset)
      .map(({ offset, path, sentence }) => ({ file: this.file, ...this.placeOf(offset), path, sentence }));
  }
}

/** Of all files, in the order in which they were opened. */
export class Complaints {
  private readonly files: { readonly list: readonly Complaint[] }[] = [];

  of(file: string, text: string): Notes {
    const notes = new Notes(file, text);
    this.files.push(notes);
    return notes;
  }

  /** Adds an error that was found elsewhere. */
  append(complaint: Complaint): void {
    this.files.push({ list: [complaint] });
  }

  throwIfAny(): void {
    const all = new Map(
      this.files.flatMap((notes) => notes.list).map((complaint) => [complaintText(complaint), complaint]),
    );
    if (all.size > 0) throw new BrokenScenario([...all.values()]);
  }
}

/** `dialogue[0].say` */
export function showPath(path: Path): string {
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join('');
}
