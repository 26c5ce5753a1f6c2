/** Everything that is wrong with one scenario file, collected so that an author sees it at once. */
import { Problem } from '../contract/index.js';

/** Keys from the top of the file: `['dialogue', 0, 'say']`. */
export type Path = readonly (string | number)[];

/** More than this is a wall of text; the first ones usually explain the others. */
const MOST = 20;

const NEXT = 'Correct the file and run it again; docs/scenarios.md describes what it may contain.';

interface Complaint {
  offset: number;
  path: string;
  sentence: string;
}

export class Complaints {
  private readonly list: Complaint[] = [];

  constructor(
    private readonly file: string,
    private readonly text: string,
  ) {}

  add(offset: number, path: Path, sentence: string): void {
    this.list.push({
      offset,
      path: showPath(path),
      sentence: /[.?!]$/.test(sentence) ? sentence : `${sentence}.`,
    });
  }

  get any(): boolean {
    return this.list.length > 0;
  }

  throwIfAny(): void {
    if (!this.any) return;
    const lines = this.list
      .toSorted((a, b) => a.offset - b.offset)
      .map(
        (it) => `${this.file}:${place(this.text, it.offset)}${it.path ? ` ${it.path}` : ''}: ${it.sentence}`,
      );
    const shown = [...new Set(lines)];
    const rest = shown.length - MOST;
    throw new Problem(
      'usage',
      [...shown.slice(0, MOST), ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'),
      NEXT,
    );
  }
}

/** `dialogue[0].say` */
function showPath(path: Path): string {
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join('');
}

/** `line:column` of an offset, both from 1. */
function place(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return `${before.split('\n').length}:${offset - lineStart + 1}`;
}
