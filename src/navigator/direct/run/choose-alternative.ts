/** "red or blue", "any size but Small": converts the step to a plain choice of one option of a native list. */
import type { Candidate, OptionItem } from '../../../contract/index.js';
import { hasOnlyKind } from '../ground/find-all.js';
import { isSelect } from '../ground/kinds.js';
import { MIN_FULL_NAME_SCORE } from '../ground/score.js';
import type { StepOf, Target } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { agreement } from '../text.js';
import { findOption } from '../ground/options.js';
import type { Context, Move } from './types.js';

type Choose = StepOf<'choose'>;

/** Labels that a list shows while nothing is selected. */
const BLANK = /^(?:[-–—.…\s]*|(?:please )?(?:select|choose|pick)\b.*|none)$/iu;

/** Returns the alternatives, given as targets or as plain values. */
export const listAlternatives = (step: Choose): readonly Target[] => {
  const values: unknown = 'or' in step ? step.or : null;
  const plain = Array.isArray(values) ? values.filter((v) => typeof v === 'string') : [];
  return step.target.or ?? plain.map((v) => createTarget(v));
};

const wordsOf = (target: Target): string => target.readings[0].phrase || target.text;
const isOut = (o: OptionItem, not: readonly Target[]): boolean =>
  not.some((t) => agreement(wordsOf(t), o.label).score >= MIN_FULL_NAME_SCORE);

/** @param list the named list, if any */
export function chooseAlternative(step: Choose, list: Candidate | null, ctx: Context): Move | null {
  const { not = [] } = step.target;
  const or = listAlternatives(step);
  const lists = (list ? [list] : ctx.view.candidates).filter(
    (c) => isSelect(c) && c.visible && !c.states.disabled,
  );
  if (or.length)
    for (const value of [step.value, ...or.map(wordsOf)]) {
      const label = lists.map((c) => findOption(c, value)?.label).find((l) => l !== undefined);
      if (label !== undefined) return choice(step, label, ctx);
    }
  if (!not.length || (!list && !hasOnlyKind(step.target))) return null;
  const meant = list ?? lists.find((c) => c.options?.some((o) => isOut(o, not)));
  const left = (meant?.options ?? []).filter((o) => !o.disabled && !BLANK.test(o.label) && !isOut(o, not));
  const chosen = left.find((o) => o.selected) ?? left[0];
  return chosen ? choice(step, chosen.label, ctx) : null;
}

const choice = (step: Choose, label: string, { run }: Context): Move => ({
  kind: 'replace',
  steps: [
    { ...run.spoken, step: { do: 'choose', value: label, from: step.from, target: createTarget(label) } },
  ],
});
