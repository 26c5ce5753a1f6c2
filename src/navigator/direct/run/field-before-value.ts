/** Choices that name the field before the value: "choose category Local news". Only that field may take the value. */
import type { Candidate } from '../../../contract/index.js';
import { scoreSettable } from '../ground/control-values.js';
import { isLink, isOption, isSelect, isTickable, opensList } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { findOption } from '../ground/options.js';
import type { StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { CHOICE_FIELD_WORDS } from '../lexicon/forms.js';
import { scoreAgreement } from '../text.js';
import { isGenericListName } from './choose-from-list.js';
import type { Menu } from './open-menu.js';
import type { Context, Move } from './types.js';

type ChooseStep = StepOf<'choose'>;

const MIN_NAME_SCORE = 0.93;
const FIELD_AND_VALUE = /^(?:the )?(\p{Ll}+) (\S.*)$/u;

const isNamed = (phrase: string, name: string): boolean =>
  scoreAgreement(phrase, name).score >= MIN_NAME_SCORE;

/** Makes "choose category Local news" a choice from the list, field or group of that name; null without one. */
export function chooseFromFieldBeforeValue(step: ChooseStep, { run, view }: Context): Move | null {
  const [, noun, value] = FIELD_AND_VALUE.exec(step.value) ?? [];
  if (!noun || !value || step.from || step.target.quoted || step.target.not || step.or) return null;
  const takesValue = (c: Candidate): boolean =>
    isNamed(noun, c.role === 'radio' ? c.section : getName(c)) &&
    (isSelect(c)
      ? CHOICE_FIELD_WORDS.has(noun) || findOption(c, value) !== null
      : CHOICE_FIELD_WORDS.has(noun) &&
        (c.role === 'radio' || scoreSettable(c) > 0 || opensList(c) || c.states.expanded !== undefined));
  const isWholeName = view.candidates.some(
    (c) => c.visible && c.interactive && isNamed(step.value, getName(c)),
  );
  if (isWholeName || !view.candidates.some((c) => c.visible && takesValue(c))) return null;
  const newStep: ChooseStep = { ...step, value, from: createTarget(noun), target: createTarget(value) };
  return { kind: 'replace', steps: [{ ...run.spokenStep, step: newStep }] };
}

/** Whether the menu belongs to the list that the line names. */
const isMenuOf = ({ opening }: Menu, listName: string): boolean =>
  isGenericListName(listName) || scoreAgreement(listName, opening.description, true).coverage >= 0.5;

/**
 * Whether the step may choose the element. If the line names a list and the menu does not belong to it, only an exact
 * match that is not a link may be chosen. If the value begins with the name of a choice field, the element must be
 * under a heading of that name, have exactly the value's name, or be an option, a checkbox or a control for exactly the
 * rest.
 */
export function mayBeChosen(c: Candidate, step: ChooseStep, menu: Menu | null): boolean {
  const { from } = step;
  if (from)
    return (
      from.pronoun || !menu || isMenuOf(menu, from.text) || (!isLink(c) && isNamed(step.value, getName(c)))
    );
  const [, noun = '', value = ''] = FIELD_AND_VALUE.exec(step.value) ?? [];
  if (!CHOICE_FIELD_WORDS.has(noun) || (menu && isMenuOf(menu, noun))) return true;
  return (
    isNamed(noun, c.section) ||
    isNamed(step.value, getName(c)) ||
    (!isLink(c) && (isOption(c) || isTickable(c) || isNamed(value, getName(c))))
  );
}
