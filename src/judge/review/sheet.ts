/**
 * The sheet for human votes: one row per task, with columns for three votes. It omits the judge's verdict, which would
 * influence the voters.
 */
import { ParleyError } from '../../contract/index.js';
import type { TaskEvidence, UnreadableTask } from '../evidence/types.js';
import { formatCsv, parseCsv, unescapeCell, type CsvRow } from './csv.js';

const VOTE_COLUMNS = ['vote_1', 'vote_2', 'vote_3'] as const;
const COLUMNS = ['id', 'site', 'task', 'answer', 'screenshots', ...VOTE_COLUMNS, 'folder'] as const;

/** Omits tasks without a readable recording, because there is nothing to vote on. */
export function formatSheet(
  tasks: readonly (TaskEvidence | UnreadableTask)[],
  formatPath: (path: string) => string,
): string {
  const rows = tasks.flatMap((task) => {
    if ('fault' in task) return [];
    const { id, site, answer, pictures, folder } = task;
    const screenshots = pictures.map(({ name }) => formatPath(name)).join('\n');
    return [[id, site, task.task, answer ?? '', screenshots, '', '', '', formatPath(folder)]];
  });
  return formatCsv([COLUMNS, ...rows]);
}

export type Vote = 1 | 0;

export interface VotedTask {
  id: string;
  /** As written in the sheet. */
  folder: string;
  /** Null: no vote. */
  votes: readonly (Vote | null)[];
}

const VOTES: Readonly<Record<string, Vote>> = {
  '1': 1,
  yes: 1,
  y: 1,
  success: 1,
  true: 1,
  '0': 0,
  no: 0,
  n: 0,
  failure: 0,
  'not success': 0,
  false: 0,
};

/** @throws ParleyError `usage` with the position of the first error */
export function parseSheet(text: string, path: string): VotedTask[] {
  const [header, ...rows] = parseCsv(text);
  const names = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const columnOf = (name: string): number => {
    const index = names.indexOf(name);
    if (index >= 0) return index;
    throw new ParleyError(
      'usage',
      `${path}:1 has no column ${name}.`,
      'Write a new sheet with parley judge --review, and copy the votes into it.',
      { option: 'votes' },
    );
  };
  const id = columnOf('id');
  const folder = columnOf('folder');
  const votes = VOTE_COLUMNS.map(columnOf);
  const seen = new Set<string>();
  return rows.map((row) => {
    const name = row.cells[id]?.trim() ?? '';
    const place = `${path}:${row.line}`;
    const where = unescapeCell(row.cells[folder]?.trim() ?? '');
    if (where === '')
      throw createRowError(`${place} has no folder.`, 'Leave the column folder as it was written.');
    if (seen.has(where))
      throw createRowError(`${place} repeats the task ${name}.`, 'Delete one of the rows.');
    seen.add(where);
    return { id: name, folder: where, votes: votes.map((column) => parseVote(row, column, place)) };
  });
}

function parseVote(row: CsvRow, column: number, place: string): Vote | null {
  const word = (row.cells[column] ?? '').trim().toLowerCase();
  if (word === '') return null;
  const vote = VOTES[word];
  if (vote !== undefined) return vote;
  throw createRowError(
    `${place}:${column + 1} has the vote “${word}”.`,
    'Write 1 for success, 0 for failure, or leave the cell empty.',
  );
}

function createRowError(sentence: string, next: string): ParleyError {
  return new ParleyError('usage', sentence, next, { option: 'votes' });
}
