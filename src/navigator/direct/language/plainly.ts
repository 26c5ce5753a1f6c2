/** The line in plainer words, before it is cut into clauses: what carries nothing goes, what is said twice is said once. */
import { placesFirst } from './looking.js';

/** Said to whoever is still busy with the line before, which is over by now: "Stop. Open Pricing instead". */
const BREAKS_IN =
  /^(?:(?:oh|no|hey|okay|ok|well),? )?(?:stop|wait|halt|hold on|hang on|never ?mind|forget (?:it|that|about it)|leave (?:it|that)(?: be)?)(?: there| here| now| please)?[,.!;:]+\s+(?!then\b|and\b)(?=\S)/iu;

const PLAINER: readonly (readonly [said: RegExp, plainly: string])[] = [
  [/\bdrag(?:ging)?(?:,? (?:and|&|n|then) |-and-|-n-)drop\b/giu, 'drag'],
  [
    /\b(?:find|locate|look for) and (?=(?:click|open|press|tap|select|choose|hit|pick|follow|delete|tick|check)\b)/giu,
    '',
  ],
  [/,? (?:which|that) (?:is|should be) (?=\S+@|[\uE000-\uE0FF]|\d)/giu, ' '],
  // Said to get attention, not to have something waited for.
  [/^(?:no,? )?wait[,!] (?!then\b|and\b)/iu, ''],
  [BREAKS_IN, ''],
  // "the trash icon to delete it": what it is for is no part of its name.
  [
    /(\b(?:button|icon|link|tab|arrow|cross|symbol)(?: [\uE000-\uE0FF])?) (?:in order )?to \p{Ll}+ (?:it|them|that|this)(?: (?:as|from|to|off|out) \p{L}+)?(?=[.,;!?]|$| and\b| then\b)/giu,
    '$1',
  ],
  // A sentence that runs on: "scroll to the bottom of the list hit submit".
  [
    /((?:^|[,.;] |\bthen )scroll [^,.]+(?<! and)(?<! then)) (?=(?:hit|press|click|tap) (?!on\b)\p{L}+[.!]?$)/iu,
    '$1, ',
  ],
];

export function plainly(text: string): string {
  const looked = placesFirst(text);
  return PLAINER.reduce((said, [form, plain]) => said.replace(form, plain), looked);
}
