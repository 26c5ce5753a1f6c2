/**
 * Decides whether a condition is true on the page: comparisons, presence, states. Null if the page does not show it.
 */
import type { View } from '../ground/view.js';
import { agreement, fold, collapseSpaces } from '../text.js';
import { findOnlyNumber, readMeasure, findValueText } from '../ground/element-values.js';
import { answer } from './answer.js';

type Test = (shown: number, coverage: number) => boolean;
const COMPARED: readonly (readonly [RegExp, Test])[] = [
  [
    /(?:less|lower|smaller|cheaper|fewer|shorter) than or equal to|at most|no more than|not (?:more|greater|higher) than|<=|≤/u,
    (a, b) => a <= b,
  ],
  [
    /(?:more|greater|higher|larger|bigger) than or equal to|at least|no less than|not (?:less|lower|smaller) than|>=|≥/u,
    (a, b) => a >= b,
  ],
  [
    /less than|lower than|smaller than|cheaper than|fewer than|shorter than|below|under|<|(?:falls|drops|goes) (?:below|under|to)/u,
    (a, b) => a < b,
  ],
  [
    /more than|greater than|higher than|larger than|bigger than|longer than|above|over|exceeds|>|(?:rises|goes|climbs) (?:above|over)/u,
    (a, b) => a > b,
  ],
  [/equal to|equals|exactly|reaches|=/u, (a, b) => a === b],
];
const comparison = new RegExp(
  `^(?:the |its |their )?(.+?) (?:(?:is|are|gets?|becomes?|costs?|has|have) )?(${COMPARED.map(([form]) => form.source).join('|')}) (-?[$€£¥]? ?\\d[\\d,.]*.{0,12})$`,
  'iu',
);

/** Converts a condition to a yes/no question about the page. */
function toQuestion(text: string): string | null {
  const there = /^there (is|are) (.+)$/iu.exec(text);
  if (there) return `${there[1]!} there ${there[2]!}?`;
  const seen =
    /^(?:you|i|we) (?:can )?(?:see|find|reach|get to|come to) (.+)$/iu.exec(text) ??
    /^(.+?) (?:appears?|shows? up|comes? up|is (?:shown|visible|there|displayed|on the page)|exists?)$/iu.exec(
      text,
    );
  if (seen) return `is there ${seen[1]!.replace(/^the /iu, 'a ')}?`;
  const state = /^(.+?) (is|are) (?:not )?(.+)$/iu.exec(text);
  return state ? `${state[2]!} ${state[1]!} ${state[3]!}?` : null;
}

const NOT = /\b(?:not|isn't|aren't|no longer|no)\b/iu;

/** @param text the condition as in the instruction, without "if" */
export function isConditionMet(text: string, view: View): boolean | null {
  const phrase = collapseSpaces(text.replace(/[’]/gu, "'")).replace(/[.!?]+$/u, '');
  const compared = comparison.exec(phrase);
  if (compared) {
    const [, label, words, limit] = compared;
    const shown = findValueText(label!, view) ?? findOnlyNumber(label!, view);
    const by = /[$€£¥]/u.test(limit!) ? 'price' : 'number';
    const [a, b] = [shown === null ? null : readMeasure(shown, by), readMeasure(limit!, by)];
    const test = COMPARED.find(([form]) => new RegExp(`^(?:${form.source})$`, 'iu').test(words!))?.[1];
    return a === null || b === null || !test ? null : test(a, b);
  }
  const parity = /^(?:the )?(\S+) is (odd|even)$/iu.exec(phrase);
  if (parity) {
    const shown = Number(findValueText(parity[1]!, view) ?? findOnlyNumber(parity[1]!, view) ?? Number.NaN);
    return Number.isInteger(shown) ? (shown % 2 === 0) === /even/iu.test(parity[2]!) : null;
  }
  const plain = phrase
    .replace(/\bisn't\b/iu, 'is')
    .replace(/\baren't\b/iu, 'are')
    .replace(/\b(?:not|no longer) /iu, '')
    .replace(/^there (is|are) no /iu, 'there $1 a ');
  const turned = NOT.test(phrase) && plain !== phrase;
  const flip = (so: boolean): boolean => (turned ? !so : so);
  const question = toQuestion(plain);
  const pageAnswer = question ? answer(question, view) : null;
  if (pageAnswer?.found && /^(?:yes|no)\b/iu.test(pageAnswer.text))
    return flip(/^yes/iu.test(pageAnswer.text));
  if (question && /^(?:is|are) there /iu.test(question)) return flip(false);
  // "the status is pending": compares with the value under the label.
  const value = /^(?:the )?(.+?) (?:is|are|says|shows|reads) (.+)$/iu.exec(plain);
  const shown = value ? findValueText(value[1]!, view) : null;
  return value && shown !== null
    ? flip(fold(shown) === fold(value[2]!) || agreement(value[2]!, shown).score >= 0.95)
    : null;
}
