/** Decides what a new line is: an answer to the last question, a correction of the last step, or a new plan. */
import type { View } from '../ground/view.js';
import type { SpokenStep } from '../language/steps.js';
import { applyCorrection } from './correct-last-step.js';
import { formatDialogQuestion, readDialogReply, type DialogResponder } from './javascript-dialogs.js';
import { parseCorrection, readReply } from './follow-up.js';
import { getReplyText } from './reply.js';
import { formatWhichOneQuestion } from './messages.js';
import { readValues } from '../assign/index.js';
import { startRun, type Memory, type Plan, type StepRun } from './types.js';

export const MAX_STEPS = 40;

interface Heard {
  line: string;
  since: number;
  /** The line's meaning on its own. */
  spoken: readonly SpokenStep[];
}

export type Taken =
  | { kind: 'plan'; plan: Plan }
  | { kind: 'ask'; plan: Plan; text: string }
  | { kind: 'report' | 'unfinished'; plan: Plan; text: string };

/** @param view the page, used only for corrections */
export function takeLine(
  heard: Heard,
  before: Plan | null,
  memory: Memory,
  dialogs: DialogResponder,
  view: () => View,
  today: Date,
): Taken {
  const answered = before?.pending ? answerTo(heard, before, memory, dialogs) : null;
  if (answered) return answered;
  dialogs.reset();
  const { line, since, spoken } = heard;
  const fresh = planOf(line, since);
  const firstStepKind = spoken[0]?.step.do;
  if (firstStepKind !== 'again' && firstStepKind !== 'undo' && firstStepKind !== 'reply') {
    const wish = parseCorrection(line, memory);
    const last = memory.lastStep?.step;
    const way = wish && (wish.nth === null ? ({ other: true } as const) : { nth: wish.nth });
    if (way && last && applyCorrection(last, way, memory, view(), today)) {
      const again: SpokenStep = {
        step: { do: 'again', with: way },
        clause: { text: line, raw: line, joint: '' },
      };
      return { kind: 'plan', plan: { ...fresh, steps: [startRun(again, '')] } };
    }
  }
  const values =
    firstStepKind === 'again' || firstStepKind === 'undo' || firstStepKind === 'reply'
      ? null
      : readValues(line, spoken, view(), today);
  const steps = values ?? spoken.slice(0, MAX_STEPS);
  return { kind: 'plan', plan: { ...fresh, steps: steps.map((s) => startRun(s, '')) } };
}

/** Returns null if the line does not answer the question. */
function answerTo(heard: Heard, before: Plan, memory: Memory, dialogs: DialogResponder): Taken | null {
  const { line, since, spoken } = heard;
  const pending = before.pending!;
  const step = spoken.length === 1 ? spoken[0]!.step : null;
  if (step?.do === 'undo') return null;
  const words = step?.do === 'reply' ? getReplyText(step) : line;
  if (pending.kind === 'dialog') {
    // Parses the whole line first, because a short form of it ("leave it") may mean the opposite here.
    const read = readDialogReply(line, pending.dialog);
    const reply = read === 'unclear' || read === 'new' ? readDialogReply(words, pending.dialog) : read;
    const plan = { ...before, since, pending: reply === 'unclear' ? pending : null };
    if (reply === 'unclear')
      return {
        kind: 'ask',
        plan,
        text: `I did not understand that. ${formatDialogQuestion(pending.dialog)}`,
      };
    if (reply === 'new') return null;
    dialogs.setReply(reply);
    return { kind: 'plan', plan };
  }
  if (pending.kind === 'what') return null;
  if (pending.kind === 'consent') return consented(pending, heard, before, words);
  if (pending.kind === 'value' && ordersAnew(spoken)) return null;
  const run = before.steps[before.cursor];
  const asked = step?.do === 'again' ? pickedAgain(step.with, line) : words;
  const read = readReply(asked, pending);
  const reply = read.kind === 'new' && asked !== line ? readReply(line, pending) : read;
  // "Cancel that" while a form is being filled in: undoes what was opened and typed for it.
  const making = run?.step.do === 'fill' && run.step.how === 'create' && CANCELS.test(line);
  if (
    reply.kind === 'stop' &&
    making &&
    memory.performedActions.some((d) => d.intention === before.intention)
  )
    return { kind: 'plan', plan: { ...planOf(line, since), steps: [startRun(takenBack(line), '')] } };
  if (reply.kind === 'stop') {
    // A wish to stop, or not to do something, is fulfilled. A plain "no" to "which?" or "what?" leaves the line
    // unfinished.
    const mere = step?.do === 'reply' ? step.to === 'no' : /^no(?:pe)?[.!]?$/iu.test(line.trim());
    const wished = pending.kind === 'confirm' || !mere;
    const text = 'All right, I will leave it.';
    return { kind: wished ? 'report' : 'unfinished', plan: planOf(line, since), text };
  }
  if (run && reply.kind === 'pick') picked(run, reply.uid);
  else if (run && reply.kind === 'value') run.givenValues.set(run.askedFor ?? 'value', reply.value);
  else if (run && pending.kind === 'which' && step?.do === 'reply' && step.to === 'yes')
    return {
      kind: 'ask',
      plan: { ...before, since },
      text: formatWhichOneQuestion(pending.options.map((o) => o.description)),
    };
  else return null;
  run.decisionCount = 0;
  // An answer is not an action, and the last action has already been judged.
  if (run.stage === 'act') run.stage = '';
  return { kind: 'plan', plan: { ...before, since, pending: null } };
}

const CANCELS = /\b(?:cancel|scrap|discard)\b/iu;
const takenBack = (line: string): SpokenStep => ({
  step: { do: 'undo' },
  clause: { text: line, raw: line, joint: '' },
});

/** Whether the line, although parsed with the question in mind, is a new instruction, so that it is not a value. */
const ordersAnew = ([first]: readonly SpokenStep[]): boolean =>
  first !== undefined && !['reply', 'again', 'undo', 'unknown'].includes(first.step.do);

/** Yes performs the refused action, no skips it; anything else is another instruction. */
function consented(
  { act, what }: Extract<Plan['pending'], { kind: 'consent' }>,
  { line, since }: Heard,
  before: Plan,
  words: string,
): Taken | null {
  const reply = readReply(words, { kind: 'confirm' });
  if (reply.kind === 'value')
    return { kind: 'plan', plan: { ...before, since, pending: null, allowedAction: act } };
  if (reply.kind !== 'stop') return null;
  // An open dialog of the page must be answered too.
  if (act.intent === 'dialog')
    return {
      kind: 'plan',
      plan: { ...before, since, pending: null, allowedAction: { intent: 'dialog', answer: 'dismiss' } },
    };
  return { kind: 'report', plan: planOf(line, since), text: `All right, I did not ${what}.` };
}

function picked(run: StepRun, uid: string): void {
  run.pickedUid = uid;
  if (run.askedFor?.startsWith('pick:')) run.givenValues.set(run.askedFor, uid);
  run.triedUids.delete(uid);
}

/** "the second one" or "I meant Tuesday" in reply to a question: returns the answer in plain words. */
function pickedAgain(wish: { other: true } | { nth: number } | { value: string }, line: string): string {
  return 'value' in wish ? wish.value : 'nth' in wish && wish.nth > 0 ? `number ${wish.nth}` : line;
}

const planOf = (line: string, since: number): Plan => ({
  line,
  since,
  intention: since,
  steps: [],
  cursor: 0,
  doneParts: [],
  answers: [],
  pending: null,
  decisions: 0,
});
