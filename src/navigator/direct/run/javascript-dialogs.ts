/**
 * Handles JavaScript dialogs. Alerts are read and closed. A question is answered with yes if the line named the same
 * action; otherwise the instructor is asked. An action is judged only after its dialog is answered, so the actions that
 * led to the dialog are kept until then.
 */
import type { Effect, OpenDialog, Outcome, PageAction } from '../../../contract/index.js';
import {
  ACCEPTS_DIALOG,
  ANSWER_LEADS,
  DISMISSES_DIALOG,
  GENERIC_QUESTION,
  SAYS_NO,
  SAYS_YES,
  BROAD_SCOPE,
} from '../lexicon/dialogs.js';
import { scoreAgreement, scoreSimilarity, clip, tokenizeContent, fold, tokenize } from '../text.js';
import { isInstruction, extractValue } from './parse-reply.js';
import type { PageActionTurn, StepRun } from './types.js';

export interface DialogReply {
  answer: 'accept' | 'dismiss';
  /** The input for a prompt. */
  text?: string;
}

/** Maximum number of dialogs per line. A page might keep asking forever. */
const MAX_DIALOGS = 8;
const MIN_AGREEMENT = 0.8;

export type DialogReaction =
  /** `stepOffset`: the answer is the current step of the line (0) or the next one (1). */
  | { kind: 'act'; action: PageAction; stepOffset?: 0 | 1; donePhrase?: string }
  | { kind: 'ask'; text: string }
  | { kind: 'fail'; text: string };

/** Parses the instructor's reply to the dialog. Returns `new` for another instruction, `unclear` for neither. */
export function readDialogReply(line: string, dialog: OpenDialog): DialogReply | 'new' | 'unclear' {
  const phrase = stripLeadIn(line);
  const yesMatch = SAYS_YES.exec(phrase);
  const restAfterYes = yesMatch ? phrase.slice(yesMatch[0].length).replace(/^[\s,.]+/u, '') : '';
  // In "ok, cancel it" and "right, don't", the first word only acknowledges the question.
  if (
    SAYS_NO.test(phrase) ||
    (yesMatch && /^(?:ok|okay|right|fine|sure)$/u.test(yesMatch[0]) && SAYS_NO.test(restAfterYes))
  )
    return { answer: 'dismiss' };
  if (dialog.type === 'prompt')
    return parsePromptReply(line, dialog, yesMatch !== null && restAfterYes === '');
  if (yesMatch) return { answer: 'accept' };
  // "delete it" in reply to "Delete Lunch?" repeats the action in question, which means yes.
  const verb = tokenize(phrase)[0] ?? '';
  const repeatsQuestion =
    /^\S+(?: (?:it|them|this|that|all))?$/u.test(phrase) && mentionsVerb(verb, dialog.message);
  if (repeatsQuestion) return { answer: 'accept' };
  return isInstruction(line) || phrase.split(' ').length > 8 ? 'new' : 'unclear';
}

function stripLeadIn(line: string): string {
  let phrase = fold(line).replace(/^["'\s]+|["'\s.!]+$/gu, '');
  for (const pattern of ANSWER_LEADS) phrase = phrase.replace(pattern, '').replace(/^["']/u, '');
  return phrase;
}

/** Parses a clause that is only an answer: "… and confirm", "close the dialog". */
function parseClauseReply(clause: string | undefined, { type }: OpenDialog): DialogReply | null {
  const phrase = stripLeadIn(clause ?? '');
  if (ACCEPTS_DIALOG.test(phrase)) return type === 'prompt' ? null : { answer: 'accept' };
  return DISMISSES_DIALOG.test(phrase) ? { answer: type === 'alert' ? 'accept' : 'dismiss' } : null;
}

function parsePromptReply(
  line: string,
  { defaultText }: OpenDialog,
  isAgreement: boolean,
): DialogReply | 'new' | 'unclear' {
  // "Yes" accepts the suggested input; without a suggestion it has no meaning.
  if (isAgreement) return defaultText === '' ? 'unclear' : { answer: 'accept', text: defaultText };
  const value = extractValue(line);
  if (
    isInstruction(line) &&
    !/^(?:type|enter|write|put|use|call|name|title|make|say|it|set)\b/iu.test(line.trim())
  )
    return 'new';
  return value === '' ? 'unclear' : { answer: 'accept', text: value };
}

const mentionsVerb = (verb: string, message: string): boolean =>
  tokenizeContent(message).some((word) => scoreSimilarity(verb, word) >= MIN_AGREEMENT);

/** Whether the line named exactly the action that the dialog asks about. Then the dialog needs no further question. */
export function isActionNamedInLine(
  run: StepRun | undefined,
  dialog: OpenDialog,
  pendingTurns: readonly PageActionTurn[],
): boolean {
  const { message } = dialog;
  if (dialog.type !== 'confirm' || !run || run.step.do !== 'click' || run.step.kind !== 'command')
    return false;
  if (run.stage !== 'act' || run.sideActions.includes('confirmed')) return false;
  // The dialog must have been opened by the click itself.
  if (
    !pendingTurns.some((turn) =>
      getEffects(turn.outcome).some((e) => e.type === 'dialog' && e.message === message),
    )
  )
    return false;
  const clauseText = run.spokenStep.clause.text;
  if (BROAD_SCOPE.test(message) && !BROAD_SCOPE.test(clauseText)) return false;
  const quotedNames = [...message.matchAll(/[“"«‘']([^”"»’']{2,80})[”"»’']/gu)].map((m) => m[1]!);
  if (quotedNames.some((name) => scoreAgreement(name, clauseText).coverage < MIN_AGREEMENT)) return false;
  const { target } = run.step;
  const verb = tokenize(target.interpretations.at(-1)?.phrase ?? target.text)[0] ?? '';
  return GENERIC_QUESTION.test(message.trim()) || mentionsVerb(verb, message);
}

export function formatDialogQuestion({ type, message, defaultText }: OpenDialog): string {
  if (type === 'beforeunload')
    return 'The page asks whether to leave; unsaved input may be lost. Should I answer yes or no?';
  const question = `The page asks: “${clip(message, 300)}”`;
  if (type !== 'prompt') return `${question} Should I answer yes or no?`;
  return `${question} ${defaultText ? `It suggests “${clip(defaultText, 80)}”. ` : ''}What should I enter?`;
}

const isSameDialog = (a: OpenDialog, b: OpenDialog): boolean => a.type === b.type && a.message === b.message;

const getEffects = (outcome: Outcome): readonly Effect[] =>
  outcome.status === 'done' ? outcome.effects : [];

/** Handles the dialogs of one line. */
export class DialogResponder {
  #pendingTurns: PageActionTurn[] = [];
  #askedDialog: OpenDialog | null = null;
  #reply: DialogReply | null = null;
  #refusedDialog: OpenDialog | null = null;
  #dialogCount = 0;
  /** Alert messages since the last step was judged. */
  #newAlerts: string[] = [];
  /** Alert messages of the line that no report contains yet. */
  #lineAlerts: string[] = [];

  /** Called before a new instruction. If a dialog is still open, the instructor is asked about it again. */
  reset(): void {
    this.#pendingTurns = [];
    this.#askedDialog = this.#reply = this.#refusedDialog = null;
    this.#dialogCount = 0;
    this.#newAlerts = [];
    this.#lineAlerts = [];
  }

  setReply(reply: DialogReply): void {
    this.#reply = reply;
  }

  /** Decides what to do about the open dialog. @param newTurns actions since the last decision */
  respond(
    dialog: OpenDialog,
    newTurns: readonly PageActionTurn[],
    run?: StepRun,
    nextRun?: StepRun,
  ): DialogReaction {
    this.#pendingTurns.push(...newTurns);
    if (++this.#dialogCount > MAX_DIALOGS)
      return { kind: 'fail', text: `The page asked again: “${clip(dialog.message, 100)}”` };
    const stepOffset = run?.stage === '' ? 0 : 1;
    const dialogReply = parseClauseReply((stepOffset === 0 ? run : nextRun)?.spokenStep.clause.text, dialog);
    if (dialogReply) {
      const donePhrase = `${dialogReply.answer === 'accept' ? 'accepted' : 'dismissed'} “${clip(dialog.message, 120)}”`;
      return {
        kind: 'act',
        action: { intent: 'dialog', ...dialogReply },
        stepOffset,
        ...(stepOffset === 0 ? { donePhrase } : {}),
      };
    }
    if (dialog.type === 'alert') {
      this.#newAlerts.push(dialog.message);
      this.#lineAlerts.push(dialog.message);
      return { kind: 'act', action: { intent: 'dialog', answer: 'accept' } };
    }
    // A "yes" applies only to the dialog that the instructor was asked about, not to one that appeared since.
    const reply = this.#askedDialog && isSameDialog(this.#askedDialog, dialog) ? this.#reply : null;
    this.#reply = null;
    if (reply) {
      this.#askedDialog = null;
      if (reply.answer === 'dismiss') this.#refusedDialog = dialog;
      return { kind: 'act', action: { intent: 'dialog', ...reply } };
    }
    if (isActionNamedInLine(run, dialog, this.#pendingTurns)) {
      run!.sideActions.push('confirmed');
      return { kind: 'act', action: { intent: 'dialog', answer: 'accept' } };
    }
    this.#askedDialog = dialog;
    return { kind: 'ask', text: formatDialogQuestion(dialog) };
  }

  /**
   * Called when no dialog is open. Returns the actions to judge, each with the effects of its dialogs, and the new
   * alert messages. `refusal` is the report if the instructor answered no to an action's dialog.
   */
  collectResults(newTurns: readonly PageActionTurn[]): {
    turnsToJudge: PageActionTurn[];
    alerts: string[];
    refusal: string | null;
  } {
    const turns = [...this.#pendingTurns, ...newTurns];
    const turnsToJudge = mergeAnswers(turns);
    const alerts = this.#newAlerts;
    const refusedDialog = turnsToJudge.length > 0 ? this.#refusedDialog : null;
    this.#pendingTurns = [];
    this.#newAlerts = [];
    this.#askedDialog = this.#reply = this.#refusedDialog = null;
    return { turnsToJudge, alerts, refusal: refusedDialog && formatRefusal(refusedDialog) };
  }

  /** Adds alert messages to a report, unless it already contains them. */
  addAlerts(text: string): string {
    const missingAlerts = this.#lineAlerts.filter((message) => !text.includes(message.slice(0, 60)));
    this.#lineAlerts = [];
    return [text, ...missingAlerts.map((message) => `The page said “${clip(message, 160)}”.`)]
      .filter(Boolean)
      .join(' ');
  }
}

function formatRefusal({ type, message }: OpenDialog): string {
  if (type === 'beforeunload') return 'I stayed on the page.';
  return type === 'prompt'
    ? `I did not answer the page’s question “${clip(message, 160)}”.`
    : `I answered no to “${clip(message, 160)}”.`;
}

/** Merges dialog answers into the actions that opened the dialogs. Drops the actions that a dialog blocked. */
function mergeAnswers(turns: readonly PageActionTurn[]): PageActionTurn[] {
  const mergedTurns: PageActionTurn[] = [];
  const hasAnswer = turns.some(({ action }) => action.intent === 'dialog');
  for (const turn of turns) {
    if (turn.action.intent !== 'dialog') {
      const isBlocked = turn.outcome.status === 'failed' && turn.outcome.reason === 'dialog';
      if (!(isBlocked && hasAnswer)) mergedTurns.push(turn);
      continue;
    }
    const previousTurn = mergedTurns.at(-1);
    if (previousTurn?.outcome.status !== 'done' || turn.outcome.status !== 'done') continue;
    const effects = [...previousTurn.outcome.effects, ...turn.outcome.effects] as [Effect, ...Effect[]];
    mergedTurns[mergedTurns.length - 1] = {
      ...previousTurn,
      outcome: { ...turn.outcome, effects },
      url: turn.url,
    };
  }
  return mergedTurns;
}
