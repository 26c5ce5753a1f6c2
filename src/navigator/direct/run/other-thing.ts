/** "+" and "Add" open a form for something. Checks that it is not for a different thing than requested. */
import type { Candidate } from '../../../contract/index.js';
import { isField } from '../ground/kinds.js';
import { listNamings } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { CREATABLE_ITEMS } from '../lexicon/kind-words.js';
import { agreement, clip, fold } from '../text.js';
import { findForm } from '../ground/form.js';
import { findKindOptions } from './kind-of-thing.js';

const MAKING =
  /^\P{L}*(?:add|create|new|insert|make|compose|start)(?: (?:an?|the|new|another))* (\p{L}[\p{L}\p{N} -]*?)(?:\.\.\.|…)?$/iu;
/** Generic names for anything that can be created. */
const ANYTHING = /^(?:new|rows?|records?|entr(?:y|ies)|items?|ones?|things?|objects?|elements?|something)$/iu;

/** Returns the other thing if a text about creating something means one. */
function otherThan(thing: string, text: string): string | null {
  const made = MAKING.exec(text)?.[1];
  if (!made || ANYTHING.test(thing) || ANYTHING.test(made)) return null;
  const same = CREATABLE_ITEMS.some((names) => names.includes(fold(made)) && names.includes(fold(thing)));
  const akin = Math.max(agreement(thing, made).coverage, agreement(made, thing).coverage) >= 0.5;
  return same || akin ? null : made;
}

/** Whether an opener without its own name opens a form for another thing. */
export const opensFormOfOther = (c: Candidate, thing: string): boolean =>
  listNamings(c).some(({ text }) => otherThan(thing, text) !== null);

/** Returns what the opened form creates, according to its heading, if that is another thing. */
export function findOtherThing(thing: string, view: View): string | null {
  const field = view.candidates.find(
    (c) => c.visible && isField(c) && findForm(c, view) && (!view.isDialogOpen || view.isInDialog(c)),
  );
  const form = field && findForm(field, view);
  if (form && findKindOptions(thing, form, view).length > 0) return null;
  const titles = view.candidates
    .filter(
      (c) => view.isDialogOpen && c.visible && view.isInDialog(c) && c.text.length <= 60 && !c.interactive,
    )
    .map((c) => c.text);
  const others = [...titles, field?.section ?? ''].map((text) => otherThan(thing, text));
  const made = others.find((other) => other !== null);
  return made ? clip(made, 40) : null;
}
