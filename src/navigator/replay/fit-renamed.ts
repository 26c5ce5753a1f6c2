/** Turns a recorded action into one on an element that has another name now, if it is certain which element that is. */
import type { Candidate, Inspector, Observation, PageAction, ReplayAction } from '../../contract/index.js';
import {
  describeRecorded,
  findElement,
  formOf,
  locateRenamed,
  locateSubmitButton,
  locateSuccessor,
} from '../../fingerprint/index.js';
import { fitElementOn, isOnPage } from './fit.js';
import type { PageMap } from './page-map.js';

export interface RenamedAction {
  action: PageAction;
  /** Says what it was called and what it is called now. */
  change: string;
}

/** A form in which the replay has filled a field. */
export interface FilledForm {
  /** Of the page. */
  url: string;
  xpath: string;
}

/** Roles of fields that a click fills. */
const CHOICE_ROLES: ReadonlySet<string> = new Set(['radio', 'checkbox', 'switch']);

/** How many elements are compared by meaning. */
const MAX_RANKED = 50;

/** On the element in the same place with the same attributes. Null if it is not certain, or cannot be undone. */
export function fitRenamed(
  step: ReplayAction,
  observation: Observation,
  pages: PageMap,
): RenamedAction | null {
  const fingerprint = fingerprintOf(step, observation, pages);
  return fingerprint && toRenamed(step, locateRenamed(fingerprint, observation));
}

/**
 * On the element that took its place in a redesign. Null if it is not certain, or cannot be undone.
 *
 * @param form that was filled last
 */
export async function fitSuccessor(
  step: ReplayAction,
  observation: Observation,
  pages: PageMap,
  form: FilledForm | null,
  inspector: Inspector,
): Promise<RenamedAction | null> {
  const fingerprint = fingerprintOf(step, observation, pages);
  if (!fingerprint) return null;
  const submit =
    step.action.intent === 'click' && form?.url === observation.url
      ? locateSubmitButton(fingerprint, form.xpath, observation)
      : null;
  const findNearest = async (candidates: readonly Candidate[]): Promise<Candidate | null> => {
    const ranked = await inspector.rank(fingerprint.name, MAX_RANKED);
    return ranked.map(({ candidate }) => candidate).find((one) => candidates.includes(one)) ?? null;
  };
  return toRenamed(step, submit ?? (await locateSuccessor(fingerprint, observation, { findNearest })));
}

const fingerprintOf = (
  step: ReplayAction,
  observation: Observation,
  pages: PageMap,
): ReplayAction['fingerprint'] => {
  const { action, isIrreversible } = step;
  if (isIrreversible || observation.dialog || !('uid' in action) || action.intent === 'drag') return null;
  return isOnPage(step, observation, pages) ? step.fingerprint : null;
};

function toRenamed(step: ReplayAction, element: Candidate | null): RenamedAction | null {
  const { fingerprint } = step;
  if (!element || !fingerprint) return null;
  const moved = fitElementOn(step, fingerprint, element);
  return moved.status === 'fits'
    ? {
        action: moved.action,
        change: `${describeRecorded(fingerprint)} is called “${element.name || element.text}” now.`,
      }
    : null;
}

/** The form of the field that these actions fill; null if they fill none in a form. */
export function findFilledForm(actions: readonly PageAction[], observation: Observation): FilledForm | null {
  for (const action of actions.toReversed()) {
    const isClick = action.intent === 'click';
    if (!isClick && action.intent !== 'textInput' && action.intent !== 'change') continue;
    const element = findElement(action.uid, observation);
    if (isClick && !CHOICE_ROLES.has(element?.role ?? '')) continue;
    const xpath = element ? formOf(element) : null;
    if (xpath !== null) return { url: observation.url, xpath };
  }
  return null;
}
