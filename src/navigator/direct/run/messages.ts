/** Formats the navigator's messages. */
import type { Candidate, MissingConsent } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { clip, toSentence } from '../text.js';
import type { Memory, Plan } from './types.js';

/** Formats a list as `a, b and c`. */
export function formatList(items: readonly string[], conjunction = 'and'): string {
  return items.length < 2
    ? (items[0] ?? '')
    : `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1)}`;
}

/** Formats everything that was done as one sentence. */
export function formatDone(donePhrases: readonly string[]): string {
  const distinctPhrases = donePhrases.filter((phrase, i) => phrase && phrase !== donePhrases[i - 1]);
  return distinctPhrases.length ? toSentence(formatList(distinctPhrases)) : '';
}

/** Formats the report for a finished line. */
export function formatReport(plan: Plan, title: string): string {
  const doneText = formatDone(plan.donePhrases);
  if (plan.answers.length)
    return [plan.donePhrases.length ? doneText : '', ...plan.answers].filter(Boolean).join(' ');
  const firstStep = plan.steps[0];
  const hasMoved = firstStep && title && plan.steps.some((s) => s.startUrl !== '' && s.stage === 'moved');
  return hasMoved ? `${doneText.replace(/[.]$/u, '')}; the page is now “${clip(title, 80)}”.` : doneText;
}

/** Formats what was filled in, with the verb of each control: checkboxes are ticked, switches are turned on or off. */
export function formatFilledIn(
  entries: Iterable<{ value: string; description: string; isEmptied?: boolean }>,
): string {
  const verbs = new Map<string, string[]>();
  for (const { value, description, isEmptied } of entries) {
    const isOn = value === 'true';
    const phrase = isEmptied ? description : formatFilledField(value, description);
    const verb = isEmptied
      ? 'cleared'
      : / checkbox$/u.test(description)
        ? isOn
          ? 'ticked'
          : 'unticked'
        : / switch$/u.test(description)
          ? `turned ${isOn ? 'on' : 'off'}`
          : / (?:radio button|choice|list)$/u.test(description)
            ? 'chose'
            : 'filled in';
    verbs.set(verb, [...(verbs.get(verb) ?? []), phrase]);
  }
  return formatList([...verbs].map(([verb, descriptions]) => `${verb} ${formatList(descriptions)}`));
}

const NAMED_CONTROL = /^the “(.+)” (field|slider|list|choice)$/u;
/** Names of fields whose values are not repeated in reports. */
const SECRET_NAME = /passw|passphrase|\bpin\b|secret|token|security|\bcv[cv]\b|card number|\bcode\b/iu;

/** Formats a control and its value: "Make and model: Ford Focus", "“Ms” in the “Title” list". */
function formatFilledField(value: string, description: string): string {
  const [, name, kind] = NAMED_CONTROL.exec(description) ?? [];
  if (kind === 'choice') return `“${name}”`;
  if (!name || value === '' || SECRET_NAME.test(name) || /\n|^</u.test(value)) return description;
  return kind === 'list'
    ? `“${clip(value, 60)}” in ${description}`
    : `${name.replace(/\s*:$/u, '')}: ${clip(value, 60)}`;
}

/** Formats what was done, and why the line was not finished. */
export function formatUnfinished(plan: Plan, reason: string): string {
  const doneText = formatDone(plan.donePhrases);
  const answerText = plan.answers.join(' ');
  const text = toSentence(reason);
  return [
    doneText,
    answerText,
    doneText || answerText
      ? `But ${text.charAt(0).toLowerCase() === 'i' && /^I\b/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)}`
      : text,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Formats the refusal of an irreversible action that no consent can allow. */
export const formatRefusal = ({ what, reason }: MissingConsent): string =>
  `I did not ${what}, because ${reason === 'forbidden' ? 'you said not to' : 'this session does not allow it'}`;

export const formatWhichQuestion = (phrase: string, descriptions: readonly string[]): string =>
  `${descriptions.length} things here could be ${phrase.trim() ? `“${clip(phrase, 60)}”` : 'meant'}: ${descriptions.length > 5 ? `${descriptions.slice(0, 5).join(', ')} …` : formatList(descriptions)}. Which one do you mean?`;

/** Asks which option is right after a "yes" to a question with several options. */
export const formatWhichOneQuestion = (descriptions: readonly string[]): string =>
  `Which one do you mean: ${formatList(descriptions.slice(0, 5), 'or')}?`;

/** Quotes the words; returns "that" if there are none. */
export const quoteWords = (words: string): string => (words.trim() ? `“${clip(words, 80)}”` : 'that');

export function formatNothingFound(
  phrase: string,
  closest: readonly Candidate[],
  notFoundPrefix: string,
): string {
  const descriptions = closest.map((c) => describe(c));
  const closestNote = descriptions.length
    ? ` The closest ${descriptions.length > 1 ? 'things' : 'thing'} here ${descriptions.length > 1 ? 'are' : 'is'} ${formatList(descriptions)}.`
    : '';
  return `I can't find ${phrase.trim() ? `${notFoundPrefix} ` : ''}${quoteWords(phrase)} on this page.${closestNote}`;
}

const EXAMPLES =
  'I can follow step-by-step requests such as “click Documentation”, “type Anna into the name field” or “open the first result”, and answer questions from the page.';

/** Appends examples of requests to the first message of a conversation that needs them. Later messages stay short. */
export function addExamples(text: string, memory: Memory): string {
  if (memory.hasGivenExamples) return text;
  memory.hasGivenExamples = true;
  return `${text} ${EXAMPLES}`;
}
