/** Writes CSV files (RFC 4180). */
import { writeFileSync } from 'node:fs';

export type CsvValue = string | number | boolean;

export function writeCsv(
  file: string,
  headers: readonly string[],
  rows: readonly (readonly CsvValue[])[],
): void {
  const lines = [headers, ...rows].map((row) => row.map(formatValue).join(','));
  writeFileSync(file, `${lines.join('\n')}\n`);
}

function formatValue(value: CsvValue): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
