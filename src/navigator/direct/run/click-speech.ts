/**
 * Words for reporting a click: what was clicked, by which name, where, and whether it expanded or collapsed as
 * requested.
 */
import type { Candidate } from '../../../contract/index.js';
import { isField, isLink, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { Step, Target } from '../language/steps.js';
import { scoreAgreement, clip } from '../text.js';
import { hasChangedPage } from './judge-outcome.js';
import { type Context } from './types.js';

export type Click = Extract<Step, { do: 'click' }>;

const VERB: Readonly<Record<Click['how'], string>> = {
  click: 'clicked',
  open: 'opened',
  expand: 'expanded',
  collapse: 'collapsed',
  command: 'clicked',
  bare: 'clicked',
  find: 'opened',
};

export function describeFoldState(how: Click['how'], c: Candidate): string | null {
  if (how === 'expand' && c.states.expanded === true)
    return `found “${clip(getName(c), 60)}” already expanded`;
  if (how === 'collapse' && c.states.expanded === false)
    return `found “${clip(getName(c), 60)}” already collapsed`;
  return null;
}

/** Uses both names for an element that shows "7" and was requested as "Messages". */
export function describeTarget(target: Target, name: string, wording: string): string {
  if (/^\d+$/u.test(name)) return `“${clip(target.text, 60)}”`;
  // An icon is not a name, so it is reported as an icon.
  const byIcon = wording.includes(' with the icon “');
  const shown = name && !byIcon ? `“${clip(name, 60)}”` : wording;
  if (byIcon && !target.pronoun && target.text) return `“${clip(target.text, 60)}”, ${wording}`;
  const known =
    name && target.readings.some((r) => !r.phrase || scoreAgreement(r.phrase, name).coverage >= 0.4);
  return known || target.pronoun ? shown : `“${clip(target.text, 60)}”${name ? ` (shown as ${shown})` : ''}`;
}

/** Reports the place if the instructor named one, so that a wrong place is noticed. */
export function describePosition(target: Target, { run, view }: Context): string {
  const c = run.target ? view.byUid.get(run.target.uid) : undefined;
  const ordinalReading = target.readings.find(
    (r) => r.place && c && scoreAgreement(r.place.words, c.section).coverage >= 0.9,
  );
  return c && ordinalReading ? ` under “${clip(c.section, 60)}”` : '';
}

/** Returns the verb for the report: "opening" a check box or a field means clicking it. */
export function choosePastVerb(step: Click, ctx: Context): string {
  const c = ctx.run.target ? ctx.view.byUid.get(ctx.run.target.uid) : undefined;
  if (step.how === 'expand' || step.how === 'collapse')
    return c?.states.expanded !== undefined &&
      !/\b(?:hide|show|collapse|expand|toggle|open|close)\b/iu.test(getName(c))
      ? VERB[step.how]
      : 'clicked';
  if (!c && step.how === 'open') return ctx.recentActions.some(hasChangedPage) ? 'opened' : 'clicked';
  if (!c || step.how !== 'open') return c && (isTickable(c) || isField(c)) ? 'clicked' : VERB[step.how];
  return isLink(c) || c.states.expanded === true ? 'opened' : 'clicked';
}

export function findWrongFoldState(
  how: Click['how'],
  ctx: Context,
  target: { uid: string; description: string },
): string | null {
  if (
    (how === 'expand' || how === 'collapse') &&
    ctx.recentActions.some(hasChangedPage) &&
    ctx.view.observation.url.replace(/#.*$/u, '') !== ctx.run.startUrl.replace(/#.*$/u, '')
  )
    return `I clicked ${target.description}, which led to another page instead`;
  const c = ctx.view.byUid.get(target.uid);
  if (!c || c.states.expanded === undefined) return null;
  if (how === 'expand' && !c.states.expanded)
    return `I clicked ${target.description}, but it is still collapsed`;
  return how === 'collapse' && c.states.expanded
    ? `I clicked ${target.description}, but it is still expanded`
    : null;
}
