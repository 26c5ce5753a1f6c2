/**
 * Converts a recorded conversation to a scenario. It leaves out lines that the instructor undid, and lines that the
 * navigator did not complete and that changed nothing. Pure.
 */
import { ParleyError, type SessionEvent, type SessionStart } from '../contract/index.js';
import { FIXTURES, type TextMatch } from '../dialogue/index.js';
import { type CheckContext, type Proposal, type ProposedChecks, proposeChecks } from './checks.js';
import { hasEffect, readConversation, type LineEnd, type SpokenLine } from './conversation.js';
import { DateVariables } from './dates.js';
import { createReplies, recogniseQuestion, type SavedReply } from './replies.js';
import { type FoundSecrets, findSecrets, insertSecretNames } from './secrets.js';
import { findStart, insertFixtures, type SavedStart } from './start.js';
import { createName } from './title.js';

export interface SavedLine extends ProposedChecks {
  say: string;
  when?: { actions: number } | { asks: TextMatch };
  comment?: string;
}

/** A scenario before formatting. Its texts already contain variables. */
export interface SavedScenario {
  comments: string[];
  name: string;
  start: { url: string; reset?: string } & Omit<SessionStart, 'fromBrowser' | 'reset'>;
  vars: DateVariables['all'];
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
  const next = 'Choose a session with a conversation; parley report shows what a session contains.';
  if (!conversation)
    throw new ParleyError('usage', 'The record is empty, so there is nothing to save.', next);
  const { session, lines } = conversation;
  const kept = lines.filter((line) => reasonToDrop(line) === null);
  if (kept.length === 0)
    throw new ParleyError(
      'usage',
      'The session contains no completed line, so there is nothing to save.',
      next,
    );
  const start = findStart(conversation);
  if (!start)
    throw new ParleyError('usage', 'The session never opened a page, so a scenario cannot start.', next);

  const settings: SessionStart = session.start ?? {};
  const isRepeatable = start.examples !== null;
  const secrets = findSecrets(lines);
  const day = isRepeatable || settings.clock ? null : new Date(session.startedAt);
  const dates = new DateVariables(day);
  const rewrite = (text: string): string =>
    dates.replace(insertFixtures(insertSecretNames(text, secrets), start.examples));
  const context: CheckContext = {
    isRepeatable,
    instructorTexts: lines
      .flatMap(({ text, replies }) => [text, ...replies.map(({ reply }) => reply)])
      .join('\n'),
  };
  const dialogue = kept.map((line, i) => {
    const saved = rewriteAll(toSavedLine(line, kept[i - 1], context), rewrite);
    return { ...saved, expect: saved.expect.filter(hasNoSecret), check: saved.check.filter(hasNoSecret) };
  });
  const replies = createReplies(kept.flatMap((line) => line.replies)).map((reply) =>
    rewriteAll(reply, rewrite),
  );
  const { fromBrowser, reset: _reset, ...startSettings } = settings;
  const name = createName(session, kept, (text) => insertSecretNames(text, secrets));
  return {
    comments: createComments(session.startedAt, lines, secrets, fromBrowser ?? false, session.navigator),
    name,
    start: {
      url: insertFixtures(start.url, start.examples),
      ...(isRepeatable ? { reset: `{{${FIXTURES}}}/reset` } : {}),
      ...startSettings,
    },
    vars: dates.all,
    secrets: [...secrets.names],
    replies,
    dialogue,
    budget: createBudget(conversation.end),
    domains: findSecretHosts(kept, start, secrets),
  };
}

/** Only lines may contain secrets; checks may not. */
const hasNoSecret = ({ entry }: Proposal): boolean => !JSON.stringify(entry).includes('{{secret.');

/** Why a line is left out, for the comment; null if it is kept. */
function reasonToDrop(line: SpokenLine): string | null {
  if (line.isUndone) return 'taken back';
  if (line.opened !== undefined || line.actions.some(hasEffect)) return null;
  const reasons: Partial<Record<LineEnd, string>> = {
    'gave-up': 'not possible',
    'not-understood': line.replies.length > 0 ? 'not finished' : 'not understood',
    stopped: 'stopped',
    unfinished: 'not finished',
  };
  return reasons[line.end] ?? null;
}

function toSavedLine(line: SpokenLine, before: SpokenLine | undefined, context: CheckContext): SavedLine {
  const when = createTrigger(before);
  const proposed = line.isPartlyUndone ? { expect: [], check: [] } : proposeChecks(line, context);
  const comment = commentOn(line);
  return {
    say: createText(line),
    ...(when ? { when } : {}),
    ...(comment === undefined ? {} : { comment }),
    ...proposed,
  };
}

function commentOn({ end, isPartlyUndone, excludedElement }: SpokenLine): string | undefined {
  if (isPartlyUndone)
    return 'Only part of this line could be taken back; the next lines may need different wording.';
  if (excludedElement !== undefined)
    return `Repeated in the session with /retry, without the ${excludedElement}.`;
  return end === 'gave-up' || end === 'not-understood'
    ? 'The navigator completed only part of this line.'
    : undefined;
}

function createText({ text, opened }: SpokenLine): string {
  if (opened === null) return 'Go back.';
  return opened === undefined ? text : `Open ${opened}`;
}

/** Times a line that interrupted the navigator, or that replaced an answer. */
function createTrigger(before: SpokenLine | undefined): SavedLine['when'] | undefined {
  if (before?.end === 'stopped') return { actions: Math.max(1, before.actions.length) };
  if (before?.end !== 'not-understood' || !before.lastSay) return undefined;
  return { asks: recogniseQuestion(before.lastSay.text) };
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
  { notFound, names }: FoundSecrets,
  fromBrowser: boolean,
  navigator: string,
): string[] {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(startedAt);
  const by = navigator === 'direct' ? '' : ` with ${navigator}`;
  const dropped = lines.flatMap((line) => {
    const reason = reasonToDrop(line);
    if (reason === null || line.text === '') return [];
    const quoted = MENTIONS_PASSWORD.test(line.text) ? 'a line with a password' : `“${shorten(line.text)}”`;
    return [`${quoted} (${reason})`];
  });
  return [
    `Saved from a conversation of ${day}${by}.`,
    ...(dropped.length > 0 ? [`Left out: ${dropped.join(', ')}.`] : []),
    ...(names.size > 0
      ? [`Set ${[...names].map((name) => `PARLEY_SECRET_${name}`).join(' and ')} before you run it.`]
      : []),
    ...(notFound.length > 0
      ? ['A line may still contain a password: replace it with {{secret.PASSWORD}}.']
      : []),
    ...(fromBrowser ? ['The session used a browser with its own log-ins, which the scenario lacks.'] : []),
  ];
}

/** Such a line may contain a password that was never typed, so it is not quoted. */
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
  const twice = (n: number): number => Math.ceil((n * 2) / 10) * 10;
  return {
    turns: Math.max(DEFAULT_TURNS, twice(end.turns)),
    actions: Math.max(DEFAULT_ACTIONS, twice(end.actions)),
    seconds: Math.max(DEFAULT_SECONDS, twice(end.seconds)),
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
  const visited = lines.flatMap(({ urlAfter }) => (URL.canParse(urlAfter) ? [new URL(urlAfter).host] : []));
  return [...new Set([startHost, ...hosts, ...visited])].filter((host) => host !== '');
}
