/** Truncates the list of candidates to a number of tokens; tags and boxes stay complete. */
import type { PromptTokenizer } from '../../tokenizer.js';
import {
  CANDIDATE_FIELDS,
  formatCandidates,
  type CandidateField,
  type PromptCandidate,
} from '../candidate.js';
import { truncateAtCenter } from './center.js';
import { type Piece, shortenPieces } from './lengths.js';

const MAX_ROUNDS = 6;
/** Fields that are never truncated. */
const COMPLETE_FIELDS: ReadonlySet<CandidateField> = new Set(['tag', 'bbox']);

type Fields = Record<CandidateField, string | null>;

/** A candidate during truncation. Its document is rebuilt from the fields after each cut. */
interface Draft {
  uid: string;
  document: string;
  fields: Fields;
}

/** @returns the list for the prompt */
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
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const text = formatCandidates(drafts);
    tokens = tokenizer.count(text);
    if (tokens <= max) return text;
    drafts = cutOnce(drafts, tokens - max, tokenizer);
  }
  // `tokens` is the count before the last cut, as in the library.
  return formatCandidates(cutDocuments(drafts, tokens, max, tokenizer));
}

function cutOnce(drafts: readonly Draft[], excess: number, tokenizer: PromptTokenizer): Draft[] {
  const pieces: (Piece & { fields: Fields; field: CandidateField })[] = [];
  const cutDrafts = drafts.map(({ uid, fields: originalFields }) => {
    const fields = { ...originalFields };
    for (const field of CANDIDATE_FIELDS) {
      const text = fields[field];
      if (text !== null && !COMPLETE_FIELDS.has(field))
        pieces.push({ fields, field, text, length: tokenizer.count(text) });
    }
    return { uid, fields };
  });
  shortenPieces(pieces, excess, ({ fields, field, text }, length) => {
    fields[field] = truncateAtCenter(text, length, tokenizer);
  });
  return cutDrafts.map(({ uid, fields }) => ({ uid, fields, document: formatCutDocument(fields) }));
}

/** Formats a document. Unlike the ranker's document, it has no lines for empty fields and ends with a line break. */
function formatCutDocument(fields: Fields): string {
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
  const separatorTokens = Math.ceil((tokens - documents) / drafts.length);
  let remainingTokens = max;
  return drafts.map((draft, i) => {
    const budget = Math.ceil(remainingTokens / (drafts.length - i));
    const document = truncateAtCenter(draft.document, budget, tokenizer) ?? '';
    remainingTokens -= tokenizer.count(document) + separatorTokens;
    return { ...draft, document };
  });
}
