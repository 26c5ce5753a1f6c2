/** The second opinion on consent in a running session, by the navigator's model. */
import type { ReplayTotals, ReviewConsent } from '../contract/index.js';
import { reviewConsent } from '../judge/index.js';
import type { Model } from '../llm/index.js';

export interface ConsentReviewParts {
  model: Model;
  onPhase(phase: string): void;
  onWait(sentence: string): void;
}

export function createConsentReview({ model, onPhase, onWait }: ConsentReviewParts): ReviewConsent {
  return (request, signal) => {
    onPhase('checking consent');
    return reviewConsent(model, request, { signal, onWait });
  };
}

/** A replay repeats what a person has approved, so it needs no opinion until a line has been healed. */
export function deferReview(review: ReviewConsent, totals: ReplayTotals): ReviewConsent {
  return async (request, signal) => (totals.healed > 0 ? review(request, signal) : null);
}
