/** The flags `--resume`, `--list` and `--keep-logins` of `chat`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Argv } from 'yargs';

import {
  type BrowserFlags,
  findRecordedSession,
  listLastExchanges,
  listSessions,
  LOGINS_KEPT_DAYS,
  type RecordedSession,
} from '../assembly/index.js';
import { ParleyError } from '../contract/index.js';
import { stripTerminalControls } from '../text/index.js';

export interface ResumeFlags {
  resume?: string;
  list: boolean;
  keepLogins: boolean;
}

/** The value that `--resume` gets if no id is given (see `OPTIONAL_VALUE_FLAGS` in `command-line.ts`). */
const NEWEST_SESSION = 'newest';
const MAX_LISTED_SESSIONS = 20;
const MAX_SHOWN_EXCHANGES = 3;
const MAX_LINE_LENGTH = 60;

export function resumeOptions<T>(yargs: Argv<T>): Argv<T & ResumeFlags> {
  return yargs
    .option('resume', {
      type: 'string',
      describe:
        'Continue a session, given by its id, part of its id or its folder; without a value, the newest session',
    })
    .option('list', { type: 'boolean', default: false, describe: 'List the sessions that can be continued' })
    .option('keep-logins', {
      type: 'boolean',
      default: false,
      describe: `Keep cookies and local storage in the session’s folder for ${LOGINS_KEPT_DAYS} days, for --resume`,
    }) as unknown as Argv<T & ResumeFlags>;
}

/** @throws ParleyError `usage` if flags exclude each other, or if the session does not exist */
export function parseResume(
  { resume, list }: ResumeFlags,
  url: string | undefined,
  results: string,
): RecordedSession | null {
  if (resume === undefined) return null;
  if (list)
    throw new ParleyError('usage', '--resume and --list cannot be combined.', 'Use only one of them.');
  if (url !== undefined)
    throw new ParleyError(
      'usage',
      '--resume opens the last page of the session, so it needs no address.',
      'Remove the address, or type /goto in the chat.',
    );
  return findRecordedSession(results, resume === NEWEST_SESSION ? '' : resume);
}

/** @throws ParleyError `usage` if Parley must not copy the logins of the browser in use */
export function assertLoginsCanBeKept(
  { keepLogins }: ResumeFlags,
  { connect, isolated, profile }: BrowserFlags,
): void {
  if (!keepLogins) return;
  const flag = profile !== undefined ? '--profile' : connect !== undefined && !isolated ? '--connect' : null;
  if (flag === null) return;
  throw new ParleyError(
    'usage',
    `--keep-logins does not apply with ${flag}: the browser keeps its own logins.`,
    `Remove --keep-logins; use ${flag} again when you resume.`,
  );
}

/** Adds the resumed session's browser flags, unless the user gave other values. */
export function applyRecordedStart<T extends BrowserFlags>(
  flags: T,
  resumedSession: RecordedSession | null,
): T {
  if (!resumedSession) return flags;
  const { viewport, locale, timezone, storage } = resumedSession.session.start ?? {};
  const launchesBrowser = flags.connect === undefined && flags.profile === undefined;
  if (!launchesBrowser) return flags;
  const initialStorage = storage === undefined ? undefined : join(resumedSession.folder, storage);
  const storageState =
    resumedSession.logins ??
    (initialStorage !== undefined && existsSync(initialStorage) ? initialStorage : undefined);
  return {
    ...flags,
    viewport:
      flags.viewport ?? (viewport && !flags.device ? `${viewport.width}x${viewport.height}` : undefined),
    locale: flags.locale ?? locale,
    timezone: flags.timezone ?? timezone,
    storageState: flags.storageState ?? storageState,
  };
}

/** Formats one line per session, newest first. */
export function formatSessionList(results: string): { lines: string[]; warnings: string[] } {
  const { sessions, unreadableSessions } = listSessions(results);
  const lines = sessions.slice(0, MAX_LISTED_SESSIONS).map(formatSession);
  const hiddenCount = sessions.length - lines.length;
  return {
    lines: [
      ...(lines.length > 0 ? lines : [`There is no session in ${results}.`]),
      ...(hiddenCount > 0 ? [`${hiddenCount} older sessions are not shown.`] : []),
    ].map(stripTerminalControls),
    warnings: unreadableSessions.map((path) => stripTerminalControls(`Skipped ${path}`)),
  };
}

function formatSession({ id, events, lastUrl, logins }: RecordedSession): string {
  const end = events.at(-1);
  const lines = events.flatMap((event) =>
    event.type === 'say' && event.speaker === 'instructor' ? [event] : [],
  );
  const firstLine = lines[0]?.text.replace(/\s+/g, ' ');
  const details = [
    end?.type === 'end' ? end.verdict : 'killed',
    `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`,
    ...(firstLine === undefined
      ? []
      : [
          `“${firstLine.length > MAX_LINE_LENGTH ? `${firstLine.slice(0, MAX_LINE_LENGTH - 1)}…` : firstLine}”`,
        ]),
    ...(lastUrl === undefined ? [] : [`last page ${lastUrl}`]),
    ...(logins === undefined ? [] : ['logins kept']),
  ];
  return `${id}  ${details.join(', ')}`;
}

/** Formats the lines printed before a resumed chat. */
export function formatResumed({ id, events, session, logins }: RecordedSession, navigator: string): string[] {
  const exchanges = listLastExchanges(events, MAX_SHOWN_EXCHANGES).flatMap((exchange) => [
    `You: ${exchange.instructor}`,
    ...(exchange.navigator === undefined ? [] : [`Navigator: ${exchange.navigator}`]),
  ]);
  return [
    `This continues ${id}.${exchanges.length > 0 ? ' Its last lines:' : ''}`,
    ...exchanges,
    'The page was reloaded, so anything typed but not sent is lost.',
    ...(logins === undefined
      ? ['Its logins were not kept (see --keep-logins), so you may have to log in again.']
      : []),
    ...(session.navigator.startsWith(navigator)
      ? []
      : [`It used the navigator “${session.navigator}”; this session uses “${navigator}”.`]),
  ].map(stripTerminalControls);
}

/** Formats the note that the navigator reads at the start of a resumed session. */
export function describeForNavigator({ id, events }: RecordedSession): string {
  const exchanges = listLastExchanges(events, MAX_SHOWN_EXCHANGES).map(
    ({ instructor, navigator }) =>
      `You said: “${instructor}”${navigator === undefined ? '.' : ` I said: “${navigator}”`}`,
  );
  return [
    `I’m continuing session ${id}.`,
    ...(exchanges.length > 0 ? ['Its last lines were:', ...exchanges] : []),
    'The page was reloaded, so anything typed but not sent is lost.',
  ].join(' ');
}
