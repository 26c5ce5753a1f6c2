/**
 * Removes remarks from a line: reasons, comments, "whichever is there". Works on masked text; instructions are not
 * changed.
 */
import { FIELD_WORDS } from '../lexicon/forms.js';
import { toAlternation } from '../text.js';
import { matchVerb, removePolitePhrases } from './line-text.js';

const AUXILIARY =
  "(?:'s|'re|'m|'ve|'ll|'d| is| are| am| was| were| has| have| had| will| would| can| could| may| might| must| should| do| does| did)(?:n't| not)?\\b";
/** Patterns of statements: "I get way too many", "it was a test", "my parents are coming too". */
const REMARK_PATTERNS = [
  /^(?:i|we|they|he|she)\b(?!.*\bto (?:click|open)\b)/iu,
  new RegExp(
    `^(?:it|this|that|there|both|either|one|those|these|everything|nothing|all of (?:it|them))${AUXILIARY}`,
    'iu',
  ),
  /^(?:it|this|that) (?:looks|seems|takes|needs|says|keeps|covers|blocks|makes|gets|costs|works)\b/iu,
  new RegExp(
    `^(?:my|our|the|his|her|their|its) (?:\\p{L}+ ){1,3}?(?:is|are|was|were|has|have|had|will|isn't|aren't|wasn't|needs?|wants?|keeps?|looks?)\\b`,
    'iu',
  ),
  new RegExp(
    `^(?:my|our|the|his|her|their|its) \\p{L}+ (?:is|are|was|were|has|have|had|will|isn't|aren't|wasn't|needs?|wants?|keeps?|looks?)\\b`,
    'iu',
  ),
  /^(?:when|once|as soon as) (?:you are|you're|that is|that's|this is|it is|it's|everything is|all is|you have|you've)(?: (?:done|ready|finished|through|set|there|loaded|complete|over))?(?: with (?:it|that|this))?[.!]?$/iu,
  /^(?:when|once|after|as soon as) (?:the|this|that|it|your|a|an) ?.*\b(?:loads?|appears?|opens?|shows?(?: up)?|comes?(?: up)?|asks?|pops? up|finishes|(?:is|are|has|have)(?: been)? (?:there|open|opened|ready|loaded|shown|visible|done|finished|sent|saved))\b.*$/iu,
  /^(?:whichever|whatever|no matter|if you (?:like|wish|want|please)|as (?:i|we|you|it|the)|because|since (?:i|we|it|the|my)|so that|so (?:i|we)|either (?:way|one|is)|any of (?:them|those)|thanks? |for (?:now|good|the moment)$|just in case|by the way|in case)\b/iu,
];
/** "The email is a@b.c" gives a field its value. */
const FIELD_STATEMENT = new RegExp(
  `^(?:the|my|our|his|her|its|their) (?:${toAlternation(FIELD_WORDS)})(?: field)? (?:is|should be|will be|must be)\\b`,
  'iu',
);
const TRAILING_PLACE = /\b(?:in|into|as|to) (?:the |my )?[\p{L}\- ]{1,30}$/iu;

/** Whether a piece between commas is a remark, not an instruction. */
export function isRemark(piece: string): boolean {
  const text = piece.trim().replace(/^(?:and|but|well|oh|so) /iu, '');
  if (FIELD_STATEMENT.test(text) || text.endsWith('?')) return false;
  // "I want you to click" is a polite phrase before an instruction.
  const verbMatch = matchVerb(removePolitePhrases(text));
  if (verbMatch && removePolitePhrases(text) !== text.replace(/[.!]+$/u, '') && /^(?:i|we|it)\b/iu.test(text))
    return false;
  return REMARK_PATTERNS.some((pattern) => pattern.test(text));
}

const setsValue = (text: string): boolean =>
  ['set', 'search', 'fill'].includes(matchVerb(removePolitePhrases(text))?.verb.kind ?? '');

/** Removes remarks from a line, unless the whole line is a remark. */
export function removeRemarks(text: string): string {
  const keptPieces: string[] = [];
  // Each separator stays with the piece that follows it.
  const pieces = text.split(/(?=,\s|;\s|\s[-–—]\s|(?<=[.!?])\s)/u);
  for (const [i, piece] of pieces.entries()) {
    const phrase = piece.replace(/^[\s,;–—-]+/u, '');
    const keptText = keptPieces.join('');
    const hasInstruction = matchVerb(removePolitePhrases(keptText)) !== null;
    // Text to type may contain a comma: "Type hello, I am here in the note field".
    const isInValue =
      setsValue(keptText) &&
      TRAILING_PLACE.test(phrase.replace(/[.!]+$/u, '')) &&
      !TRAILING_PLACE.test(keptText);
    const hasLaterInstruction = pieces
      .slice(i + 1)
      .some((p) => matchVerb(removePolitePhrases(p.replace(/^[\s,;–—-]+/u, ''))));
    if (isRemark(phrase) && !isInValue && (hasInstruction || hasLaterInstruction)) continue;
    keptPieces.push(keptPieces.length === 0 ? phrase : piece);
  }
  return keptPieces.join('') || text;
}
