/** The navigator's sentences. */
import type { Candidate, MissingConsent } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { clip, toSentence } from '../text.js';
import type { Plan } from './types.js';

/** `a, b and c`. */
export function formatList(items: readonly string[], last = 'and'): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
}

/** Formats everything that was done in one sentence. */
export function formatDone(did: readonly string[]): string {
  const known = did.filter((d, i) => d && d !== did[i - 1]);
  return known.length ? toSentence(formatList(known)) : '';
}

/** Formats the report of a finished line. */
export function formatReport(plan: Plan, title: string): string {
  const doing = formatDone(plan.doneParts);
  if (plan.answers.length)
    return [plan.doneParts.length ? doing : '', ...plan.answers].filter(Boolean).join(' ');
  const first = plan.steps[0];
  const moved = first && title && plan.steps.some((s) => s.url !== '' && s.stage === 'moved');
  return moved ? `${doing.replace(/[.]$/u, '')}; the page is now “${clip(title, 80)}”.` : doing;
}

/** Formats what was done so far, and why the line stops here. */
export function formatUnfinished(plan: Plan, why: string): string {
  const doing = formatDone(plan.doneParts);
  const heard = plan.answers.join(' ');
  const text = toSentence(why);
  return [
    doing,
    heard,
    doing || heard
      ? `But ${text.charAt(0).toLowerCase() === 'i' && /^I\b/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)}`
      : text,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Formats the refusal of an irreversible action that no answer would allow. */
export const formatRefusal = ({ what, reason: why }: MissingConsent): string =>
  `I did not ${what}, because ${why === 'forbidden' ? 'you said not to' : 'this session does not allow it'}`;

export const formatWhichQuestion = (phrase: string, descriptions: readonly string[]): string =>
  `${descriptions.length} things here could be “${clip(phrase, 60)}”: ${descriptions.length > 5 ? `${descriptions.slice(0, 5).join(', ')} …` : formatList(descriptions)}. Which one do you mean?`;

/** Asks again after a "yes" to a question with several answers. */
export const formatWhichOneQuestion = (descriptions: readonly string[]): string =>
  `Which one do you mean: ${formatList(descriptions.slice(0, 5), 'or')}?`;

export function formatNothingFound(phrase: string, closest: readonly Candidate[], where: string): string {
  const near = closest.map((c) => describe(c));
  const seen = near.length
    ? ` The closest ${near.length > 1 ? 'things' : 'thing'} here ${near.length > 1 ? 'are' : 'is'} ${formatList(near)}.`
    : '';
  return `I can't find ${where} “${clip(phrase, 80)}” on this page.${seen}`;
}

export const HELP =
  'I can follow step-by-step requests such as “click Documentation”, “type Anna into the name field” or “open the first result”, and answer questions from the page.';
