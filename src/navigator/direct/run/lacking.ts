/**
 * Handles a button after which the page asks for missing input ("Choose a size."): asks the instructor, and presses the
 * button again with the answer.
 */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isButton, isField, isNativeValue, isSelect, opensList } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { SpokenStep } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { MISSING_INPUT } from '../lexicon/forms.js';
import { agreement, clip, contentTokens } from '../text.js';
import { askForValueAgain } from './ask-field.js';
import { isEmpty } from '../ground/form.js';
import { findComplaint } from './trouble.js';
import type { Context, Move } from './types.js';

const takesValue = (c: Candidate): boolean => isField(c) || isNativeValue(c) || isSelect(c) || opensList(c);

/** Texts of lists without a selection, such as "Choose …". */
const PROMPT = /^(?:please )?(?:choose|select|pick)\b|^(?:[-–—.…]+|none|not set)$/iu;

/** Returns the messages that appeared since the action. */
export const findNewNotices = ({ run, view }: Context): string[] =>
  view.observation.notices.filter((n) => n.length > 2 && !run.notices?.includes(n));

/** Returns a question about the missing input; null if the page asks for none. */
export function askForMissingValue(ctx: Context): Move | null {
  const { run, view } = ctx;
  const pressed = run.target && ctx.last.length > 0;
  const notice = findNewNotices(ctx).find((n) => MISSING_INPUT.test(n) && n.length < 120);
  if (!pressed || !notice) return null;
  const words = contentTokens(notice).join(' ');
  const open = view.candidates.filter(
    (c) =>
      c.visible &&
      !c.states.disabled &&
      takesValue(c) &&
      c.name !== '' &&
      (isEmpty(c) || PROMPT.test(c.value ?? c.text)),
  );
  const meant = open.filter((c) => agreement(c.name, words).coverage >= 0.95);
  if (meant.length !== 1) return null;
  const field = meant[0]!;
  run.askedFor = `field:${field.uid}`;
  return {
    kind: 'ask',
    text: `The page says “${clip(notice, 120).replace(/[.]$/u, '')}”. What should I choose in ${describe(field)}?`,
    pending: { kind: 'value', field: run.askedFor },
  };
}

/** If the browser did not submit the form because of an empty field, asks for its value. */
export function askForEmptyField(ctx: Context): Move | null {
  const outcome = ctx.last.at(-1)?.outcome;
  const stayed =
    outcome?.status === 'no-effect' ||
    (outcome?.status === 'done' && outcome.effects.every((e) => e.type === 'focus'));
  const complaint = stayed && ctx.run.target ? findComplaint(ctx) : null;
  if (
    !complaint ||
    !(isField(complaint.field) || isNativeValue(complaint.field) || isSelect(complaint.field))
  )
    return null;
  return isEmpty(complaint.field)
    ? askForValueAgain(
        complaint.field,
        `I clicked ${ctx.run.target!.description}, but ${complaint.text}`,
        ctx,
      )
    : null;
}

/** Enters the answer and presses the button again. */
export function enterGivenValue(ctx: Context): Move | null {
  const { run, view } = ctx;
  const [key, value] = [...run.givenValues].find(([k]) => k.startsWith('field:')) ?? [];
  const field = key === undefined ? undefined : view.byUid.get(key.slice(6));
  if (key === undefined || value === undefined || !field || isButton(field)) return null;
  run.givenValues.delete(key);
  const set: SpokenStep = {
    ...run.spoken,
    step: { do: 'set', target: createTarget(getName(field)), value, verb: 'set' },
  };
  return {
    kind: 'replace',
    steps: [set, run.spoken],
    prepare: (runs) => {
      runs[0]!.pickedUid = field.uid;
    },
  };
}
