/** Handles commands on an object: opens the object to reach the command's button, and confirms the page's dialog. */
import type { Candidate } from '../../../contract/index.js';
import type { StepOf } from '../language/steps.js';
import { describe } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import {
  isButton,
  isField,
  isLink,
  isNativeValueField,
  isSelect,
  isTickable,
  takesOption,
} from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { createTarget } from '../language/target.js';
import { scoreAgreement, clip, tokenize } from '../text.js';
import { findForm } from '../ground/form.js';
import { removeTopicWords } from '../ground/topic.js';
import { describeInvalidField, findNewError } from './error-messages.js';
import { formatList } from './messages.js';
import { asksForConfirmation, findConfirmation, type OpenOverlay } from './open-overlay.js';
import { StepVariable } from './step-variable.js';
import type { Context, Move } from './types.js';

/** Class names of chips and buttons that filter a list. */
const FILTER_CLASS = /(?:^|[\s_-])(?:chip|filter|facet|toggle)(?:$|[\s_-])/iu;

/** Whether a click may change a value. A label toggles its checkbox, and a click near a checkbox may hit it. */
const mayChangeState = (c: Candidate, view: View): boolean =>
  isField(c) ||
  isTickable(c) ||
  c.tag === 'label' ||
  c.states.pressed !== undefined ||
  FILTER_CLASS.test(c.attributes.class ?? '') ||
  (!isLink(c) && view.candidates.some((o) => isTickable(o) && view.getAncestors(o).includes(c)));

/** Landmarks whose links lead to other pages of the site, so they are not objects. */
const NAVIGATION_LANDMARKS: ReadonlySet<string> = new Set(['nav', 'header', 'footer']);
/** Matches commands about the open page, such as "archive this ticket". */
export const THIS_OBJECT = /^\p{L}+ (?:this|that|the current) /iu;

/** For "delete the event Lunch", opens the event if no button for it is visible, because the button may be there. */
export function openObjectFirst(step: StepOf<'click'>, ctx: Context): Move | null {
  if (step.kind !== 'command' || ctx.run.revealedUids.size > 0) return null;
  if (THIS_OBJECT.test(ctx.run.spokenStep.clause.text)) return null;
  const object = step.target.interpretations.find(
    (r) => r.place?.relation === 'for' && r.phrase !== step.target.text,
  )?.place?.words;
  const names = step.target.interpretations.flatMap((r) =>
    r.place?.relation === 'for' ? [r.place.words] : [],
  );
  // On a page of tags, the link to "the tag handmade" is called "handmade".
  const objectNames = [...new Set([...names.map((n) => removeTopicWords(n, ctx.view)), ...names])].reverse();
  for (const name of object ? objectNames.filter(Boolean) : []) {
    const grounding = ground(
      {
        target: createTarget(name),
        scoreSuitability: (c) =>
          mayChangeState(c, ctx.view) || !c.interactive || NAVIGATION_LANDMARKS.has(c.landmark)
            ? 0
            : scoreClickable(c),
      },
      ctx.view,
    );
    const hit = grounding.kind === 'one' ? grounding.hit : null;
    if (!hit || hit.score < 0.8 || isButton(hit.candidate)) continue;
    ctx.run.revealedUids.add(hit.candidate.uid);
    return { kind: 'act', stage: 'reveal', actions: [{ intent: 'click', uid: hit.candidate.uid }] };
  }
  return null;
}

/** For "cancel that" on a page without a cancel button, undoes the last action. */
export function undoInsteadOfCancelling(step: StepOf<'click'>, { run, memory }: Context): Move | null {
  const { command } = step;
  if (command?.name !== 'cancel' || !command.object?.pronoun || !memory.performedActions.length) return null;
  return { kind: 'replace', steps: [{ ...run.spokenStep, step: { do: 'undo' } }] };
}

/** Confirms the dialog that the click opened, because the line asked for the action. Consent is checked elsewhere. */
export function confirmInDialog(step: StepOf<'click'>, ctx: Context): Move | null {
  const { run, view } = ctx;
  const confirmation = findConfirmation(view);
  // The click did not open a dialog that was already open.
  if (
    run.handlerState === 'dialog' ||
    step.kind !== 'command' ||
    run.stage !== 'act' ||
    !confirmation ||
    !run.target ||
    run.sideActions.includes('confirmed') ||
    listFormFields(confirmation).length > 0
  )
    return null;
  const verb = (step.target.interpretations.at(-1)?.phrase ?? step.target.text).split(' ')[0]!;
  const dialogButtons = confirmation.elements.filter(
    (c) => c.uid !== run.target!.uid && c.interactive && isButton(c) && !c.states.disabled,
  );
  const confirmButton =
    dialogButtons.find((c) => scoreAgreement(verb, getName(c).split(' ')[0] ?? '').score >= 0.8) ??
    dialogButtons.find((c) => /^(?:yes|ok|okay|confirm|continue)\b/iu.test(getName(c))) ??
    // A button whose first word occurs in the name of the clicked button: "Out with it" after "Throw out".
    dialogButtons.find((c) => tokenize(run.target!.name).includes(tokenize(getName(c))[0] ?? ''));
  const hasCancelButton = dialogButtons.some((c) =>
    /^(?:cancel|no|keep|back|close|not now|abort|leave|stay)\b/iu.test(getName(c)),
  );
  if (!confirmButton || !hasCancelButton) return null;
  const question = findQuestionAboutOtherEntry(run.target.row ?? '', view);
  if (question !== null) {
    run.pickedRow = run.target.row ?? null;
    return {
      kind: 'ask',
      text: `The page asks: “${clip(question, 200)}” Shall I press “${clip(getName(confirmButton), 60)}”?`,
      openQuestion: {
        kind: 'which',
        options: [
          { uid: confirmButton.uid, name: getName(confirmButton), description: describe(confirmButton) },
        ],
      },
    };
  }
  run.sideActions.push('confirmed');
  confirmedClickVariable.set(
    run,
    `clicked ${run.target.description}${confirmation.name ? ` and confirmed “${clip(confirmation.name, 80)}”` : ' and confirmed it'} with “${clip(getName(confirmButton), 40)}”`,
  );
  run.target = { uid: confirmButton.uid, description: describe(confirmButton), name: getName(confirmButton) };
  return { kind: 'act', stage: 'act', actions: [{ intent: 'click', uid: confirmButton.uid }] };
}

const MAX_LISTED_FIELDS = 4;

/** Fields to fill in. A dialog that has some is a form, so nothing in it was confirmed yet. */
const listFormFields = ({ elements }: OpenOverlay): Candidate[] =>
  elements.filter(
    (c) => (isField(c) || isSelect(c) || isNativeValueField(c) || takesOption(c)) && !c.states.disabled,
  );

/** A number that identifies an entry: “GR-20310”, “#4711”. */
const ENTRY_NUMBER = /\b\p{Lu}{1,5}-?\d{3,}\b|#\d{2,}/gu;

/**
 * Returns the dialog's question if it mentions the number of another entry instead of the one in the pressed control's
 * row.
 */
function findQuestionAboutOtherEntry(rowName: string, view: View): string | null {
  const rowNumbers: readonly string[] = rowName.match(ENTRY_NUMBER) ?? [];
  const texts = view.candidates.filter((c) => c.visible && view.isInDialog(c)).map(({ text }) => text);
  const dialogNumbers = texts.flatMap((text) => text.match(ENTRY_NUMBER) ?? []);
  return rowNumbers.length > 0 &&
    dialogNumbers.length > 0 &&
    !dialogNumbers.some((number) => rowNumbers.includes(number))
    ? texts.findLast((text) => dialogNumbers.some((number) => text.includes(number)))!
    : null;
}

/** The report of a confirmed click. */
export const confirmedClickVariable = new StepVariable<string>();

/** Reports the click and the confirmation that followed; null if nothing was confirmed. */
export function describeConfirmation({ run }: Context): string | null {
  return confirmedClickVariable.get(run) ?? null;
}

/** Returns the question or form that a click opened, as a phrase for the click's report; '' if there is none. */
export function quoteOpenedQuestion({ run, view }: Context): string {
  const confirmation = run.handlerState === 'dialog' ? null : findConfirmation(view);
  const fields = confirmation ? listFormFields(confirmation) : [];
  // "Reserve it" is not done while a form asks for more, so the report says that.
  const isCommand = run.step.do === 'click' && (run.step.kind === 'command' || run.step.kind === 'bare');
  if (confirmation && fields.length > 0 && isCommand)
    return `; ${confirmation.description} is open and asks for ${formatList(fields.slice(0, MAX_LISTED_FIELDS).map(describe))}`;
  const [question] = (confirmation?.elements ?? [])
    .map(({ text }) => text)
    .filter((text) => asksForConfirmation(text))
    .sort((a, b) => a.length - b.length);
  return question ? `; the page asks “${clip(question, 160)}”` : '';
}

/** Returns why the step failed if the page shows an error after a click; null otherwise. */
export function findErrorAfterClick(
  ctx: Context,
  target: { uid: string; description: string },
): string | null {
  const element = ctx.view.byUid.get(target.uid);
  const form = element && isButton(element) ? findForm(element, ctx.view) : null;
  const errorMessage = findNewError(ctx, form) ?? describeInvalidField(form, ctx.view);
  return errorMessage
    ? `I clicked ${target.description}, but the page says “${clip(errorMessage, 160)}”`
    : null;
}
