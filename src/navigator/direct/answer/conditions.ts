/**
 * Decides whether a condition is true on the page: a comparison ("the price is under £20"), presence ("there is a
 * coupon") or a state ("the checkbox is ticked").
 */
import type { View } from '../ground/view.js';
import { scoreAgreement, fold, collapseSpaces } from '../text.js';
import { findOnlyNumber, readMeasure, findValueText } from '../ground/element-values.js';
import { answerQuestion } from './answer.js';

type Comparison = (shownValue: number, limit: number) => boolean;
const COMPARISONS: readonly (readonly [RegExp, Comparison])[] = [
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
const COMPARISON_PATTERN = new RegExp(
  `^(?:the |its |their )?(.+?) (?:(?:is|are|gets?|becomes?|costs?|has|have) )?(${COMPARISONS.map(([pattern]) => pattern.source).join('|')}) (-?[$€£¥]? ?\\d[\\d,.]*.{0,12})$`,
  'iu',
);

/** Converts a condition to a yes/no question about the page. */
function toQuestion(text: string): string | null {
  const existence = /^there (is|are) (.+)$/iu.exec(text);
  if (existence) return `${existence[1]!} there ${existence[2]!}?`;
  const visibility =
    /^(?:you|i|we) (?:can )?(?:see|find|reach|get to|come to) (.+)$/iu.exec(text) ??
    /^(.+?) (?:appears?|shows? up|comes? up|is (?:shown|visible|there|displayed|on the page)|exists?)$/iu.exec(
      text,
    );
  if (visibility) return `is there ${visibility[1]!.replace(/^the /iu, 'a ')}?`;
  const state = /^(.+?) (is|are) (?:not )?(.+)$/iu.exec(text);
  return state ? `${state[2]!} ${state[1]!} ${state[3]!}?` : null;
}

const NEGATION = /\b(?:not|isn't|aren't|no longer|no)\b/iu;

/**
 * Whether the condition is true on the page; null if the page does not say.
 *
 * @param text the condition as in the instruction, without "if"
 */
export function isConditionMet(text: string, view: View): boolean | null {
  const phrase = collapseSpaces(text.replace(/[’]/gu, "'")).replace(/[.!?]+$/u, '');
  const comparison = COMPARISON_PATTERN.exec(phrase);
  if (comparison) {
    const [, label, operator, limit] = comparison;
    const shownValue = findValueText(label!, view) ?? findOnlyNumber(label!, view);
    const measure = /[$€£¥]/u.test(limit!) ? 'price' : 'number';
    const [a, b] = [
      shownValue === null ? null : readMeasure(shownValue, measure),
      readMeasure(limit!, measure),
    ];
    const compare = COMPARISONS.find(([pattern]) =>
      new RegExp(`^(?:${pattern.source})$`, 'iu').test(operator!),
    )?.[1];
    return a === null || b === null || !compare ? null : compare(a, b);
  }
  const parity = /^(?:the )?(\S+) is (odd|even)$/iu.exec(phrase);
  if (parity) {
    const number = Number(findValueText(parity[1]!, view) ?? findOnlyNumber(parity[1]!, view) ?? Number.NaN);
    return Number.isInteger(number) ? (number % 2 === 0) === /even/iu.test(parity[2]!) : null;
  }
  const positivePhrase = phrase
    .replace(/\bisn't\b/iu, 'is')
    .replace(/\baren't\b/iu, 'are')
    .replace(/\b(?:not|no longer) /iu, '')
    .replace(/^there (is|are) no /iu, 'there $1 a ');
  const isNegated = NEGATION.test(phrase) && positivePhrase !== phrase;
  const applyNegation = (isTrue: boolean): boolean => (isNegated ? !isTrue : isTrue);
  const question = toQuestion(positivePhrase);
  const pageAnswer = question ? answerQuestion(question, view) : null;
  if (pageAnswer?.isFound && /^(?:yes|no)\b/iu.test(pageAnswer.text))
    return applyNegation(/^yes/iu.test(pageAnswer.text));
  if (question && /^(?:is|are) there /iu.test(question)) return applyNegation(false);
  // For "the status is pending", compares with the value that the page shows for the status.
  const value = /^(?:the )?(.+?) (?:is|are|says|shows|reads) (.+)$/iu.exec(positivePhrase);
  const shownValue = value ? findValueText(value[1]!, view) : null;
  return value && shownValue !== null
    ? applyNegation(
        fold(shownValue) === fold(value[2]!) || scoreAgreement(value[2]!, shownValue).score >= 0.95,
      )
    : null;
}
