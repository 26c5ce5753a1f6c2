/**
 * Corrects the navigator's last actions: `/undo` takes them back, `/retry` repeats the last decision without the
 * element that it used. Each inverse action is guarded, recorded and verified on the page. A note lists the actions that
 * cannot be taken back.
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
  readonly #takenBack = new Set<number>();
  #refused: ActionTarget[] = [];

  constructor(private readonly session: CorrectionParts) {}

  /** Takes back the actions of the latest line whose actions can still be taken back. */
  async undo(signal: AbortSignal): Promise<void> {
    const { log } = this.session;
    const line = log
      .listLines()
      .findLast(({ actions }) => actions.some((done) => this.#canBeTakenBack(done)));
    if (!line) {
      log.recordNote('There is nothing to take back.');
      return;
    }
    const result = await this.#takeBack(line.actions, signal);
    log.recordNote(formatResult(result), { takenBack: result.turns });
  }

  /**
   * Prepares to repeat the last decision without its element.
   *
   * @returns the instruction to repeat; null if there is none, and a note then explains why
   */
  async retry(signal: AbortSignal): Promise<{ text: string; refused: ActionTarget } | null> {
    const { log } = this.session;
    const line = log.listLines().at(-1);
    const decision = log.lastDecisionWithElement();
    const last = line?.actions.find(({ turn }) => turn.index === decision?.turn);
    const target = last?.turn.target;
    if (!line || !last || !target) {
      log.recordNote(
        'Your last line led to no action on an element, so there is nothing to leave out. Rephrase it instead.',
      );
      return null;
    }
    const result = await this.#takeBack(
      line.actions.filter(({ turn }) => turn.index >= last.turn.index),
      signal,
    );
    this.#refused.push(target);
    const refused = describeElement(target);
    log.recordNote([`Again, without the ${refused}.`, formatResult(result)].join(' '), {
      takenBack: result.turns,
      refused,
    });
    // Repeats only the failed step if the navigator recorded which part of the line it was.
    const step = decision?.query;
    return { text: step && line.text.includes(step) ? step : line.text, refused: target };
  }

  /** Called when the instructor says something new. */
  forgetRefused(): void {
    this.#refused = [];
  }

  /** Removes the elements that the instructor refused. */
  removeRefused(observation: Observation): Observation {
    if (this.#refused.length === 0) return observation;
    return {
      ...observation,
      candidates: observation.candidates.filter((candidate) => !this.#isRefused(candidate)),
    };
  }

  /**
   * Returns why the action is refused; null if its element is allowed. Navigators that do not choose from the candidates
   * may still use a refused element.
   */
  findRefusal(action: PageAction, observation: Observation): string | null {
    if (!('uid' in action) || this.#refused.length === 0) return null;
    const candidate = observation.candidates.find(({ uid }) => uid === action.uid);
    return candidate && this.#isRefused(candidate)
      ? `the instructor does not want the ${describeElement(candidate)}`
      : null;
  }

  #isRefused(candidate: Candidate): boolean {
    return this.#refused.some((target) => isSameElement(candidate, target));
  }

  #canBeTakenBack({ turn }: DoneAction): boolean {
    return !this.#takenBack.has(turn.index) && turn.outcome.status === 'done';
  }

  async #takeBack(actions: readonly DoneAction[], signal: AbortSignal): Promise<TakeBackResult> {
    const result: TakeBackResult = { turns: [], takenBackActions: [], keptActions: [] };
    // Number of history entries left by actions that cannot be taken back.
    let skippedPages = 0;
    const reversible = actions.filter((done) => this.#canBeTakenBack(done)).toReversed();
    for (const done of reversible) {
      const { action, target, drop, index } = done.turn;
      this.#takenBack.add(index);
      const what = formatAction(action, target, drop);
      const inverse = planInverse(done);
      if (inverse.type === 'nothing') continue;
      if (inverse.type === 'impossible') {
        if (inverse.leavesHistoryEntry) skippedPages++;
        result.keptActions.push(`${what} (${inverse.why})`);
        // Earlier actions prepared the irreversible one, so they are not taken back either.
        if (done.hadConsent) {
          for (const { turn } of actions) this.#takenBack.add(turn.index);
          break;
        }
        continue;
      }
      let failure = await this.#perform(inverse, done.urlBefore, result.turns, signal);
      while (failure !== null && skippedPages > 0 && inverse.action.intent === 'back') {
        skippedPages--;
        failure = await this.#perform(inverse, done.urlBefore, result.turns, signal);
      }
      if (failure !== null) result.keptActions.push(`${what} (${failure})`);
      else if (inverse.remains !== undefined)
        result.keptActions.push(`${what} (I went back, but ${inverse.remains})`);
      else {
        result.turns.push(index);
        result.takenBackActions.push(what);
      }
    }
    result.turns.sort((a, b) => a - b);
    return result;
  }

  /**
   * @param turns receives the index of the inverse action's turn. @returns why the action could not be taken back, or
   * null
   */
  async #perform(
    { action: inverse, proof, from }: Extract<Inverse, { type: 'act' }>,
    url: string,
    turns: number[],
    signal: AbortSignal,
  ): Promise<string | null> {
    const { log, observe, perform } = this.session;
    const initialObservation = await observe(signal);
    const isOnPage = proof.type === 'value' || proof.type === 'checked';
    if (isOnPage && initialObservation.url !== url) return 'its page is no longer shown';
    if (from !== undefined && initialObservation.url !== from) return 'another page is shown now';
    if (isProven(proof, initialObservation)) return null;
    const action = toCurrentElement(inverse, proof, initialObservation);
    if (action === null) return 'its element is no longer on the page';
    turns.push(log.nextTurnIndex);
    const outcome = await perform(action, initialObservation, signal);
    if (outcome.status === 'failed') return outcome.detail;
    return isProven(proof, await observe(signal)) ? null : 'the page did not return to its earlier state';
  }
}

interface TakeBackResult {
  /** The turns that were taken back, and the turns of the inverse actions. */
  turns: number[];
  takenBackActions: string[];
  keptActions: string[];
}

function formatResult({ takenBackActions: taken, keptActions: kept }: TakeBackResult): string {
  const sentences = [
    ...(taken.length > 0 ? [`Took back: ${taken.join('; ')}.`] : []),
    ...(kept.length > 0 ? [`Not taken back: ${kept.join('; ')}.`] : []),
  ];
  return sentences.join(' ') || 'Nothing on the page had to be taken back.';
}

const describeElement = ({ role, name, tag }: { role: string; name: string; tag: string }): string =>
  `${role || tag} “${name}”`;

/** A reloaded page has new uids, so elements are also compared by role, name and XPath. */
function isSameElement(candidate: Candidate, target: ActionTarget): boolean {
  if (candidate.uid === target.uid || candidate.folded.some(({ uid }) => uid === target.uid)) return true;
  const { role, name, xpath } = candidate;
  return xpath === target.xpath && role === target.role && name === target.name;
}

const findCurrentElement = (target: ActionTarget, { candidates }: Observation): Candidate | undefined =>
  candidates.find(({ uid }) => uid === target.uid) ??
  candidates.find((candidate) => isSameElement(candidate, target));

function toCurrentElement(action: PageAction, proof: Proof, observation: Observation): PageAction | null {
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
      const chosen = candidate.options?.filter(({ selected }) => selected).map(({ label }) => label);
      return candidate.value === proof.value || (chosen !== undefined && chosen.join(', ') === proof.value);
    }
  }
}
