/** Asks the navigator's model about consent in a running session. A replay uses the recorded answers instead. */
import type { ConsentReviewer, ConfirmedInstruction, ReplayScript, ReplayTotals } from '../contract/index.js';
import { findConsentCommand, reviewConsent } from '../judge/index.js';
import type { Model } from '../llm/index.js';
import { containsWords } from '../policy/index.js';

export interface ConsentReviewerParts {
  model: Model;
  onPhase(phase: string): void;
  onWait(message: string): void;
}

export function createConsentReviewer({ model, onPhase, onWait }: ConsentReviewerParts): ConsentReviewer {
  return {
    findCommandWords(request, signal) {
      onPhase('checking consent');
      return findConsentCommand(model, request, { signal, onWait });
    },
    review(request, signal) {
      onPhase('checking consent');
      return reviewConsent(model, request, { signal, onWait });
    },
  };
}

/**
 * Creates the reviewer of a replay. The replayed actions were approved when they were recorded, so the recorded answers
 * still apply. The model is asked only after a line was healed, that is, completed by the navigator because its
 * recorded actions no longer matched the page.
 *
 * @param reviewer the reviewer that asks the model; null if no model is used
 */
export function createReplayReviewer(
  { lines }: ReplayScript,
  totals: ReplayTotals,
  reviewer: ConsentReviewer | null,
): ConsentReviewer {
  const instructions = lines
    .flatMap(({ turns }) => turns)
    .flatMap((turn): ConfirmedInstruction[] =>
      turn.type === 'action' && turn.confirmedInstruction ? [turn.confirmedInstruction] : [],
    );
  return {
    async findCommandWords(request, signal) {
      if (totals.healed > 0) return reviewer?.findCommandWords(request, signal) ?? null;
      const candidates = instructions.filter((instruction) => instruction.class === request.class);
      for (const { speaker, text } of request.conversation.toReversed()) {
        const instruction =
          speaker === 'instructor' ? candidates.find(({ words }) => containsWords(text, words)) : undefined;
        if (instruction) return instruction.words;
      }
      return null;
    },
    async review(request, signal) {
      if (totals.healed > 0) return reviewer?.review(request, signal) ?? null;
      return instructions.find(({ what }) => what === request.what)?.review ?? null;
    },
  };
}
