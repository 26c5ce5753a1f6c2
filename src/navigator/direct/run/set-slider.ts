/**
 * Sets a slider to the number in a line: "distance 25", "remind me 4 hours before". A slider is never clicked, because
 * a click moves it to a value that the line does not contain.
 */
import type { Candidate } from '../../../contract/index.js';
import { isSlider } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { createTarget } from '../language/target.js';
import { convertValue } from '../language/values.js';
import { stem, tokenizeContent } from '../text.js';
import type { ClickStep } from './describe-click.js';
import { updateRun, type Context, type Move } from './types.js';

/** Words of a line that gives a value to a slider, without naming it. */
const SETTING_WORD = /^(?:make|put|move|drag|slide|change|set|within|about|slider|please)$/u;

/** Returns the line's only number; null if it has none or several. */
function readOnlyNumber({ run, today }: Context): { word: string; value: string } | null {
  const numbers = (run.spokenStep.clause.text.match(/[\p{L}\d]+(?:[.,]\d+)?/gu) ?? []).flatMap((word) => {
    const value = /^one$/iu.test(word) ? null : convertValue(word, 'number', today);
    return value === null ? [] : [{ word, value }];
  });
  return numbers.length === 1 ? numbers[0]! : null;
}

/** Asks for the value if `value` is null. */
const setSlider = (slider: Candidate, value: string | null, { run }: Context): Move => ({
  kind: 'replace',
  steps: [
    { ...run.spokenStep, step: { do: 'set', target: createTarget(getName(slider)), value, verb: 'set' } },
  ],
  prepare: ([newRun]) => updateRun(newRun!, { pickedUid: slider.uid, usesOnlyPicked: true }),
});

/** Sets the only slider whose name has all the line's words except the number; null without one. */
export function setNamedSlider({ kind }: ClickStep, ctx: Context): Move | null {
  const { run, view } = ctx;
  if ((kind !== 'bare' && kind !== 'command') || run.stage !== '' || run.pickedUid) return null;
  const sliders = view.candidates.filter((c) => c.visible && isSlider(c) && !c.states.disabled);
  const number = sliders.length > 0 ? readOnlyNumber(ctx) : null;
  const words = tokenizeContent(run.spokenStep.clause.text.replace(number?.word ?? '', ' ')).filter(
    (word) => !SETTING_WORD.test(word),
  );
  if (!number || words.length === 0) return null;
  const namedSliders = sliders.filter((c) => {
    const nameStems = tokenizeContent(getName(c)).map(stem);
    return words.every((word) => nameStems.includes(stem(word)));
  });
  return namedSliders.length === 1 ? setSlider(namedSliders[0]!, number.value, ctx) : null;
}

/** Sets the slider, or the slider in the label, instead of clicking it. Asks for the value if the line has none. */
export function setSliderInsteadOfClicking(c: Candidate, ctx: Context): Move | null {
  const { view } = ctx;
  const sliders = isSlider(c)
    ? [c]
    : view.candidates.filter((o) => c.tag === 'label' && isSlider(o) && view.getAncestors(o).includes(c));
  return sliders.length === 1 ? setSlider(sliders[0]!, readOnlyNumber(ctx)?.value ?? null, ctx) : null;
}
