/** Simplifies a line before it is split into clauses: removes empty phrases and repetitions. */
import { movePlacesToStart } from './look-through.js';

/** Interruptions before an instruction: "Stop. Open Pricing instead". The previous line is already finished. */
const INTERRUPTION =
  /^(?:(?:oh|no|hey|okay|ok|well),? )?(?:stop|wait|halt|hold on|hang on|never ?mind|forget (?:it|that|about it)|leave (?:it|that)(?: be)?)(?: there| here| now| please)?[,.!;:]+\s+(?!then\b|and\b)(?=\S)/iu;

const SIMPLIFICATIONS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\bdrag(?:ging)?(?:,? (?:and|&|n|then) |-and-|-n-)drop\b/giu, 'drag'],
  [
    /\b(?:find|locate|look for) and (?=(?:click|open|press|tap|select|choose|hit|pick|follow|delete|tick|check)\b)/giu,
    '',
  ],
  [/,? (?:which|that) (?:is|should be) (?=\S+@|[\uE000-\uE0FF]|\d)/giu, ' '],
  // "Wait, …" calls for attention; it does not ask to wait.
  [/^(?:no,? )?wait[,!] (?!then\b|and\b)/iu, ''],
  [INTERRUPTION, ''],
  // "Take Luis off again", "take the milk off the list"
  [
    /^[Tt]ake ((?:it|this|that|these|those|them|(?:the|my) [\p{L} ]{1,30}?|\p{Lu}\p{L}+)) off(?: again)?(?=$|[.,;!]|,? (?:and|then|please)\b)/u,
    'remove $1',
  ],
  [/^take (?!\d)(.{2,40}?) off (?=(?:the|my) \p{L}+(?: please)?(?:$|[.,;!]))/iu, 'remove $1 from '],
  // Short questions: "anything left?", "got any bread?", "when's it due?"
  [/^anything (?=.+\?$)/iu, 'is there anything '],
  [/^any (?=.+\?$)/iu, 'are there any '],
  [/^(?:have you |you )?got any (?=\S)/iu, 'have you got any '],
  [/^(when|why)['’]s (?=\S)/iu, '$1 is '],
  // "Throw it away": moves the particle to its verb.
  [
    /\b(throw|take|file|call|put|cross|strike) ((?:it|this|that|these|those|them|(?:the|my) [\p{L} ]{1,30}?)) (out|away|off|aside)(?=$|[.,;!?]|,? (?:and|then|please|again)\b)/giu,
    '$1 $3 $2',
  ],
  [/\b(log|sign) me (out|off)\b/giu, '$1 $2'],
  // "Turn mentions back on" restores a state; "back" is not part of the name.
  [/\b(turn|switch|put) ([^,.;]+?) back (on|off)\b/giu, '$1 $2 $3'],
  [/\b(turn|switch) back (on|off)\b/giu, '$1 $2'],
  [/^back (on|off)(?: again)?(?=$|[.,;!]|,? please\b)/iu, 'turn it $1'],
  [/\b((?:turn|switch) [^,.;]+? (?:on|off)) again\b/giu, '$1'],
  [/\blook (it|this|that|these|those|them) up\b/giu, 'look up $1'],
  // "the trash icon to delete it": the purpose is not part of the name.
  [
    /(\b(?:button|icon|link|tab|arrow|cross|symbol)(?: [\uE000-\uE0FF])?) (?:in order )?to \p{Ll}+ (?:it|them|that|this)(?: (?:as|from|to|off|out) \p{L}+)?(?=[.,;!?]|$| and\b| then\b)/giu,
    '$1',
  ],
  // A run-on sentence: "scroll to the bottom of the list hit submit".
  [
    /((?:^|[,.;] |\bthen )scroll [^,.]+(?<! and)(?<! then)) (?=(?:hit|press|click|tap) (?!on\b)\p{L}+[.!]?$)/iu,
    '$1, ',
  ],
];

export function simplifyWording(text: string): string {
  const reorderedText = movePlacesToStart(text);
  return SIMPLIFICATIONS.reduce(
    (phrase, [pattern, replacement]) => phrase.replace(pattern, replacement),
    reorderedText,
  );
}
