/** For "show everything again", removes the filter or search that the last instruction set. */
import { isSelect } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { SpokenStep, Step } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { fold } from '../text.js';
import { fail, updateRun, type Context, type Move } from './types.js';

const SHOW_EVERYTHING =
  /^(?:please )?(?:show|display|list)(?: me| us)? (?:everything|all(?: of (?:it|them))?|them all)(?: again| please)?[.!]?$/iu;
/** Names of options that do not filter: “All”, “All days”, “Any status”. */
const NO_FILTER_OPTION = /^(?:all|any)\b/iu;

const isFilter = ({ step }: SpokenStep): boolean =>
  step.do === 'search' || (step.do === 'choose' && step.from?.text === 'filter');

/** Returns null for other lines, and if the page has a control that shows everything. */
export function showEverything(requestedStep: Step, { run, view, memory }: Context): Move | null {
  const { clause } = run.spokenStep;
  if (requestedStep.do !== 'click' || run.stage !== '' || !SHOW_EVERYTHING.test(clause.text)) return null;
  const control = view.candidates.find(
    (c) =>
      c.visible &&
      c.interactive &&
      /^(?:show|view|see|display|list)? ?(?:all|everything)$/u.test(fold(getName(c))),
  );
  if (control)
    return {
      kind: 'replace',
      steps: [{ clause, step: { do: 'click', kind: 'click', target: createTarget(getName(control)) } }],
      prepare: ([newRun]) => updateRun(newRun!, { pickedUid: control.uid }),
    };
  if (memory.lastActionStep && isFilter(memory.lastActionStep))
    return { kind: 'replace', steps: [{ clause, step: { do: 'undo' } }] };
  const filters = view.candidates.flatMap((list) => {
    const option =
      isSelect(list) && list.visible ? list.options?.find((o) => NO_FILTER_OPTION.test(o.label)) : undefined;
    return option && !option.selected ? [{ list, value: option.label }] : [];
  });
  if (filters.length === 0) return fail('No filter or search is set here that I could remove');
  return {
    kind: 'replace',
    steps: filters.map(({ list, value }) => ({
      clause,
      step: { do: 'set', target: createTarget(getName(list)), value, verb: 'set' },
    })),
    prepare: (runs) =>
      runs.forEach((newRun, i) =>
        updateRun(newRun, { pickedUid: filters[i]!.list.uid, usesOnlyPicked: true }),
      ),
  };
}
