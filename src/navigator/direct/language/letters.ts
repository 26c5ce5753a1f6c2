/** Parses instructions about messages: "reply to Ana with the text Hi", "forward Bo's email to Ana". */
import { collapseSpaces } from '../text.js';
import { unmask } from './clauses.js';
import { createFieldValue } from './pairs.js';
import { readMeant } from './meant.js';
import type { FieldValue, Quotes, Step, Target } from './steps.js';
import { readTarget } from './target.js';

const TEXT =
  '(?:with|saying|and say|and write|and tell (?:them|him|her)|that says|that reads|by writing|:)\\s*(?:(?:the |a )?(?:text|message|words?|line|sentence|answer|reply|note|comment)s?:? )?';
const reply = new RegExp(
  `^(?:reply|respond|answer|write back)(?: (?:back )?to)?(?: (.+?))?,? ${TEXT}([\\uE000-\\uE0FF]|\\S.*)$`,
  'iu',
);
const MAIL = /\b(?:e-?mails?|mails?|messages?|letter|note|it|that|this|one|them)\b/iu;
const forwardPattern =
  /^(?:forward|send|pass|resend|share)(?: on| along)? (?:me )?(.+?) (?:on )?(?:to|with) (?:the )?(.+)$/iu;
const forwardToPattern = /^(?:[Ff]orward|[Ss]end|[Pp]ass) (?:on )?to (\S+(?: \p{Lu}\S*)?) (.+)$/u;

const commandStep = (name: string, object: Target | null, fields: FieldValue[], quotes: Quotes): Step => ({
  do: 'click',
  how: 'command',
  target: readTarget(name, quotes),
  command: { name, object, fields },
});

/** "them" and "her" mean the sender, but the target is the message. */
const PEOPLE = /^(?:them|him|her|it|that|this|the (?:sender|author|person))$/iu;
const IT = 'it';

const WHO = "\\p{Lu}[\\p{L}'-]*";
const WHAT = '(?:e-?mails?|mails?|messages?|letters?|notes?|information|info)';
/** Rewrites other forms of forwarding a message to someone. Names begin with a capital. */
const REWRITES: readonly (readonly [said: RegExp, plainly: string])[] = [
  [
    new RegExp(
      `^(${WHO}) (?:wrote|sent|mailed)(?: (?:me|you|us))? (?:an?|the) ${WHAT}\\b.* (?:that|which) (?:needs?|has|must|should|ought|is)(?: to)? be (?:forwarded|sent|passed)(?: on)? to (${WHO})$`,
      'u',
    ),
    'forward the message from $1 to $2',
  ],
  [
    new RegExp(
      `\\b(?:the|an?|that) (?:\\p{Ll}+ )?${WHAT} (?:(?:that|which) )?(${WHO}) (?:has |had )?(?:sent|wrote|mailed|gave)(?: to)?(?: (?:me|you|us))?(?: (?:today|yesterday|earlier))?(?=$| (?:to|on)\\b)`,
      'u',
    ),
    'the message from $1',
  ],
  [
    new RegExp(
      `\\b(the|an?|that) (?:\\p{Ll}+ )?${WHAT} (?:that |which )?(?:I|you|we) (?:got|received|have|had) from (?=${WHO})`,
      'u',
    ),
    'the message from ',
  ],
  [
    new RegExp(
      `^(?:[Ff]orward|[Ss]end|[Gg]ive|[Pp]ass) (${WHO}) ((?:the|an?|that) (?:\\p{Ll}+ )?${WHAT} (?:from|by) .+|${WHO}['’]s (?:\\p{Ll}+ )?${WHAT})$`,
      'u',
    ),
    'forward $2 to $1',
  ],
];

export function readLetter(phrase: string, quotes: Quotes): Step | null {
  const text = REWRITES.reduce((text, [form, plainly]) => text.replace(form, plainly), phrase);
  const answered = reply.exec(text);
  if (answered) {
    const [, to, said] = answered;
    if (/\bquestions?\b/iu.test(to ?? '')) return null;
    const about = !to ? null : PEOPLE.test(to) ? readMeant(IT, quotes) : readMeant(to, quotes);
    return commandStep('reply', about, [createFieldValue('message', said!, quotes)], quotes);
  }
  const sent = forwardToPattern.exec(text);
  const m = sent ? [sent[0], sent[2]!, sent[1]!] : forwardPattern.exec(text);
  if (!m || !MAIL.test(m[1]!) || /^(?:cart|basket|bag|list|trash|spam|archive|inbox)$/iu.test(m[2]!))
    return null;
  const verb =
    /^(?:forward|pass|resend)/iu.test(text) || /^(?:it|that|this|.*\b(?:from|by)\b|.+['’]s )/iu.test(m[1]!);
  // "Send a message to Bo" writes a new one.
  if (!verb || /^an? /iu.test(m[1]!)) return null;
  const what = collapseSpaces(m[1]!).replace(/^(?:that|this|the) (?:e-?mail|mail|message)$/iu, IT);
  const [, to, note] =
    /^(.+?)(?:,? (?:with|and add) (?:the |a )?(?:note|message|text|comment|words?):? (.+))?$/iu.exec(m[2]!)!;
  const fields = [createFieldValue('to', unmask(to!, quotes), quotes)];
  if (note) fields.push(createFieldValue('message', unmask(note, quotes), quotes));
  return commandStep('forward', readMeant(what, quotes), fields, quotes);
}
