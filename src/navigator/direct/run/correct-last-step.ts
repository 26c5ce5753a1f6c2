/**
 * Corrections such as "the second one instead": repeats the last step with another element or value. First undoes the
 * last action if its effect would remain.
 */
import type { Candidate } from '../../../contract/index.js';
import { findAll } from '../ground/find-all.js';
import { scoreSettable } from '../ground/control-values.js';
import { scoreClickable } from '../ground/ground.js';
import { isField, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import {
  createClick,
  type Interpretation,
  type SpokenStep,
  type Step,
  type StepOf,
  type Target,
} from '../language/steps.js';
import { CORRECTION_LEADS } from '../lexicon/replies.js';
import { MIN_ACCEPTED_SCORE } from '../ground/score.js';
import { parseLine } from '../language/parse.js';
import { createTarget } from '../language/target.js';
import { fold, scoreAgreement, toAlternation } from '../text.js';
import { replaceValue, replaceName, keepHalfOfDay, findFieldForValue } from './apply-correction.js';
import { hasChangedPage } from './judge-outcome.js';
import type { PerformedAction } from './performed-actions.js';
import { addExamples } from './messages.js';
import { findLastActions, createUndoState } from './undo.js';
import { listControlNames } from './undo-records.js';
import { updateRun, type Context, type Memory, type Move } from './types.js';

type Correction = StepOf<'again'>['with'];

interface CorrectedStep {
  step: Step;
  pickedUid?: string;
  /** Whether the step uses another element, so that the last action may have to be undone. */
  usesOtherElement: boolean;
}

/**
 * Parses "Open Pricing instead" as a complete instruction. Returns null if the line has no correction word such as
 * "instead", or if it is the same kind of step as the last one.
 */
function parseAsFullInstruction(ctx: Context, lastStep: SpokenStep | undefined): Move | null {
  const { text: clauseText } = ctx.run.spokenStep.clause;
  const instructionText = clauseText
    .replace(/^.*?(?:wait|stop|hold on|no)[,.!]+ /iu, '')
    .replace(/,? (?:instead|rather)\b/iu, '');
  if (instructionText === clauseText) return null;
  const steps = parseLine(instructionText);
  const firstStep = steps[0]?.step;
  if (!firstStep || ['again', 'undo', 'reply', 'unknown'].includes(firstStep.do)) return null;
  if (firstStep.do === 'click' && firstStep.kind === 'bare') return null;
  return lastStep && firstStep.do === lastStep.step.do ? null : { kind: 'replace', steps };
}

/** For "change it to low" after a question about a field, returns that field. */
function findAnsweredField({ memory, view }: Context): Candidate | null {
  const { answeredEntry, lastStep } = memory;
  if (!answeredEntry || lastStep?.step.do !== 'question') return null;
  const fields = view.candidates.filter((c) => scoreSettable(c) > 0 && getName(c) === answeredEntry);
  return fields.length === 1 ? fields[0]! : null;
}

const NEW_AND_OLD_VALUE = /^(.+?),? (?:not|instead of|rather than) (.+?)[.!]*$/iu;
const CORRECTION_WORDS = new RegExp(`^(?:(?:${toAlternation(CORRECTION_LEADS)})[\\s,.!]+)+`, 'iu');

/** For "sorry, 1978 not 1987", sets the only field that contains 1987, even if the last step did not set it. */
function correctShownValue({ run, view }: Context): Move | null {
  const text = run.spokenStep.clause.text.replace(CORRECTION_WORDS, '');
  const [, newValue, oldValue] = NEW_AND_OLD_VALUE.exec(text) ?? [];
  if (newValue === undefined || oldValue === undefined) return null;
  const fields = view.candidates.filter(
    (c) => scoreSettable(c) > 0 && fold(c.value ?? '') === fold(oldValue),
  );
  if (fields.length !== 1) return null;
  const target = createTarget(getName(fields[0]!));
  return {
    kind: 'replace',
    steps: [{ ...run.spokenStep, step: { do: 'set', target, value: newValue, verb: 'change' } }],
    prepare: ([setRun]) => updateRun(setRun!, { pickedUid: fields[0]!.uid }),
  };
}

/** Whether the page has a control or an option with this name, or had one when the last step acted. */
const isNameOfControl = (name: string, lastActions: readonly PerformedAction[], view: View): boolean =>
  [...listControlNames(view), ...lastActions.flatMap(({ controlNames }) => controlNames)].some(
    (controlName) => scoreAgreement(name, controlName).score >= MIN_ACCEPTED_SCORE,
  );

/** Returns the only checkbox, radio button or option whose name contains the words. */
function findNamedChoice(words: string, view: View): Candidate | null {
  const namedChoices = view.candidates.filter(
    (c) => c.visible && isTickable(c) && scoreAgreement(words, getName(c)).coverage >= 0.95,
  );
  return namedChoices.length === 1 ? namedChoices[0]! : null;
}

const createChoiceMove = (choice: Candidate, { run }: Context): Move => ({
  kind: 'replace',
  steps: [
    {
      ...run.spokenStep,
      step: { do: 'tick', target: createTarget(getName(choice)), newState: true, verb: 'choose' },
    },
  ],
  prepare: ([tickRun]) => updateRun(tickRun!, { pickedUid: choice.uid }),
});

/** Parses the line without its correction words, as a new instruction that is not about the last step. */
function parseAsNewLine({ run }: Context): Move {
  const { clause } = run.spokenStep;
  const text = clause.text
    .replace(CORRECTION_WORDS, '')
    .replace(/,? (?:instead|rather|actually|sorry|after all)$/iu, '');
  const steps = parseLine(text);
  return {
    kind: 'replace',
    steps: steps.some(({ step }) => step.do === 'again')
      ? [{ clause, step: createClick('bare', createTarget(text)) }]
      : steps,
  };
}

export function correctLastStep(step: StepOf<'again'>, ctx: Context): Move {
  const { memory, view, today } = ctx;
  const lastStep = memory.lastActionStep ?? memory.lastStep;
  const fullInstructionMove = 'value' in step.with ? parseAsFullInstruction(ctx, lastStep) : null;
  if (fullInstructionMove) return fullInstructionMove;
  const answeredField = 'value' in step.with ? findAnsweredField(ctx) : null;
  if (answeredField && 'value' in step.with)
    return {
      kind: 'replace',
      steps: [
        {
          ...ctx.run.spokenStep,
          step: { do: 'set', target: createTarget(getName(answeredField)), ...step.with, verb: 'change' },
        },
      ],
    };
  const valueMove = 'value' in step.with ? correctShownValue(ctx) : null;
  if (valueMove) return valueMove;
  // After a text field was filled in, "no, it's leased" chooses the page's only choice with that name.
  const lastStepFilledField = lastStep?.step.do === 'set' || lastStep?.step.do === 'fill';
  const choice = lastStepFilledField && 'value' in step.with ? findNamedChoice(step.with.value, view) : null;
  if (choice) return createChoiceMove(choice, ctx);
  const correctedStep = lastStep ? applyCorrection(lastStep.step, step.with, memory, view, today) : null;
  const lastActions = findLastActions(memory, (action) => action.spokenStep === lastStep);
  if (
    correctedStep?.usesOtherElement &&
    'value' in step.with &&
    !isNameOfControl(step.with.value, lastActions, view)
  )
    return parseAsNewLine(ctx);
  if (!lastStep || !correctedStep)
    return {
      kind: 'ask',
      text: lastStep
        ? `I don't know what to change about “${lastStep.clause.raw || lastStep.clause.text}”. Please give the whole instruction.`
        : addExamples('There is nothing to change yet.', memory),
      openQuestion: { kind: 'what' },
    };
  const actionsToUndo =
    correctedStep.usesOtherElement && lastActions.some((action) => hasLastingEffect(action, view))
      ? lastActions
      : [];
  const undoClause = { text: 'undo the last action', raw: '', joint: '' };
  const { clause } = 'value' in step.with && correctedStep.usesOtherElement ? ctx.run.spokenStep : lastStep;
  const steps: SpokenStep[] = [{ ...lastStep, clause, step: correctedStep.step }];
  if (actionsToUndo.length) steps.unshift({ step: { do: 'undo' }, clause: undoClause });
  return {
    kind: 'replace',
    steps,
    prepare: (runs) => {
      if (actionsToUndo.length) runs[0]!.undoState = createUndoState(actionsToUndo, true);
      const run = runs.at(-1)!;
      if (
        correctedStep.pickedUid !== undefined &&
        (!actionsToUndo.length || !actionsToUndo.some((action) => didChangePage(action)))
      )
        run.pickedUid = correctedStep.pickedUid;
    },
  };
}

const didChangePage = (action: PerformedAction): boolean =>
  hasChangedPage({ outcome: { status: 'done', effects: action.effects } } as never);

/**
 * Whether the action's effect would remain after the correction, such as a ticked checkbox, another page or a value in
 * the wrong field.
 */
function hasLastingEffect(action: PerformedAction, view: View): boolean {
  const { kind } = action.stateBefore;
  return (
    kind === 'tick' ||
    kind === 'value' ||
    kind === 'option' ||
    didChangePage(action) ||
    action.effects.some((e) => e.type === 'tab-opened') ||
    (view.isDialogOpen && !action.wasDialogOpen) ||
    view.candidates.some(
      (c) => /^undo\b/iu.test(getName(c)) && c.visible && !action.undoControlUids.has(c.uid),
    )
  );
}

/** Returns the corrected step; null if the correction does not fit the step. */
export function applyCorrection(
  step: Step,
  correction: Correction,
  memory: Memory,
  view: View,
  today: Date,
): CorrectedStep | null {
  if ('value' in correction) return replaceStepValue(step, correction.value, today, correction.isoValue);
  if ('nth' in correction) return replaceOrdinal(step, correction.nth);
  return selectOtherElement(step, memory, view);
}

/** Returns the step with a changed target; null if it has no single target. */
function changeTarget(step: Step, change: (t: Target) => Target): Step | null {
  if (step.do === 'scroll')
    return typeof step.destination === 'string' ? null : { ...step, destination: change(step.destination) };
  if (step.do === 'tab')
    return step.way === 'open' && step.target ? { ...step, target: change(step.target) } : null;
  if (step.do === 'fill' || !('target' in step) || !step.target) return null;
  return { ...step, target: change(step.target) };
}

function replaceOrdinal(step: Step, nth: number): CorrectedStep | null {
  if (step.do === 'tab' && step.way !== 'open')
    return { step: { ...step, which: { nth } }, usesOtherElement: false };
  if (step.do === 'search') {
    const interpretation: Interpretation = { phrase: '', role: 'result', nth, place: null, prior: 1 };
    const target: Target = {
      text: 'result',
      interpretations: [interpretation],
      quoted: false,
      pronoun: false,
    };
    return { step: { do: 'click', kind: 'open', target }, usesOtherElement: false };
  }
  const changedStep = changeTarget(step, ({ not: _not, each: _each, or: _or, ...t }) => {
    const [first, ...rest] = t.interpretations.map((r) => ({ ...r, nth }));
    return { ...t, interpretations: [first!, ...rest] };
  });
  return changedStep && { step: changedStep, usesOtherElement: true };
}

function replaceStepValue(
  step: Step,
  value: string,
  today: Date,
  newIsoValue?: string,
): CorrectedStep | null {
  switch (step.do) {
    case 'set': {
      const { isoValue: oldIsoValue, ...rest } = step;
      const newValue = step.value === null ? value : replaceValue(step.value, value, today);
      // `newIsoValue` is the ISO form of the new words alone, so it does not apply if a part of the old value is kept.
      const isoValueChange =
        newValue === value && newIsoValue !== undefined
          ? { isoValue: keepHalfOfDay(oldIsoValue ?? step.value, newIsoValue) }
          : {};
      return { step: { ...rest, value: newValue, ...isoValueChange }, usesOtherElement: false };
    }
    case 'choose': {
      const newValue = replaceValue(step.value, value, today);
      return {
        step: { ...step, value: newValue, target: replaceName(step.target, newValue) },
        usesOtherElement: false,
      };
    }
    case 'search':
      return {
        step: { ...step, query: step.query === null ? value : replaceValue(step.query, value, today) },
        usesOtherElement: false,
      };
    case 'fill': {
      const fieldIndex = step.kind === 'fill' ? findFieldForValue(step.fields, value, today) : null;
      const field = fieldIndex === null ? null : step.fields[fieldIndex]!;
      if (!field) return null;
      const newValue = field.value === null ? value : replaceValue(field.value, value, today);
      return {
        step: { do: 'set', target: field.field, value: newValue, verb: 'set' },
        usesOtherElement: false,
      };
    }
    case 'upload':
      return { step: { ...step, files: [value] }, usesOtherElement: false };
    case 'drag':
      return { step: { ...step, destination: createTarget(value) }, usesOtherElement: false };
    case 'load':
      return /^\S+\.\S+$/u.test(value)
        ? {
            step: { ...step, url: /^\w+:/u.test(value) ? value : new URL(`https://${value}`).href },
            usesOtherElement: false,
          }
        : null;
    default: {
      const changedStep = changeTarget(step, (t) => replaceName(t, value));
      return changedStep && { step: changedStep, usesOtherElement: true };
    }
  }
}

function selectOtherElement(step: Step, memory: Memory, view: View): CorrectedStep | null {
  if (step.do === 'tab' && step.way !== 'open')
    return { step: { ...step, which: 'other' }, usesOtherElement: false };
  if (step.do === 'choose' || step.do === 'set') {
    // If exactly one other option can be selected, uses that one.
    const lastElement = view.byUid.get(memory.lastTarget?.uid ?? '');
    const unselectedOptions = (lastElement?.options ?? []).filter(
      (o) => !o.selected && !o.disabled && o.label !== '' && o.value !== '',
    );
    const value = unselectedOptions.length === 1 && lastElement?.options ? unselectedOptions[0]!.label : null;
    if (value !== null && step.do === 'set') return { step: { ...step, value }, usesOtherElement: false };
    if (value !== null && step.do === 'choose')
      return { step: { ...step, value, target: createTarget(value) }, usesOtherElement: false };
  }
  const otherElement =
    memory.alternatives.find((o) => o.uid !== memory.lastTarget?.uid) ??
    findOnlyOtherElement(step, memory, view);
  if (!otherElement) return null;
  const hasSameName = fold(otherElement.name) === fold(memory.lastTarget?.name ?? '');
  const changedStep = changeTarget(step, ({ not: _not, each: _each, or: _or, ...t }) => {
    // After going back, the page has new uids. The element's name, or its position among elements with the same name,
    // still identifies it.
    if (!hasSameName) return replaceName(t, otherElement.name);
    const [first, ...rest] = t.interpretations.map((r) => ({ ...r, nth: otherElement.nth ?? r.nth }));
    return { ...t, interpretations: [first!, ...rest] };
  });
  return changedStep && { step: changedStep, pickedUid: otherElement.uid, usesOtherElement: true };
}

/** Returns the only other element with the same name, or the other of two tickable siblings. */
function findOnlyOtherElement(step: Step, memory: Memory, view: View): Memory['alternatives'][number] | null {
  if (!('target' in step) || !step.target || !memory.lastTarget) return null;
  const lastElement = view.byUid.get(memory.lastTarget.uid);
  const scoreElement = (c: Candidate): number => (isField(c) || isTickable(c) ? 1 : scoreClickable(c));
  const interpretations = step.target.interpretations.map((r) => ({ ...r, nth: null }));
  const sameNameElements = findAll(
    {
      target: { ...step.target, interpretations: [interpretations[0]!, ...interpretations.slice(1)] },
      scoreSuitability: scoreElement,
    },
    view,
  );
  const tickableSiblings = lastElement
    ? view.candidates.filter(
        (c) => c.role === lastElement.role && c.parent === lastElement.parent && isTickable(c),
      )
    : [];
  for (const list of [sameNameElements, tickableSiblings]) {
    const others = list.filter((c) => c.uid !== memory.lastTarget!.uid);
    if (others.length === 1 && list.length === 2)
      return { uid: others[0]!.uid, name: getName(others[0]!), nth: list.indexOf(others[0]!) + 1 };
  }
  return null;
}
