/**
 * Converts a recorded conversation to a scenario. It leaves out lines that the instructor undid, and lines that the
 * navigator did not complete and that changed nothing. Pure.
 */
import { ParleyError, type SessionEvent, type SessionStart } from '../contract/index.js';
import { FIXTURES, type TextMatch } from '../dialogue/index.js';
import { type CheckContext, type Proposal, type ProposedChecks, proposeChecks } from './checks.js';
import { hasEffect, readConversation, type LineEnd, type SpokenLine } from './conversation.js';
import { DateVariables } from './dates.js';
import { createReplies, createQuestionMatch, type SavedReply } from './replies.js';
import { type FoundSecrets, findSecrets, insertSecretNames } from './secrets.js';
import { findStart, insertFixtures, type SavedStart } from './start.js';
import { createName } from './title.js';

export interface SavedLine extends ProposedChecks {
  say: string;
  when?: { actions: number } | { asks: TextMatch };
  comment?: string;
}

/** A scenario before formatting. Its text already contains variables. */
export interface SavedScenario {
  comments: string[];
  name: string;
  start: { url: string; reset?: string } & Omit<SessionStart, 'fromBrowser' | 'reset'>;
  vars: DateVariables['list'];
  secrets: string[];
  replies: SavedReply[];
  dialogue: SavedLine[];
  budget: { turns: number; actions: number; seconds: number } | null;
  /** Hosts that may receive the secrets; empty if only the start page's host may. */
  domains: string[];
}

/** Default budget of scenarios. A longer conversation gets its own budget. */
const DEFAULT_TURNS = 100;
const DEFAULT_ACTIONS = 60;
const DEFAULT_SECONDS = 600;

/** @throws ParleyError `usage` if the record contains no line or no page */
export function createScenario(events: readonly SessionEvent[]): SavedScenario {
  const conversation = readConversation(events);
  const nextStep = 'Choose a session with a conversation; parley report shows what a session contains.';
  if (!conversation)
    throw new ParleyError('usage', 'The record is empty, so there is nothing to save.', nextStep);
  const { session, lines } = conversation;
  const keptLines = lines.filter((line) => findOmissionReason(line) === null);
  if (keptLines.length === 0)
    throw new ParleyError(
      'usage',
      'The session contains no completed line, so there is nothing to save.',
      nextStep,
    );
  const start = findStart(conversation);
  if (!start)
    throw new ParleyError('usage', 'The session never opened a page, so a scenario cannot start.', nextStep);

  const settings: SessionStart = session.start ?? {};
  const isRepeatable = start.fixturesOrigin !== null;
  const secrets = findSecrets(lines);
  const day = isRepeatable || settings.clock ? null : new Date(session.startedAt);
  const dates = new DateVariables(day);
  const rewrite = (text: string): string =>
    dates.replace(insertFixtures(insertSecretNames(text, secrets), start.fixturesOrigin));
  const context: CheckContext = {
    isRepeatable,
    instructorText: lines
      .flatMap(({ text, replies }) => [text, ...replies.map(({ reply }) => reply)])
      .join('\n'),
  };
  const dialogue = keptLines.map((line, i) => {
    const savedLine = rewriteAll(toSavedLine(line, keptLines[i - 1], context), rewrite);
    return {
      ...savedLine,
      expect: savedLine.expect.filter(hasNoSecret),
      check: savedLine.check.filter(hasNoSecret),
    };
  });
  const replies = createReplies(keptLines.flatMap((line) => line.replies)).map((reply) =>
    rewriteAll(reply, rewrite),
  );
  const { fromBrowser, reset: _reset, ...startSettings } = settings;
  const name = createName(session, keptLines, (text) => insertSecretNames(text, secrets));
  return {
    comments: createComments(session.startedAt, lines, secrets, fromBrowser ?? false, session.navigator),
    name,
    start: {
      url: insertFixtures(start.url, start.fixturesOrigin),
      ...(isRepeatable ? { reset: `{{${FIXTURES}}}/reset` } : {}),
      ...startSettings,
    },
    vars: dates.list,
    secrets: [...secrets.names],
    replies,
    dialogue,
    budget: createBudget(conversation.end),
    domains: findSecretHosts(keptLines, start, secrets),
  };
}

/** Only lines may contain secrets; checks may not. */
const hasNoSecret = ({ entry }: Proposal): boolean => !JSON.stringify(entry).includes('{{secret.');

/** Why a line is left out, for the comment; null if it is kept. */
function findOmissionReason(line: SpokenLine): string | null {
  if (line.isUndone) return 'taken back';
  if (line.openedUrl !== undefined || line.actions.some(hasEffect)) return null;
  const reasons: Partial<Record<LineEnd, string>> = {
    'gave-up': 'not possible',
    'not-understood': line.replies.length > 0 ? 'not finished' : 'not understood',
    stopped: 'stopped',
    unfinished: 'not finished',
  };
  return reasons[line.end] ?? null;
}

function toSavedLine(
  line: SpokenLine,
  previousLine: SpokenLine | undefined,
  context: CheckContext,
): SavedLine {
  const when = createTrigger(previousLine);
  const proposedChecks = line.isPartlyUndone ? { expect: [], check: [] } : proposeChecks(line, context);
  const comment = createLineComment(line);
  return {
    say: createText(line),
    ...(when ? { when } : {}),
    ...(comment === undefined ? {} : { comment }),
    ...proposedChecks,
  };
}

function createLineComment({ end, isPartlyUndone, excludedElement }: SpokenLine): string | undefined {
  if (isPartlyUndone)
    return 'Only part of this line could be taken back; the next lines may need different wording.';
  if (excludedElement !== undefined)
    return `Repeated in the session with /retry, without the ${excludedElement}.`;
  return end === 'gave-up' || end === 'not-understood'
    ? 'The navigator completed only part of this line.'
    : undefined;
}

function createText({ text, openedUrl }: SpokenLine): string {
  if (openedUrl === null) return 'Go back.';
  return openedUrl === undefined ? text : `Open ${openedUrl}`;
}

/** Sets when a line is said that interrupted the navigator, or that was said instead of an answer. */
function createTrigger(previousLine: SpokenLine | undefined): SavedLine['when'] | undefined {
  if (previousLine?.end === 'stopped') return { actions: Math.max(1, previousLine.actions.length) };
  if (previousLine?.end !== 'not-understood' || !previousLine.lastSay) return undefined;
  return { asks: createQuestionMatch(previousLine.lastSay.text) };
}

/** Applies a function to every string in plain data, except keys. */
function rewriteAll<T>(value: T, rewrite: (text: string) => string): T {
  if (typeof value === 'string') return rewrite(value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => rewriteAll(item, rewrite)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, rewriteAll(item as unknown, rewrite)]),
  ) as T;
}

function createComments(
  startedAt: number,
  lines: readonly SpokenLine[],
  { unknownNames, names }: FoundSecrets,
  fromBrowser: boolean,
  navigator: string,
): string[] {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(startedAt);
  const navigatorNote = navigator === 'direct' ? '' : ` with ${navigator}`;
  const omittedLines = lines.flatMap((line) => {
    const reason = findOmissionReason(line);
    if (reason === null || line.text === '') return [];
    const quotedLine = MENTIONS_PASSWORD.test(line.text)
      ? 'a line with a password'
      : `“${shorten(line.text)}”`;
    return [`${quotedLine} (${reason})`];
  });
  return [
    `Saved from a conversation of ${day}${navigatorNote}.`,
    ...(omittedLines.length > 0 ? [`Left out: ${omittedLines.join(', ')}.`] : []),
    ...(names.size > 0
      ? [`Set ${[...names].map((name) => `PARLEY_SECRET_${name}`).join(' and ')} before you run it.`]
      : []),
    ...(unknownNames.length > 0
      ? ['A line may still contain a password: replace it with {{secret.PASSWORD}}.']
      : []),
    ...(fromBrowser ? ['The session used a browser with its own logins, which the scenario lacks.'] : []),
  ];
}

/** A line with such a word may contain a password that was never typed, so it is not quoted. */
const MENTIONS_PASSWORD = /\bpass ?(?:word|code|phrase)|\bPIN\b/i;

const shorten = (text: string): string =>
  (text.length <= 60 ? text : `${text.slice(0, 59)}…`).replace(/\s+/g, ' ');

function createBudget(
  end: { turns: number; actions: number; seconds: number } | null,
): SavedScenario['budget'] {
  if (!end) return null;
  const isLong =
    end.turns * 2 > DEFAULT_TURNS || end.actions * 2 > DEFAULT_ACTIONS || end.seconds * 2 > DEFAULT_SECONDS;
  if (!isLong) return null;
  const doubleAndRound = (n: number): number => Math.ceil((n * 2) / 10) * 10;
  return {
    turns: Math.max(DEFAULT_TURNS, doubleAndRound(end.turns)),
    actions: Math.max(DEFAULT_ACTIONS, doubleAndRound(end.actions)),
    seconds: Math.max(DEFAULT_SECONDS, doubleAndRound(end.seconds)),
  };
}

/** Without `guard.domains`, secrets go to the start page's host only. */
function findSecretHosts(lines: readonly SpokenLine[], start: SavedStart, { names }: FoundSecrets): string[] {
  if (names.size === 0) return [];
  const hosts = lines.flatMap(({ actions }) =>
    actions.flatMap(({ action, page }) =>
      action.intent === 'textInput' && /<[A-Z][A-Z\d_]*>/.test(action.text) && URL.canParse(page.url)
        ? [new URL(page.url).host]
        : [],
    ),
  );
  const startHost = new URL(start.url).host;
  if (hosts.every((host) => host === startHost)) return [];
  const visitedHosts = lines.flatMap(({ urlAfter }) =>
    URL.canParse(urlAfter) ? [new URL(urlAfter).host] : [],
  );
  return [...new Set([startHost, ...hosts, ...visitedHosts])].filter((host) => host !== '');
}
