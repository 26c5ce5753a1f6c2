/** Formats settings as text for people: one line per setting, with secrets masked. */
import { registerEnvironmentSecrets, createRedactor } from '../secrets/index.js';
import { stripTerminalControls } from '../text/index.js';
import type { EffectiveSetting, EffectiveSettings } from './effective-settings.js';

/** Masks a header's value, because it may contain a key. Only variables such as `${NAME}` stay readable. */
function maskHeader(text: string): string {
  const variables = /\$\{[A-Za-z_]\w*\}/g;
  return text.match(variables)?.join(' ') ?? '<masked>';
}

function maskHeaders(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((line: string) => {
      const [name = '', ...rest] = line.split(':');
      return `${name}: ${maskHeader(rest.join(':'))}`;
    });
  return Object.fromEntries(
    Object.entries(value as Record<string, string>).map(([name, text]) => [name, maskHeader(text)]),
  );
}

/** Masks secrets in settings. Must be called before any output. */
export function maskSettings<T extends EffectiveSettings>(settings: T, env: NodeJS.ProcessEnv): T {
  const redactor = createRedactor();
  registerEnvironmentSecrets(redactor, env);
  const mask = <R extends EffectiveSetting>(row: R): R =>
    redactor.json(row.setting === 'model_header' ? { ...row, value: maskHeaders(row.value) } : row);
  return { ...settings, settings: settings.settings.map(mask), unused: settings.unused.map(mask) };
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.join(', ');
  return JSON.stringify(value) ?? '';
}

/** Maximum width to which a column is padded. Longer values extend beyond the column. */
const MAX_COLUMN_WIDTH = 40;

/** Formats one line per setting, with three columns: setting, value and source. */
function formatRows(rows: readonly (EffectiveSetting & { reason?: string })[]): string[] {
  const cells = rows.map(({ setting, value, source, reason }) => [
    setting,
    formatValue(value),
    reason === undefined ? source : `${source}, ${reason}`,
  ]);
  const getColumnWidth = (column: number): number =>
    Math.max(...cells.map((row) => row[column]!.length).filter((length) => length <= MAX_COLUMN_WIDTH), 0);
  const widths = [getColumnWidth(0), getColumnWidth(1)];
  return cells.map(([setting, value, source]) =>
    stripTerminalControls(
      `${setting!.padEnd(widths[0]!)}  ${value!.padEnd(widths[1]!)}  ${source!}`.replaceAll('\n', ' '),
    ),
  );
}

export function formatSettings({ settings, unused }: EffectiveSettings): string {
  return [
    ...formatRows(settings),
    ...(unused.length ? ['', 'Without effect here:', ...formatRows(unused)] : []),
  ].join('\n');
}
