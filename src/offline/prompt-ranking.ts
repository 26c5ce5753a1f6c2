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
  candidatesFile?: string | undefined;
  /** Folder of an encoder. */
  encoderFolder?: string | undefined;
  shape: PromptShape;
  signal: AbortSignal;
}

export function createPromptRanking(source: RankingSource): PromptRanking {
  const { dir, candidatesFile, encoderFolder, shape, signal } = source;
  if (candidatesFile !== undefined)
    return {
      rank: createFileRanking(candidatesFile, dir),
      isRecorded: () => false,
      close: async () => undefined,
    };
  const recordedRanking = encoderFolder === undefined ? openRecordedRanking(source) : null;
  const encoderRanking = createEncoderRanking(encoderFolder ?? BUNDLED_ENCODER_FOLDER, signal);
  let isFromRecord = false;
  return {
    async rank(turn, query, candidatesOnPage) {
      const recordedCandidates = (await recordedRanking?.(turn, query, candidatesOnPage)) ?? [];
      // A prompt with the page may be requested for a turn in which the model did not see the page. The page's candidates
      // are then ranked now. A prompt without the page (`chat`) lists only recorded candidates.
      isFromRecord = recordedRanking !== null && (recordedCandidates.length > 0 || shape === 'chat');
      return isFromRecord ? recordedCandidates : encoderRanking.rank(turn, query, candidatesOnPage);
    },
    isRecorded: () => isFromRecord,
    close: encoderRanking.close,
  };
}

function openRecordedRanking({ dir, demonstration }: RankingSource): RankCandidates | null {
  const { metadata, turns } = demonstration;
  if (metadata.parley === undefined || !existsSync(join(dir, 'session.jsonl'))) return null;
  return createRecordedRanking(readSession(dir).events, turns);
}

function createFileRanking(file: string, dir: string): RankCandidates {
  const demonstrationName = dir.replace(/[/\\]+$/, '').replace(/^.*[/\\]/, '');
  return async (turn) => {
    for await (const candidateTurn of readCandidateTurns(file)) {
      if (candidateTurn.demo !== demonstrationName || candidateTurn.turn !== turn) continue;
      const rankedRecords = candidateTurn.records.toSorted((a, b) => a.rank - b.rank);
      const uniqueRecords = rankedRecords.filter(
        ({ uid }, i) => rankedRecords.findIndex((other) => other.uid === uid) === i,
      );
      return uniqueRecords.slice(0, DEFAULT_TOP_K).map(({ uid, doc, elem_dict: fields }) => ({
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
