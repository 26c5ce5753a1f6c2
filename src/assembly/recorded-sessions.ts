/** Finds recorded sessions in a results folder (for `parley chat --list` and `--resume`), and deletes old logins. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import { ParleyError, type SessionEvent } from '../contract/index.js';
import { readSession } from '../demonstration/index.js';
import { maskSpokenPasswords } from '../save/index.js';

/** Name of the file in a session's folder that contains its logins. */
export const LOGINS_FILE = 'logins.json';
export const LOGINS_KEPT_DAYS = 7;
const DAY_MS = 86_400_000;

export interface RecordedSession {
  id: string;
  folder: string;
  session: Extract<SessionEvent, { type: 'session' }>;
  events: readonly SessionEvent[];
  /** URL of the last page; undefined if the session opened no page. */
  lastUrl?: string;
  /** File that contains the logins; undefined if they were not kept. */
  logins?: string;
}

/** Lists the sessions directly in the folder, newest first, and the folders that cannot be read. */
export function listSessions(results: string): { sessions: RecordedSession[]; unreadableSessions: string[] } {
  const unreadableSessions: string[] = [];
  const sessions = listFolders(results).flatMap((name) => {
    const folder = join(results, name);
    if (!existsSync(join(folder, 'session.jsonl'))) return [];
    try {
      return [openRecordedSession(folder)];
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      unreadableSessions.push(`${name}: ${error.message}`);
      return [];
    }
  });
  return {
    sessions: sessions.toSorted((a, b) => b.session.startedAt - a.session.startedAt),
    unreadableSessions,
  };
}

function listFolders(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

/** @throws ParleyError `usage` if the folder contains no readable session */
function openRecordedSession(folder: string): RecordedSession {
  const events = maskSpokenPasswords(readSession(folder).events);
  const [session] = events;
  if (session?.type !== 'session')
    throw new ParleyError(
      'usage',
      `“${folder}” was killed before it recorded anything.`,
      'Choose another session; parley chat --list shows the sessions.',
    );
  const lastUrl = findLastUrl(events);
  const logins = join(folder, LOGINS_FILE);
  return {
    id: basename(resolve(folder)),
    folder,
    session,
    events,
    ...(lastUrl === undefined ? {} : { lastUrl }),
    ...(existsSync(logins) ? { logins } : {}),
  };
}

/**
 * @param idOrFolder an id or part of an id, a folder, or '' for the newest session
 * @throws ParleyError `usage` if no session matches, or if several sessions match
 */
export function findRecordedSession(results: string, idOrFolder: string): RecordedSession {
  const hint = 'parley chat --list shows the sessions.';
  if (/[\\/]/.test(idOrFolder) || existsSync(join(idOrFolder, 'session.jsonl')))
    return openRecordedSession(idOrFolder);
  const { sessions, unreadableSessions } = listSessions(results);
  const matchingSessions =
    idOrFolder === '' ? sessions.slice(0, 1) : sessions.filter(({ id }) => id.includes(idOrFolder));
  const match =
    matchingSessions.find(({ id }) => id === idOrFolder) ??
    (matchingSessions.length === 1 ? matchingSessions[0] : undefined);
  if (match) return match;
  if (matchingSessions.length > 1)
    throw new ParleyError(
      'usage',
      `“${idOrFolder}” is part of ${matchingSessions.length} ids: ${matchingSessions
        .slice(0, 3)
        .map(({ id }) => id)
        .join(', ')}${matchingSessions.length > 3 ? ', …' : ''}.`,
      'Give a longer part of the id.',
    );
  const unreadableSession = unreadableSessions.find((file) => file.includes(idOrFolder));
  if (unreadableSession !== undefined && idOrFolder !== '')
    throw new ParleyError('usage', `The session cannot be resumed. ${unreadableSession}`, hint);
  throw new ParleyError(
    'usage',
    idOrFolder === ''
      ? `There is no session in “${results}”.`
      : `No session in “${results}” has “${idOrFolder}” in its id.`,
    idOrFolder === '' ? 'Start one with parley chat, or give the folder with --results.' : hint,
  );
}

function findLastUrl(events: readonly SessionEvent[]): string | undefined {
  for (const event of events.toReversed()) {
    const url = findUrlAfter(event);
    if (url !== undefined && /^(?:https?|file):/.test(url)) return url;
  }
  return undefined;
}

function findUrlAfter(event: SessionEvent): string | undefined {
  if (event.type === 'page') return event.url;
  if (event.type === 'say') return event.page?.url;
  if (event.type === 'note') return /^Went back to (\S+)$/.exec(event.text)?.[1];
  if (event.type !== 'action') return undefined;
  if (event.outcome.status !== 'done') return event.page.url;
  const navigation = event.outcome.effects.findLast(({ type }) => type === 'navigated' || type === 'url');
  if (navigation?.type === 'navigated') return navigation.url;
  return navigation?.type === 'url' ? navigation.to : event.page.url;
}

export interface RecordedExchange {
  instructor: string;
  /** The navigator's last utterance; undefined if it was interrupted. */
  navigator?: string;
}

/** Lists the last exchanges, oldest first: each line of the instructor with the navigator's last utterance after it. */
export function listLastExchanges(events: readonly SessionEvent[], count: number): RecordedExchange[] {
  const exchanges: RecordedExchange[] = [];
  for (const event of events) {
    if (event.type !== 'say') continue;
    const lastExchange = exchanges.at(-1);
    if (event.speaker === 'instructor') exchanges.push({ instructor: event.text });
    else if (lastExchange && event.kind !== 'ack') lastExchange.navigator = event.text;
  }
  return exchanges.slice(-count);
}

/** Deletes logins that are older than a week, whether or not their sessions have ended. */
export function deleteExpiredLogins(results: string, now = Date.now()): void {
  for (const name of listFolders(results)) {
    const file = join(results, name, LOGINS_FILE);
    const age = now - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > LOGINS_KEPT_DAYS * DAY_MS) rmSync(file, { force: true });
  }
}
