/**
 * Presses the control that the line as a whole requests, if its steps found nothing. A line requests a control if the
 * consent rules say so ("bin the draft" requests “Delete draft”), or if it begins with the first word of the control's
 * name and contains the others ("leave the birdwatchers group" requests “Leave group”). If the page does not show the
 * line's other words, the navigator asks first.
 */
import type { Candidate, Exchange } from '../../../contract/index.js';
import { classifyAction, decideConsent, readPageFacts } from '../../../policy/index.js';
import { describe, describeDistinctly } from '../ground/describe.js';
import { findForm, isEmpty, isInside } from '../ground/form.js';
import { ALL_NAME } from '../ground/item-controls.js';
import { isButton, isField } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { removePolitePhrases } from '../language/line-text.js';
import { findStepTarget } from '../language/pronouns.js';
import { createClick } from '../language/steps.js';
import { createTarget } from '../language/target.js';
import { clip, scoreSimilarity, tokenize, tokenizeContent } from '../text.js';
import { formatList, formatWhichOneQuestion, quoteWords } from './messages.js';
import { offerOptions } from './offer-options.js';
import { fail, updateRun, type Context, type Move } from './types.js';
import { findUnusedWords, getSurroundingText } from './unused-words.js';

/** Words that never name anything. Excludes the words of questions and conditions. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  'a an the this that these those my our your me us it of in on at to for from by with and'.split(' '),
);
const MIN_WORD_SIMILARITY = 0.85;

const canBePressed = (c: Candidate): boolean =>
  c.visible && c.interactive && !c.states.disabled && !c.behindModal && !isField(c);

const isSimilar = (word: string, others: readonly string[]): boolean =>
  others.some((other) => scoreSimilarity(word, other) >= MIN_WORD_SIMILARITY);

/** Returns the controls whose irreversible action the latest line requests. */
function findRequestedControls({ candidates, observation }: View, exchange: Exchange): Candidate[] {
  const latestLine = exchange.turns.findLast(({ speaker }) => speaker === 'instructor');
  return candidates.filter((c) => {
    const facts = canBePressed(c) ? readPageFacts({ intent: 'click', uid: c.uid }, observation, '') : null;
    const action = facts && classifyAction(facts);
    if (!action) return false;
    const consentDecision = decideConsent({ action, uid: c.uid, facts }, exchange, {}, []);
    return (
      consentDecision.given &&
      consentDecision.source.by === 'instruction' &&
      consentDecision.source.turn === latestLine?.index
    );
  });
}

/**
 * Returns the buttons whose names have all their words in the line, and the first of them at its beginning. A line
 * without a word such as "all" does not request “Add all”.
 */
function findNamedButtons(lineWords: readonly string[], { candidates }: View): Candidate[] {
  return candidates.filter((c) => {
    const nameWords = canBePressed(c) && isButton(c) ? tokenizeContent(getName(c)) : [];
    return (
      nameWords.length > 1 &&
      (!ALL_NAME.test(getName(c)) || lineWords.some((word) => ALL_NAME.test(word))) &&
      isSimilar(nameWords[0]!, lineWords.slice(0, 1)) &&
      nameWords.every((word) => isSimilar(word, lineWords))
    );
  });
}

/** Amounts, days and times. The consent rules compare these with the page. */
const COMPARED_VALUE =
  /\d|\b(?:euros?|pounds?|dollars?|quid|bucks|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/iu;

/** Returns the control's name, the text around it, the page's title and the values of all fields. */
const listShownTexts = (control: Candidate, view: View): string[] => [
  getName(control),
  getSurroundingText(control, view),
  view.observation.title,
  ...view.candidates.map(({ value = '' }) => value),
];

/** Returns the words of the line that the page does not show. Ignores its verb, amounts, days and times. */
function findUnshownWords(line: string, control: Candidate, view: View): string[] {
  const [verb = ''] = tokenizeContent(line);
  return findUnusedWords(line, [], [verb, ...listShownTexts(control, view)]).filter(
    (words) => !COMPARED_VALUE.test(words),
  );
}

/** Whether all words of the line are in the control's name, near it, in a field or in the page's title. */
function isFullyShown(lineWords: readonly string[], control: Candidate, view: View): boolean {
  const shownWords = listShownTexts(control, view).flatMap(tokenize);
  return lineWords.every((word) => isSimilar(word, shownWords));
}

/** Returns the first field of the form that the control sends, if all its fields are still empty. */
function findBlankField(control: Candidate, view: View): Candidate | undefined {
  const form = isButton(control) ? findForm(control, view) : null;
  const fields = form
    ? view.candidates.filter((c) => c.visible && isField(c) && isInside(c, form, view))
    : [];
  return fields.every(isEmpty) ? fields[0] : undefined;
}

/** Replaces a move that leads nowhere; returns the same move if it leads somewhere, or the line requests no control. */
export function pressRequestedControl(move: Move, ctx: Context, exchange: Exchange): Move {
  const { view, plan, memory, run } = ctx;
  const { openQuestion } = move.kind === 'ask' ? move : { openQuestion: null };
  // A choice between several elements shows that the line's steps did find something.
  const asksWhatIsMeant =
    openQuestion?.kind === 'what' || (openQuestion?.kind === 'which' && openQuestion.options.length < 2);
  const hasActed = memory.performedActions.some(
    ({ requestTurnIndex }) => requestTurnIndex === plan.requestTurnIndex,
  );
  const hasTried = run.triedUids.size > 0 || run.pickedUid !== null || plan.cursor > 0 || hasActed;
  if ((move.kind !== 'fail' && !asksWhatIsMeant) || hasTried || run.step.do === 'question') return move;
  const line = removePolitePhrases(plan.line);
  const lineWords = tokenize(line).filter((word) => !FUNCTION_WORDS.has(word));
  // Many controls perform the same kind of action: "publish it" requests “Send”, but not “Add comment”.
  const isMentioned = (c: Candidate): boolean => {
    const nameWords = tokenizeContent(getName(c));
    return nameWords.length < 2 || nameWords.some((word) => isSimilar(word, lineWords));
  };
  const requestedControls = findRequestedControls(view, exchange);
  const mentionedControls =
    requestedControls.length > 1 ? requestedControls.filter(isMentioned) : requestedControls;
  const isTargetUnknown = asksWhatIsMeant || (move.kind === 'fail' && move.isNotFound === true);
  const controls =
    mentionedControls.length > 0
      ? mentionedControls
      : isTargetUnknown
        ? findNamedButtons(lineWords, view)
        : [];
  const descriptions = describeDistinctly(controls, view);
  // If there are only three tickets, "delete the fifth ticket" requests none of them.
  const namesPosition = findStepTarget(run.step)?.interpretations.some(({ nth }) => nth !== null) === true;
  if (controls.length > 1 && namesPosition) return move;
  if (controls.length > 1) return offerOptions(formatWhichOneQuestion(descriptions), controls, descriptions);
  const [control] = controls;
  if (!control) return move;
  // "I want to complain about a late delivery" needs a message first. "Send it" means “Send” even if the form is empty.
  const namesVerb = tokenize(getName(control)).some((word) => isSimilar(word, lineWords));
  const blankField = namesVerb ? undefined : findBlankField(control, view);
  if (blankField)
    return fail(
      `“${clip(getName(control), 60)}” sends a form that is still empty; what should I enter, for example in ${describe(blankField)}`,
    );
  if (!isMentioned(control)) return move;
  const unshownWords = mentionedControls.length > 0 ? findUnshownWords(line, control, view) : [];
  if (
    unshownWords.length > 0 ||
    (mentionedControls.length === 0 && !isFullyShown(lineWords, control, view))
  ) {
    const reason =
      unshownWords.length > 0 ? `I can't find ${formatList(unshownWords.map(quoteWords))} here. ` : '';
    return offerOptions(`${reason}Should I click “${clip(getName(control), 60)}”?`, controls, descriptions);
  }
  const clause = { text: plan.line, raw: plan.line, joint: '' } as const;
  return {
    kind: 'replace',
    steps: [{ step: createClick('command', { ...createTarget(getName(control)), quoted: true }), clause }],
    droppedStepCount: plan.steps.length - 1,
    prepare: ([pressRun]) => updateRun(pressRun!, { pickedUid: control.uid, usesOnlyPicked: true }),
  };
}
