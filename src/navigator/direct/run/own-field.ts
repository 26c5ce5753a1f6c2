/** Creates things by typing them into a single field of the page: "add the tag urgent", "add the note …". */
import type { Candidate } from '../../../contract/index.js';
import { ground } from '../ground/ground.js';
import { isField, isSearchField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { fold, splitIdentifier } from '../text.js';
import type { Fill } from './fields.js';
import { findForm } from '../ground/form.js';
import type { Context, Move } from './types.js';

/** Returns the value if the step contains only a name or a text. */
const onlyValue = (step: Fill): string | null =>
  step.fields.length === 1 && /^(?:title|name)$/iu.test(step.fields[0]!.field.text)
    ? step.fields[0]!.value
    : null;

/** "Add the note …" on a page with a form that has a note field: types it there. A later step submits the form. */
export function typeIntoWrittenField(step: Fill, { view, run }: Context): Move | null {
  const value = onlyValue(step);
  const thing = step.item?.text ?? '';
  if (step.how !== 'create' || !value || !thing) return null;
  const suits = (c: Parameters<typeof isField>[0]): number =>
    c.tag === 'textarea' && !isSearchField(c) && !c.states.readonly && findForm(c, view) ? 1 : 0;
  const found = ground({ target: createTarget(thing), scoreSuitability: suits, asField: true }, view);
  if (found.kind !== 'one' || found.hit.score < 0.86) return null;
  const target = createTarget(getName(found.hit.candidate));
  return { kind: 'replace', steps: [{ ...run.spoken, step: { do: 'set', target, value, verb: 'write' } }] };
}

/** "add the tag urgent": types the name into a field with that name and presses Enter. */
export function typeIntoOwnField(step: Fill, ctx: Context): Move | null {
  const value = onlyValue(step);
  const thing = step.item?.text ?? '';
  if (!value || !thing) return null;
  const readings = [`add ${thing}`, `new ${thing}`].map((phrase) => ({
    phrase,
    role: null,
    nth: null,
    place: null,
    prior: 1,
  }));
  const target: Target = {
    text: `add ${thing}`,
    readings: [readings[0]!, readings[1]!],
    quoted: false,
    pronoun: false,
  };
  const found = ground({ target, scoreSuitability: (c) => (isField(c) ? 1 : 0) }, ctx.view);
  const field = found.kind === 'one' && found.hit.score >= 0.86 ? found.hit.candidate : markedSo(thing, ctx);
  if (!field) return null;
  const { clause } = ctx.run.spoken;
  return {
    kind: 'replace',
    steps: [
      { clause, step: { do: 'set', target: createTarget(getName(field)), value, verb: 'type' } },
      { clause, step: { do: 'press', key: 'Enter', target: null, name: '' } },
    ],
  };
}

/** Returns the only field whose markup says that it is for new things of that kind: `new-task`. */
function markedSo(thing: string, { view }: Context): Candidate | null {
  const wanted = [`new ${fold(thing)}`, `add ${fold(thing)}`];
  const hits = view.candidates.filter(
    (c) =>
      c.visible &&
      isField(c) &&
      !isSearchField(c) &&
      (c.attributes.class ?? '').split(/\s+/u).some((name) => wanted.includes(fold(splitIdentifier(name)))),
  );
  return hits.length === 1 ? hits[0]! : null;
}
