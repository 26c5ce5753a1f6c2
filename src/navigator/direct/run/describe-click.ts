/**
 * Describes a click for the report: what was clicked, under which name and where, and whether it expanded or collapsed
 * as requested.
 */
import type { Candidate } from '../../../contract/index.js';
import { isField, isLink, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { Step, Target } from '../language/steps.js';
import { scoreAgreement, clip } from '../text.js';
import { hasChangedPage } from './judge-outcome.js';
import type { Context, StepRun } from './types.js';

export type ClickStep = Extract<Step, { do: 'click' }>;

const PAST_VERBS: Readonly<Record<ClickStep['kind'], string>> = {
  click: 'clicked',
  open: 'opened',
  expand: 'expanded',
  collapse: 'collapsed',
  command: 'clicked',
  bare: 'clicked',
  find: 'opened',
};

/** Returns what to report if the element is already expanded or collapsed as requested; null otherwise. */
export function describeExpandedState(kind: ClickStep['kind'], element: Candidate): string | null {
  if (kind === 'expand' && element.states.expanded === true)
    return `found “${clip(getName(element), 60)}” already expanded`;
  if (kind === 'collapse' && element.states.expanded === false)
    return `found “${clip(getName(element), 60)}” already collapsed`;
  return null;
}

/**
 * Gives both the requested and the displayed name if they differ; only the requested name if the displayed one is a
 * number.
 */
export function describeClickedElement(
  target: Target,
  { name, description, row, cell, words }: Omit<NonNullable<StepRun['target']>, 'uid'>,
): string {
  if (cell) return description;
  if (/^\d+$/u.test(name)) return `“${clip(target.text, 60)}”`;
  // If an icon takes the place of a name, the report says so.
  const isNamedByIcon = description.includes(' with the icon “');
  const displayedName =
    name && !isNamedByIcon
      ? `“${clip(name, 60)}”${row ? ` in the row of “${clip(row, 60)}”` : ''}`
      : description;
  if (isNamedByIcon && !target.pronoun && target.text) return `“${clip(target.text, 60)}”, ${description}`;
  const isNameInTarget =
    name && target.interpretations.some((r) => !r.phrase || scoreAgreement(r.phrase, name).coverage >= 0.4);
  // If the line itself named the row, the displayed name needs no explanation.
  return isNameInTarget || target.pronoun || (row !== undefined && words !== undefined)
    ? displayedName
    : `“${clip(target.text, 60)}”${name ? ` (shown as ${displayedName})` : ''}`;
}

/** Reports the section if the instructor named one, so that the instructor notices a wrong section. */
export function describeSection(target: Target, { run, view }: Context): string {
  const element = run.target ? view.byUid.get(run.target.uid) : undefined;
  const sectionInterpretation = target.interpretations.find(
    (r) => r.place && element && scoreAgreement(r.place.words, element.section).coverage >= 0.9,
  );
  return element && sectionInterpretation && run.target?.row !== element.section
    ? ` under “${clip(element.section, 60)}”`
    : '';
}

/** Returns the verb for the report. "Opening" a checkbox or a field is reported as clicking it. */
export function choosePastVerb(step: ClickStep, ctx: Context): string {
  const element = ctx.run.target ? ctx.view.byUid.get(ctx.run.target.uid) : undefined;
  if (step.kind === 'expand' || step.kind === 'collapse')
    return element?.states.expanded !== undefined &&
      !/\b(?:hide|show|collapse|expand|toggle|open|close)\b/iu.test(getName(element))
      ? PAST_VERBS[step.kind]
      : 'clicked';
  // "Find tickets" may have pressed a button with that name.
  if (step.kind === 'find' && / button$/u.test(ctx.run.target?.description ?? '')) return 'clicked';
  if (!element && step.kind === 'open') return ctx.recentActions.some(hasChangedPage) ? 'opened' : 'clicked';
  if (!element || step.kind !== 'open')
    return element && (isTickable(element) || isField(element)) ? 'clicked' : PAST_VERBS[step.kind];
  return isLink(element) || element.states.expanded === true ? 'opened' : 'clicked';
}

/** Returns why the element did not expand or collapse as requested; null if it did. */
export function describeWrongExpandedState(
  kind: ClickStep['kind'],
  ctx: Context,
  target: { uid: string; description: string },
): string | null {
  if (
    (kind === 'expand' || kind === 'collapse') &&
    ctx.recentActions.some(hasChangedPage) &&
    ctx.view.observation.url.replace(/#.*$/u, '') !== ctx.run.startUrl.replace(/#.*$/u, '')
  )
    return `I clicked ${target.description}, which led to another page instead`;
  const element = ctx.view.byUid.get(target.uid);
  if (!element || element.states.expanded === undefined) return null;
  if (kind === 'expand' && !element.states.expanded)
    return `I clicked ${target.description}, but it is still collapsed`;
  return kind === 'collapse' && element.states.expanded
    ? `I clicked ${target.description}, but it is still expanded`
    : null;
}
