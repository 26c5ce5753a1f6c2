/** Reads and writes CSV (RFC 4180) for spreadsheets. Pure. */

/** A byte order mark makes spreadsheets read the file as UTF-8. */
const BOM = '\uFEFF';

export function formatCsv(rows: readonly (readonly string[])[]): string {
  return `${BOM}${rows.map((row) => row.map(formatCell).join(',')).join('\r\n')}\r\n`;
}

/** Spreadsheets execute cells that start with these characters as formulas, and page text must not be executed. */
const FORMULA_START = /^[=+\-@\t\r]/;

function formatCell(text: string): string {
  const safeText = FORMULA_START.test(text) ? `'${text}` : text;
  return /[",\r\n;]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
}

/** Reverts the escaping of formula-like text by `formatCsv`. */
export function unescapeCell(text: string): string {
  return text.startsWith("'") && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text;
}

export interface CsvRow {
  /** Line of the row's first cell, from 1. */
  line: number;
  cells: string[];
}

/** Detects the separator by the header, because some locales save with semicolons. Skips blank lines. */
export function parseCsv(text: string): CsvRow[] {
  const source = text.startsWith(BOM) ? text.slice(BOM.length) : text;
  const separator = findSeparator(source);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let rowLine = 1;
  const endCell = (): void => {
    cells.push(cell);
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: rowLine, cells });
    cells = [];
    rowLine = line;
  };
  for (let i = 0; i < source.length; i++) {
    const char = source[i]!;
    if (char === '\n') line += 1;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (source[i + 1] === '"') {
        cell += '"';
        i++;
      } else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === separator) endCell();
    else if (char === '\n') endRow();
    else if (char !== '\r') cell += char;
  }
  if (cell !== '' || cells.length > 0) endRow();
  return rows;
}

function findSeparator(text: string): ',' | ';' | '\t' {
  const header = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const countCells = (char: string): number => header.split(char).length;
  if (countCells('\t') > countCells(',') && countCells('\t') > countCells(';')) return '\t';
  return countCells(';') > countCells(',') ? ';' : ',';
}
