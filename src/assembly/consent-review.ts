/** Asks the navigator's model for a second opinion on consent in a running session. */
import type { ReplayTotals, ReviewConsent } from '../contract/index.js';
import { reviewConsent } from '../judge/index.js';
import type { Model } from '../llm/index.js';

export interface ConsentReviewParts {
  model: Model;
  onPhase(phase: string): void;
  onWait(message: string): void;
}

export function createConsentReview({ model, onPhase, onWait }: ConsentReviewParts): ReviewConsent {
  return (request, signal) => {
    onPhase('checking consent');
    return reviewConsent(model, request, { signal, onWait });
  };
}

/** A replay repeats what a person has approved, so no review is needed until a line has been healed. */
export function deferReview(review: ReviewConsent, totals: ReplayTotals): ReviewConsent {
  return async (request, signal) => (totals.healed > 0 ? review(request, signal) : null);
}
