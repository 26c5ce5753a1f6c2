/** Resolves pieces of a list ("SKU P-200, supplier Nordlys AS"): the page's fields show where each name ends. */
import type { Candidate } from '../../../contract/index.js';
import { ground } from '../ground/ground.js';
import { nameOf } from '../ground/names.js';
import { STRONG } from '../ground/score.js';
import { isTickable } from '../ground/kinds.js';
import type { FieldValue, StepOf } from '../language/steps.js';
import { named } from '../language/target.js';
import { fold, tokens } from '../text.js';
import { settable } from './setting.js';
import type { Context } from './types.js';

/** Returns the text after the name at the start of the piece; null if it starts with another name. */
function behind(piece: string, name: string): string | null {
  const words = tokens(name);
  const said = piece.split(/\s+/u);
  if (!words.length || said.length <= words.length) return null;
  const same = words.every((word, i) => tokens(said[i]!).join('') === word);
  return same
    ? said
        .slice(words.length)
        .join(' ')
        .replace(/^(?:is|of|=|:) ?(?=\S)/iu, '')
    : null;
}

/** Matches a piece to the page's field that it names; null if there is none. */
function onPage(field: FieldValue, controls: readonly Candidate[], ctx: Context): FieldValue | null {
  const hits = controls
    .map((c) => ({ name: nameOf(c), value: behind(field.piece!, nameOf(c)) }))
    .filter((h) => h.value !== null)
    .sort((a, b) => b.name.length - a.name.length);
  if (hits[0])
    return fold(hits[0].value!) === fold(field.value ?? '')
      ? { ...field, field: named(hits[0].name) }
      : { field: named(hits[0].name), value: hits[0].value };
  const uids = new Set(controls.map((c) => c.uid));
  const found = ground(
    { target: field.field, suits: (c) => (uids.has(c.uid) ? 1 : 0), asField: true },
    ctx.view,
  );
  return found.kind === 'one' && found.hit.score >= STRONG ? field : null;
}

/**
 * Returns the fields as the page has them. If no piece is a field, all belong to the value before them: "Buy milk,
 * party hats". If some are, the others name missing fields, which are reported.
 */
export function settlePieces(step: StepOf<'fill'>, ctx: Context): StepOf<'fill'> {
  if (!step.fields.some((f) => f.piece)) return step;
  const { view } = ctx;
  const controls = view.candidates.filter(
    (c) => c.visible && (settable(c) > 0 || isTickable(c)) && (!view.dialogOpen || view.inDialog(c)),
  );
  const settled = step.fields.map((f) => (f.piece ? onPage(f, controls, ctx) : f));
  const some = settled.some((f, i) => f !== null && step.fields[i]!.piece);
  const fields: FieldValue[] = [];
  step.fields.forEach((field, i) => {
    const last = fields.at(-1);
    if (settled[i] || some || !last) fields.push(settled[i] ?? field);
    else fields[fields.length - 1] = { field: last.field, value: `${last.value ?? ''}, ${field.piece!}` };
  });
  return { ...step, fields };
}
