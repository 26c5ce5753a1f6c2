/** Chooses the source of candidates for a printed prompt: a data set file, the session's record, or an encoder. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { type Demonstration, readSession } from '../demonstration/index.js';
import type { PromptShape } from '../prompt/index.js';
import { BUNDLED_ENCODER_FOLDER, openWeblinxEncoder, type WeblinxEncoder } from '../rank/index.js';
import { readCandidateTurns } from '../score/index.js';
import { type RankCandidates, DEFAULT_TOP_K } from './prompt-input.js';
import { createRecordedRanking } from './recorded-ranking.js';

export interface PromptRanking {
  rank: RankCandidates;
  /** Whether the latest candidates came from the record instead of a new ranking. */
  isRecorded(): boolean;
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
    return {
      rank: createFileRanking(candidates, dir),
      isRecorded: () => false,
      close: async () => undefined,
    };
  const shownRanking = encoder === undefined ? createShownRanking(source) : null;
  const encoderRanking = createEncoderRanking(encoder ?? BUNDLED_ENCODER_FOLDER, signal);
  let fromRecord = false;
  return {
    async rank(turn, query, candidatesOnPage) {
      const shownCandidates = (await shownRanking?.(turn, query, candidatesOnPage)) ?? [];
      // A prompt with the page may be requested for a turn whose model was not shown the page. It is then ranked again.
      // A prompt without the page (`chat`) lists only recorded candidates.
      fromRecord = shownRanking !== null && (shownCandidates.length > 0 || shape === 'chat');
      return fromRecord ? shownCandidates : encoderRanking.rank(turn, query, candidatesOnPage);
    },
    isRecorded: () => fromRecord,
    close: encoderRanking.close,
  };
}

function createShownRanking({ dir, demonstration }: RankingSource): RankCandidates | null {
  const { metadata, turns } = demonstration;
  if (metadata.parley === undefined || !existsSync(join(dir, 'session.jsonl'))) return null;
  return createRecordedRanking(readSession(dir).events, turns);
}

function createFileRanking(file: string, dir: string): RankCandidates {
  const name = dir.replace(/[/\\]+$/, '').replace(/^.*[/\\]/, '');
  return async (turn) => {
    for await (const found of readCandidateTurns(file)) {
      if (found.demo !== name || found.turn !== turn) continue;
      const byRank = found.records.toSorted((a, b) => a.rank - b.rank);
      const unique = byRank.filter(({ uid }, i) => byRank.findIndex((other) => other.uid === uid) === i);
      return unique.slice(0, DEFAULT_TOP_K).map(({ uid, doc, elem_dict: fields }) => ({
        uid,
        document: doc,
        fields: { tag: '', xpath: '', text: '', bbox: '', attributes: '', children: '', ...fields },
      }));
    }
    return [];
  };
}

/** Ranks with an encoder, which is opened on first use. */
function createEncoderRanking(folder: string, signal: AbortSignal): Pick<PromptRanking, 'rank' | 'close'> {
  let ranker: WeblinxEncoder | null = null;
  return {
    rank(_, query, candidates) {
      if (candidates.length === 0) return Promise.resolve([]);
      ranker ??= openWeblinxEncoder({ folder });
      return ranker.rank(query, candidates, DEFAULT_TOP_K, signal);
    },
    close: async () => ranker?.close(),
  };
}
