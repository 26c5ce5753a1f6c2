/** Solves sums on the page, such as "7 - 5 = ?" or "3 + x = 11". Supports the four operations and one unknown. */
import type { View } from '../../ground/view.js';
import { collapseSpaces } from '../../text.js';

const SIGNS: Readonly<Record<string, string>> = {
  '−': '-',
  '–': '-',
  '×': '*',
  x: '*',
  '·': '*',
  '÷': '/',
  ':': '/',
};
const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const SUM = new RegExp(`^(${NUMBER}) ?([-+*/×÷·−–x]) ?(${NUMBER}) ?(?:= ?\\??)?$`, 'iu');
const OPERAND = String.raw`(?:${NUMBER}|[a-z])`;
const EQUATION = new RegExp(`^(${OPERAND}) ?([-+*/×÷·−–]) ?(${OPERAND}) ?= ?(${NUMBER})$`, 'iu');
const REVERSED_EQUATION = new RegExp(`^(${NUMBER}) ?= ?(${OPERAND}) ?([-+*/×÷·−–]) ?(${OPERAND})$`, 'iu');

const formatNumber = (n: number): string | null =>
  Number.isFinite(n) ? String(Math.round(n * 1e6) / 1e6) : null;

function calculate(a: number, sign: string, b: number): number {
  switch (SIGNS[sign] ?? sign) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    default:
      return a / b;
  }
}

/** Returns the unknown operand; null unless exactly one operand is unknown. */
function solveUnknown(left: string, sign: string, right: string, result: number): number | null {
  const [a, b] = [Number(left), Number(right)];
  if (Number.isNaN(a) === Number.isNaN(b)) return null;
  switch (SIGNS[sign] ?? sign) {
    case '+':
      return result - (Number.isNaN(a) ? b : a);
    case '-':
      return Number.isNaN(a) ? result + b : a - result;
    case '*':
      return result / (Number.isNaN(a) ? b : a);
    default:
      return Number.isNaN(a) ? result * b : a / result;
  }
}

/** Returns the result of the sum, or the value of its unknown; null if the text is neither. */
export function solveSum(text: string): string | null {
  const phrase = collapseSpaces(text).replace(/^[^:]{0,40}: (?=[-\d])/u, '');
  const sum = SUM.exec(phrase);
  if (sum) return formatNumber(calculate(Number(sum[1]), sum[2]!, Number(sum[3])));
  const equationMatch = EQUATION.exec(phrase);
  const reversedMatch = equationMatch ? null : REVERSED_EQUATION.exec(phrase);
  const value = equationMatch
    ? solveUnknown(equationMatch[1]!, equationMatch[2]!, equationMatch[3]!, Number(equationMatch[4]))
    : reversedMatch
      ? solveUnknown(reversedMatch[2]!, reversedMatch[3]!, reversedMatch[4]!, Number(reversedMatch[1]))
      : null;
  return value === null ? null : formatNumber(value);
}

/** Solves the only sum on the page; null if the page has none or several. */
export function findSumOnPage(view: View): string | null {
  const texts = [
    ...view.observation.text.map((b) => b.text),
    ...view.candidates.filter((c) => c.visible).map((c) => c.text),
  ];
  const answers = new Map<string, string>();
  for (const text of texts) {
    const answer = text.length <= 40 ? solveSum(text) : null;
    if (answer !== null) answers.set(collapseSpaces(text).replace(/[\s=?]+$/u, ''), answer);
  }
  return answers.size === 1 ? [...answers.values()][0]! : null;
}
