/**
 * JavaScript dialogs. Messages are read and closed. A question is answered if the line named the very action that it
 * asks about; otherwise the instructor is asked. An action is judged only after its dialog is answered, so the actions
 * that led to the dialog are kept until then.
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

/** Maximum number of dialogs per line, because a page may ask again and again. */
const MAX_DIALOGS = 8;
const SAID = 0.8;

export type Attended =
  /** `spent` is the step of the line that gave this answer: the current one (0) or the next (1). */
  | { kind: 'act'; act: PageAction; spent?: 0 | 1; did?: string }
  | { kind: 'ask'; text: string }
  | { kind: 'fail'; text: string };

/** Parses the instructor's reply to the question. `new` is another instruction; `unclear` is neither. */
export function readDialogReply(line: string, dialog: OpenDialog): DialogReply | 'new' | 'unclear' {
  const phrase = bare(line);
  const yes = SAYS_YES.exec(phrase);
  const after = yes ? phrase.slice(yes[0].length).replace(/^[\s,.]+/u, '') : '';
  // "ok, cancel it", "right, don't": the first word only acknowledges the question.
  if (SAYS_NO.test(phrase) || (yes && /^(?:ok|okay|right|fine|sure)$/u.test(yes[0]) && SAYS_NO.test(after)))
    return { answer: 'dismiss' };
  if (dialog.type === 'prompt') return promptReply(line, dialog, yes !== null && after === '');
  if (yes) return { answer: 'accept' };
  // "delete it" in reply to "Delete Lunch?" repeats the action in question, which means yes.
  const verb = tokenize(phrase)[0] ?? '';
  const again = /^\S+(?: (?:it|them|this|that|all))?$/u.test(phrase) && asksAbout(verb, dialog.message);
  if (again) return { answer: 'accept' };
  return isInstruction(line) || phrase.split(' ').length > 8 ? 'new' : 'unclear';
}

function bare(line: string): string {
  let phrase = fold(line).replace(/^["'\s]+|["'\s.!]+$/gu, '');
  for (const lead of ANSWER_LEADS) phrase = phrase.replace(lead, '').replace(/^["']/u, '');
  return phrase;
}

/** Parses a clause that is only an answer: "… and confirm", "close the dialog". */
function clauseReply(clause: string | undefined, { type }: OpenDialog): DialogReply | null {
  const phrase = bare(clause ?? '');
  if (ACCEPTS_DIALOG.test(phrase)) return type === 'prompt' ? null : { answer: 'accept' };
  return DISMISSES_DIALOG.test(phrase) ? { answer: type === 'alert' ? 'accept' : 'dismiss' } : null;
}

function promptReply(
  line: string,
  { defaultText }: OpenDialog,
  agreed: boolean,
): DialogReply | 'new' | 'unclear' {
  // "Yes" accepts the suggested input; without a suggestion it has no meaning.
  if (agreed) return defaultText === '' ? 'unclear' : { answer: 'accept', text: defaultText };
  const value = extractValue(line);
  if (
    isInstruction(line) &&
    !/^(?:type|enter|write|put|use|call|name|title|make|say|it|set)\b/iu.test(line.trim())
  )
    return 'new';
  return value === '' ? 'unclear' : { answer: 'accept', text: value };
}

const asksAbout = (verb: string, message: string): boolean =>
  tokenizeContent(message).some((word) => scoreSimilarity(verb, word) >= SAID);

/** Whether the line named exactly this action, so that the confirmation is already answered. */
export function isNamedInLine(
  run: StepRun | undefined,
  dialog: OpenDialog,
  held: readonly PageActionTurn[],
): boolean {
  const { message } = dialog;
  if (dialog.type !== 'confirm' || !run || run.step.do !== 'click' || run.step.how !== 'command')
    return false;
  if (run.stage !== 'act' || run.sideActions.includes('confirmed')) return false;
  // Only a dialog that the click itself opened counts.
  if (!held.some((turn) => effectsOf(turn.outcome).some((e) => e.type === 'dialog' && e.message === message)))
    return false;
  const wording = run.spokenStep.clause.text;
  if (BROAD_SCOPE.test(message) && !BROAD_SCOPE.test(wording)) return false;
  const names = [...message.matchAll(/[“"«‘']([^”"»’']{2,80})[”"»’']/gu)].map((m) => m[1]!);
  if (names.some((name) => scoreAgreement(name, wording).coverage < SAID)) return false;
  const { target } = run.step;
  const verb = tokenize(target.readings.at(-1)?.phrase ?? target.text)[0] ?? '';
  return GENERIC_QUESTION.test(message.trim()) || asksAbout(verb, message);
}

export function formatDialogQuestion({ type, message, defaultText }: OpenDialog): string {
  if (type === 'beforeunload')
    return 'The page asks whether to leave; unsaved input may be lost. Should I answer yes or no?';
  const asked = `The page asks: “${clip(message, 300)}”`;
  if (type !== 'prompt') return `${asked} Should I answer yes or no?`;
  return `${asked} ${defaultText ? `It suggests “${clip(defaultText, 80)}”. ` : ''}What should I enter?`;
}

const sameDialog = (a: OpenDialog, b: OpenDialog): boolean => a.type === b.type && a.message === b.message;

const effectsOf = (outcome: Outcome): readonly Effect[] => (outcome.status === 'done' ? outcome.effects : []);

/** Handles the dialogs of one line. */
export class DialogResponder {
  #held: PageActionTurn[] = [];
  #asked: OpenDialog | null = null;
  #reply: DialogReply | null = null;
  #refused: OpenDialog | null = null;
  #seen = 0;
  /** Alert messages since the last step was judged, and during the whole line. */
  #fresh: string[] = [];
  #heard: string[] = [];

  /** Called for a new instruction. Earlier questions are asked again if they still matter. */
  forget(): void {
    this.#held = [];
    this.#asked = this.#reply = this.#refused = null;
    this.#seen = 0;
    this.#fresh = [];
    this.#heard = [];
  }

  answer(reply: DialogReply): void {
    this.#reply = reply;
  }

  /** Decides what to do about the open dialog. @param fresh actions since the last decision */
  attend(dialog: OpenDialog, fresh: readonly PageActionTurn[], run?: StepRun, next?: StepRun): Attended {
    this.#held.push(...fresh);
    if (++this.#seen > MAX_DIALOGS)
      return { kind: 'fail', text: `The page asked again: “${clip(dialog.message, 100)}”` };
    const spent = run?.stage === '' ? 0 : 1;
    const dialogReply = clauseReply((spent === 0 ? run : next)?.spokenStep.clause.text, dialog);
    if (dialogReply) {
      const did = `${dialogReply.answer === 'accept' ? 'accepted' : 'dismissed'} “${clip(dialog.message, 120)}”`;
      return {
        kind: 'act',
        act: { intent: 'dialog', ...dialogReply },
        spent,
        ...(spent === 0 ? { did } : {}),
      };
    }
    if (dialog.type === 'alert') {
      this.#fresh.push(dialog.message);
      this.#heard.push(dialog.message);
      return { kind: 'act', act: { intent: 'dialog', answer: 'accept' } };
    }
    // A yes applies only to the question that was asked, not to one that appeared since.
    const reply = this.#asked && sameDialog(this.#asked, dialog) ? this.#reply : null;
    this.#reply = null;
    if (reply) {
      this.#asked = null;
      if (reply.answer === 'dismiss') this.#refused = dialog;
      return { kind: 'act', act: { intent: 'dialog', ...reply } };
    }
    if (isNamedInLine(run, dialog, this.#held)) {
      run!.sideActions.push('confirmed');
      return { kind: 'act', act: { intent: 'dialog', answer: 'accept' } };
    }
    this.#asked = dialog;
    return { kind: 'ask', text: formatDialogQuestion(dialog) };
  }

  /**
   * With no dialog open, returns the actions to be judged, each with the effects of its dialog; new alert messages; and
   * a sentence if the instructor refused what an action had asked for.
   */
  settle(fresh: readonly PageActionTurn[]): {
    last: PageActionTurn[];
    alerts: string[];
    refused: string | null;
  } {
    const turns = [...this.#held, ...fresh];
    const last = withAnswers(turns);
    const alerts = this.#fresh;
    const refused = last.length > 0 ? this.#refused : null;
    this.#held = [];
    this.#fresh = [];
    this.#asked = this.#reply = this.#refused = null;
    return { last, alerts, refused: refused && refusal(refused) };
  }

  /** Adds alert messages to a report, unless it already contains them. */
  withHeard(text: string): string {
    const missing = this.#heard.filter((message) => !text.includes(message.slice(0, 60)));
    this.#heard = [];
    return [text, ...missing.map((message) => `The page said “${clip(message, 160)}”.`)]
      .filter(Boolean)
      .join(' ');
  }
}

function refusal({ type, message }: OpenDialog): string {
  if (type === 'beforeunload') return 'I stayed on the page.';
  return type === 'prompt'
    ? `I did not answer the page’s question “${clip(message, 160)}”.`
    : `I answered no to “${clip(message, 160)}”.`;
}

/** Merges dialog answers into the actions that opened the dialogs. Actions blocked by a dialog never happened. */
function withAnswers(turns: readonly PageActionTurn[]): PageActionTurn[] {
  const out: PageActionTurn[] = [];
  const answered = turns.some(({ action: act }) => act.intent === 'dialog');
  for (const turn of turns) {
    if (turn.action.intent !== 'dialog') {
      const heldBack = turn.outcome.status === 'failed' && turn.outcome.reason === 'dialog';
      if (!(heldBack && answered)) out.push(turn);
      continue;
    }
    const before = out.at(-1);
    if (before?.outcome.status !== 'done' || turn.outcome.status !== 'done') continue;
    const effects = [...before.outcome.effects, ...turn.outcome.effects] as [Effect, ...Effect[]];
    out[out.length - 1] = { ...before, outcome: { ...turn.outcome, effects }, url: turn.url };
  }
  return out;
}
