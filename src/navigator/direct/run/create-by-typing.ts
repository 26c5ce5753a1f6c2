/** Creates entries by typing them into a single field on the page: "add the tag urgent", "add the note …". */
import type { Candidate } from '../../../contract/index.js';
import { ground } from '../ground/ground.js';
import { isField, isSearchField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { fold, splitIdentifier } from '../text.js';
import type { FillStep } from './match-form-fields.js';
import { findForm } from '../ground/form.js';
import type { Context, Move } from './types.js';

/** Returns the value if the step's only field is a name or title; null otherwise. */
const findOnlyValue = (step: FillStep): string | null =>
  step.fields.length === 1 && /^(?:title|name)$/iu.test(step.fields[0]!.field.text)
    ? step.fields[0]!.value
    : null;

/** For "add the note …", types the text into the note field of a form, without submitting the form. */
export function typeIntoTextArea(step: FillStep, { view, run }: Context): Move | null {
  const value = findOnlyValue(step);
  const kind = step.item?.text ?? '';
  if (step.kind !== 'create' || !value || !kind) return null;
  const scoreTextArea = (c: Parameters<typeof isField>[0]): number =>
    c.tag === 'textarea' && !isSearchField(c) && !c.states.readonly && findForm(c, view) ? 1 : 0;
  const grounding = ground(
    { target: createTarget(kind), scoreSuitability: scoreTextArea, asField: true },
    view,
  );
  if (grounding.kind !== 'one' || grounding.hit.score < 0.86) return null;
  const target = createTarget(getName(grounding.hit.candidate));
  return {
    kind: 'replace',
    steps: [{ ...run.spokenStep, step: { do: 'set', target, value, verb: 'write' } }],
  };
}

/** For "add the tag urgent", types "urgent" into the field for new tags and presses Enter. */
export function typeAndPressEnter(step: FillStep, ctx: Context): Move | null {
  const value = findOnlyValue(step);
  const kind = step.item?.text ?? '';
  if (!value || !kind) return null;
  const interpretations = [`add ${kind}`, `new ${kind}`].map((phrase) => ({
    phrase,
    role: null,
    nth: null,
    place: null,
    prior: 1,
  }));
  const target: Target = {
    text: `add ${kind}`,
    interpretations: [interpretations[0]!, interpretations[1]!],
    quoted: false,
    pronoun: false,
  };
  const grounding = ground({ target, scoreSuitability: (c) => (isField(c) ? 1 : 0) }, ctx.view);
  const field =
    grounding.kind === 'one' && grounding.hit.score >= 0.86
      ? grounding.hit.candidate
      : findFieldByClassName(kind, ctx);
  if (!field) return null;
  const { clause } = ctx.run.spokenStep;
  return {
    kind: 'replace',
    steps: [
      { clause, step: { do: 'set', target: createTarget(getName(field)), value, verb: 'type' } },
      { clause, step: { do: 'press', key: 'Enter', target: null, name: '' } },
    ],
  };
}

/** Returns the only field whose class says that it creates entries of this kind, such as `new-task`. */
function findFieldByClassName(kind: string, { view }: Context): Candidate | null {
  const classNames = [`new ${fold(kind)}`, `add ${fold(kind)}`];
  const hits = view.candidates.filter(
    (c) =>
      c.visible &&
      isField(c) &&
      !isSearchField(c) &&
      (c.attributes.class ?? '')
        .split(/\s+/u)
        .some((name) => classNames.includes(fold(splitIdentifier(name)))),
  );
  return hits.length === 1 ? hits[0]! : null;
}
