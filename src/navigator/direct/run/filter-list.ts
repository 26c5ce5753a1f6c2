/**
 * Filters a list with the controls next to it: "filter by country Norway", "show only the paid orders". Handles links,
 * checkboxes and select lists in groups ("By country", "Status"). All words must match one option and its group.
 */
import type { Candidate } from '../../../contract/index.js';
import { isField, isLink, isOption, isSelect, isTickable } from '../ground/kinds.js';
import { getListPath } from '../ground/lists.js';
import { getName } from '../ground/names.js';
import { findTopicWords } from '../ground/topic.js';
import type { View } from '../ground/view.js';
import type { SpokenStep, StepOf } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { scoreAgreement, scoreSimilarity, tokenizeContent, stem, tokenize } from '../text.js';
import type { Context, Move } from './types.js';

interface FilterOption {
  candidate: Candidate;
  label: string;
  /** The name of the option's group: "By country", "Status:". */
  group: string;
}

/** Words that say nothing about the value to filter by. */
export const CONNECTING_WORDS = new Set(
  'by with from in of for only just equal equals set whose where filter one ones items entries results rows'.split(
    ' ',
  ),
);
const FILTER_WORDS = /\b(?:filters?|facets?|refine|narrow)\b/iu;
const MAX_GROUP_NAME_LENGTH = 40;

/** Returns the legend, summary or heading above or before the options. */
function findGroupName(c: Candidate, view: View): string {
  for (const element of [c, ...view.getAncestors(c).slice(0, 3)]) {
    const previousText = element === c ? null : view.getPreviousTextSibling(element);
    if (previousText && previousText.text.length <= MAX_GROUP_NAME_LENGTH && !isField(previousText))
      return previousText.text;
    if (
      element !== c &&
      element.name &&
      element.name.length <= MAX_GROUP_NAME_LENGTH &&
      element.name !== element.text
    )
      return element.name;
  }
  return c.section;
}

/** Whether the element is in a filter area, or in a group such as “By country”. */
const isFilterOption = (c: Candidate, group: string, view: View): boolean =>
  /^by\s/iu.test(group) ||
  [c, ...view.getAncestors(c).slice(0, 6)].some((a) =>
    FILTER_WORDS.test(
      `${a === c ? '' : a.name} ${a.section} ${a.attributes.class ?? ''} ${a.attributes.id ?? ''}`.replace(
        /[-_]/gu,
        ' ',
      ),
    ),
  );

function listFilterOptions(view: View): FilterOption[] {
  const usableCandidates = view.candidates.filter((c) => c.visible && c.interactive && !c.states.disabled);
  return usableCandidates.flatMap((c) => {
    if (isSelect(c))
      return (c.options ?? [])
        .filter((o) => !o.disabled)
        .map((o) => ({ candidate: c, label: o.label, group: `${getName(c)} ${findGroupName(c, view)}` }));
    if (!isLink(c) && !isTickable(c) && !isOption(c)) return [];
    const group = findGroupName(c, view);
    return isFilterOption(c, group, view) ? [{ candidate: c, label: getName(c), group }] : [];
  });
}

const containsWord = (words: readonly string[], word: string): boolean =>
  words.some((w) => scoreSimilarity(w, word) >= 0.9);

/** Returns the options whose words all occur in the phrase. Option and group name together must cover the phrase. */
export function findFilterOptions(phrase: string, view: View): FilterOption[] {
  const topicWords = findTopicWords(view);
  const phraseWords = tokenizeContent(phrase).filter((w) => !CONNECTING_WORDS.has(w));
  const filterWords = phraseWords.filter((w) => !topicWords.has(stem(w)));
  if (!filterWords.length) return [];
  const matchingOptions = listFilterOptions(view).filter(({ label, group }) => {
    const labelWords = tokenizeContent(label);
    return (
      /\p{L}|\d/u.test(label) &&
      labelWords.every((w) => containsWord(phraseWords, w)) &&
      filterWords.every((w) => containsWord(labelWords, w) || containsWord(tokenize(group), w)) &&
      filterWords.some((w) => containsWord(labelWords, w))
    );
  });
  if (matchingOptions.length === 0) return findYesNoOptions(phrase, filterWords, view);
  // If several groups have the option “Norway”, "country Norway" uses the group “Country”.
  const optionsInNamedGroup = matchingOptions.filter(({ group }) =>
    filterWords.some((w) => containsWord(tokenize(group), w)),
  );
  return optionsInNamedGroup.length ? optionsInNamedGroup : matchingOptions;
}

/** If the group “Active” offers Yes and No, returns Yes for "active" and No for "not active". */
function findYesNoOptions(phrase: string, words: readonly string[], view: View): FilterOption[] {
  const isNegated = /\b(?:not|no|without|never)\b/iu.test(phrase);
  const groupWords = words.filter((w) => !/^(?:not|no|without|never)$/u.test(w));
  const groupOptions = listFilterOptions(view).filter(
    ({ group }) => groupWords.length > 0 && groupWords.every((w) => containsWord(tokenize(group), w)),
  );
  const wantedLabel = isNegated ? /^(?:no|off|false)$/iu : /^(?:yes|on|true)$/iu;
  const hasYesAndNo =
    groupOptions.some(({ label }) => /^(?:yes|on|true)$/iu.test(label)) &&
    groupOptions.some(({ label }) => /^(?:no|off|false)$/iu.test(label));
  return hasYesAndNo ? groupOptions.filter(({ label }) => wantedLabel.test(label)) : [];
}

const isOptionOn = ({ candidate: c }: FilterOption): boolean =>
  c.states.checked === true || c.states.current === true;

const ONLY_WORD = /\b(?:only|just|nothing but)\b/iu;
const MIN_LABEL_SCORE = 0.9;

/** For "show only coaches", ticks “Coach” and unticks the other ticked checkboxes of its group. */
function tickOnlyOne(step: StepOf<'choose'>, { run, view }: Context): Move | null {
  if (!ONLY_WORD.test(run.spokenStep.clause.text)) return null;
  const checkboxes = view.candidates.filter(
    (c) => c.visible && isTickable(c) && c.role !== 'radio' && !c.states.disabled,
  );
  const [requestedCheckbox, ...others] = checkboxes.filter(
    (c) => scoreAgreement(step.value, getName(c)).score >= MIN_LABEL_SCORE,
  );
  if (!requestedCheckbox || others.length) return null;
  const tickedOthers = checkboxes.filter(
    (c) =>
      c !== requestedCheckbox &&
      c.states.checked === true &&
      getListPath(c) === getListPath(requestedCheckbox),
  );
  if (!tickedOthers.length) return null;
  const checkboxesToChange = [
    ...(requestedCheckbox.states.checked === true ? [] : [requestedCheckbox]),
    ...tickedOthers,
  ];
  return {
    kind: 'replace',
    steps: checkboxesToChange.map((c) => ({
      ...run.spokenStep,
      step: { do: 'tick', newState: c === requestedCheckbox, target: createTarget(getName(c)), verb: 'tick' },
    })),
    prepare: (runs) =>
      runs.forEach((newRun, i) => {
        newRun.pickedUid = checkboxesToChange[i]!.uid;
        newRun.usesOnlyPicked = true;
      }),
  };
}

/** Uses the option that filters as requested; null if no option or more than one matches. */
export function useFilter(step: StepOf<'choose'>, ctx: Context): Move | null {
  const onlyMove = tickOnlyOne(step, ctx);
  if (onlyMove) return onlyMove;
  const { run, view } = ctx;
  const options = findFilterOptions(step.value, view);
  const [option] = options;
  if (
    !option ||
    options.some(
      (f) => f.label !== option.label || (f.candidate !== option.candidate && isSelect(f.candidate)),
    )
  )
    return null;
  const { candidate, label } = option;
  const replaceStep = (newStep: SpokenStep['step']): Move => ({
    kind: 'replace',
    steps: [{ ...run.spokenStep, step: newStep }],
    prepare: ([newRun]) =>
      void (newRun && ((newRun.pickedUid = candidate.uid), (newRun.usesOnlyPicked = true))),
  });
  if (isSelect(candidate))
    return {
      kind: 'replace',
      steps: [
        {
          ...run.spokenStep,
          step: {
            do: 'choose',
            value: label,
            from: createTarget(getName(candidate)),
            target: createTarget(label),
          },
        },
      ],
    };
  if (isTickable(candidate) && !isOptionOn(option))
    return replaceStep({ do: 'tick', newState: true, target: createTarget(label), verb: 'tick' });
  return replaceStep({ do: 'click', kind: 'click', target: { ...createTarget(label), quoted: true } });
}
