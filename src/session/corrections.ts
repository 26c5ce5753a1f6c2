/**
 * Corrects the navigator's last actions. `/undo` takes them back. `/retry` makes the navigator repeat its last decision
 * without the element that it used. Each inverse action is guarded, recorded and verified on the page. A note lists the
 * actions that cannot be taken back.
 */
import { formatAction } from '../action/index.js';
import type { ActionTarget, Candidate, Observation, Outcome, PageAction } from '../contract/index.js';
import { planInverse, type DoneAction, type Inverse, type Proof } from './inverse-action.js';
import type { SessionLog } from './session-log.js';

export interface CorrectionParts {
  log: SessionLog;
  observe(signal: AbortSignal): Promise<Observation>;
  /** Performs and records an action that the navigator did not decide. */
  perform(action: PageAction, observation: Observation, signal: AbortSignal): Promise<Outcome>;
}

export class Corrections {
  readonly #takenBackTurns = new Set<number>();
  #refusedTargets: ActionTarget[] = [];

  constructor(private readonly session: CorrectionParts) {}

  /** Takes back the actions of the latest utterance that still has actions to take back. */
  async undo(signal: AbortSignal): Promise<void> {
    const { log } = this.session;
    const utterance = log
      .listUtterances()
      .findLast(({ actions }) => actions.some((action) => this.#canBeTakenBack(action)));
    if (!utterance) {
      log.recordNote('There is nothing to take back.');
      return;
    }
    const result = await this.#takeBack(utterance.actions, signal);
    log.recordNote(formatTakeBackResult(result), { takenBack: result.turnIndices });
  }

  /**
   * Prepares to repeat the last decision without the element that it used.
   *
   * @returns the instruction to repeat; null if there is none, and a note then explains why
   */
  async retry(signal: AbortSignal): Promise<{ text: string; refusedTarget: ActionTarget } | null> {
    const { log } = this.session;
    const utterance = log.listUtterances().at(-1);
    const decision = log.getLastDecisionWithElement();
    const lastAction = utterance?.actions.find(({ turn }) => turn.index === decision?.turnIndex);
    const target = lastAction?.turn.target;
    if (!utterance || !lastAction || !target) {
      log.recordNote(
        'Your last line did not lead to an action on an element, so there is no element to avoid. Rephrase the line instead.',
      );
      return null;
    }
    const result = await this.#takeBack(
      utterance.actions.filter(({ turn }) => turn.index >= lastAction.turn.index),
      signal,
    );
    this.#refusedTargets.push(target);
    const refusedElement = describeElement(target);
    log.recordNote([`Again, without the ${refusedElement}.`, formatTakeBackResult(result)].join(' '), {
      takenBack: result.turnIndices,
      refused: refusedElement,
    });
    // Repeats only the failed step if the navigator recorded its words.
    const failedStep = decision?.query;
    return {
      text: failedStep && utterance.text.includes(failedStep) ? failedStep : utterance.text,
      refusedTarget: target,
    };
  }

  /** Called when the instructor says something new. */
  forgetRefusedElements(): void {
    this.#refusedTargets = [];
  }

  /** Removes the elements that the instructor refused. */
  removeRefusedElements(observation: Observation): Observation {
    if (this.#refusedTargets.length === 0) return observation;
    return {
      ...observation,
      candidates: observation.candidates.filter((candidate) => !this.#isRefused(candidate)),
    };
  }

  /**
   * Returns why the action is refused; null if its element is allowed. Needed because some navigators can choose elements
   * that are not among the candidates.
   */
  describeRefusal(action: PageAction, observation: Observation): string | null {
    if (!('uid' in action) || this.#refusedTargets.length === 0) return null;
    const candidate = observation.candidates.find(({ uid }) => uid === action.uid);
    return candidate && this.#isRefused(candidate)
      ? `the instructor does not want the ${describeElement(candidate)}`
      : null;
  }

  #isRefused(candidate: Candidate): boolean {
    return this.#refusedTargets.some((target) => isSameElement(candidate, target));
  }

  #canBeTakenBack({ turn }: DoneAction): boolean {
    return !this.#takenBackTurns.has(turn.index) && turn.outcome.status === 'done';
  }

  async #takeBack(actions: readonly DoneAction[], signal: AbortSignal): Promise<TakeBackResult> {
    const result: TakeBackResult = { turnIndices: [], takenBackTexts: [], notTakenBackTexts: [] };
    // Number of history entries left by actions that cannot be taken back.
    let skippedEntryCount = 0;
    const actionsToTakeBack = actions.filter((action) => this.#canBeTakenBack(action)).toReversed();
    for (const doneAction of actionsToTakeBack) {
      const { action, target, drop, index } = doneAction.turn;
      this.#takenBackTurns.add(index);
      const actionText = formatAction(action, target, drop);
      const inverse = planInverse(doneAction);
      if (inverse.type === 'nothing') continue;
      if (inverse.type === 'impossible') {
        if (inverse.leavesHistoryEntry) skippedEntryCount++;
        result.notTakenBackTexts.push(`${actionText} (${inverse.reason})`);
        // Earlier actions prepared the irreversible one, so they are not taken back either.
        if (doneAction.hadConsent) {
          for (const { turn } of actions) this.#takenBackTurns.add(turn.index);
          break;
        }
        continue;
      }
      let failure = await this.#performInverse(inverse, doneAction.urlBefore, result.turnIndices, signal);
      while (failure !== null && skippedEntryCount > 0 && inverse.action.intent === 'back') {
        skippedEntryCount--;
        failure = await this.#performInverse(inverse, doneAction.urlBefore, result.turnIndices, signal);
      }
      if (failure !== null) result.notTakenBackTexts.push(`${actionText} (${failure})`);
      else if (inverse.remainingEffect !== undefined)
        result.notTakenBackTexts.push(`${actionText} (I went back, but ${inverse.remainingEffect})`);
      else {
        result.turnIndices.push(index);
        result.takenBackTexts.push(actionText);
      }
    }
    result.turnIndices.sort((a, b) => a - b);
    return result;
  }

  /**
   * @param turnIndices receives the turn index of the inverse action
   * @returns why the action could not be taken back, or null
   */
  async #performInverse(
    { action: inverseAction, proof, validAtUrl }: Extract<Inverse, { type: 'act' }>,
    urlBefore: string,
    turnIndices: number[],
    signal: AbortSignal,
  ): Promise<string | null> {
    const { log, observe, perform } = this.session;
    const initialObservation = await observe(signal);
    const isProvenByElement = proof.type === 'value' || proof.type === 'checked';
    if (isProvenByElement && initialObservation.url !== urlBefore) return 'its page is no longer shown';
    if (validAtUrl !== undefined && initialObservation.url !== validAtUrl) return 'another page is shown now';
    if (isProven(proof, initialObservation)) return null;
    const action = retargetAction(inverseAction, proof, initialObservation);
    if (action === null) return 'its element is no longer on the page';
    turnIndices.push(log.nextTurnIndex);
    const outcome = await perform(action, initialObservation, signal);
    if (outcome.status === 'failed') return outcome.detail;
    return isProven(proof, await observe(signal)) ? null : 'the page did not return to its earlier state';
  }
}

interface TakeBackResult {
  /** Indices of the turns that were taken back, and of the turns of the inverse actions. */
  turnIndices: number[];
  takenBackTexts: string[];
  notTakenBackTexts: string[];
}

function formatTakeBackResult({ takenBackTexts, notTakenBackTexts }: TakeBackResult): string {
  const sentences = [
    ...(takenBackTexts.length > 0 ? [`Took back: ${takenBackTexts.join('; ')}.`] : []),
    ...(notTakenBackTexts.length > 0 ? [`Not taken back: ${notTakenBackTexts.join('; ')}.`] : []),
  ];
  return sentences.join(' ') || 'Nothing on the page had to be taken back.';
}

const describeElement = ({ role, name, tag }: { role: string; name: string; tag: string }): string =>
  `${role || tag} “${name}”`;

/**
 * Whether the candidate is the target: it has the same uid or, because a reloaded page has new uids, the same role,
 * name and XPath.
 */
function isSameElement(candidate: Candidate, target: ActionTarget): boolean {
  if (candidate.uid === target.uid || candidate.folded.some(({ uid }) => uid === target.uid)) return true;
  const { role, name, xpath } = candidate;
  return xpath === target.xpath && role === target.role && name === target.name;
}

const findCurrentElement = (target: ActionTarget, { candidates }: Observation): Candidate | undefined =>
  candidates.find(({ uid }) => uid === target.uid) ??
  candidates.find((candidate) => isSameElement(candidate, target));

function retargetAction(action: PageAction, proof: Proof, observation: Observation): PageAction | null {
  if (proof.type !== 'value' && proof.type !== 'checked') return action;
  const candidate = findCurrentElement(proof.target, observation);
  return candidate ? ({ ...action, uid: candidate.uid } as PageAction) : null;
}

function isProven(proof: Proof, observation: Observation): boolean {
  switch (proof.type) {
    case 'url':
      return observation.url === proof.url;
    case 'tab-gone':
      return !observation.tabs.some(({ id }) => id === proof.tab);
    case 'tab-active':
      return observation.tabs.some(({ id, active }) => id === proof.tab && active);
    case 'checked':
      return findCurrentElement(proof.target, observation)?.states.checked === proof.checked;
    case 'value': {
      const candidate = findCurrentElement(proof.target, observation);
      if (!candidate) return false;
      const chosenLabels = candidate.options?.filter(({ selected }) => selected).map(({ label }) => label);
      return (
        candidate.value === proof.value ||
        (chosenLabels !== undefined && chosenLabels.join(', ') === proof.value)
      );
    }
  }
}
