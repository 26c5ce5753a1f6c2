/**
 * What is known about a server: what it accepts and what it rejects. Parley learns this from errors and from `doctor`,
 * and stores it in the user's cache folder. Cassettes contain it too, so that a replay sends the same requests.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { ModelSettings } from './settings.js';
import type { JsonMode } from './types.js';

/** Entry of `refuses`: the server rejects text as a list of parts. */
export const TEXT_PARTS = 'text parts';

export interface ServerKnowledge {
  /** The best JSON mode that the server has not rejected. */
  json: JsonMode;
  /** Whether the model accepts images; null if unknown. */
  images: boolean | null;
  stream: boolean | null;
  /** The server's name for the maximum number of answer tokens. */
  limit: 'max_tokens' | 'max_completion_tokens';
  /** What the server rejects, sorted: names of body fields, `system` (the role) or `TEXT_PARTS`. */
  refuses: string[];
  /** Context size in tokens (prompt and answer) as reported by the server. */
  contextTokens: number | null;
}

export function createKnowledge(settings: Pick<ModelSettings, 'provider' | 'baseUrl'>): ServerKnowledge {
  const isOpenAi = settings.provider === 'openai' && new URL(settings.baseUrl).hostname === 'api.openai.com';
  return {
    json: 'json_schema',
    images: null,
    stream: null,
    limit: isOpenAi ? 'max_completion_tokens' : 'max_tokens',
    refuses: [],
    contextTokens: null,
  };
}

export interface KnowledgeStore {
  get(id: string): ServerKnowledge | null;
  set(id: string, knowledge: ServerKnowledge): void;
}

/** Creates a store that lasts as long as the process. */
export function createProcessKnowledgeStore(): KnowledgeStore {
  const entries = new Map<string, ServerKnowledge>();
  return { get: (id) => entries.get(id) ?? null, set: (id, knowledge) => void entries.set(id, knowledge) };
}

/** Entries expire after a week, because servers get updates. */
const EXPIRY_MS = 7 * 24 * 3600 * 1000;

type StoredKnowledge = Record<string, { at: number; knows: ServerKnowledge }>;

/** Creates a store in a file. Read and write errors are ignored. @param folder the user's cache folder */
export function createFileKnowledgeStore(folder: string, now: () => number = Date.now): KnowledgeStore {
  const file = join(folder, 'model-servers.json');
  const readAll = (): StoredKnowledge => {
    try {
      const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
      return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
        ? (parsed as StoredKnowledge)
        : {};
    } catch {
      return {};
    }
  };
  return {
    get(id) {
      const entry = readAll()[id];
      return entry && now() - entry.at < EXPIRY_MS && Array.isArray(entry.knows?.refuses)
        ? entry.knows
        : null;
    },
    set(id, knowledge) {
      try {
        mkdirSync(dirname(file), { recursive: true });
        const temporaryFile = `${file}.${process.pid}`;
        writeFileSync(
          temporaryFile,
          `${JSON.stringify({ ...readAll(), [id]: { at: now(), knows: knowledge } }, null, 1)}\n`,
        );
        renameSync(temporaryFile, file);
      } catch {
        // Ignore a read-only home folder.
      }
    },
  };
}
