/** Cuts the list of candidates down to a number of tokens; tags and boxes stay whole (spec 4.6.5). */
import type { PromptTokenizer } from '../../tokenizer.js';
import { CANDIDATE_FIELDS, candidatesText, type CandidateField, type PromptCandidate } from '../candidate.js';
import { truncateAtCenter } from './center.js';
import { type Piece, shareOut } from './lengths.js';

const ROUNDS = 6;
const KEPT_WHOLE: ReadonlySet<CandidateField> = new Set(['tag', 'bbox']);

type Fields = Record<CandidateField, string | null>;

/** A candidate on its way: the document is made anew from fields after each cut. */
interface Draft {
  uid: string;
  document: string;
  fields: Fields;
}

/** @returns the list as it stands in the prompt */
export function truncateCandidates(
  candidates: readonly PromptCandidate[],
  max: number,
  tokenizer: PromptTokenizer,
): string {
  let drafts: Draft[] = candidates.map(({ uid, document, fields }) => ({
    uid,
    document,
    fields: { ...fields },
  }));
  let tokens = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const text = candidatesText(drafts);
    tokens = tokenizer.count(text);
    if (tokens <= max) return text;
    drafts = cutOnce(drafts, tokens - max, tokenizer);
  }
  // `tokens` are those before the last cut, as in the library.
  return candidatesText(cutDocuments(drafts, tokens, max, tokenizer));
}

function cutOnce(drafts: readonly Draft[], excess: number, tokenizer: PromptTokenizer): Draft[] {
  const pieces: (Piece & { fields: Fields; field: CandidateField })[] = [];
  const cut = drafts.map(({ uid, fields: before }) => {
    const fields = { ...before };
    for (const field of CANDIDATE_FIELDS) {
      const text = fields[field];
      if (text !== null && !KEPT_WHOLE.has(field))
        pieces.push({ fields, field, text, length: tokenizer.count(text) });
    }
    return { uid, fields };
  });
  shareOut(pieces, excess, ({ fields, field, text }, length) => {
    fields[field] = truncateAtCenter(text, length, tokenizer);
  });
  return cut.map(({ uid, fields }) => ({ uid, fields, document: cutDocument(fields) }));
}

/** Unlike the ranker's document, it has no line for an empty field, and ends with a line break. */
function cutDocument(fields: Fields): string {
  return CANDIDATE_FIELDS.filter((field) => fields[field] !== null && fields[field] !== '')
    .map((field) => `[[${field}]] ${fields[field]}\n`)
    .join('');
}

function cutDocuments(
  drafts: readonly Draft[],
  tokens: number,
  max: number,
  tokenizer: PromptTokenizer,
): Draft[] {
  const documents = tokenizer.count(drafts.map(({ document }) => document).join(' '));
  const between = Math.ceil((tokens - documents) / drafts.length);
  let remaining = max;
  return drafts.map((draft, i) => {
    const room = Math.ceil(remaining / (drafts.length - i));
    const document = truncateAtCenter(draft.document, room, tokenizer) ?? '';
    remaining -= tokenizer.count(document) + between;
    return { ...draft, document };
  });
}
