/** Pieces of a list said with what is made ("SKU P-200, supplier Nordlys AS"): the fields of the page tell where each name ends. */
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

/** What stands behind the name that the piece begins with; null where it begins with another. */
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

/** The piece with the field of the page that it names, or null where the page has none. */
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
 * The fields as the page has them. Where none of the pieces is one, they all belong to the value that they stand
 * behind: "Buy milk, party hats". Where some are, the rest name fields that are not there, which is for the report.
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
