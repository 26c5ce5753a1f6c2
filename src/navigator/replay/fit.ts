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
  /** `reason`: one sentence. `mayAppear`: what is missing may still be loading. */
  | { status: 'mismatch'; reason: string; mayAppear: boolean };

const createMismatch = (reason: string, mayAppear = false): Fit => ({
  status: 'mismatch',
  reason,
  mayAppear,
});

export function fitAction(recordedAction: ReplayAction, observation: Observation, pages: PageMap): Fit {
  const fit = fitRequiredAction(recordedAction, observation, pages);
  return fit.status === 'mismatch' && recordedAction.isOptional ? { status: 'skip' } : fit;
}

function fitRequiredAction(recordedAction: ReplayAction, observation: Observation, pages: PageMap): Fit {
  const { action } = recordedAction;
  const { dialog } = observation;
  if (action.intent === 'dialog') return fitDialog(recordedAction, observation);
  if (dialog)
    return createMismatch(`The page asks “${dialog.message}”, which it did not ask in the recording.`);
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
      return fitTab(recordedAction, observation, pages);
    default:
      break;
  }
  const recordedUrl = pages.rebase(recordedAction.url);
  if (!isRecordedPageOpen(recordedAction, observation, pages))
    return createMismatch(`The page is ${observation.url}, not ${recordedUrl}.`, true);
  if (action.intent === 'scroll' && action.uid === undefined) return { status: 'fits', action };
  if (!('uid' in action) || action.uid === undefined) return fitFocus(recordedAction, observation);
  return fitElement(recordedAction, observation, recordedUrl === observation.url);
}

/** Whether the recorded page is open. An irreversible action requires the same URL, not only a corresponding page. */
export function isRecordedPageOpen(
  { url, isIrreversible }: ReplayAction,
  observation: Observation,
  pages: PageMap,
): boolean {
  const recordedUrl = pages.rebase(url);
  return isIrreversible
    ? isSamePage(recordedUrl, observation.url)
    : pages.isCorresponding(recordedUrl, observation.url);
}

function fitElement(recordedAction: ReplayAction, observation: Observation, isSameUrl: boolean): Fit {
  const { fingerprint, isIrreversible } = recordedAction;
  if (!fingerprint) return createMismatch('The recording does not say which element was used.');
  const location = locateElement(fingerprint, observation, { isSameUrl, isStrict: isIrreversible });
  if (location.status === 'not-found') return createMismatch(location.reason, location.mayAppear);
  const elementFit = fitActionToCandidate(recordedAction, fingerprint, location.candidate);
  if (elementFit.status !== 'fits') return elementFit;
  return fitDrop(recordedAction, elementFit.action, observation, isSameUrl);
}

export function fitActionToCandidate(
  recordedAction: ReplayAction,
  fingerprint: ElementFingerprint,
  candidate: Candidate,
): Fit {
  const { action } = recordedAction;
  if (candidate.states.disabled && !fingerprint.states)
    return createMismatch(`${describeRecordedElement(fingerprint)} is disabled.`, true);
  if (action.intent === 'click' && isAlreadyToggled(fingerprint, candidate, recordedAction))
    return { status: 'skip' };
  if (action.intent === 'change') return fitChange(recordedAction, fingerprint, candidate);
  return { status: 'fits', action: { ...action, uid: candidate.uid } as PageAction };
}

/** For a drag, also finds the element on which it ends. */
function fitDrop(
  recordedAction: ReplayAction,
  action: PageAction,
  observation: Observation,
  isSameUrl: boolean,
): Fit {
  const { isIrreversible } = recordedAction;
  if (action.intent !== 'drag' || !('uid' in action.to)) return { status: 'fits', action };
  if (!recordedAction.dropFingerprint)
    return createMismatch('The recording does not say where the element was dropped.');
  const dropLocation = locateElement(recordedAction.dropFingerprint, observation, {
    isSameUrl,
    isStrict: isIrreversible,
  });
  return dropLocation.status === 'found'
    ? { status: 'fits', action: { ...action, to: { uid: dropLocation.candidate.uid } } }
    : createMismatch(dropLocation.reason, dropLocation.mayAppear);
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
function fitChange(recordedAction: ReplayAction, { option }: ElementFingerprint, candidate: Candidate): Fit {
  const { action } = recordedAction;
  if (action.intent !== 'change') return createMismatch('The recorded action does not choose anything.');
  const fittedAction = { ...action, uid: candidate.uid };
  if (option === undefined || !candidate.options) return { status: 'fits', action: fittedAction };
  const matchingOptions = candidate.options.filter(({ label }) => normalise(label) === normalise(option));
  const [matchingOption] = matchingOptions;
  if (!matchingOption || matchingOptions.length > 1)
    return createMismatch(
      `The list “${candidate.name}” has ${matchingOptions.length === 0 ? 'no' : 'more than one'} option “${option}”.`,
      matchingOptions.length === 0,
    );
  // The label could also be the value of another option.
  const isAmbiguous = candidate.options.some(
    (option) => option !== matchingOption && option.value === matchingOption.label,
  );
  return {
    status: 'fits',
    action: { ...fittedAction, value: isAmbiguous ? matchingOption.value : matchingOption.label },
  };
}

/** Keys and text without a target go to the focused element, so it must be the recorded one. */
function fitFocus({ action, fingerprint, target }: ReplayAction, observation: Observation): Fit {
  if (action.intent !== 'press' && action.intent !== 'textInput') return { status: 'fits', action };
  if (!fingerprint || target) return { status: 'fits', action };
  const focusedElement = observation.candidates.find(({ states }) => states.focused);
  const location = locateElement(fingerprint, observation, { isSameUrl: true });
  if (location.status === 'not-found') return createMismatch(location.reason, location.mayAppear);
  return location.candidate === focusedElement
    ? { status: 'fits', action }
    : createMismatch(`${describeRecordedElement(fingerprint)} does not have the focus.`);
}

function fitDialog({ action, dialog: recordedDialog }: ReplayAction, { dialog }: Observation): Fit {
  if (!dialog) return createMismatch('The page does not ask the question that the recording answers.', true);
  if (
    recordedDialog &&
    (recordedDialog.type !== dialog.type || normalise(recordedDialog.message) !== normalise(dialog.message))
  )
    return createMismatch(`The page asks “${dialog.message}”, not “${recordedDialog.message}”.`);
  return { status: 'fits', action };
}

function fitTab({ action, tab }: ReplayAction, { tabs }: Observation, pages: PageMap): Fit {
  if (action.intent !== 'tabswitch' && action.intent !== 'tabremove')
    return createMismatch('The recorded action is not a tab action.');
  if (action.intent === 'tabremove' && action.tab === undefined) return { status: 'fits', action };
  const matchingTabs = tab
    ? tabs.filter(({ url }) => pages.isCorresponding(pages.rebase(tab.url), url))
    : tabs.filter(({ id }) => id === action.tab);
  // Tabs with the same page are distinguished by their order.
  const openTab =
    matchingTabs.length > 1
      ? matchingTabs.find((open) => tabs.indexOf(open) === tab?.index)
      : matchingTabs[0];
  return openTab
    ? { status: 'fits', action: { ...action, tab: openTab.id } }
    : createMismatch(`No open tab shows ${tab ? pages.rebase(tab.url) : 'the recorded page'}.`, true);
}
