/** Fits a recorded action to the current page, or says why it does not fit. Pure. */
import type {
  Candidate,
  ElementFingerprint,
  Observation,
  PageAction,
  ReplayAction,
} from '../../contract/index.js';
import { describeRecordedElement, isSamePage, locateElement, normalise } from '../../fingerprint/index.js';
import type { PageMap } from './page-map.js';

export type Fit =
  | { status: 'fits'; action: PageAction }
  /** The page is already in the resulting state, or the action is optional. */
  | { status: 'skip' }
  /** `reason`: one sentence. `mayAppear`: the missing part may still be loading. */
  | { status: 'misfit'; reason: string; mayAppear: boolean };

const misfit = (reason: string, mayAppear = false): Fit => ({ status: 'misfit', reason, mayAppear });

export function fitAction(step: ReplayAction, observation: Observation, pages: PageMap): Fit {
  const fit = fitRequired(step, observation, pages);
  return fit.status === 'misfit' && step.isOptional ? { status: 'skip' } : fit;
}

function fitRequired(step: ReplayAction, observation: Observation, pages: PageMap): Fit {
  const { action } = step;
  const { dialog } = observation;
  if (action.intent === 'dialog') return fitDialog(step, observation);
  if (dialog) return misfit(`The page asks “${dialog.message}”, which it did not ask in the recording.`);
  switch (action.intent) {
    case 'load':
      return { status: 'fits', action: { ...action, url: pages.rebase(action.url) } };
    case 'tabcreate':
      return {
        status: 'fits',
        action: action.url === undefined ? action : { ...action, url: pages.rebase(action.url) },
      };
    case 'tabswitch':
    case 'tabremove':
      return fitTab(step, observation, pages);
    default:
      break;
  }
  const recordedUrl = pages.rebase(step.url);
  if (!isOnPage(step, observation, pages))
    return misfit(`The page is ${observation.url}, not ${recordedUrl}.`, true);
  if (action.intent === 'scroll' && action.uid === undefined) return { status: 'fits', action };
  if (!('uid' in action) || action.uid === undefined) return fitFocus(step, observation);
  return fitElement(step, observation, recordedUrl === observation.url);
}

/** Irreversible actions require the recorded URL. */
export function isOnPage(
  { url, isIrreversible }: ReplayAction,
  observation: Observation,
  pages: PageMap,
): boolean {
  const recorded = pages.rebase(url);
  return isIrreversible ? isSamePage(recorded, observation.url) : pages.isSame(recorded, observation.url);
}

function fitElement(step: ReplayAction, observation: Observation, isSameUrl: boolean): Fit {
  const { fingerprint, isIrreversible } = step;
  if (!fingerprint) return misfit('The recording does not say which element was used.');
  const found = locateElement(fingerprint, observation, { isSameUrl, isStrict: isIrreversible });
  if (found.status === 'not-found') return misfit(found.reason, found.mayAppear);
  const moved = fitElementOn(step, fingerprint, found.candidate);
  if (moved.status !== 'fits') return moved;
  return fitDrop(step, moved.action, observation, isSameUrl);
}

export function fitElementOn(step: ReplayAction, fingerprint: ElementFingerprint, candidate: Candidate): Fit {
  const { action } = step;
  if (candidate.states.disabled && !fingerprint.states)
    return misfit(`${describeRecordedElement(fingerprint)} is disabled.`, true);
  if (action.intent === 'click' && isAlreadyToggled(fingerprint, candidate, step)) return { status: 'skip' };
  if (action.intent === 'change') return fitChange(step, fingerprint, candidate);
  return { status: 'fits', action: { ...action, uid: candidate.uid } as PageAction };
}

/** A drag also needs the element that it ends on. */
function fitDrop(step: ReplayAction, moved: PageAction, observation: Observation, isSameUrl: boolean): Fit {
  const { isIrreversible } = step;
  if (moved.intent !== 'drag' || !('uid' in moved.to)) return { status: 'fits', action: moved };
  if (!step.dropFingerprint) return misfit('The recording does not say where the element was dropped.');
  const drop = locateElement(step.dropFingerprint, observation, { isSameUrl, isStrict: isIrreversible });
  return drop.status === 'found'
    ? { status: 'fits', action: { ...moved, to: { uid: drop.candidate.uid } } }
    : misfit(drop.reason, drop.mayAppear);
}

/** Another click would reset a toggle that is already in the recorded state. */
function isAlreadyToggled(
  { states = {} }: ElementFingerprint,
  candidate: Candidate,
  { outcome }: ReplayAction,
): boolean {
  if (outcome.status !== 'done') return false;
  return outcome.effects.some((effect) => {
    if (effect.type !== 'state' || !Object.hasOwn(states, effect.name)) return false;
    const name = effect.name as keyof typeof states;
    return String(states[name]) !== effect.to && String(candidate.states[name]) === effect.to;
  });
}

/** Chooses options by label, because their value may be a generated id. */
function fitChange(step: ReplayAction, { option }: ElementFingerprint, candidate: Candidate): Fit {
  const { action } = step;
  if (action.intent !== 'change') return misfit('The recorded action does not choose anything.');
  const changed = { ...action, uid: candidate.uid };
  if (option === undefined || !candidate.options) return { status: 'fits', action: changed };
  const matching = candidate.options.filter(({ label }) => normalise(label) === normalise(option));
  const [only] = matching;
  if (!only || matching.length > 1)
    return misfit(
      `The list “${candidate.name}” has ${matching.length === 0 ? 'no' : 'more than one'} option “${option}”.`,
      matching.length === 0,
    );
  // The label could also be the value of another option.
  const isAmbiguous = candidate.options.some((option) => option !== only && option.value === only.label);
  return { status: 'fits', action: { ...changed, value: isAmbiguous ? only.value : only.label } };
}

/** Keys and text without a target go to the focused element, which must be the recorded one. */
function fitFocus({ action, fingerprint, target }: ReplayAction, observation: Observation): Fit {
  if (action.intent !== 'press' && action.intent !== 'textInput') return { status: 'fits', action };
  if (!fingerprint || target) return { status: 'fits', action };
  const focused = observation.candidates.find(({ states }) => states.focused);
  const found = locateElement(fingerprint, observation, { isSameUrl: true });
  if (found.status === 'not-found') return misfit(found.reason, found.mayAppear);
  return found.candidate === focused
    ? { status: 'fits', action }
    : misfit(`${describeRecordedElement(fingerprint)} does not have the focus.`);
}

function fitDialog({ action, dialog: recorded }: ReplayAction, { dialog }: Observation): Fit {
  if (!dialog) return misfit('The page does not ask the question that the recording answers.', true);
  if (
    recorded &&
    (recorded.type !== dialog.type || normalise(recorded.message) !== normalise(dialog.message))
  )
    return misfit(`The page asks “${dialog.message}”, not “${recorded.message}”.`);
  return { status: 'fits', action };
}

function fitTab({ action, tab }: ReplayAction, { tabs }: Observation, pages: PageMap): Fit {
  if (action.intent !== 'tabswitch' && action.intent !== 'tabremove')
    return misfit('The recorded action is not a tab action.');
  if (action.intent === 'tabremove' && action.tab === undefined) return { status: 'fits', action };
  const matching = tab
    ? tabs.filter(({ url }) => pages.isSame(pages.rebase(tab.url), url))
    : tabs.filter(({ id }) => id === action.tab);
  // Tabs with the same page are distinguished by their order.
  const found =
    matching.length > 1 ? matching.find((open) => tabs.indexOf(open) === tab?.index) : matching[0];
  return found
    ? { status: 'fits', action: { ...action, tab: found.id } }
    : misfit(`No open tab shows ${tab ? pages.rebase(tab.url) : 'the recorded page'}.`, true);
}
