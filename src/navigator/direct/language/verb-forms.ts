/** Converts "clicking", "typed" and "chosen" to the imperative. */
import { IRREGULAR_FORMS, UNDOUBLED_VERBS } from '../lexicon/inflections.js';
import { VERBS } from '../lexicon/verbs.js';
import { toAlternation } from '../text.js';

const baseByGerund = new Map<string, string>();
const baseByParticiple = new Map<string, string>();

function addInflections(base: string): void {
  const doubled =
    !UNDOUBLED_VERBS.has(base) && /[^aeiou][aeiou][bdgklmnprt]$/u.test(base) ? base + base.at(-1)! : base;
  const stem = base.endsWith('e') && !base.endsWith('ee') ? base.slice(0, -1) : doubled;
  const pastForm = base.endsWith('e')
    ? `${base}d`
    : /[^aeiou]y$/u.test(base)
      ? `${base.slice(0, -1)}ied`
      : `${doubled}ed`;
  baseByGerund.set(`${stem}ing`, base);
  for (const form of IRREGULAR_FORMS[base] ?? [pastForm]) baseByParticiple.set(form, base);
}
for (const base of new Set(
  VERBS.filter((v) => v.kind !== 'question')
    .map((v) => v.form.split(' ')[0]!)
    .filter((w) => /^[a-z]{2,}$/u.test(w)),
))
  if (!/^(?:i|we|where|the|x|name|title|enrol)$/u.test(base)) addInflections(base);

const GERUND = new RegExp(`^(${toAlternation([...baseByGerund.keys()])})\\b`, 'iu');
const PARTICIPLE = new RegExp(`^(${toAlternation([...baseByParticiple.keys()])})\\b`, 'iu');

/** Converts "clicking Save" to "click Save"; null if the clause does not begin with a gerund. */
export function gerundToImperative(clause: string): string | null {
  const hit = GERUND.exec(clause);
  return hit ? baseByGerund.get(hit[1]!.toLowerCase())! + clause.slice(hit[0].length) : null;
}

/** Converts "typed Hello" to "type Hello"; null if the clause does not begin with a participle or past tense. */
export function participleToImperative(clause: string): string | null {
  const hit = PARTICIPLE.exec(clause);
  return hit ? baseByParticiple.get(hit[1]!.toLowerCase())! + clause.slice(hit[0].length) : null;
}
