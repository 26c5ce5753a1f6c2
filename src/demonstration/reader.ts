/** Reads demonstrations from disk: ours, and the data set's as far as the WebLINX files go. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { ParleyError, type SessionEvent } from '../contract/index.js';
import type { DemonstrationForm, DemonstrationMetadata, WeblinxTurn } from './types.js';

export interface Session {
  events: SessionEvent[];
  /** The last line was cut off (the session was killed while it wrote) and is left out. */
  torn: boolean;
}

export interface Demonstration {
  metadata: DemonstrationMetadata;
  form: DemonstrationForm;
  turns: WeblinxTurn[];
}

const WHAT_IT_IS = 'Give the folder of a session: it holds session.jsonl, replay.json and pages/.';
export const DAMAGED = 'The file was changed or damaged after it was written; restore it from a copy.';

/** @throws Problem `usage` when the file is missing, or a line other than a torn last one is not an event */
export function readSession(dir: string): Session {
  const path = join(dir, 'session.jsonl');
  const lines = readText(dir, 'session.jsonl').split('\n');
  // Every line ends with a line break, so what stands after the last one is a line in progress.
  const torn = lines.pop() !== '';
  const events = lines.map((line, index) => {
    const fault = faultOf(line, index);
    if (typeof fault === 'string')
      throw new ParleyError('usage', `${path}:${index + 1} is not an event: ${fault}.`, DAMAGED);
    return fault.event;
  });
  if (events.length > 0 && events[0]?.type !== 'session') {
    throw new ParleyError('usage', `${path}:1 is not the beginning of a session.`, DAMAGED);
  }
  return { events, torn };
}

/** @throws Problem `usage` when one of the three files of a demonstration is missing or not what it should be */
export function readDemonstration(dir: string): Demonstration {
  const metadata = readObject(dir, 'metadata.json');
  const form = readObject(dir, 'form.json');
  const replay = readObject(dir, 'replay.json');
  const { data } = replay;
  if (!Array.isArray(data))
    throw new ParleyError('usage', `${join(dir, 'replay.json')} has no list “data” of turns.`, DAMAGED);
  data.forEach((turn: unknown, index) => {
    if (!isTurn(turn)) {
      throw new ParleyError(
        'usage',
        `Turn ${index} in ${join(dir, 'replay.json')} is neither a chat nor a browser turn.`,
        DAMAGED,
      );
    }
  });
  return {
    metadata: metadata as unknown as DemonstrationMetadata,
    form: form as unknown as DemonstrationForm,
    turns: data as WeblinxTurn[],
  };
}

/** What each event must have besides `v`, `seq`, `t` and `type`, and of which `typeof`. */
const FIELDS: { [T in SessionEvent['type']]: Readonly<Record<string, string>> } = {
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

/** The event, or what is wrong with the line. */
function faultOf(line: string, index: number): { event: SessionEvent } | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'it is not JSON';
  }
  if (!isObject(value)) return 'it is not an object';
  if (value['v'] !== 1)
    return `its version is ${JSON.stringify(value['v']) ?? 'missing'}, this Parley reads 1`;
  if (value['seq'] !== index) return `its seq should be ${index}`;
  if (typeof value['t'] !== 'number') return 'it has no time “t”';
  const type = value['type'];
  if (typeof type !== 'string' || !Object.hasOwn(FIELDS, type))
    return `its type ${JSON.stringify(type) ?? ''} is unknown`;
  for (const [name, kind] of Object.entries(FIELDS[type as SessionEvent['type']])) {
    if (typeof value[name] !== kind || value[name] === null) return `“${name}” is missing or not a ${kind}`;
  }
  return { event: value as unknown as SessionEvent };
}

/** The same as the library's `Turn.validate()`, and that the parts are objects. */
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
    throw new ParleyError('usage', `${join(dir, name)} is not JSON.`, DAMAGED, { cause: error });
  }
  if (!isObject(value))
    throw new ParleyError('usage', `${join(dir, name)} does not hold an object.`, DAMAGED);
  return value;
}

export function readText(dir: string, name: string): string {
  try {
    return readFileSync(join(dir, name), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const what =
      code === 'ENOENT' && isFolder(dir)
        ? `“${dir}” has no ${name}, so it is not a whole demonstration.`
        : code === 'ENOENT' || code === 'ENOTDIR'
          ? `“${dir}” is not a folder.`
          : `“${join(dir, name)}” cannot be read (${code}).`;
    throw new ParleyError('usage', what, WHAT_IT_IS, { cause: error });
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
