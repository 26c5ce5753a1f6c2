/** Words for reporting a step for several elements. */
import type { Step } from '../language/steps.js';
import { formatList } from './messages.js';
import type { EachState } from './types.js';

/** Steps that can be applied to several elements. */
export type EachStep = Extract<
  Step,
  { do: 'click' | 'hover' | 'tick' | 'point' | 'set' | 'choose' | 'copy' }
>;

const MAX_NAMED = 8;

export const toPlural = (kind: string): string =>
  kind === 'checkbox'
    ? 'boxes'
    : /(?:s|x|ch|sh)$/u.test(kind)
      ? `${kind}es`
      : /[^aeiou]y$/u.test(kind)
        ? `${kind.slice(0, -1)}ies`
        : `${kind}s`;

const singular = (kind: string): string =>
  kind === 'boxes'
    ? 'box'
    : /ies$/u.test(kind)
      ? `${kind.slice(0, -3)}y`
      : /(?:x|ch|sh)es$/u.test(kind)
        ? kind.slice(0, -2)
        : kind.slice(0, -1);

function verbOf(step: EachStep): string {
  switch (step.do) {
    case 'tick': {
      if (step.to === 'toggle') return 'toggled';
      const turned = /turn|switch|enable|disable/u.test(step.verb);
      if (turned) return step.to ? 'turned on' : 'turned off';
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

function names(list: readonly string[]): string {
  const same = list.length > 1 && list.every((name) => name === list[0]);
  if (same) return ` “${list[0]}”`;
  const shown = list.slice(0, MAX_NAMED);
  const more = list.length - shown.length;
  return `: ${formatList(more ? [...shown, `${more} more`] : shown)}`;
}

const amount = (n: number, kind: string): string => `${n} ${n === 1 ? singular(kind) : kind}`;

/** Past-tense phrase for the whole step. */
export function formatEachDone(step: EachStep, state: EachState): string {
  const {
    processedNames: doneNames,
    unchangedNames,
    pluralNoun: kind,
    foundCount,
    totalCount: total,
  } = state;
  const max = step.target?.each?.max ?? null;
  const gone = total - doneNames.length - unchangedNames.length;
  const held = unchangedNames.length
    ? `${doneNames.length ? '; ' : ''}${unchangedNames.length === 1 ? `${unchangedNames[0]} was` : `${unchangedNames.length} were`} so already`
    : '';
  const bound =
    max !== null && foundCount < max
      ? ` (there were no more than ${foundCount})`
      : max === null && foundCount > total
        ? ` (of ${foundCount}; I do at most ${total} at a time)`
        : '';
  const rest = gone > 0 ? `; the other ${gone === 1 ? 'one was' : `${gone} were`} gone by then` : '';
  if (!doneNames.length && unchangedNames.length)
    return `found ${amount(unchangedNames.length, kind)} so already${names(unchangedNames)}`;
  return `${verbOf(step)} ${amount(doneNames.length, kind)}${names(doneNames)}${held}${bound}${rest}`;
}

/** Past-tense phrase for what was done before an early stop; '' if nothing was. */
export function formatEachStopped(
  step: EachStep,
  { processedNames: doneNames, totalCount: total, pluralNoun: kind }: EachState,
): string {
  return doneNames.length ? `${verbOf(step)} ${doneNames.length} of ${total} ${kind}${names(doneNames)}` : '';
}
