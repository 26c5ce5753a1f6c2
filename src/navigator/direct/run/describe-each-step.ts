/** Describes a step for several elements for the report. */
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
      return step.how === 'right' ? 'right-clicked' : 'double-clicked';
    case 'click':
      return step.how === 'expand' ? 'expanded' : step.how === 'collapse' ? 'collapsed' : 'clicked';
  }
}

function formatNames(namesToList: readonly string[]): string {
  const haveSameName = namesToList.length > 1 && namesToList.every((name) => name === namesToList[0]);
  if (haveSameName) return ` “${namesToList[0]}”`;
  const listedNames = namesToList.slice(0, MAX_LISTED_NAMES);
  const moreCount = namesToList.length - listedNames.length;
  return `: ${formatList(moreCount ? [...listedNames, `${moreCount} more`] : listedNames)}`;
}

const formatCount = (count: number, kind: string): string =>
  `${count} ${count === 1 ? toSingular(kind) : kind}`;

/** Returns a past-tense phrase for the whole step. */
export function formatEachDone(step: EachStep, state: EachState): string {
  const {
    processedNames: doneNames,
    unchangedNames,
    pluralNoun: kind,
    foundCount,
    totalCount: total,
  } = state;
  const requestedMax = step.target?.each?.max ?? null;
  const goneCount = total - doneNames.length - unchangedNames.length;
  const unchangedText = unchangedNames.length
    ? `${doneNames.length ? '; ' : ''}${unchangedNames.length === 1 ? `${unchangedNames[0]} was` : `${unchangedNames.length} were`} so already`
    : '';
  const limitText =
    requestedMax !== null && foundCount < requestedMax
      ? ` (there were no more than ${foundCount})`
      : requestedMax === null && foundCount > total
        ? ` (of ${foundCount}; I do at most ${total} at a time)`
        : '';
  const goneText =
    goneCount > 0 ? `; the other ${goneCount === 1 ? 'one was' : `${goneCount} were`} gone by then` : '';
  if (!doneNames.length && unchangedNames.length)
    return `found ${formatCount(unchangedNames.length, kind)} so already${formatNames(unchangedNames)}`;
  return `${getPastVerb(step)} ${formatCount(doneNames.length, kind)}${formatNames(doneNames)}${unchangedText}${limitText}${goneText}`;
}

/** Returns a past-tense phrase for what was done before an early stop; '' if nothing was done. */
export function formatEachStopped(
  step: EachStep,
  { processedNames: doneNames, totalCount: total, pluralNoun: kind }: EachState,
): string {
  return doneNames.length
    ? `${getPastVerb(step)} ${doneNames.length} of ${total} ${kind}${formatNames(doneNames)}`
    : '';
}
