/** Solves sums on the page: "7 - 5 = ?", "3 + x = 11". Supports the four operations and one unknown. */
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
const SIDE = String.raw`(?:${NUMBER}|[a-z])`;
const EQUATION = new RegExp(`^(${SIDE}) ?([-+*/×÷·−–]) ?(${SIDE}) ?= ?(${NUMBER})$`, 'iu');
const EQUATION_TURNED = new RegExp(`^(${NUMBER}) ?= ?(${SIDE}) ?([-+*/×÷·−–]) ?(${SIDE})$`, 'iu');

const exact = (n: number): string | null => (Number.isFinite(n) ? String(Math.round(n * 1e6) / 1e6) : null);

function total(a: number, sign: string, b: number): number {
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

/** Returns the unknown if exactly one operand or the result is unknown. */
function unknown(left: string, sign: string, right: string, result: number): number | null {
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

export function solve(text: string): string | null {
  const phrase = collapseSpaces(text).replace(/^[^:]{0,40}: (?=[-\d])/u, '');
  const sum = SUM.exec(phrase);
  if (sum) return exact(total(Number(sum[1]), sum[2]!, Number(sum[3])));
  const m = EQUATION.exec(phrase);
  const turned = m ? null : EQUATION_TURNED.exec(phrase);
  const value = m
    ? unknown(m[1]!, m[2]!, m[3]!, Number(m[4]))
    : turned
      ? unknown(turned[2]!, turned[3]!, turned[4]!, Number(turned[1]))
      : null;
  return value === null ? null : exact(value);
}

/** Solves the only sum on the page; null if there is none or more than one. */
export function findSumOnPage(view: View): string | null {
  const texts = [
    ...view.observation.text.map((b) => b.text),
    ...view.candidates.filter((c) => c.visible).map((c) => c.text),
  ];
  const answers = new Map<string, string>();
  for (const text of texts) {
    const answer = text.length <= 40 ? solve(text) : null;
    if (answer !== null) answers.set(collapseSpaces(text).replace(/[\s=?]+$/u, ''), answer);
  }
  return answers.size === 1 ? [...answers.values()][0]! : null;
}
