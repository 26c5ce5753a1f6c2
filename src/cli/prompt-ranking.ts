/** Chooses the source of candidates for a printed prompt: a data set file, the session's record, or an encoder. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { type Demonstration, readSession } from '../demonstration/index.js';
import type { PromptShape } from '../prompt/index.js';
import { BUNDLED, openWeblinxEncoder, type WeblinxEncoder } from '../rank/index.js';
import { readCandidateTurns } from '../score/index.js';
import { type RankCandidates, TOP } from './prompt-input.js';
import { createRecordedRanking } from './recorded-ranking.js';

export interface PromptRanking {
  rank: RankCandidates;
  /** Whether the last ranking came from the record, not from a new computation. */
  recorded(): boolean;
  close(): Promise<void>;
}

export interface RankingSource {
  dir: string;
  demonstration: Demonstration;
  /** `candidates/<split>.jsonl` of the data set. */
  candidates?: string | undefined;
  /** Folder of an encoder. */
  encoder?: string | undefined;
  shape: PromptShape;
  signal: AbortSignal;
}

export function createPromptRanking(source: RankingSource): PromptRanking {
  const { dir, candidates, encoder, shape, signal } = source;
  if (candidates !== undefined)
    return { rank: fromFile(candidates, dir), recorded: () => false, close: async () => undefined };
  const shown = encoder === undefined ? shownIn(source) : null;
  const anew = byEncoder(encoder ?? BUNDLED, signal);
  let recorded = false;
  return {
    async rank(turn, query, all) {
      const best = (await shown?.(turn, query, all)) ?? [];
      // The page may be asked for where the model was not shown it; without one, only what was shown is listed.
      recorded = shown !== null && (best.length > 0 || shape === 'chat');
      return recorded ? best : anew.rank(turn, query, all);
    },
    recorded: () => recorded,
    close: anew.close,
  };
}

function shownIn({ dir, demonstration }: RankingSource): RankCandidates | null {
  const { metadata, turns } = demonstration;
  if (metadata.parley === undefined || !existsSync(join(dir, 'session.jsonl'))) return null;
  return createRecordedRanking(readSession(dir).events, turns);
}

function fromFile(file: string, dir: string): RankCandidates {
  const name = dir.replace(/[/\\]+$/, '').replace(/^.*[/\\]/, '');
  return async (turn) => {
    for await (const found of readCandidateTurns(file)) {
      if (found.demo !== name || found.turn !== turn) continue;
      const byRank = found.records.toSorted((a, b) => a.rank - b.rank);
      const once = byRank.filter(({ uid }, i) => byRank.findIndex((other) => other.uid === uid) === i);
      return once.slice(0, TOP).map(({ uid, doc, elem_dict: fields }) => ({
        uid,
        document: doc,
        fields: { tag: '', xpath: '', text: '', bbox: '', attributes: '', children: '', ...fields },
      }));
    }
    return [];
  };
}

/** Started when it is needed. */
function byEncoder(folder: string, signal: AbortSignal): Pick<PromptRanking, 'rank' | 'close'> {
  let ranker: WeblinxEncoder | null = null;
  return {
    rank(_, query, candidates) {
      if (candidates.length === 0) return Promise.resolve([]);
      ranker ??= openWeblinxEncoder({ folder });
      return ranker.rank(query, candidates, TOP, signal);
    },
    close: async () => ranker?.close(),
  };
}
