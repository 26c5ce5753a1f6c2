/** Reads demonstrations from disk: those that Parley recorded, and those of the WebLINX data set. */
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { ParleyError, type SessionEvent } from '../contract/index.js';
import { SESSION_FORMAT } from './session-format.js';
import type { DemonstrationForm, DemonstrationMetadata, WeblinxTurn } from './types.js';

export interface Session {
  events: SessionEvent[];
  /** Whether the process was killed while it wrote the last line. `events` does not contain that line. */
  hasIncompleteLine: boolean;
}

export interface Demonstration {
  metadata: DemonstrationMetadata;
  form: DemonstrationForm;
  turns: WeblinxTurn[];
}

const FOLDER_HINT = 'Give the path of a session folder; it contains session.jsonl, replay.json and pages/.';
export const DAMAGED_HINT = 'The file was changed or damaged after it was written; restore it from a copy.';

/**
 * @throws ParleyError `usage` if the file is missing, has another format version, or contains an invalid complete line
 */
export function readSession(dir: string): Session {
  return readSessionFile(join(dir, 'session.jsonl'));
}

/** Reads a session's events from a file with any name. Throws the same errors as `readSession`. */
export function readSessionFile(path: string): Session {
  const lines = readText(dirname(path), basename(path)).split('\n');
  // Every complete line ends with a line break.
  const hasIncompleteLine = lines.pop() !== '';
  const events = lines.map((line, index) => {
    const parsedLine = parseEvent(line, index);
    if ('version' in parsedLine) throw createVersionError(path, parsedLine.version);
    if ('fault' in parsedLine)
      throw new ParleyError(
        'usage',
        `${path}:${index + 1} is not an event: ${parsedLine.fault}.`,
        DAMAGED_HINT,
      );
    return parsedLine.event;
  });
  if (events.length > 0 && events[0]?.type !== 'session') {
    throw new ParleyError('usage', `${path} does not start with a “session” event.`, DAMAGED_HINT);
  }
  return { events, hasIncompleteLine };
}

function createVersionError(path: string, version: number): ParleyError {
  return new ParleyError(
    'usage',
    `${path} has session format version ${version}; this version of Parley reads version ${SESSION_FORMAT}.`,
    version < SESSION_FORMAT
      ? 'Open it with the Parley version that recorded it (see its first line), or record the session again.'
      : 'Update Parley.',
  );
}

/** @throws ParleyError `usage` if one of the three WebLINX files is missing or malformed */
export function readDemonstration(dir: string): Demonstration {
  const metadata = readObject(dir, 'metadata.json');
  const form = readObject(dir, 'form.json');
  const replay = readObject(dir, 'replay.json');
  const { data } = replay;
  if (!Array.isArray(data))
    throw new ParleyError(
      'usage',
      `${join(dir, 'replay.json')} has no list of turns named “data”.`,
      DAMAGED_HINT,
    );
  data.forEach((turn: unknown, index) => {
    if (!isTurn(turn)) {
      throw new ParleyError(
        'usage',
        `Turn ${index} in ${join(dir, 'replay.json')} is neither a chat nor a browser turn.`,
        DAMAGED_HINT,
      );
    }
  });
  return {
    metadata: metadata as unknown as DemonstrationMetadata,
    form: form as unknown as DemonstrationForm,
    turns: data as WeblinxTurn[],
  };
}

/**
 * For each event type, the required fields other than `v`, `seq`, `t` and `type`, with the `typeof` of their values.
 */
const REQUIRED_FIELDS: { [T in SessionEvent['type']]: Readonly<Record<string, string>> } = {
  session: {
    id: 'string',
    name: 'string',
    startedAt: 'number',
    navigator: 'string',
    ranker: 'string',
    url: 'string',
  },
  say: { turn: 'number', speaker: 'string', text: 'string' },
  action: { turn: 'number', action: 'object', outcome: 'object', page: 'object', observation: 'object' },
  page: { url: 'string', title: 'string', reason: 'string', settle: 'object' },
  check: { result: 'object' },
  note: { text: 'string' },
  end: {
    verdict: 'string',
    reason: 'string',
    exit: 'number',
    turns: 'number',
    actions: 'number',
    seconds: 'number',
  },
};

/** @returns the event, the line's unsupported format version, or what is wrong with the line */
function parseEvent(
  line: string,
  index: number,
): { event: SessionEvent } | { fault: string } | { version: number } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { fault: 'it is not JSON' };
  }
  if (!isObject(value)) return { fault: 'it is not an object' };
  const version = value['v'];
  if (typeof version !== 'number') return { fault: 'it has no format version “v”' };
  if (version !== SESSION_FORMAT) return { version };
  if (value['seq'] !== index) return { fault: `its “seq” should be ${index}` };
  if (typeof value['t'] !== 'number') return { fault: 'it has no time “t”' };
  const type = value['type'];
  if (typeof type !== 'string' || !Object.hasOwn(REQUIRED_FIELDS, type))
    return { fault: `its type ${JSON.stringify(type) ?? ''} is unknown` };
  for (const [name, expectedType] of Object.entries(REQUIRED_FIELDS[type as SessionEvent['type']])) {
    if (typeof value[name] !== expectedType || value[name] === null)
      return { fault: `“${name}” is missing or not a ${expectedType}` };
  }
  return { event: value as unknown as SessionEvent };
}

/** Checks what the WebLINX library's `Turn.validate()` checks, and that `action` and `state` are objects. */
function isTurn(value: unknown): value is WeblinxTurn {
  if (!isObject(value) || typeof value['timestamp'] !== 'number') return false;
  if (value['type'] === 'chat')
    return typeof value['speaker'] === 'string' && typeof value['utterance'] === 'string';
  return value['type'] === 'browser' && isObject(value['action']) && isObject(value['state']);
}

function readObject(dir: string, name: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(readText(dir, name));
  } catch (error) {
    if (error instanceof ParleyError) throw error;
    throw new ParleyError('usage', `${join(dir, name)} is not JSON.`, DAMAGED_HINT, { cause: error });
  }
  if (!isObject(value))
    throw new ParleyError('usage', `${join(dir, name)} is not a JSON object.`, DAMAGED_HINT);
  return value;
}

export function readText(dir: string, name: string): string {
  try {
    return readFileSync(join(dir, name), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const message =
      code === 'ENOENT' && isFolder(dir)
        ? `“${dir}” has no ${name}, so it is not a complete demonstration.`
        : code === 'ENOENT' || code === 'ENOTDIR'
          ? `“${dir}” is not a folder.`
          : `“${join(dir, name)}” cannot be read (${code}).`;
    throw new ParleyError('usage', message, FOLDER_HINT, { cause: error });
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
