/** Describes a step that was repeated for several elements, for the report. */
import type { Step } from '../language/steps.js';
import { formatList } from './messages.js';
import type { RepetitionState } from './types.js';

/** Steps that can be repeated for several elements. */
export type RepeatedStep = Extract<
  Step,
  { do: 'click' | 'hover' | 'tick' | 'double-or-right-click' | 'set' | 'choose' | 'copy' }
>;

const MAX_LISTED_NAMES = 8;

export const toPlural = (kind: string): string =>
  /(?:s|x|ch|sh)$/u.test(kind)
    ? `${kind}es`
    : /[^aeiou]y$/u.test(kind)
      ? `${kind.slice(0, -1)}ies`
      : `${kind}s`;

const toSingular = (kind: string): string =>
  /ies$/u.test(kind)
    ? `${kind.slice(0, -3)}y`
    : /(?:x|ch|sh)es$/u.test(kind)
      ? kind.slice(0, -2)
      : kind.slice(0, -1);

function getPastVerb(step: RepeatedStep): string {
  switch (step.do) {
    case 'tick': {
      if (step.newState === 'toggle') return 'toggled';
      const isOnOffVerb = /turn|switch|enable|disable/u.test(step.verb);
      if (isOnOffVerb) return step.newState ? 'turned on' : 'turned off';
      return step.newState ? 'ticked' : 'unticked';
    }
    case 'set':
      return step.value ? `typed “${step.value}” into` : 'cleared';
    case 'choose':
      return 'chose';
    case 'hover':
      return 'moved the pointer over';
    case 'copy':
      return 'copied';
    case 'double-or-right-click':
      return step.kind === 'right' ? 'right-clicked' : 'double-clicked';
    case 'click':
      return step.kind === 'expand' ? 'expanded' : step.kind === 'collapse' ? 'collapsed' : 'clicked';
  }
}

function formatNames(names: readonly string[]): string {
  const haveSameName = names.length > 1 && names.every((name) => name === names[0]);
  if (haveSameName) return ` “${names[0]}”`;
  const listedNames = names.slice(0, MAX_LISTED_NAMES);
  const moreCount = names.length - listedNames.length;
  return `: ${formatList(moreCount ? [...listedNames, `${moreCount} more`] : listedNames)}`;
}

const formatCount = (count: number, pluralNoun: string): string =>
  `${count} ${count === 1 ? toSingular(pluralNoun) : pluralNoun}`;

/** Returns a past-tense phrase for the whole step. */
export function formatRepeatedStepDone(step: RepeatedStep, state: RepetitionState): string {
  const { processedNames, unchangedNames, pluralNoun, foundCount, selectedCount } = state;
  const requestedMax = step.target?.each?.max ?? null;
  const goneCount = selectedCount - processedNames.length - unchangedNames.length;
  const unchangedText = unchangedNames.length
    ? `${processedNames.length ? '; ' : ''}${unchangedNames.length === 1 ? unchangedNames[0] : unchangedNames.length} needed no change`
    : '';
  const limitText =
    requestedMax !== null && foundCount < requestedMax
      ? ` (there were only ${foundCount})`
      : requestedMax === null && foundCount > selectedCount
        ? ` (of ${foundCount}; I do at most ${selectedCount} at a time)`
        : '';
  const goneText =
    goneCount > 0 ? `; the other ${goneCount === 1 ? 'one was' : `${goneCount} were`} gone by then` : '';
  if (!processedNames.length && unchangedNames.length)
    return `found ${formatCount(unchangedNames.length, pluralNoun)} that needed no change${formatNames(unchangedNames)}`;
  return `${getPastVerb(step)} ${formatCount(processedNames.length, pluralNoun)}${formatNames(processedNames)}${unchangedText}${limitText}${goneText}`;
}

/** Returns a past-tense phrase for what was done before an early stop; '' if nothing was done. */
export function formatRepeatedStepStopped(
  step: RepeatedStep,
  { processedNames, selectedCount, pluralNoun }: RepetitionState,
): string {
  return processedNames.length
    ? `${getPastVerb(step)} ${processedNames.length} of ${selectedCount} ${pluralNoun}${formatNames(processedNames)}`
    : '';
}
