/** What the page says against an act: error messages that were not there before it. */
import type { Candidate } from '../../../contract/index.js';
import { TROUBLE } from '../lexicon/forms.js';
import type { View } from '../ground/view.js';
import { isControl } from './form.js';
import { movedPage } from './judge.js';
import type { Context } from './types.js';

const ERRORS =
  /\b(?:error(?:s|list|note|msg|message)?|invalid|alert|danger|feedback|help-?block|warning)\b/iu;

/** Boxes that pages put above a form which they did not take; other texts may merely speak of errors. */
const BOX = /(?:^|[\s_-])(?:danger|errors?|errorlist|errornote|invalid|failure)(?:$|[\s_-])/iu;

function onNewPage(view: View): string | null {
  const hit = view.candidates.find(
    (c) =>
      c.visible &&
      !c.interactive &&
      !isControl(c) &&
      c.text.length > 3 &&
      c.text.length < 200 &&
      (c.role === 'alert' || BOX.test(c.attributes.class ?? '')) &&
      TROUBLE.test(c.text),
  );
  return hit ? hit.text.replace(/^[×✕✖x]\s+|\s+[×✕✖]$/u, '') : null;
}

/** A new notice, or an error text in the form at hand; null when the page is content. */
export function troubleNow(ctx: Context, form: Candidate | null): string | null {
  const { run, view } = ctx;
  const notice = view.observation.notices.find((n) => TROUBLE.test(n) && !run.notices?.includes(n));
  if (notice) return notice;
  const last = ctx.last.at(-1);
  const loaded = last && movedPage(last) ? onNewPage(view) : null;
  if (loaded !== null || !form) return loaded;
  const hit = view.candidates.find(
    (c) =>
      c.visible &&
      !c.interactive &&
      !isControl(c) &&
      c.text.length > 3 &&
      c.text.length < 160 &&
      TROUBLE.test(c.text) &&
      ERRORS.test(`${c.attributes.class ?? ''} ${c.role}`.replace(/[-_]/gu, ' ')) &&
      view.ancestors(c).some((a) => a.uid === form.uid),
  );
  return hit?.text ?? null;
}
