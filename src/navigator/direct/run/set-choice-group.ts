/**
 * Sets a group of radio buttons by the group's name: "set the priority to High", "set the rating to 4 stars", "take the
 * premium plan".
 */
import type { Candidate } from '../../../contract/index.js';
import { groupBy } from '../group-by.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { createTarget } from '../language/target.js';
import { convertValue } from '../language/values.js';
import { scoreAgreement, splitEntries, tokenizeContent } from '../text.js';
import { updateRun, type Context, type Move } from './types.js';

const MIN_NAME_SCORE = 0.95;
/** Matches "4 stars" and "4 out of 5". */
const COUNT_VALUE = /^(\S+)(?: (?:stars?|points?|hearts?)|(?: ?\/ ?| (?:out )?of )\d+(?: stars?)?)?$/iu;

const listRadios = (view: View): Candidate[] =>
  view.candidates.filter((c) => c.visible && c.role === 'radio' && !c.states.disabled && c.section !== '');

/** Returns the radio button with the value's name or, if all have the same name, the one at the value's position. */
function findRadio(radios: readonly Candidate[], value: string, today: Date): Candidate | null {
  const namedRadios = radios.filter((c) => scoreAgreement(value, getName(c)).score >= MIN_NAME_SCORE);
  if (namedRadios.length === 1) return namedRadios[0]!;
  if (new Set(radios.map(getName)).size > 1) return null;
  const count = convertValue(COUNT_VALUE.exec(value)?.[1] ?? '', 'number', today);
  return count === null ? null : (radios[Number(count) - 1] ?? null);
}

const chooseRadio = (radio: Candidate, { run }: Context): Move => ({
  kind: 'replace',
  steps: [
    {
      ...run.spokenStep,
      step: { do: 'tick', newState: true, target: createTarget(getName(radio)), verb: 'choose' },
    },
  ],
  prepare: ([newRun]) => updateRun(newRun!, { pickedUid: radio.uid, usesOnlyPicked: true }),
});

/** For "set the tags to bug and backend", ticks these checkboxes of the named group. The others keep their state. */
function tickInGroup(groupName: string, value: string, { run, view }: Context): Move | null {
  const checkboxes = view.candidates.filter(
    (c) =>
      c.visible &&
      (c.role === 'checkbox' || c.role === 'switch' || c.states.pressed !== undefined) &&
      scoreAgreement(groupName, c.section).score >= MIN_NAME_SCORE,
  );
  const hits = splitEntries(value).map((entry) =>
    checkboxes.filter((c) => scoreAgreement(entry, getName(c)).score >= MIN_NAME_SCORE),
  );
  if (!hits.length || hits.some(({ length }) => length !== 1)) return null;
  return {
    kind: 'replace',
    steps: hits.map(([c]) => ({
      ...run.spokenStep,
      step: { do: 'tick', newState: true, target: createTarget(getName(c!)), verb: 'choose' },
    })),
    prepare: (runs) =>
      runs.forEach((newRun, i) => updateRun(newRun, { pickedUid: hits[i]![0]!.uid, usesOnlyPicked: true })),
  };
}

/**
 * Chooses a radio button in the named group, or ticks its checkboxes; null unless exactly one group has this name and a
 * control for each value.
 */
export function setChoiceGroup(groupName: string, value: string, ctx: Context): Move | null {
  const checkboxMove = tickInGroup(groupName, value, ctx);
  if (checkboxMove) return checkboxMove;
  const groups = groupBy(
    listRadios(ctx.view).filter((c) => scoreAgreement(groupName, c.section).score >= MIN_NAME_SCORE),
    (c) => c.section,
  );
  const [radios, ...others] = [...groups.values()];
  const radio = radios && !others.length ? findRadio(radios, value, ctx.today) : null;
  return radio && chooseRadio(radio, ctx);
}

/** For "the premium plan", chooses “Premium” in the group “Plan”; null unless exactly one radio button fits. */
export function chooseInGroup(words: string, ctx: Context): Move | null {
  const hits = listRadios(ctx.view).filter((c) => {
    const groupWords = tokenizeContent(c.section);
    const isOfGroup =
      groupWords.length > 0 && groupWords.every((word) => tokenizeContent(words).includes(word));
    return isOfGroup && scoreAgreement(words, `${getName(c)} ${c.section}`).score >= MIN_NAME_SCORE;
  });
  return hits.length === 1 ? chooseRadio(hits[0]!, ctx) : null;
}
