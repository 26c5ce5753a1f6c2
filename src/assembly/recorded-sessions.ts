/** Finds recorded sessions in a results folder (for `parley chat --list` and `--resume`), and deletes old log-ins. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import { ParleyError, type SessionEvent } from '../contract/index.js';
import { readSession } from '../demonstration/index.js';
import { maskSpokenPasswords } from '../save/index.js';

/** Name of the file in a session's folder that contains its log-ins. */
export const LOGINS_FILE = 'logins.json';
export const LOGINS_KEPT_DAYS = 7;
const DAY_MS = 86_400_000;

export interface RecordedSession {
  id: string;
  folder: string;
  session: Extract<SessionEvent, { type: 'session' }>;
  events: readonly SessionEvent[];
  /** URL of the last page; undefined if the session opened none. */
  lastUrl?: string;
  /** File with the log-ins; undefined if they were not kept. */
  logins?: string;
}

/** Lists the sessions directly in the folder, newest first, and the folders that cannot be read. */
export function listSessions(results: string): { sessions: RecordedSession[]; unreadable: string[] } {
  const unreadable: string[] = [];
  const sessions = foldersIn(results).flatMap((name) => {
    const folder = join(results, name);
    if (!existsSync(join(folder, 'session.jsonl'))) return [];
    try {
      return [openRecordedSession(folder)];
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      unreadable.push(`${name}: ${error.message}`);
      return [];
    }
  });
  return { sessions: sessions.toSorted((a, b) => b.session.startedAt - a.session.startedAt), unreadable };
}

function foldersIn(folder: string): string[] {
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
 * @param wanted an id, a part of one, a folder, or '' for the newest session
 * @throws ParleyError `usage` if no session matches, or several do
 */
export function findRecordedSession(results: string, wanted: string): RecordedSession {
  const hint = 'parley chat --list shows the sessions.';
  if (/[\\/]/.test(wanted) || existsSync(join(wanted, 'session.jsonl'))) return openRecordedSession(wanted);
  const { sessions, unreadable } = listSessions(results);
  const matching = wanted === '' ? sessions.slice(0, 1) : sessions.filter(({ id }) => id.includes(wanted));
  const exact = matching.find(({ id }) => id === wanted) ?? (matching.length === 1 ? matching[0] : undefined);
  if (exact) return exact;
  if (matching.length > 1)
    throw new ParleyError(
      'usage',
      `“${wanted}” is part of ${matching.length} ids: ${matching
        .slice(0, 3)
        .map(({ id }) => id)
        .join(', ')}${matching.length > 3 ? ', …' : ''}.`,
      'Give more of the id.',
    );
  const damaged = unreadable.find((file) => file.includes(wanted));
  if (damaged !== undefined && wanted !== '')
    throw new ParleyError('usage', `The session cannot be resumed. ${damaged}`, hint);
  throw new ParleyError(
    'usage',
    wanted === ''
      ? `There is no session in “${results}”.`
      : `No session in “${results}” has “${wanted}” in its id.`,
    wanted === '' ? 'Start one with parley chat, or name the folder with --results.' : hint,
  );
}

function findLastUrl(events: readonly SessionEvent[]): string | undefined {
  for (const event of events.toReversed()) {
    const url = urlAfter(event);
    if (url !== undefined && /^(?:https?|file):/.test(url)) return url;
  }
  return undefined;
}

function urlAfter(event: SessionEvent): string | undefined {
  if (event.type === 'page') return event.url;
  if (event.type === 'say') return event.page?.url;
  if (event.type === 'note') return /^Went back to (\S+)$/.exec(event.text)?.[1];
  if (event.type !== 'action') return undefined;
  if (event.outcome.status !== 'done') return event.page.url;
  const moved = event.outcome.effects.findLast(({ type }) => type === 'navigated' || type === 'url');
  if (moved?.type === 'navigated') return moved.url;
  return moved?.type === 'url' ? moved.to : event.page.url;
}

export interface RecordedExchange {
  instructor: string;
  /** What the navigator said last; undefined if it was interrupted. */
  navigator?: string;
}

/** Returns the last lines, each with the navigator's last utterance, oldest first. */
export function lastExchanges(events: readonly SessionEvent[], count: number): RecordedExchange[] {
  const exchanges: RecordedExchange[] = [];
  for (const event of events) {
    if (event.type !== 'say') continue;
    const last = exchanges.at(-1);
    if (event.speaker === 'instructor') exchanges.push({ instructor: event.text });
    else if (last && event.kind !== 'ack') last.navigator = event.text;
  }
  return exchanges.slice(-count);
}

/** Deletes log-ins that are older than a week, whether or not their sessions have ended. */
export function deleteExpiredLogins(results: string, now = Date.now()): void {
  for (const name of foldersIn(results)) {
    const file = join(results, name, LOGINS_FILE);
    const age = now - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > LOGINS_KEPT_DAYS * DAY_MS) rmSync(file, { force: true });
  }
}
