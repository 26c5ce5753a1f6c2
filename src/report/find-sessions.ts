/** Finds the sessions in the folders that the user gave. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { ParleyError } from '../contract/index.js';

/** Folders of test runs contain sessions a few levels down: `<test>/demonstrations/<session>`. */
const MAX_DEPTH = 4;

export interface FoundSessions {
  /** Absolute paths, without duplicates, sorted by name. */
  sessions: string[];
  /** Paths without a session, as the user wrote them. */
  skippedPaths: string[];
  /** False if the user gave the path of a single session, true for several sessions or a folder of sessions. */
  isCollection: boolean;
}

/** @throws ParleyError `usage` if there is no session */
export function findSessions(paths: readonly string[]): FoundSessions {
  const sessions = new Set<string>();
  const skippedPaths: string[] = [];
  for (const path of paths) {
    const sessionFolders = listSessions(resolve(path));
    if (sessionFolders.length === 0) skippedPaths.push(path);
    for (const session of sessionFolders) sessions.add(session);
  }
  if (sessions.size === 0) throw createNoSessionError(paths);
  const isCollection = sessions.size > 1 || !isSession(resolve(paths[0]!));
  return { sessions: [...sessions].toSorted(), skippedPaths, isCollection };
}

/** Whether a folder contains Parley's own record. */
export const hasRecord = (dir: string): boolean => existsSync(join(dir, 'session.jsonl'));

/** Whether a folder is a session, or a demonstration from another recorder. */
const isSession = (dir: string): boolean => hasRecord(dir) || existsSync(join(dir, 'replay.json'));

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Lists the sessions in a folder and a few levels below it. Does not search inside sessions. */
export function listSessions(dir: string, depth = 0): string[] {
  if (!isFolder(dir)) return [];
  if (isSession(dir)) return [dir];
  if (depth === MAX_DEPTH) return [];
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .flatMap((entry) => listSessions(join(dir, entry.name), depth + 1));
}

function createNoSessionError([path = '', ...otherPaths]: readonly string[]): ParleyError {
  const problem =
    otherPaths.length > 0
      ? 'None of these paths contains a session.'
      : !existsSync(path)
        ? `“${path}” does not exist.`
        : isFolder(path)
          ? `“${path}” contains no session: neither session.jsonl nor replay.json was found in it.`
          : `“${path}” is not a session folder.`;
  return new ParleyError(
    'usage',
    problem,
    'Give the folder of a session that parley run or parley chat wrote, such as results/<session>, the folder of a demonstration from a data set, or a folder that contains such folders.',
  );
}
