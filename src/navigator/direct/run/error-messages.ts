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

const ERRORS =
  /\b(?:error(?:s|list|note|msg|message)?|invalid|alert|danger|feedback|help-?block|warning)\b/iu;

/** Returns the browser's validation message when it does not submit the form, and the field. */
export function findComplaint({ run, view }: Context): { text: string; field: Candidate } | null {
  const pressed = view.byUid.get(run.target?.uid ?? '');
  if (!pressed || !isButton(pressed)) return null;
  const form = findForm(pressed, view);
  const field = view.candidates.find(
    (c) => c.visible && c.states.validationMessage && isInside(c, form, view),
  );
  if (!field) return null;
  const phrase = field.states.validationMessage!.replace(/[.]$/u, '');
  return { text: `the page says “${phrase}” at ${describe(field)}`, field };
}

/** Whether the action only moved the focus. */
const onlyFocused = ({ last }: Context): boolean => {
  const outcome = last.at(-1)?.outcome;
  return outcome?.status === 'done' && outcome.effects.every((e) => e.type === 'focus');
};

/** Classes of the boxes that pages show above a rejected form. Other texts may only mention errors. */
const BOX = /(?:^|[\s_-])(?:danger|errors?|errorlist|errornote|invalid|failure)(?:$|[\s_-])/iu;

/** Whether it is a short error text and not a control, which may only be named like one. */
const tellsTrouble = (c: Candidate, most: number): boolean =>
  c.visible &&
  !c.interactive &&
  !isControl(c) &&
  c.text.length > 3 &&
  c.text.length < most &&
  REJECTED_FORM.test(c.text);

function onNewPage(view: View): string | null {
  const hit = view.candidates.find(
    (c) => tellsTrouble(c, 200) && (c.role === 'alert' || BOX.test(c.attributes.class ?? '')),
  );
  return hit ? hit.text.replace(/^[×✕✖x]\s+|\s+[×✕✖]$/u, '') : null;
}

/** Whether a button reloaded the same page, so that an error message is new even if its words are the same. */
function cameBack({ last, run, view }: Context): boolean {
  const turn = last.at(-1);
  if (turn?.target?.role !== 'button' || turn.outcome.status !== 'done') return false;
  const loaded = turn.outcome.effects.some((e) => e.type === 'navigated');
  return loaded && simplify(run.url) === simplify(view.observation.url);
}

const simplify = (url: string): string => url.replace(/[?#].*$/u, '');

/** Returns a new error notice, or an error text in the current form; null if there is none. */
export function findNewTrouble(ctx: Context, form: Candidate | null): string | null {
  const { run, view } = ctx;
  const before = cameBack(ctx) ? [] : run.notices;
  const notice = view.observation.notices.find((n) => REJECTED_FORM.test(n) && !before?.includes(n));
  if (notice) return notice;
  if (!form) return null;
  const toldField = onlyFocused(ctx)
    ? view.candidates.find((c) => c.states.validationMessage && isInside(c, form, view))
    : null;
  if (toldField) return `${toldField.states.validationMessage!} (${getName(toldField)})`;
  const last = ctx.last.at(-1);
  const loaded = last && hasChangedPage(last) ? onNewPage(view) : null;
  if (loaded !== null) return loaded;
  const hit = view.candidates.find(
    (c) =>
      tellsTrouble(c, 160) &&
      ERRORS.test(`${c.attributes.class ?? ''} ${c.role}`.replace(/[-_]/gu, ' ')) &&
      view.getAncestors(c).some((a) => a.uid === form.uid),
  );
  return hit?.text ?? null;
}

/** Adds the page's own words to a failure if the server answered with an error and the page explains it. */
export function quotePage(why: string, { last, run, view }: Context): string {
  const outcome = last.at(-1)?.outcome;
  const status =
    outcome?.status === 'done' ? outcome.effects.find((e) => e.type === 'navigated')?.status : null;
  if (!status || status < 400 || !why.includes(String(status))) return why;
  const { notices } = view.observation;
  const alert = view.candidates.find((c) => c.visible && c.role === 'alert' && c.text.length > 2)?.text;
  const phrase = alert ?? notices.find((n) => n.length > 2 && !run.notices?.includes(n));
  return phrase ? `${why}; the page says “${clip(phrase, 160).replace(/[.]$/u, '')}”` : why;
}
