/** Wraps printed lines at word boundaries to the terminal's width. */
import wrapAnsi from 'wrap-ansi';

/** Continuation lines are indented this many columns more than the line that they continue. */
const HANGING_INDENT = 2;
/** Narrower terminals get unwrapped text: wrapping would leave a word or two per line. */
const MIN_COLUMNS = 20;

/** Returns the terminal's width in columns; null for pipes and files, whose lines are never wrapped. */
export function getColumnCount(output: { isTTY?: boolean; columns?: number }): number | null {
  return output.isTTY && output.columns ? output.columns : null;
}

/**
 * Wraps each line of a text with a hanging indent. Words longer than a line, such as URLs, are broken. Wide characters
 * count as two columns, and colour sequences as none.
 */
export function wrapText(text: string, columns: number | null): string {
  if (columns === null || columns < MIN_COLUMNS) return text;
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n');
}

function wrapLine(line: string, columns: number): string {
  const indent = /^ */.exec(line)![0];
  const hangingIndent = `${indent}${' '.repeat(HANGING_INDENT)}`;
  const width = columns - hangingIndent.length;
  if (width < MIN_COLUMNS / 2) return line;
  return `${indent}${wrapAnsi(line.slice(indent.length), width, { hard: true, trim: true }).replaceAll('\n', `\n${hangingIndent}`)}`;
}
