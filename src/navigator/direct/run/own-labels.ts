/**
 * "… with the name Velvet Signal, country Japan and founded 2019": the labels of the form's fields show where a value
 * ends and the next name begins. No word list could contain them.
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

/** Returns the labels of the visible form controls. */
function labelsOf({ view }: Context): string[] {
  const controls = view.candidates.filter(
    (c) => settable(c) >= 0.9 && formOf(c, view) && (!view.dialogOpen || view.inDialog(c)),
  );
  return [...new Set(controls.map(labelOf))].filter((label) => /\p{L}/u.test(label) && label.length <= 40);
}

/** People also write "E-mail" for the field "Email". */
const alsoSaid = (label: string): readonly string[] =>
  PHRASES.find(([, list]) => list.includes(fold(label)))?.[1] ?? [];

/** Splits text into labels and values. The first label must start the list, so that no title is split. */
export function saidByLabel(text: string, labels: readonly string[], atStart: boolean): Labelled[] {
  if (!labels.length) return [];
  const name = `(?:the |an? |its |and )*(${anyOf(labels.flatMap((l) => [l, ...alsoSaid(l)]))})(?:\\s*[:=]\\s*|\\s+(?:is |as |of |to )?)`;
  const first = new RegExp(`${atStart ? '^|' : ''}\\b(?:with|where|whose|using|having)\\s+|[:,]\\s+`, 'giu');
  const begin = new RegExp(`^${name}(?=\\S)`, 'iu');
  const next = new RegExp(`(?:\\s*[,;]\\s*(?:and\\s+)?|\\s+and\\s+)${name}(?=\\S)`, 'giu');
  // A quotation is a single value, whatever it contains.
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

/** Returns the step with its fields split by the form's own labels. */
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
    // Text that was parsed as part of another field's value is removed from it.
    .map(({ label, value }) => ({ field: named(label), value }));
  return { ...step, fields: [...fields, ...more] };
}

/**
 * "name Jonas, email j@x.org, city Basel" in reply to a question about the first field: assigns each value to its own
 * field.
 */
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
