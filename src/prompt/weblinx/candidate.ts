/** The form of candidates in prompts, in which the ranker returns them. */

export const CANDIDATE_FIELDS = ['tag', 'xpath', 'text', 'bbox', 'attributes', 'children'] as const;
export type CandidateField = (typeof CANDIDATE_FIELDS)[number];

export interface PromptCandidate {
  uid: string;
  /** The ranker's input, one line per field. */
  document: string;
  fields: Readonly<Record<CandidateField, string>>;
}

/** Formats one line per candidate, in the given order. */
export function formatCandidates(candidates: readonly { uid: string; document: string }[]): string {
  return candidates.map(({ uid, document }) => `(uid = ${uid}) ${document.replaceAll('\n', ' ')}\n`).join('');
}
