/** Decides what a new line is: an answer to the last question, a correction of the last step, or a new plan. */
import type { Candidate } from '../../../contract/index.js';
import type { View } from '../ground/view.js';
import { NAMED_VALUE } from '../language/corrections.js';
import type { SpokenStep } from '../language/steps.js';
import { readListEntries } from './add-to-list-field.js';
import { applyCorrection } from './correct-last-step.js';
import { formatDialogQuestion, readDialogReply, type DialogResponder } from './javascript-dialogs.js';
import { parseCorrection, readReply } from './parse-reply.js';
import { beginsWithControlName } from './reinterpret-command.js';
import { readNamedBoxes } from './named-boxes.js';
import { readWish } from './read-wish.js';
import { getReplyText } from './reply.js';
import { listRowCheckboxes } from './select-rows.js';
import { formatWhichOneQuestion } from './messages.js';
import { readCellRequest } from './read-cell-request.js';
import { mayChooseCell } from './use-grid-cell.js';
import { readValues, readValuesForForm } from '../assign/index.js';
import { describeProblem } from './ask-about-field.js';
import { describe } from '../ground/describe.js';
import { clip, stem, tokenizeContent } from '../text.js';
import { startRun, updateRun, type Memory, type Plan, type StepRun } from './types.js';

export const MAX_STEPS = 40;

interface ParsedLine {
  line: string;
  instructorTurnIndex: number;
  /** The steps of the line, parsed in the context of the earlier lines. */
  spokenSteps: readonly SpokenStep[];
  /** Parses the line without the earlier lines, in case it does not answer the open question. */
  parseAlone(): readonly SpokenStep[];
}

export type LineInterpretation =
  | { kind: 'plan'; plan: Plan }
  | { kind: 'ask'; plan: Plan; text: string }
  | { kind: 'report' | 'unfinished'; plan: Plan; text: string };

/** @param getView returns the current page */
export function interpretLine(
  parsedLine: ParsedLine,
  previousPlan: Plan | null,
  memory: Memory,
  dialogs: DialogResponder,
  getView: () => View,
  today: Date,
): LineInterpretation {
  const answerInterpretation = previousPlan?.openQuestion
    ? interpretAnswer(parsedLine, previousPlan, memory, dialogs, getView, today)
    : null;
  if (answerInterpretation) return answerInterpretation;
  dialogs.reset();
  const { line, instructorTurnIndex } = parsedLine;
  const firstStep = parsedLine.spokenSteps[0]?.step;
  const wasParsedAsAnswer = firstStep?.do === 'reply' && typeof firstStep.utterance === 'object';
  const spokenSteps = readNamedBoxes(
    wasParsedAsAnswer ? parsedLine.parseAlone() : parsedLine.spokenSteps,
    getView,
  );
  const newPlan = createPlan(line, instructorTurnIndex);
  const firstStepKind = spokenSteps[0]?.step.do;
  if (firstStepKind !== 'again' && firstStepKind !== 'undo' && firstStepKind !== 'reply') {
    const correction = parseCorrection(line, memory);
    const lastStep = memory.lastStep?.step;
    const alternative =
      correction && (correction.nth === null ? ({ other: true } as const) : { nth: correction.nth });
    if (alternative && lastStep && applyCorrection(lastStep, alternative, memory, getView(), today)) {
      const repeatStep: SpokenStep = {
        step: { do: 'again', with: alternative },
        clause: { text: line, raw: line, joint: '' },
      };
      return { kind: 'plan', plan: { ...newPlan, steps: [startRun(repeatStep, '')] } };
    }
  }
  const isFollowUp = firstStepKind === 'again' || firstStepKind === 'undo' || firstStepKind === 'reply';
  const wish = readWish(line, getView());
  if (wish) {
    const tickRun = startRun(wish.step, '');
    updateRun(tickRun, { pickedUid: wish.checkbox.uid, usesOnlyPicked: true });
    return { kind: 'plan', plan: { ...newPlan, steps: [tickRun] } };
  }
  // "Select all orders on this page" must not be read as a value for a field.
  const selectsRows =
    spokenSteps.every(({ step }) => step.do === 'tick' || (step.do === 'choose' && !step.from)) &&
    listRowCheckboxes(getView()).length > 1;
  const [spokenStep] = spokenSteps;
  const choosesCell =
    spokenStep !== undefined &&
    mayChooseCell(spokenStep.step) &&
    readCellRequest(spokenStep.clause.text, getView(), memory, today) !== null;
  const valueSteps =
    (isFollowUp && !MAY_EMPTY_FIELD.test(line)) ||
    selectsRows ||
    choosesCell ||
    spokenSteps.some((spokenStep) => beginsWithControlName(spokenStep, getView()))
      ? null
      : readValues(line, spokenSteps, getView(), today);
  const steps =
    (isFollowUp ? readNamedValue(parsedLine, getView, today) : readListEntries(line, getView())) ??
    valueSteps ??
    spokenSteps.slice(0, MAX_STEPS);
  return { kind: 'plan', plan: { ...newPlan, steps: steps.map((s) => startRun(s, '')) } };
}

/**
 * For "make it 4 guests", sets the field “Guests”, whatever the last step was about. Null if the line names no field.
 */
function readNamedValue(
  { line, spokenSteps: [spokenStep] }: ParsedLine,
  getView: () => View,
  today: Date,
): SpokenStep[] | null {
  const step = spokenStep?.step;
  if (step?.do !== 'again' || !('value' in step.with)) return null;
  const words = tokenizeContent(step.with.value).map(stem);
  const fill = readValuesForForm(line, getView(), today);
  const [field] = fill?.fields ?? [];
  const isNamed =
    words.length > 1 && tokenizeContent(field?.field.text ?? '').some((w) => words.includes(stem(w)));
  return isNamed && fill?.fields.length === 1 && !fill.unplaced ? [{ ...spokenStep!, step: fill }] : null;
}

/** "No title, please" may ask to clear a field instead of answering a question. */
const MAY_EMPTY_FIELD = /^no \p{L}/iu;

/** Returns null if the line does not answer the question. */
function interpretAnswer(
  parsedLine: ParsedLine,
  previousPlan: Plan,
  memory: Memory,
  dialogs: DialogResponder,
  getView: () => View,
  today: Date,
): LineInterpretation | null {
  const { line, instructorTurnIndex, spokenSteps } = parsedLine;
  const openQuestion = previousPlan.openQuestion!;
  const step = spokenSteps.length === 1 ? spokenSteps[0]!.step : null;
  if (step?.do === 'undo') return null;
  const answerText = step?.do === 'reply' ? getReplyText(step) : line;
  if (openQuestion.kind === 'dialog') {
    // Parses the whole line first, because the shortened answer ("leave it") may mean the opposite.
    const lineReply = readDialogReply(line, openQuestion.dialog);
    const reply =
      lineReply === 'unclear' || lineReply === 'new'
        ? readDialogReply(answerText, openQuestion.dialog)
        : lineReply;
    const plan = {
      ...previousPlan,
      instructorTurnIndex,
      openQuestion: reply === 'unclear' ? openQuestion : null,
    };
    if (reply === 'unclear')
      return {
        kind: 'ask',
        plan,
        text: `I did not understand that. ${formatDialogQuestion(openQuestion.dialog)}`,
      };
    if (reply === 'new') return null;
    dialogs.setReply(reply);
    return { kind: 'plan', plan };
  }
  // "Which one is free first?" is a question, not a choice of the first one.
  if (openQuestion.kind === 'what' || step?.do === 'question') return null;
  // "My postcode is NM4 7QT" says which field it is for, so it does not answer "which one?".
  if (openQuestion.kind === 'which' && NAMED_VALUE.test(line)) return null;
  if (openQuestion.kind === 'consent')
    return interpretConsent(openQuestion, parsedLine, previousPlan, answerText);
  if (openQuestion.kind === 'value' && isNewInstruction(spokenSteps)) return null;
  const run = previousPlan.steps[previousPlan.cursor];
  // "First name Ana, surname Ruiz" fills in several fields, even if the question was about one of them.
  const isAboutOneField =
    openQuestion.kind === 'which' || (openQuestion.kind === 'value' && run?.step.do === 'set');
  const values = isAboutOneField ? readValuesForForm(line, getView(), today) : null;
  if (values?.isCertain && values.fields.length > 1) return null;
  const replyText = step?.do === 'again' ? formatPick(step.with, line) : answerText;
  const parsedReply = readReply(replyText, openQuestion);
  const reply =
    parsedReply.kind === 'new' && replyText !== line ? readReply(line, openQuestion) : parsedReply;
  // While a form is being filled in, "cancel that" undoes what was opened and typed for it.
  const cancelsCreation = run?.step.do === 'fill' && run.step.kind === 'create' && CANCEL_PATTERN.test(line);
  if (
    reply.kind === 'stop' &&
    cancelsCreation &&
    memory.performedActions.some((action) => action.requestTurnIndex === previousPlan.requestTurnIndex)
  )
    return {
      kind: 'plan',
      plan: { ...createPlan(line, instructorTurnIndex), steps: [startRun(createUndoStep(line), '')] },
    };
  if (reply.kind === 'stop') {
    // A request to stop completes the line. A plain "no" to "which?" or "what?" leaves it unfinished.
    const isPlainNo = step?.do === 'reply' ? step.utterance === 'no' : /^no(?:pe)?[.!]?$/iu.test(line.trim());
    const isStopRequest = openQuestion.kind === 'confirm' || !isPlainNo;
    const text = 'All right, I will leave it.';
    return {
      kind: isStopRequest ? 'report' : 'unfinished',
      plan: createPlan(line, instructorTurnIndex),
      text,
    };
  }
  const askedField = run && findAskedField(openQuestion, run, getView());
  const problem = reply.kind === 'value' && askedField ? describeProblem(askedField, reply.value) : null;
  if (problem)
    return {
      kind: 'ask',
      plan: { ...previousPlan, instructorTurnIndex },
      text: `“${clip(answerText, 60)}” ${problem}. What should I enter in ${describe(askedField!)}?`,
    };
  if (run && reply.kind === 'pick') applyPick(run, reply.uid);
  else if (run && reply.kind === 'value') run.givenValues.set(run.askedValueKey ?? 'value', reply.value);
  else if (run && openQuestion.kind === 'which' && step?.do === 'reply' && step.utterance === 'yes')
    return {
      kind: 'ask',
      plan: { ...previousPlan, instructorTurnIndex },
      text: formatWhichOneQuestion(openQuestion.options.map((o) => o.description)),
    };
  else return null;
  run.decisionCount = 0;
  // An answer is not an action, and the last action has already been judged.
  if (run.stage === 'act') run.stage = '';
  return { kind: 'plan', plan: { ...previousPlan, instructorTurnIndex, openQuestion: null } };
}

/** Returns the field whose value the question asks for. */
function findAskedField(
  question: NonNullable<Plan['openQuestion']>,
  run: StepRun,
  view: View,
): Candidate | undefined {
  const [, fieldUid] = question.kind === 'value' ? (/^field:(.+)$/u.exec(question.field) ?? []) : [];
  return view.byUid.get(fieldUid ?? run.pickedUid ?? run.target?.uid ?? '');
}

const CANCEL_PATTERN = /\b(?:cancel|scrap|discard)\b/iu;
const createUndoStep = (line: string): SpokenStep => ({
  step: { do: 'undo' },
  clause: { text: line, raw: line, joint: '' },
});

/** Whether the line is a new instruction and not an answer to the question. */
const isNewInstruction = ([first]: readonly SpokenStep[]): boolean =>
  first !== undefined && !['reply', 'again', 'undo', 'unknown'].includes(first.step.do);

/** "Yes" performs the refused action, "no" skips it; anything else is a new instruction. */
function interpretConsent(
  { action, actionPhrase }: Extract<Plan['openQuestion'], { kind: 'consent' }>,
  { line, instructorTurnIndex }: ParsedLine,
  previousPlan: Plan,
  answerText: string,
): LineInterpretation | null {
  const reply = readReply(answerText, { kind: 'confirm' });
  if (reply.kind === 'value')
    return {
      kind: 'plan',
      plan: { ...previousPlan, instructorTurnIndex, openQuestion: null, allowedAction: action },
    };
  if (reply.kind !== 'stop') return null;
  // An open JavaScript dialog must be answered, so a "no" dismisses it.
  if (action.intent === 'dialog')
    return {
      kind: 'plan',
      plan: {
        ...previousPlan,
        instructorTurnIndex,
        openQuestion: null,
        allowedAction: { intent: 'dialog', answer: 'dismiss' },
      },
    };
  return {
    kind: 'report',
    plan: createPlan(line, instructorTurnIndex),
    text: `All right, I did not ${actionPhrase}.`,
  };
}

function applyPick(run: StepRun, uid: string): void {
  run.pickedUid = uid;
  if (run.askedValueKey?.startsWith('pick:')) run.givenValues.set(run.askedValueKey, uid);
  run.triedUids.delete(uid);
}

/** Rewords a correction as a reply: "number 2" for "the second one", "Tuesday" for "I meant Tuesday". */
function formatPick(correction: { other: true } | { nth: number } | { value: string }, line: string): string {
  return 'value' in correction
    ? correction.value
    : 'nth' in correction && correction.nth > 0
      ? `number ${correction.nth}`
      : line;
}

const createPlan = (line: string, instructorTurnIndex: number): Plan => ({
  line,
  instructorTurnIndex,
  requestTurnIndex: instructorTurnIndex,
  steps: [],
  cursor: 0,
  donePhrases: [],
  answers: [],
  openQuestion: null,
  decisionCount: 0,
});
