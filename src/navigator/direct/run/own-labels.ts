/**
 * "… with the name Velvet Signal, country Japan and founded 2019": where a value ends and the next name begins is told
 * by what the fields of the form are called, which no list of words can know.
 */
import type { Candidate } from '../../../contract/index.js';
import { nameOf } from '../ground/names.js';
import type { FieldValue } from '../language/steps.js';
import { mask, unmask } from '../language/clauses.js';
import { named } from '../language/target.js';
import { PHRASES } from '../../../text/index.js';
import { agreement, anyOf, canon, fold, splitIdentifier } from '../text.js';
import type { Fill } from './fields.js';
import { formOf } from './form.js';
import { settable } from './setting.js';
import type { Context } from './types.js';

interface Labelled {
  label: string;
  value: string;
}

const labelOf = (c: Candidate): string =>
  splitIdentifier(nameOf(c))
    .replace(/[*:.…()]+/gu, ' ')
    .trim();

/** What the controls of forms that can be seen are called. */
function labelsOf({ view }: Context): string[] {
  const controls = view.candidates.filter(
    (c) => settable(c) >= 0.9 && formOf(c, view) && (!view.dialogOpen || view.inDialog(c)),
  );
  return [...new Set(controls.map(labelOf))].filter((label) => /\p{L}/u.test(label) && label.length <= 40);
}

/** "E-mail" is said for the field "Email". */
const alsoSaid = (label: string): readonly string[] =>
  PHRASES.find(([, list]) => list.includes(fold(label)))?.[1] ?? [];

/** Names with the values behind them; the first name must begin the list, so that no title is cut into. */
export function saidByLabel(text: string, labels: readonly string[], atStart: boolean): Labelled[] {
  if (!labels.length) return [];
  const name = `(?:the |an? |its |and )*(${anyOf(labels.flatMap((l) => [l, ...alsoSaid(l)]))})(?:\\s*[:=]\\s*|\\s+(?:is |as |of |to )?)`;
  const first = new RegExp(`${atStart ? '^|' : ''}\\b(?:with|where|whose|using|having)\\s+|[:,]\\s+`, 'giu');
  const begin = new RegExp(`^${name}(?=\\S)`, 'iu');
  const next = new RegExp(`(?:\\s*[,;]\\s*(?:and\\s+)?|\\s+and\\s+)${name}(?=\\S)`, 'giu');
  // What stands in quotes is one value, whatever is in it.
  const { text: masked, quotes } = mask(text);
  for (const lead of masked.matchAll(first)) {
    const rest = masked.slice(lead.index + lead[0].length);
    const head = begin.exec(rest);
    if (!head) continue;
    const cuts = [
      { at: 0, end: head[0].length, label: head[1]! },
      ...[...rest.matchAll(next)]
        .filter((m) => m.index >= head[0].length)
        .map((m) => ({ at: m.index, end: m.index + m[0].length, label: m[1]! })),
    ];
    return cuts.map(({ end, label }, i) => ({
      label,
      value: unmask(
        rest
          .slice(end, cuts[i + 1]?.at)
          .trim()
          .replace(/[,;.]+$/u, ''),
        quotes,
      ),
    }));
  }
  return [];
}

/** The step with the fields that the form's own names tell apart. */
export function byOwnLabels(step: Fill, ctx: Context): Fill {
  const { run } = ctx;
  if (step.how === 'run' || step.how === 'enter') return step;
  const said = saidByLabel(run.spoken.clause.text, labelsOf(ctx), false).filter(({ value }) => value !== '');
  if (!said.length) return step;
  const same = (f: FieldValue, label: string): boolean => agreement(label, f.field.text, true).score >= 0.95;
  const fields = step.fields.map((f) => {
    const own = said.find(({ label }) => same(f, label));
    return own && own.value !== f.value ? { field: f.field, value: own.value } : f;
  });
  const more = said
    .filter(({ label }) => !step.fields.some((f) => same(f, label)))
    // What was read as part of another field's value is that field's no longer.
    .map(({ label, value }) => ({ field: named(label), value }));
  return { ...step, fields: [...fields, ...more] };
}

/** "name Jonas, email j@x.org, city Basel" in answer to what the first field is to hold: each goes to its own. */
export function spreadGiven(ctx: Context): void {
  const { run, view } = ctx;
  const given = new Map(run.given);
  for (const [key, value] of given) {
    const asked = key.startsWith('field:') ? view.byUid.get(key.slice(6)) : undefined;
    const form = asked ? formOf(asked, view) : null;
    if (!asked || !form) continue;
    const controls = view.candidates.filter((c) => settable(c) >= 0.9 && formOf(c, view)?.uid === form.uid);
    const said = saidByLabel(value, controls.map(labelOf).filter(Boolean), true);
    if (said.length < 2 && canon(said[0]?.label ?? '') !== canon(labelOf(asked))) continue;
    run.given.delete(key);
    for (const { label, value: own } of said) {
      const c = controls.find((o) => canon(labelOf(o)) === canon(label));
      if (c && own !== '') run.given.set(`field:${c.uid}`, own);
    }
  }
}
