/** Resolves alternatives and exclusions ("red or blue", "any size but Small") into one option in a native list. */
import type { Candidate, OptionItem } from '../../../contract/index.js';
import { hasOnlyKind } from '../ground/find-all.js';
import { isSelect } from '../ground/kinds.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import type { StepOf, Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { scoreAgreement } from '../text.js';
import { findOption } from '../ground/options.js';
import type { Context, Move } from './types.js';

type ChooseStep = StepOf<'choose'>;

/** Labels that a list shows while nothing is selected. */
const PLACEHOLDER_LABEL = /^(?:[-–—.…\s]*|(?:please )?(?:select|choose|pick)\b.*|none)$/iu;

/** Returns the alternatives, given as targets or as plain values. */
export const listAlternatives = (step: ChooseStep): readonly Target[] => {
  const alternatives: unknown = 'or' in step ? step.or : null;
  const textValues = Array.isArray(alternatives) ? alternatives.filter((v) => typeof v === 'string') : [];
  return step.target.or ?? textValues.map((v) => createTarget(v));
};

const getWords = (target: Target): string => target.interpretations[0].phrase || target.text;
const isExcluded = (o: OptionItem, exclusions: readonly Target[]): boolean =>
  exclusions.some((t) => scoreAgreement(getWords(t), o.label).score >= MIN_FULL_NAME_SCORE);

/** @param namedList the list that the line names, if any */
export function chooseAlternative(step: ChooseStep, namedList: Candidate | null, ctx: Context): Move | null {
  const { not: exclusions = [] } = step.target;
  const alternatives = listAlternatives(step);
  const lists = (namedList ? [namedList] : ctx.view.candidates).filter(
    (c) => isSelect(c) && c.visible && !c.states.disabled,
  );
  if (alternatives.length)
    for (const value of [step.value, ...alternatives.map(getWords)]) {
      const label = lists.map((c) => findOption(c, value)?.label).find((l) => l !== undefined);
      if (label !== undefined) return createChoice(step, label, ctx);
    }
  if (!exclusions.length || (!namedList && !hasOnlyKind(step.target))) return null;
  const targetList = namedList ?? lists.find((c) => c.options?.some((o) => isExcluded(o, exclusions)));
  const allowedOptions = (targetList?.options ?? []).filter(
    (o) => !o.disabled && !PLACEHOLDER_LABEL.test(o.label) && !isExcluded(o, exclusions),
  );
  const chosenOption = allowedOptions.find((o) => o.selected) ?? allowedOptions[0];
  return chosenOption ? createChoice(step, chosenOption.label, ctx) : null;
}

const createChoice = (step: ChooseStep, label: string, { run }: Context): Move => ({
  kind: 'replace',
  steps: [
    { ...run.spokenStep, step: { do: 'choose', value: label, from: step.from, target: createTarget(label) } },
  ],
});
