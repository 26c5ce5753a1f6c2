/** Candidates as prompts list them (spec 4.2). What the ranker makes of a page fits as it is. */

export const CANDIDATE_FIELDS = ['tag', 'xpath', 'text', 'bbox', 'attributes', 'children'] as const;
export type CandidateField = (typeof CANDIDATE_FIELDS)[number];

export interface PromptCandidate {
  uid: string;
  /** What the ranker read, one line a field. */
  document: string;
  fields: Readonly<Record<CandidateField, string>>;
}

/** One line each, in the given order. */
export function candidatesText(candidates: readonly { uid: string; document: string }[]): string {
  return candidates.map(({ uid, document }) => `(uid = ${uid}) ${document.replaceAll('\n', ' ')}\n`).join('');
}
