/**
 * A prompt for a model that takes less than the paper's: the page gives way first, then the candidates, then what
 * was done and said. Each part is cut by the paper's own rules.
 */
import type { PromptTokenizer } from '../tokenizer.js';
import { type WeblinxFamily, type WeblinxRequest, weblinxRequest } from './families.js';
import { OTR_ROOMS, type OtrRooms } from './otr.js';
import type { PromptInput, PromptPart } from './prompt-input.js';
import type { PromptShape } from './shape.js';

/** What each part keeps at least, in the order in which they give way. A page of a few words says nothing. */
const LEAST: readonly [part: keyof OtrRooms, tokens: number][] = [
  ['page', 0],
  ['candidates', 150],
  ['history', 60],
  ['utterances', 60],
];
const SMALLEST_PAGE = 60;
/** Cutting is not exact, so that it may take several goes. */
const GOES = 5;

export function tokensOf({ body }: WeblinxRequest, tokenizer: PromptTokenizer): number {
  return body.kind === 'text'
    ? tokenizer.count(body.text)
    : body.messages.reduce((sum, { content }) => sum + tokenizer.count(content), 0);
}

/** @returns a request of at most `max` tokens; null where nothing is left that could be cut */
export function shortened(
  family: WeblinxFamily,
  shape: PromptShape,
  input: PromptInput,
  tokenizer: PromptTokenizer,
  max: number,
): WeblinxRequest | null {
  switch (family.prompt) {
    case 'otr':
      return smallerRooms(family, shape, input, tokenizer, max);
    case 'mindact':
      return fewerCandidates(family, shape, input, tokenizer, max);
    case 'pix2act': {
      const request = weblinxRequest(family, shape, input, tokenizer);
      return tokensOf(request, tokenizer) <= max ? request : null;
    }
  }
}

function smallerRooms(
  family: WeblinxFamily,
  shape: PromptShape,
  input: PromptInput,
  tokenizer: PromptTokenizer,
  max: number,
): WeblinxRequest | null {
  let request = weblinxRequest(family, shape, input, tokenizer);
  let aim = max;
  for (let go = 0; go < GOES; go += 1) {
    const tokens = tokensOf(request, tokenizer);
    if (tokens <= max) return request;
    // What the cut before was over is taken off on top.
    if (go > 0) aim -= tokens - max;
    const whole = weblinxRequest(family, shape, input, tokenizer);
    const rooms = roomsFor(whole.parts, tokensOf(whole, tokenizer) - aim);
    if (rooms === null) return null;
    request = weblinxRequest(family, shape, input, tokenizer, { rooms });
  }
  return tokensOf(request, tokenizer) <= max ? request : null;
}

/** @param excess tokens that have to go */
function roomsFor(parts: readonly PromptPart[], excess: number): OtrRooms | null {
  const had = (name: keyof OtrRooms): number => parts.find((part) => part.name === name)?.tokens ?? 0;
  const target: OtrRooms = {
    page: had('page'),
    utterances: had('utterances'),
    history: had('history'),
    candidates: had('candidates'),
  };
  let left = excess;
  for (const [name, least] of LEAST) {
    const given = Math.max(0, Math.min(left, target[name] - least));
    target[name] -= given;
    left -= given;
    if (name !== 'page' || target.page === 0 || target.page >= SMALLEST_PAGE) continue;
    left -= target.page;
    target.page = 0;
  }
  if (left > 0) return null;
  // Parts that are not cut keep their room, which is counted in another way than their tokens; what they leave
  // of it goes to the candidates, and is taken off there.
  const room = (name: 'page' | 'utterances' | 'history'): number =>
    target[name] < had(name) ? target[name] : OTR_ROOMS[name];
  const rooms = { page: room('page'), utterances: room('utterances'), history: room('history') };
  const spare =
    rooms.page - target.page + (rooms.utterances - target.utterances) + (rooms.history - target.history);
  return { ...rooms, candidates: target.candidates - spare };
}

/** Its tree is what stands around the candidates: the last ones go first. */
function fewerCandidates(
  family: WeblinxFamily,
  shape: PromptShape,
  input: PromptInput,
  tokenizer: PromptTokenizer,
  max: number,
): WeblinxRequest | null {
  for (let most = input.candidates?.length ?? 0; most >= 0; most -= 1) {
    const candidates = most === 0 ? null : (input.candidates?.slice(0, most) ?? null);
    const request = weblinxRequest(family, shape, { ...input, candidates }, tokenizer);
    if (tokensOf(request, tokenizer) <= max) return request;
  }
  return null;
}
