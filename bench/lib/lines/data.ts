/** Compares two states of an application's data, and matches the changes with the changes that a line expects. */

export type Value = string | number | boolean | null;
export type Row = Readonly<Record<string, Value>>;
/** Rows by table and by a key that stays the same when the row changes. */
export type Data = Readonly<Record<string, Readonly<Record<string, Row>>>>;

export type Change =
  | { type: 'add'; table: string; row: Row }
  | { type: 'remove'; table: string; row: Row }
  | { type: 'change'; table: string; before: Row; after: Row; columns: readonly string[] };

/** Values that a row must have. `{ matches }` is a regular expression. */
export type Pattern = Readonly<Record<string, Value | { matches: string }>>;

export interface ExpectedChange {
  table: string;
  add?: Pattern;
  remove?: Pattern;
  /** Matches the row as it was before the change. */
  change?: Pattern;
  /** All columns that change, with values after the change. */
  to?: Pattern;
  /** Number of rows that are changed this way; 1 if absent. */
  rows?: number;
}

/** Columns that applications change by themselves, as `table.column`, such as `ticket.changetime` (time of the last change). */
export type VolatileColumns = ReadonlySet<string>;

/** Lists the changes. Rows with the same values are the same row, even if the application has renumbered its rows. */
export function compareData(before: Data, after: Data): Change[] {
  const changes: Change[] = [];
  for (const table of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const oldRows = Object.entries(before[table] ?? {});
    const currentRows = new Map(Object.entries(after[table] ?? {}));
    const keysByContent = new Map<string, string[]>();
    for (const [key, row] of currentRows)
      keysByContent.set(serialize(row), [...(keysByContent.get(serialize(row)) ?? []), key]);
    const changedRows = oldRows.filter(([key, row]) => {
      const keys = keysByContent.get(serialize(row)) ?? [];
      const sameKey = keys.includes(key) ? key : keys[0];
      if (sameKey === undefined) return true;
      keys.splice(keys.indexOf(sameKey), 1);
      currentRows.delete(sameKey);
      return false;
    });
    for (const [key, row] of changedRows) {
      const currentRow = currentRows.get(key);
      currentRows.delete(key);
      if (currentRow === undefined) changes.push({ type: 'remove', table, row });
      else {
        const columns = Object.keys({ ...row, ...currentRow }).filter(
          (name) => row[name] !== currentRow[name],
        );
        changes.push({ type: 'change', table, before: row, after: currentRow, columns });
      }
    }
    for (const row of currentRows.values()) changes.push({ type: 'add', table, row });
  }
  return changes;
}

const serialize = (row: Row): string => JSON.stringify(row);

export interface Comparison {
  /** Whether all expected changes happened. */
  isComplete: boolean;
  unexpectedChanges: Change[];
  /** Expected changes that did not happen. */
  missingChanges: ExpectedChange[];
}

export function matchChanges(
  changes: readonly Change[],
  expected: readonly ExpectedChange[],
  volatileColumns: VolatileColumns,
): Comparison {
  const unmatchedChanges = [...changes];
  const missingChanges: ExpectedChange[] = [];
  for (const expectedChange of expected)
    for (let row = 0; row < (expectedChange.rows ?? 1); row++) {
      const index = unmatchedChanges.findIndex((change) =>
        matchesChange(change, expectedChange, volatileColumns),
      );
      if (index < 0) missingChanges.push(expectedChange);
      else unmatchedChanges.splice(index, 1);
    }
  const unexpectedChanges = unmatchedChanges.filter(
    (change) =>
      change.type !== 'change' ||
      change.columns.some((column) => !volatileColumns.has(`${change.table}.${column}`)),
  );
  return {
    isComplete: missingChanges.length === 0,
    unexpectedChanges: unexpectedChanges,
    missingChanges: missingChanges,
  };
}

function matchesChange(change: Change, expected: ExpectedChange, volatileColumns: VolatileColumns): boolean {
  if (change.table !== expected.table) return false;
  if (change.type === 'add') return expected.add !== undefined && matchesPattern(change.row, expected.add);
  if (change.type === 'remove')
    return expected.remove !== undefined && matchesPattern(change.row, expected.remove);
  const { change: patternBefore, to } = expected;
  return (
    patternBefore !== undefined &&
    to !== undefined &&
    matchesPattern(change.before, patternBefore) &&
    matchesPattern(change.after, to) &&
    change.columns.every((column) => column in to || volatileColumns.has(`${change.table}.${column}`))
  );
}

function matchesPattern(row: Row, pattern: Pattern): boolean {
  return Object.entries(pattern).every(([name, value]) => matchesValue(row[name] ?? null, value));
}

function matchesValue(actual: Value, expected: Value | { matches: string }): boolean {
  if (expected !== null && typeof expected === 'object')
    return new RegExp(expected.matches, 'iu').test(String(actual ?? ''));
  const [a, b] = [String(actual ?? '').trim(), String(expected ?? '').trim()];
  return a === b || (a !== '' && b !== '' && Number(a) === Number(b));
}

export function formatChange(change: Change): string {
  if (change.type !== 'change') return `${change.type} ${change.table} ${JSON.stringify(change.row)}`;
  const { before, after, columns, table } = change;
  return `change ${table} ${columns.map((name) => `${name}: ${before[name]} → ${after[name]}`).join(', ')}`;
}
