/**
 * Navigator `replay`: repeats the recorded turns of each instructor line. It performs an action only on the recorded
 * page and element, and compares its effect with the recorded one. If one of these does not fit, it reports that, and
 * another navigator (the healer) carries out the rest of the line.
 */
import {
  ParleyError,
  type Decision,
  type Exchange,
  type Inspector,
  type Navigator,
  type Observation,
  type PageAction,
  type ReplayAction,
  type ReplayDeviation,
  type ReplayLine,
  type ReplayScript,
  type ReplayTotals,
  type State,
} from '../../contract/index.js';
import { findMissingFact, normalise } from '../../fingerprint/index.js';
import { describeRenaming } from './describe-change.js';
import { type Fit, fitAction } from './fit.js';
import {
  type FilledForm,
  findFilledForm,
  fitRenamed,
  fitSuccessor,
  type RenamedAction,
} from './fit-renamed.js';
import {
  decideDialogDismissal,
  type CurrentLine,
  hadEffect,
  say,
  createCurrentLine,
  insertRequest,
} from './current-line.js';
import { PageMap } from './page-map.js';
import { createRebase } from './rebase.js';
import { createHealingRequest } from './healing-request.js';
import { type ActionTurn, type Mismatch, reviewOutcome } from './review.js';

/** Maximum wait for a missing element. The wait ends early if the page does not change. */
const MISSING_ELEMENT_TIMEOUT_MS = 5_000;

export interface ReplayOptions {
  script: ReplayScript;
  /** URL of the replay's start page; the recorded one if undefined. */
  startUrl: string | undefined;
  /** Carries out lines that cannot be replayed; null: the session fails instead. */
  healer: Navigator | null;
  /** Asks a person before healing; undefined: heals without asking. */
  approve?: ((question: string, signal: AbortSignal) => Promise<boolean>) | undefined;
  /** Called for each deviation with a message for the record. */
  onDeviation(message: string, deviation: ReplayDeviation): void;
  /** Overrides `MISSING_ELEMENT_TIMEOUT_MS`, for tests. */
  missingElementTimeoutMs?: number;
}

export interface ReplayNavigator extends Navigator {
  readonly totals: ReplayTotals;
}

class Replay implements ReplayNavigator {
  readonly name: string;
  readonly needs: Navigator['needs'];
  readonly answersDialogs = true;
  readonly asksConsent = true;
  readonly totals: ReplayTotals = { lines: 0, replayed: 0, healed: 0, actions: 0, changes: [] };
  readonly #usedLines = new Set<ReplayLine>();
  readonly #pages: PageMap;
  #line: CurrentLine | null = null;
  /** The form that was filled last; its submit button may follow. */
  #filledForm: FilledForm | null = null;
  #hasActed = false;

  constructor(private readonly options: ReplayOptions) {
    const { script, startUrl, healer } = options;
    this.name = healer ? `replay, healed by ${healer.name}` : 'replay';
    this.needs = healer?.needs ?? {};
    this.#pages = new PageMap(createRebase(script.startUrl, startUrl ?? script.startUrl));
  }

  async decide(state: State, inspector: Inspector, signal: AbortSignal): Promise<Decision> {
    const line = this.#getCurrentLine(state.exchange);
    if (line.healing) {
      const decision = await this.#decideWithHealer(line, state, inspector, signal);
      if (decision) return decision;
    }
    const mismatch = this.#reviewOutcome(line, state);
    if (mismatch !== null) return this.#startHealing(line, mismatch, state, inspector, signal);
    for (;;) {
      const recordedTurn = line.recordedLine?.turns[line.nextIndex];
      const dialogDismissal =
        state.observation.dialog && decideDialogDismissal(line.previousAction, recordedTurn);
      if (dialogDismissal) return dialogDismissal;
      if (!line.recordedLine)
        return this.#startHealing(
          line,
          { reason: 'The recording does not contain this line.', recordedAction: null },
          state,
          inspector,
          signal,
        );
      if (!recordedTurn) return say('report', 'The recording ends here.');
      if (recordedTurn.type === 'say') {
        const missingFact = findMissingFact(recordedTurn.requiredFacts ?? [], state.observation);
        if (missingFact !== null) {
          const reason = `The page no longer shows “${missingFact}”, which is part of the answer.`;
          const waitDecision = this.#decideToWait(
            line,
            { status: 'mismatch', reason, mayAppear: true },
            state,
          );
          return (
            waitDecision ??
            this.#startHealing(line, { reason, recordedAction: null }, state, inspector, signal)
          );
        }
        line.nextIndex++;
        // Consecutive utterances would let the instructor speak too early.
        if (recordedTurn.kind === 'ack' && line.recordedLine.turns[line.nextIndex]?.type === 'say') continue;
        return say(recordedTurn.kind, recordedTurn.text, { replay: { turn: recordedTurn.turn } });
      }
      this.#mapStartPage(recordedTurn, state.observation.url);
      const fit = fitAction(recordedTurn, state.observation, this.#pages);
      if (fit.status === 'skip') {
        line.nextIndex++;
        continue;
      }
      if (fit.status === 'fits') return this.#perform(line, recordedTurn, fit.action, state.observation);
      const { observation } = state;
      const certainRename = this.options.healer && fitRenamed(recordedTurn, observation, this.#pages);
      const waitDecision = certainRename ? null : this.#decideToWait(line, fit, state);
      if (waitDecision) return waitDecision;
      const renamedAction =
        certainRename ??
        (this.options.healer &&
          (await fitSuccessor(recordedTurn, observation, this.#pages, this.#filledForm, inspector)));
      if (!renamedAction)
        return this.#startHealing(
          line,
          { reason: fit.reason, recordedAction: recordedTurn },
          state,
          inspector,
          signal,
        );
      await this.#assertApproved(line, renamedAction.change, 'Use it anyway?', signal);
      return this.#performRenamed(line, recordedTurn, renamedAction, observation);
    }
  }

  #getCurrentLine({ turns }: Exchange): CurrentLine {
    const turn = turns.findLast((other) => other.speaker === 'instructor');
    if (!turn) throw new Error('The navigator was asked to act before the instructor spoke.');
    if (this.#line?.turnIndex === turn.index) return this.#line;
    const recordedLine = this.#findLine(turn.text);
    if (recordedLine) this.#usedLines.add(recordedLine);
    this.totals.lines++;
    this.totals.replayed++;
    this.#line = createCurrentLine(this.totals.lines, turn.index, turn.text, recordedLine);
    return this.#line;
  }

  /** Finds the first unused recorded line with this text. */
  #findLine(text: string): ReplayLine | null {
    const normalisedText = normalise(text);
    return (
      this.options.script.lines.find(
        (line) => !this.#usedLines.has(line) && normalise(line.text) === normalisedText,
      ) ?? null
    );
  }

  /** Maps the page of the first recorded action to the page that is open at the start. */
  #mapStartPage({ url }: ReplayAction, currentUrl: string): void {
    if (this.#hasActed) return;
    this.#hasActed = true;
    this.#pages.addCorrespondence(this.#pages.rebase(url), currentUrl);
  }

  #perform(
    line: CurrentLine,
    recordedAction: ReplayAction,
    action: PageAction,
    observation: Observation,
  ): Decision {
    line.nextIndex++;
    line.pendingAction = { recordedAction, action, url: observation.url };
    this.#pages.addVisited(observation.url);
    this.#filledForm = findFilledForm([action], observation) ?? this.#filledForm;
    line.previousAction = recordedAction;
    line.waitingSince = null;
    const query = recordedAction.request === undefined ? {} : { query: recordedAction.request };
    return { actions: [action], evidence: { ...query, replay: { turn: recordedAction.turn } } };
  }

  /** Performs the action on the renamed element; the recorded actions then continue. */
  #performRenamed(
    line: CurrentLine,
    recordedAction: ReplayAction,
    { action, change }: RenamedAction,
    observation: Observation,
  ): Decision {
    this.#countHealed(line, change);
    this.options.onDeviation(change, { line: line.number, turn: recordedAction.turn });
    const decision = this.#perform(line, recordedAction, action, observation);
    return {
      ...decision,
      evidence: { ...decision.evidence, replay: { turn: recordedAction.turn, healed: true } },
    };
  }

  /** Counts the line as healed once, even if several actions changed. */
  #countHealed(line: CurrentLine, change: string, isAllowed = true): void {
    this.totals.changes.push(change);
    if (line.isHealed) return;
    line.isHealed = true;
    this.totals.replayed--;
    if (this.options.healer && isAllowed) this.totals.healed++;
  }

  /** Compares the last action's outcome with the recording. Returns null if the replay can continue. */
  #reviewOutcome(line: CurrentLine, { exchange: { turns }, observation }: State): Mismatch | null {
    const { pendingAction } = line;
    if (!pendingAction) return null;
    line.pendingAction = null;
    const performedTurn = turns.findLast(
      (turn): turn is ActionTurn =>
        turn.type === 'action' && JSON.stringify(turn.action) === JSON.stringify(pendingAction.action),
    );
    if (!performedTurn) return null;
    if (performedTurn.outcome.status !== 'failed') {
      line.performedCount++;
      this.totals.actions++;
    }
    const { mismatch, change } = reviewOutcome(
      {
        line,
        recordedAction: pendingAction.recordedAction,
        performedTurn,
        urlBefore: pendingAction.url,
        observation,
      },
      this.#pages,
      this.options,
    );
    if (change !== null) {
      this.#countHealed(line, change);
      this.options.onDeviation(change, { line: line.number, turn: pendingAction.recordedAction.turn });
    }
    return mismatch;
  }

  /** Waits for a page that may still be loading; null if waiting cannot help. */
  #decideToWait(line: CurrentLine, fit: Extract<Fit, { status: 'mismatch' }>, state: State): Decision | null {
    const timeoutMs = this.options.missingElementTimeoutMs ?? MISSING_ELEMENT_TIMEOUT_MS;
    const now = performance.now();
    line.waitingSince ??= now;
    const remainingMs = Math.round(timeoutMs - (now - line.waitingSince));
    if (!fit.mayAppear || remainingMs <= 0) return null;
    const lastTurn = state.exchange.turns.at(-1);
    const hasWaited = lastTurn?.type === 'action' && lastTurn.action.intent === 'wait';
    if (hasWaited && !hadEffect(lastTurn.outcome)) return null;
    return {
      actions: [{ intent: 'wait', ms: remainingMs }],
      evidence: { note: `waiting, because ${fit.reason.charAt(0).toLowerCase()}${fit.reason.slice(1)}` },
    };
  }

  /** @throws ParleyError `check` if there is no healer, or the person refuses */
  async #startHealing(
    line: CurrentLine,
    { reason, recordedAction, request }: Mismatch,
    state: State,
    inspector: Inspector,
    signal: AbortSignal,
  ): Promise<Decision> {
    const { healer, onDeviation } = this.options;
    if (!healer) {
      this.#countHealed(line, reason);
      throw new ParleyError(
        'check',
        `Line ${line.number}, “${line.text}”, cannot be replayed. ${reason}`,
        'Check the page, or let a navigator carry out such lines: --heal allow.',
      );
    }
    await this.#assertApproved(
      line,
      reason,
      `Let the navigator “${healer.name}” carry out this line?`,
      signal,
    );
    this.#countHealed(line, reason);
    onDeviation(
      `Line ${line.number} cannot be replayed. ${reason} The navigator “${healer.name}” takes over.`,
      {
        line: line.number,
        turn: recordedAction?.turn ?? null,
      },
    );
    line.healing = {
      ...(request ?? createHealingRequest(line, recordedAction, this.options.script.navigator, healer.name)),
      mismatchedAction: recordedAction,
      isChangeReported: false,
      turnCount: state.exchange.turns.length,
    };
    const decision = await this.#decideWithHealer(line, state, inspector, signal);
    return decision ?? this.decide(state, inspector, signal);
  }

  /** @throws ParleyError `check` if the person refuses */
  async #assertApproved(
    line: CurrentLine,
    change: string,
    question: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { approve } = this.options;
    const mismatchMessage = `Line ${line.number}, “${line.text}”, cannot be replayed. ${change}`;
    if (!approve || (await approve(`${mismatchMessage} ${question}`, signal))) return;
    this.#countHealed(line, change, false);
    throw new ParleyError(
      'check',
      `${mismatchMessage} You answered no.`,
      'Answer y to continue, or let a navigator carry out such lines without asking: --heal allow.',
    );
  }

  /** Lets the healer decide. Returns null if it has finished and the recorded turns continue. */
  async #decideWithHealer(
    line: CurrentLine,
    state: State,
    inspector: Inspector,
    signal: AbortSignal,
  ): Promise<Decision | null> {
    const healing = line.healing!;
    const decision = await this.options.healer!.decide(
      healing.text === null ? state : insertRequest(state, healing.turnCount, healing.text),
      inspector,
      signal,
    );
    const [firstAction] = decision.actions;
    if (healing.resumeAt !== null && firstAction.intent === 'say' && firstAction.kind === 'report') {
      line.healing = null;
      line.nextIndex = healing.resumeAt;
      return null;
    }
    const { mismatchedAction } = healing;
    const actions = decision.actions.filter((action): action is PageAction => action.intent !== 'say');
    this.#filledForm = findFilledForm(actions, state.observation) ?? this.#filledForm;
    const change =
      healing.isChangeReported || !mismatchedAction
        ? null
        : describeRenaming(mismatchedAction, line.recordedLine, decision, state.observation);
    if (change !== null) {
      healing.isChangeReported = true;
      this.totals.changes.splice(-1, 1, change);
      this.options.onDeviation(change, { line: line.number, turn: mismatchedAction!.turn });
    }
    return {
      ...decision,
      evidence: {
        ...decision.evidence,
        ...(mismatchedAction ? { replay: { turn: mismatchedAction.turn, healed: true } } : {}),
      },
    };
  }
}

export function createReplayNavigator(options: ReplayOptions): ReplayNavigator {
  return new Replay(options);
}
