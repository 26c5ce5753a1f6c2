/** Describes a step that was applied to several elements, for the report. */
import type { Step } from '../language/steps.js';
import { formatList } from './messages.js';
import type { EachState } from './types.js';

/** Steps that can be applied to several elements. */
export type EachStep = Extract<
  Step,
  { do: 'click' | 'hover' | 'tick' | 'point' | 'set' | 'choose' | 'copy' }
>;

const MAX_LISTED_NAMES = 8;

export const toPlural = (kind: string): string =>
  kind === 'checkbox'
    ? 'boxes'
    : /(?:s|x|ch|sh)$/u.test(kind)
      ? `${kind}es`
      : /[^aeiou]y$/u.test(kind)
        ? `${kind.slice(0, -1)}ies`
        : `${kind}s`;

const toSingular = (kind: string): string =>
  kind === 'boxes'
    ? 'box'
    : /ies$/u.test(kind)
      ? `${kind.slice(0, -3)}y`
      : /(?:x|ch|sh)es$/u.test(kind)
        ? kind.slice(0, -2)
        : kind.slice(0, -1);

function getPastVerb(step: EachStep): string {
  switch (step.do) {
    case 'tick': {
      if (step.to === 'toggle') return 'toggled';
      const usesTurn = /turn|switch|enable|disable/u.test(step.verb);
      if (usesTurn) return step.to ? 'turned on' : 'turned off';
      return step.to ? 'ticked' : 'unticked';
    }
    case 'set':
      return step.value ? `typed “${step.value}” into` : 'cleared';
    case 'choose':
      return 'chose';
    case 'hover':
      return 'moved the pointer over';
    case 'copy':
      return 'copied';
    case 'point':
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
export function formatEachStepDone(step: EachStep, state: EachState): string {
  const { processedNames, unchangedNames, pluralNoun, foundCount, totalCount } = state;
  const requestedMax = step.target?.each?.max ?? null;
  const goneCount = totalCount - processedNames.length - unchangedNames.length;
  const unchangedText = unchangedNames.length
    ? `${processedNames.length ? '; ' : ''}${unchangedNames.length === 1 ? `${unchangedNames[0]} already was` : `${unchangedNames.length} already were`}`
    : '';
  const limitText =
    requestedMax !== null && foundCount < requestedMax
      ? ` (there were no more than ${foundCount})`
      : requestedMax === null && foundCount > totalCount
        ? ` (of ${foundCount}; I do at most ${totalCount} at a time)`
        : '';
  const goneText =
    goneCount > 0 ? `; the other ${goneCount === 1 ? 'one was' : `${goneCount} were`} gone by then` : '';
  if (!processedNames.length && unchangedNames.length)
    return `found ${formatCount(unchangedNames.length, pluralNoun)} that needed no change${formatNames(unchangedNames)}`;
  return `${getPastVerb(step)} ${formatCount(processedNames.length, pluralNoun)}${formatNames(processedNames)}${unchangedText}${limitText}${goneText}`;
}

/** Returns a past-tense phrase for what was done before an early stop; '' if nothing was done. */
export function formatEachStepStopped(
  step: EachStep,
  { processedNames, totalCount, pluralNoun }: EachState,
): string {
  return processedNames.length
    ? `${getPastVerb(step)} ${processedNames.length} of ${totalCount} ${pluralNoun}${formatNames(processedNames)}`
    : '';
}
