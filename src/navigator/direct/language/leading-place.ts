/** Parses a place before the instruction: "In the menu, choose Home", "For the user Bo, click Edit". */
import { PREPOSITIONS } from '../lexicon/places.js';
import { matchVerb, removePolitePhrases } from './line-text.js';
import type { Place, Step } from './steps.js';
import { addPlaceToTarget, readPlace } from './target.js';
import { trimPlaceWords } from './target-description.js';

/** Returns the place, and the instruction after it. */
export function readLeadingPlace(text: string): { place: Place; rest: string } | null {
  const m =
    /^(in|on|at|from|under|below|inside|within|for|next to|beside|near|above|with)\s+(?:the\s+)?([^,]{2,40}?),\s*(.+)$/iu.exec(
      text,
    ) ??
    /^(at|on|in)\s+(?:the\s+)?((?:very )?(?:top|bottom|left|right)(?: of the page| side)?|footer|header|menu|sidebar)\s+(.+)$/iu.exec(
      text,
    );
  if (!m) return null;
  const rest = removePolitePhrases(m[3]!);
  if (!matchVerb(rest)) return null;
  const phrase = m[1]!.toLowerCase();
  const relation = PREPOSITIONS.find((p) => p.form === phrase)?.relation ?? 'in';
  return { place: readPlace(relation, trimPlaceWords(m[2]!)), rest };
}

export const addPlaceToStep = (step: Step, place: Place): Step => {
  if (
    step.do === 'click' ||
    step.do === 'hover' ||
    step.do === 'choose' ||
    step.do === 'tick' ||
    step.do === 'double-or-right-click' ||
    step.do === 'copy'
  )
    return { ...step, target: addPlaceToTarget(step.target, place) };
  return step.do === 'set' && step.target ? { ...step, target: addPlaceToTarget(step.target, place) } : step;
};
