/**
 * What is known of a server: what it takes and what it refuses. Learned from its refusals and from `doctor`,
 * remembered in the user's cache folder, and kept in cassettes, so that a replay asks as the recording did.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { ModelSettings } from './settings.js';
import type { JsonMode } from './types.js';

/** In `refuses`: text as a list of parts, marked to be cached or not. */
export const TEXT_PARTS = 'text parts';

export interface Knowledge {
  /** The best way to ask for JSON that has not been refused. */
  json: JsonMode;
  /** Null: not tried. */
  images: boolean | null;
  stream: boolean | null;
  /** How the server wants the longest answer called. */
  limit: 'max_tokens' | 'max_completion_tokens';
  /** Fields of the body, `system` for the role, and `TEXT_PARTS`, that it refuses; sorted. */
  refuses: string[];
  /** Tokens of prompt and answer together, by the server's word. */
  contextTokens: number | null;
}

export function freshKnowledge(settings: Pick<ModelSettings, 'provider' | 'baseUrl'>): Knowledge {
  const openai = settings.provider === 'openai' && new URL(settings.baseUrl).hostname === 'api.openai.com';
  return {
    json: 'json_schema',
    images: null,
    stream: null,
    limit: openai ? 'max_completion_tokens' : 'max_tokens',
    refuses: [],
    contextTokens: null,
  };
}

export interface Memory {
  get(id: string): Knowledge | null;
  set(id: string, knowledge: Knowledge): void;
}

/** For as long as the process runs. */
export function createMemory(): Memory {
  const known = new Map<string, Knowledge>();
  return { get: (id) => known.get(id) ?? null, set: (id, knowledge) => void known.set(id, knowledge) };
}

/** Servers get updates: what was learned is believed for a week. */
const WEEK = 7 * 24 * 3600 * 1000;

type Stored = Record<string, { at: number; knows: Knowledge }>;

/** @param folder the user's cache folder; a file that cannot be read or written costs only the memory */
export function createFileMemory(folder: string, now: () => number = Date.now): Memory {
  const file = join(folder, 'model-servers.json');
  const read = (): Stored => {
    try {
      const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
      return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
        ? (parsed as Stored)
        : {};
    } catch {
      return {};
    }
  };
  return {
    get(id) {
      const found = read()[id];
      return found && now() - found.at < WEEK && Array.isArray(found.knows?.refuses) ? found.knows : null;
    },
    set(id, knows) {
      try {
        mkdirSync(dirname(file), { recursive: true });
        const temporary = `${file}.${process.pid}`;
        writeFileSync(temporary, `${JSON.stringify({ ...read(), [id]: { at: now(), knows } }, null, 1)}\n`);
        renameSync(temporary, file);
      } catch {
        // A home folder that cannot be written is no reason to stop.
      }
    },
  };
}
