/** Fits a recorded action to an element that was renamed, if it can be identified with certainty. */
import type { Candidate, Inspector, Observation, PageAction, ReplayAction } from '../../contract/index.js';
import {
  describeRecordedElement,
  findElement,
  getFormXPath,
  locateRenamed,
  locateSubmitButton,
  locateSuccessor,
} from '../../fingerprint/index.js';
import { fitActionToCandidate, isRecordedPageOpen } from './fit.js';
import type { PageMap } from './page-map.js';

export interface RenamedAction {
  action: PageAction;
  /** One sentence with the old and the new name. */
  change: string;
}

/** A form in which the replay has filled a field. */
export interface FilledForm {
  url: string;
  xpath: string;
}

/** Roles of fields that are filled by a click. */
const CHOICE_ROLES: ReadonlySet<string> = new Set(['radio', 'checkbox', 'switch']);

/** Maximum number of ranked elements that are compared. */
const MAX_RANKED_ELEMENTS = 50;

/**
 * Fits the action to the element in the same place with the same attributes. Null if the match is uncertain or the
 * action is irreversible.
 */
export function fitRenamed(
  recordedAction: ReplayAction,
  observation: Observation,
  pages: PageMap,
): RenamedAction | null {
  const fingerprint = findUsableFingerprint(recordedAction, observation, pages);
  return fingerprint && toRenamedAction(recordedAction, locateRenamed(fingerprint, observation));
}

/**
 * Fits the action to the element that replaced the recorded one in a redesign. Null if the match is uncertain or the
 * action is irreversible.
 *
 * @param form the form that was filled last
 */
export async function fitSuccessor(
  recordedAction: ReplayAction,
  observation: Observation,
  pages: PageMap,
  form: FilledForm | null,
  inspector: Inspector,
): Promise<RenamedAction | null> {
  const fingerprint = findUsableFingerprint(recordedAction, observation, pages);
  if (!fingerprint) return null;
  const submitButton =
    recordedAction.action.intent === 'click' && form?.url === observation.url
      ? locateSubmitButton(fingerprint, form.xpath, observation)
      : null;
  const findNearest = async (candidates: readonly Candidate[]): Promise<Candidate | null> => {
    const ranked = await inspector.rank(fingerprint.name, MAX_RANKED_ELEMENTS);
    return (
      ranked.map(({ candidate }) => candidate).find((candidate) => candidates.includes(candidate)) ?? null
    );
  };
  return toRenamedAction(
    recordedAction,
    submitButton ?? (await locateSuccessor(fingerprint, observation, { findNearest })),
  );
}

const findUsableFingerprint = (
  recordedAction: ReplayAction,
  observation: Observation,
  pages: PageMap,
): ReplayAction['fingerprint'] => {
  const { action, isIrreversible } = recordedAction;
  if (isIrreversible || observation.dialog || !('uid' in action) || action.intent === 'drag') return null;
  return isRecordedPageOpen(recordedAction, observation, pages) ? recordedAction.fingerprint : null;
};

function toRenamedAction(recordedAction: ReplayAction, element: Candidate | null): RenamedAction | null {
  const { fingerprint } = recordedAction;
  if (!element || !fingerprint) return null;
  const fit = fitActionToCandidate(recordedAction, fingerprint, element);
  return fit.status === 'fits'
    ? {
        action: fit.action,
        change: `${describeRecordedElement(fingerprint)} is now called “${element.name || element.text}”.`,
      }
    : null;
}

/** Finds the form whose field these actions fill last; null if there is none. */
export function findFilledForm(actions: readonly PageAction[], observation: Observation): FilledForm | null {
  for (const action of actions.toReversed()) {
    const isClick = action.intent === 'click';
    if (!isClick && action.intent !== 'textInput' && action.intent !== 'change') continue;
    const element = findElement(action.uid, observation);
    if (isClick && !CHOICE_ROLES.has(element?.role ?? '')) continue;
    const xpath = element ? getFormXPath(element) : null;
    if (xpath !== null) return { url: observation.url, xpath };
  }
  return null;
}
