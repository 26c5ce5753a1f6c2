/** Whether the page part still holds the element that is meant when it has less room: over the whole grounding set. */
import type { Ranker } from '../../src/contract/index.js';
import type { CountTokens } from '../../src/prompt/index.js';
import { PASSAGES, partOf, RANKED } from './prompt-parley.js';
import type { SeenLook } from './rank-looks.js';

export const ROOMS = [3_000, 2_000, 1_000, 500];

export interface RoomUse {
  id: string;
  room: number;
  tokens: number;
  /** The element, or one that does the same. */
  holds: boolean;
  /** Nothing of the page is left out. */
  all: boolean;
  /** By the ranker; infinite where it is not among those that the page part is told of. */
  rank: number;
}

export async function useOfRooms(
  looks: readonly SeenLook[],
  ranker: Ranker,
  count: CountTokens,
): Promise<RoomUse[]> {
  const uses: RoomUse[] = [];
  for (const { observation, questions } of looks)
    for (const { id, query, functional } of questions) {
      const { best } = await ranker.rank(query, observation, RANKED);
      const texts = observation.text.map(({ text }) => text);
      const found = await ranker.passages(query.text, texts, PASSAGES);
      const passages = found.map(({ index }) => observation.text[index]!);
      const right = new Set(functional.map((i) => observation.candidates[i]!.uid));
      const rank = best.find(({ candidate }) => right.has(candidate.uid))?.rank ?? Infinity;
      for (const room of ROOMS) {
        const { part, numbers } = partOf(observation, { ranked: best, passages }, room, count);
        const holds = [...right].some((uid) => part.shown.has(numbers.of(uid) ?? -1));
        const all = part.left.elements + part.left.texts === 0;
        uses.push({ id, room, tokens: count(part.lines.join('\n')), holds, all, rank });
      }
    }
  return uses;
}

export interface RoomSum {
  room: number;
  instructions: number;
  holds: number;
  /** Instructions on pages of which something is left out, and how many of their elements are there. */
  cut: number;
  cutHolds: number;
  tokens: number[];
}

export function sumOfRooms(uses: readonly RoomUse[]): RoomSum[] {
  return [...new Set(uses.map(({ room }) => room))].map((room) => {
    const here = uses.filter((use) => use.room === room);
    const cut = here.filter(({ all }) => !all);
    const holding = (of: readonly RoomUse[]): number => of.filter(({ holds }) => holds).length;
    return {
      room,
      instructions: here.length,
      holds: holding(here),
      cut: cut.length,
      cutHolds: holding(cut),
      tokens: here.map(({ tokens }) => tokens),
    };
  });
}
