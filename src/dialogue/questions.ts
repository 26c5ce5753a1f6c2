/**
 * Recognises the navigator's questions by the kind of message. For navigators that do not set a kind, the rules below
 * decide by the words.
 */
import type { SayKind } from '../contract/index.js';

export function asksSomething(message: { kind?: SayKind; text: string }): boolean {
  return message.kind === undefined ? isQuestion(message.text) : message.kind === 'ask';
}

/** Polite closing phrases ("anything else?"), which do not count as questions. */
const POLITE_CLOSING =
  /\b(any ?thing|something|what|how) else\b|\bif you (need|want|have|would like)\b|\b(further|other) (questions|help|assistance)\b/i;

/** Questions and requests for information without a question mark. */
const REQUESTS_WITHOUT_QUESTION_MARK = [
  /^(please|kindly|pls)[ ,]+(tell|give|provide|enter|specify|confirm|choose|share|send|let me know|say)\b/i,
  /^(tell me|let me know|give me)\b/i,
  /^(could|can|would|will|do|did|have|are) you\b/i,
  /^(should|shall|may|can|do|must) (i|we)\b/i,
  /^(what|which|who|whose|where|when|how)( \w+){0,3}? (is|are|do|does|should|shall|would|can|could) (you|your|i|we)\b/i,
  /\bi (still |also )?need (to know|you to (tell|give|choose|confirm|provide)|your)\b/i,
];

export function isQuestion(text: string): boolean {
  const sentences = replaceQuotations(text)
    .split(/(?<=[.!?？؟…])(?=\s|$)|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && !POLITE_CLOSING.test(sentence));
  if (sentences.some((sentence) => /[?？؟][\s)\]*_"'”’»\p{Extended_Pictographic}]*$/u.test(sentence)))
    return true;
  const lastSentence = sentences.at(-1)?.replace(/^(so|and|but|ok|okay|sure|hi|hello)[,:]? /i, '') ?? '';
  return REQUESTS_WITHOUT_QUESTION_MARK.some((pattern) => pattern.test(lastSentence));
}

/** Replaces quotations and URLs with “it”, because they are not the speaker's own words. */
function replaceQuotations(text: string): string {
  return text.replace(/“[^”]*”|"[^"\n]*"|«[^»]*»|`[^`]*`/g, 'it').replace(/https?:\/\/\S+/g, 'it');
}
