/** Finds error messages that appeared after an action. */
import type { Candidate } from '../../../contract/index.js';
import { describe } from '../ground/describe.js';
import { isButton } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import { REJECTED_FORM } from '../lexicon/forms.js';
import { findForm, isInside, isControl } from '../ground/form.js';
import type { View } from '../ground/view.js';
import { clip } from '../text.js';
import { hasChangedPage } from './judge-outcome.js';
import type { Context } from './types.js';

const ERROR_CLASSES =
  /\b(?:error(?:s|list|note|msg|message)?|invalid|alert|danger|feedback|help-?block|warning)\b/iu;

/** Returns the field whose validation kept the browser from submitting the form, and the browser's message. */
export function findValidationError({ run, view }: Context): { text: string; field: Candidate } | null {
  const pressedButton = view.byUid.get(run.target?.uid ?? '');
  if (!pressedButton || !isButton(pressedButton)) return null;
  const form = findForm(pressedButton, view);
  const field = view.candidates.find(
    (c) => c.visible && c.states.validationMessage && isInside(c, form, view),
  );
  if (!field) return null;
  const message = field.states.validationMessage!.replace(/[.]$/u, '');
  return { text: `the page says “${message}” at ${describe(field)}`, field };
}

/** Whether the action only moved the focus. */
const hasOnlyMovedFocus = ({ recentActions }: Context): boolean => {
  const outcome = recentActions.at(-1)?.outcome;
  return outcome?.status === 'done' && outcome.effects.every((e) => e.type === 'focus');
};

/** Classes of the error boxes above a rejected form. Text outside such boxes may merely mention errors. */
const ERROR_BOX_CLASS = /(?:^|[\s_-])(?:danger|errors?|errorlist|errornote|invalid|failure)(?:$|[\s_-])/iu;

/** Whether the element is a short error text. Controls are excluded, because their names may only sound like errors. */
const isErrorText = (c: Candidate, maxLength: number): boolean =>
  c.visible &&
  !c.interactive &&
  !isControl(c) &&
  c.text.length > 3 &&
  c.text.length < maxLength &&
  REJECTED_FORM.test(c.text);

function findErrorOnNewPage(view: View): string | null {
  const errorElement = view.candidates.find(
    (c) => isErrorText(c, 200) && (c.role === 'alert' || ERROR_BOX_CLASS.test(c.attributes.class ?? '')),
  );
  return errorElement ? errorElement.text.replace(/^[×✕✖x]\s+|\s+[×✕✖]$/u, '') : null;
}

/** Whether a button reloaded the same page. Then an error message is new even if the same words were there before. */
function hasReloadedPage({ recentActions, run, view }: Context): boolean {
  const lastTurn = recentActions.at(-1);
  if (lastTurn?.target?.role !== 'button' || lastTurn.outcome.status !== 'done') return false;
  const hasNavigated = lastTurn.outcome.effects.some((e) => e.type === 'navigated');
  return hasNavigated && stripQuery(run.startUrl) === stripQuery(view.observation.url);
}

const stripQuery = (url: string): string => url.replace(/[?#].*$/u, '');

/** Returns a new error notice or error text in the form; null if there is none. */
export function findNewError(ctx: Context, form: Candidate | null): string | null {
  const { run, view } = ctx;
  const earlierNotices = hasReloadedPage(ctx) ? [] : run.noticesBefore;
  const notice = view.observation.notices.find((n) => REJECTED_FORM.test(n) && !earlierNotices?.includes(n));
  if (notice) return notice;
  if (!form) return null;
  const invalidField = hasOnlyMovedFocus(ctx)
    ? view.candidates.find((c) => c.states.validationMessage && isInside(c, form, view))
    : null;
  if (invalidField) return `${invalidField.states.validationMessage!} (${getName(invalidField)})`;
  const lastTurn = ctx.recentActions.at(-1);
  const newPageError = lastTurn && hasChangedPage(lastTurn) ? findErrorOnNewPage(view) : null;
  if (newPageError !== null) return newPageError;
  const errorElement = view.candidates.find(
    (c) =>
      isErrorText(c, 160) &&
      ERROR_CLASSES.test(`${c.attributes.class ?? ''} ${c.role}`.replace(/[-_]/gu, ' ')) &&
      view.getAncestors(c).some((a) => a.uid === form.uid),
  );
  return errorElement?.text ?? null;
}

const MAX_HINT_LENGTH = 100;

/** Returns the error text of the first field that the page marks as invalid; null if it marks none. */
export function describeInvalidField(form: Candidate | null, view: View): string | null {
  const field = view.candidates.find((c) => c.visible && c.states.invalid && isInside(c, form, view));
  if (!form || !field) return null;
  const hint = view.getNextSibling(field);
  const isHint =
    hint?.visible && !hint.interactive && hint.tag !== 'label' && hint.text.length <= MAX_HINT_LENGTH;
  return isHint && hint.text !== '' ? hint.text : `${getName(field)}: invalid`;
}

/** Appends the page's message to a failure if the server answered with an HTTP error that the page explains. */
export function quotePageError(reason: string, { recentActions, run, view }: Context): string {
  const outcome = recentActions.at(-1)?.outcome;
  const status =
    outcome?.status === 'done' ? outcome.effects.find((e) => e.type === 'navigated')?.status : null;
  if (!status || status < 400 || !reason.includes(String(status))) return reason;
  const { notices } = view.observation;
  const alertText = view.candidates.find((c) => c.visible && c.role === 'alert' && c.text.length > 2)?.text;
  const message = alertText ?? notices.find((n) => n.length > 2 && !run.noticesBefore?.includes(n));
  return message ? `${reason}; the page says “${clip(message, 160).replace(/[.]$/u, '')}”` : reason;
}
