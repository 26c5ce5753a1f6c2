/** Parses instructions about messages: "reply to Ana with the text Hi", "forward Bo's email to Ana". */
import { collapseSpaces } from '../text.js';
import { unmask } from './line-text.js';
import { createFieldValue } from './pairs.js';
import { readLimitedTarget } from './target-limits.js';
import type { FieldValue, Quotes, Step, Target } from './steps.js';
import { readTarget } from './target.js';

const TEXT_INTRODUCTION =
  '(?:with|saying|and say|and write|and tell (?:them|him|her)|that says|that reads|by writing|:)\\s*(?:(?:the |a )?(?:text|message|words?|line|sentence|answer|reply|note|comment)s?:? )?';
const REPLY = new RegExp(
  `^(?:reply|respond|answer|write back)(?: (?:back )?to)?(?: (.+?))?,? ${TEXT_INTRODUCTION}([\\uE000-\\uE0FF]|\\S.*)$`,
  'iu',
);
const MESSAGE_NOUN = /\b(?:e-?mails?|mails?|messages?|letter|note|it|that|this|one|them)\b/iu;
const FORWARD =
  /^(?:forward|send|pass|resend|share)(?: on| along)? (?:me )?(.+?) (?:on )?(?:to|with) (?:the )?(.+)$/iu;
const FORWARD_TO = /^(?:[Ff]orward|[Ss]end|[Pp]ass) (?:on )?to (\S+(?: \p{Lu}\S*)?) (.+)$/u;

const createCommandStep = (
  name: string,
  object: Target | null,
  fields: FieldValue[],
  quotes: Quotes,
): Step => ({
  do: 'click',
  kind: 'command',
  target: readTarget(name, quotes),
  command: { name, object, fields },
});

/** Pronouns for the sender, such as "them" and "her". The target is then the sender's message. */
const RECIPIENT_PRONOUN = /^(?:them|him|her|it|that|this|the (?:sender|author|person))$/iu;
const IT = 'it';

const PERSON = "\\p{Lu}[\\p{L}'-]*";
const MESSAGE = '(?:e-?mails?|mails?|messages?|letters?|notes?|information|info)';
/** Other ways to ask for a message to be forwarded, with their standard form. Names begin with a capital letter. */
const REWRITES: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [
    new RegExp(
      `^(${PERSON}) (?:wrote|sent|mailed)(?: (?:me|you|us))? (?:an?|the) ${MESSAGE}\\b.* (?:that|which) (?:needs?|has|must|should|ought|is)(?: to)? be (?:forwarded|sent|passed)(?: on)? to (${PERSON})$`,
      'u',
    ),
    'forward the message from $1 to $2',
  ],
  [
    new RegExp(
      `\\b(?:the|an?|that) (?:\\p{Ll}+ )?${MESSAGE} (?:(?:that|which) )?(${PERSON}) (?:has |had )?(?:sent|wrote|mailed|gave)(?: to)?(?: (?:me|you|us))?(?: (?:today|yesterday|earlier))?(?=$| (?:to|on)\\b)`,
      'u',
    ),
    'the message from $1',
  ],
  [
    new RegExp(
      `\\b(the|an?|that) (?:\\p{Ll}+ )?${MESSAGE} (?:that |which )?(?:I|you|we) (?:got|received|have|had) from (?=${PERSON})`,
      'u',
    ),
    'the message from ',
  ],
  [
    new RegExp(
      `^(?:[Ff]orward|[Ss]end|[Gg]ive|[Pp]ass) (${PERSON}) ((?:the|an?|that) (?:\\p{Ll}+ )?${MESSAGE} (?:from|by) .+|${PERSON}['’]s (?:\\p{Ll}+ )?${MESSAGE})$`,
      'u',
    ),
    'forward $2 to $1',
  ],
];

export function readMessage(phrase: string, quotes: Quotes): Step | null {
  const text = REWRITES.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), phrase);
  const replyMatch = REPLY.exec(text);
  if (replyMatch) {
    const [, recipient, content] = replyMatch;
    if (/\bquestions?\b/iu.test(recipient ?? '')) return null;
    const message = !recipient
      ? null
      : RECIPIENT_PRONOUN.test(recipient)
        ? readLimitedTarget(IT, quotes)
        : readLimitedTarget(recipient, quotes);
    return createCommandStep('reply', message, [createFieldValue('message', content!, quotes)], quotes);
  }
  const forwardToMatch = FORWARD_TO.exec(text);
  const m = forwardToMatch ? [forwardToMatch[0], forwardToMatch[2]!, forwardToMatch[1]!] : FORWARD.exec(text);
  if (!m || !MESSAGE_NOUN.test(m[1]!) || /^(?:cart|basket|bag|list|trash|spam|archive|inbox)$/iu.test(m[2]!))
    return null;
  const isForward =
    /^(?:forward|pass|resend)/iu.test(text) || /^(?:it|that|this|.*\b(?:from|by)\b|.+['’]s )/iu.test(m[1]!);
  // "Send a message to Bo" writes a new one.
  if (!isForward || /^an? /iu.test(m[1]!)) return null;
  const object = collapseSpaces(m[1]!).replace(/^(?:that|this|the) (?:e-?mail|mail|message)$/iu, IT);
  const [, recipient, note] =
    /^(.+?)(?:,? (?:with|and add) (?:the |a )?(?:note|message|text|comment|words?):? (.+))?$/iu.exec(m[2]!)!;
  const fields = [createFieldValue('to', unmask(recipient!, quotes), quotes)];
  if (note) fields.push(createFieldValue('message', unmask(note, quotes), quotes));
  return createCommandStep('forward', readLimitedTarget(object, quotes), fields, quotes);
}
