/**
 * Writes and reads the CSV file for human votes: one row per task, with columns for three votes. It omits the judge's
 * verdict, which would influence the voters.
 */
import { ParleyError } from '../../contract/index.js';
import type { TaskEvidence, UnreadableTask } from '../evidence/types.js';
import { formatCsv, parseCsv, unescapeCell, type CsvRow } from './csv.js';

const VOTE_COLUMNS = ['vote_1', 'vote_2', 'vote_3'] as const;
const COLUMNS = ['id', 'site', 'task', 'answer', 'screenshots', ...VOTE_COLUMNS, 'folder'] as const;

/** Omits tasks without a readable recording, because there is nothing to vote on. */
export function formatVoteCsv(
  tasks: readonly (TaskEvidence | UnreadableTask)[],
  formatPath: (path: string) => string,
): string {
  const rows = tasks.flatMap((task) => {
    if ('fault' in task) return [];
    const { id, site, answer, screenshots, folder } = task;
    const screenshotPaths = screenshots.map(({ name }) => formatPath(name)).join('\n');
    return [[id, site, task.task, answer ?? '', screenshotPaths, '', '', '', formatPath(folder)]];
  });
  return formatCsv([COLUMNS, ...rows]);
}

export type Vote = 1 | 0;

export interface VotedTask {
  id: string;
  /** As written in the file. */
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
export function parseVoteCsv(text: string, path: string): VotedTask[] {
  const [header, ...rows] = parseCsv(text);
  const columnNames = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const findColumn = (name: string): number => {
    const index = columnNames.indexOf(name);
    if (index >= 0) return index;
    throw new ParleyError(
      'usage',
      `${path}:1 has no column ${name}.`,
      'Write a new sheet with `parley judge --review`, and copy the votes into it.',
      { option: 'votes' },
    );
  };
  const idColumn = findColumn('id');
  const folderColumn = findColumn('folder');
  const voteColumns = VOTE_COLUMNS.map(findColumn);
  const previousFolders = new Set<string>();
  return rows.map((row) => {
    const id = row.cells[idColumn]?.trim() ?? '';
    const position = `${path}:${row.line}`;
    const folder = unescapeCell(row.cells[folderColumn]?.trim() ?? '');
    if (folder === '') throw createRowError(`${position} has no folder.`, 'Do not change the column folder.');
    if (previousFolders.has(folder))
      throw createRowError(`${position} repeats the task ${id}.`, 'Delete one of the rows.');
    previousFolders.add(folder);
    return { id, folder, votes: voteColumns.map((column) => parseVote(row, column, position)) };
  });
}

function parseVote(row: CsvRow, column: number, position: string): Vote | null {
  const word = (row.cells[column] ?? '').trim().toLowerCase();
  if (word === '') return null;
  const vote = VOTES[word];
  if (vote !== undefined) return vote;
  throw createRowError(
    `${position}:${column + 1} contains “${word}”, which is not a vote.`,
    'Write 1 for success, 0 for failure, or leave the cell empty.',
  );
}

function createRowError(message: string, next: string): ParleyError {
  return new ParleyError('usage', message, next, { option: 'votes' });
}
