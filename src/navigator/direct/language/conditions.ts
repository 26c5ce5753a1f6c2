/**
 * "If the basket is empty, add the lamp": what hangs on a condition is not done, since nothing here weighs conditions.
 * Manners ("if you like", "if possible") and questions ("tell me if …") are no conditions.
 */
const MANNERS =
  "(?!(?:you (?:can|could|like|wish|want|please|may|would|must)|possible|necessary|needed|need be|not\\b|so\\b|any\\b|(?:that|it)(?: is|'s) (?:ok|okay|fine|all right|possible)))";
const CONDITION = new RegExp(
  `(?:^|[,.;:]\\s+(?:and |but |then )?|\\b(?:and|but|then) )((?:if|unless|provided(?: that)?|as long as) ${MANNERS}[^,.;]+)`,
  'iu',
);
const BEHIND =
  /(?<!\b(?:see|check|tell|know|ask|say|me|us|out|look|test|verify|confirm|find out|and|or)) ((?:if|unless) (?:it|there|the|this|that|these|those|they|he|she|nothing|something|no|none) [^,.;]*\b(?:is|are|isn't|aren't|was|were|has|have|does|do|doesn't|shows?|says?|costs?|fits?|exists?)\b[^,.;]*)/iu;

/** The condition that a line makes, or null. Works on masked text. */
export function conditionOf(text: string): string | null {
  return (CONDITION.exec(text) ?? BEHIND.exec(text))?.[1]?.trim() ?? null;
}
