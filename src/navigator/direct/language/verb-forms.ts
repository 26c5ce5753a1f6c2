/** Converts "clicking", "typed" and "chosen" to the imperative. */
import { IRREGULAR, UNDOUBLED } from '../lexicon/inflections.js';
import { VERBS } from '../lexicon/verbs.js';
import { anyOf } from '../text.js';

const gerunds = new Map<string, string>();
const participles = new Map<string, string>();

function inflect(base: string): void {
  const doubled =
    !UNDOUBLED.has(base) && /[^aeiou][aeiou][bdgklmnprt]$/u.test(base) ? base + base.at(-1)! : base;
  const cut = base.endsWith('e') && !base.endsWith('ee') ? base.slice(0, -1) : doubled;
  const ed = base.endsWith('e')
    ? `${base}d`
    : /[^aeiou]y$/u.test(base)
      ? `${base.slice(0, -1)}ied`
      : `${doubled}ed`;
  gerunds.set(`${cut}ing`, base);
  for (const form of IRREGULAR[base] ?? [ed]) participles.set(form, base);
}
for (const base of new Set(
  VERBS.filter((v) => v.kind !== 'question')
    .map((v) => v.form.split(' ')[0]!)
    .filter((w) => /^[a-z]{2,}$/u.test(w)),
))
  if (!/^(?:i|we|where|the|x|name|title|enrol)$/u.test(base)) inflect(base);

const gerund = new RegExp(`^(${anyOf([...gerunds.keys()])})\\b`, 'iu');
const participle = new RegExp(`^(${anyOf([...participles.keys()])})\\b`, 'iu');

/** Converts the verb of a clause to the imperative; null if the clause does not begin with such a form. */
export function gerundToImperative(clause: string): string | null {
  const hit = gerund.exec(clause);
  return hit ? gerunds.get(hit[1]!.toLowerCase())! + clause.slice(hit[0].length) : null;
}
export function participleToImperative(clause: string): string | null {
  const hit = participle.exec(clause);
  return hit ? participles.get(hit[1]!.toLowerCase())! + clause.slice(hit[0].length) : null;
}
