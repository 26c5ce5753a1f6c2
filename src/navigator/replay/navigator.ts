/**
 * Navigator `replay`: repeats the recorded turns of each line of the instructor. An action is performed only if its page
 * and its element are the recorded ones, and its effect is compared with the recorded one. What does not fit is
 * reported, and another navigator carries out the rest of the line.
 */
import {
  ParleyError,
  type Decision,
  type Exchange,
  type Inspector,
  type Navigator,
  type PageAction,
  type ReplayAction,
  type ReplayDeviation,
  type ReplayLine,
  type ReplayScript,
  type ReplayTotals,
  type State,
  type Turn,
} from '../../contract/index.js';
import { findMissingFact, normalise } from '../../fingerprint/index.js';
import { describeRenaming } from './describe-change.js';
import { findDifference } from './effects.js';
import { type Fit, fitAction, fitRenamed } from './fit.js';
import { closeDialog, type CurrentLine, describeAction, didChange, say, withRequest } from './line.js';
import { createRebase, type Rebase } from './rebase.js';
import { restOfLine } from './rest-of-line.js';

/** How long a missing element may take to appear. A page that does not change ends the wait. */
const PATIENCE_MS = 5_000;

export interface ReplayOptions {
  script: ReplayScript;
  /** URL of the start page of the replay; the recorded one if undefined. */
  startUrl: string | undefined;
  /** Carries out what no longer fits; null: the session fails instead. */
  healer: Navigator | null;
  /** Called for each deviation with a sentence for the record. */
  onDeviation(sentence: string, deviation: ReplayDeviation): void;
  /** Overrides how long a missing element may take to appear, for tests. */
  patienceMs?: number;
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
  readonly #rebase: Rebase;
  #line: CurrentLine | null = null;

  constructor(private readonly options: ReplayOptions) {
    const { script, startUrl, healer } = options;
    this.name = healer ? `replay, healed by ${healer.name}` : 'replay';
    this.needs = healer?.needs ?? {};
    this.#rebase = createRebase(script.startUrl, startUrl ?? script.startUrl);
  }

  async decide(state: State, inspector: Inspector, signal: AbortSignal): Promise<Decision> {
    const line = this.#currentLine(state.exchange);
    if (line.healing) return this.#heal(line, state, inspector, signal);
    const difference = this.#reviewOutcome(line, state.exchange);
    if (difference !== null) return this.#startHealing(line, difference, state, inspector, signal);
    for (;;) {
      const step = line.recorded?.turns[line.next];
      const closing = state.observation.dialog && closeDialog(line.previous, step);
      if (closing) return closing;
      if (!line.recorded)
        return this.#startHealing(
          line,
          { reason: 'The recording does not contain this line.', step: null },
          state,
          inspector,
          signal,
        );
      if (!step) return say('report', 'The recording ends here.');
      if (step.type === 'say') {
        const missing = findMissingFact(step.shown ?? [], state.observation);
        if (missing !== null) {
          const reason = `The page no longer shows “${missing}”, which the answer says.`;
          const wait = this.#waitFor(line, { status: 'misfit', reason, mayAppear: true }, state);
          return wait ?? this.#startHealing(line, { reason, step: null }, state, inspector, signal);
        }
        line.next++;
        // Consecutive utterances would let the instructor speak too early.
        if (step.kind === 'ack' && line.recorded.turns[line.next]?.type === 'say') continue;
        return say(step.kind, step.text, { replay: { turn: step.turn } });
      }
      const fit = fitAction(step, state.observation, this.#rebase);
      if (fit.status === 'skip') {
        line.next++;
        continue;
      }
      if (fit.status === 'fits') return this.#perform(line, step, fit.action, state.observation.url);
      if (fit.status === 'misfit') {
        const renamed = this.options.healer && fitRenamed(step, state.observation, this.#rebase);
        if (renamed)
          return this.#performRenamed(line, step, renamed.action, renamed.change, state.observation.url);
        const wait = this.#waitFor(line, fit, state);
        if (wait) return wait;
        return this.#startHealing(line, { reason: fit.reason, step }, state, inspector, signal);
      }
    }
  }

  #currentLine({ turns }: Exchange): CurrentLine {
    const turn = turns.findLast((one) => one.speaker === 'instructor');
    if (!turn) throw new Error('The navigator was asked to act before the instructor spoke.');
    if (this.#line?.turnIndex === turn.index) return this.#line;
    const recorded = this.#findLine(turn.text);
    if (recorded) this.#usedLines.add(recorded);
    this.totals.lines++;
    this.totals.replayed++;
    this.#line = {
      number: this.totals.lines,
      turnIndex: turn.index,
      text: turn.text,
      recorded,
      next: 0,
      pending: null,
      waitingSince: null,
      performed: 0,
      isHealed: false,
      previous: null,
      healing: null,
    };
    return this.#line;
  }

  /** The first line with this text that was not said yet. */
  #findLine(text: string): ReplayLine | null {
    const said = normalise(text);
    return (
      this.options.script.lines.find((line) => !this.#usedLines.has(line) && normalise(line.text) === said) ??
      null
    );
  }

  #perform(line: CurrentLine, step: ReplayAction, action: PageAction, url: string): Decision {
    line.next++;
    line.pending = { step, action, url };
    line.previous = step;
    line.waitingSince = null;
    const query = step.request === undefined ? {} : { query: step.request };
    return { actions: [action], evidence: { ...query, replay: { turn: step.turn } } };
  }

  /** Uses an element that certainly is the recorded one under another name, and goes on with the recorded actions. */
  #performRenamed(
    line: CurrentLine,
    step: ReplayAction,
    action: PageAction,
    change: string,
    url: string,
  ): Decision {
    this.#countHealed(line, change);
    this.options.onDeviation(change, { line: line.number, turn: step.turn });
    const decision = this.#perform(line, step, action, url);
    return { ...decision, evidence: { ...decision.evidence, replay: { turn: step.turn, healed: true } } };
  }

  /** Counts the line once, however much of it changed. */
  #countHealed(line: CurrentLine, change: string): void {
    this.totals.changes.push(change);
    if (line.isHealed) return;
    line.isHealed = true;
    this.totals.replayed--;
    if (this.options.healer) this.totals.healed++;
  }

  /** What the outcome of the last action has that the recorded one has not; null if they agree. */
  #reviewOutcome(line: CurrentLine, { turns }: Exchange): { reason: string; step: ReplayAction } | null {
    const { pending } = line;
    if (!pending) return null;
    line.pending = null;
    const done = turns.findLast(
      (turn): turn is Extract<Turn, { type: 'action' }> =>
        turn.type === 'action' && JSON.stringify(turn.action) === JSON.stringify(pending.action),
    );
    if (!done) return null;
    if (done.outcome.status === 'failed' && done.outcome.consent) {
      // The session asks as it does for every navigator; the recorded question was given before.
      return { reason: `It was not allowed: ${done.outcome.detail}.`, step: pending.step };
    }
    line.performed++;
    this.totals.actions++;
    const difference = findDifference(pending.step, done.outcome, pending.url, this.#rebase);
    return difference === null
      ? null
      : { reason: `${describeAction(done)} does not do what it did. ${difference}`, step: pending.step };
  }

  /** Lets a page that is still loading show what is missing. */
  #waitFor(line: CurrentLine, fit: Extract<Fit, { status: 'misfit' }>, state: State): Decision | null {
    const patienceMs = this.options.patienceMs ?? PATIENCE_MS;
    const now = performance.now();
    line.waitingSince ??= now;
    const remainingMs = Math.round(patienceMs - (now - line.waitingSince));
    if (!fit.mayAppear || remainingMs <= 0) return null;
    const last = state.exchange.turns.at(-1);
    const hasWaited = last?.type === 'action' && last.action.intent === 'wait';
    if (hasWaited && !didChange(last.outcome)) return null;
    return {
      actions: [{ intent: 'wait', ms: remainingMs }],
      evidence: { note: `waiting, because ${fit.reason.charAt(0).toLowerCase()}${fit.reason.slice(1)}` },
    };
  }

  /** @throws ParleyError `check` if nothing may take the place of the recorded actions */
  #startHealing(
    line: CurrentLine,
    { reason, step }: { reason: string; step: ReplayAction | null },
    state: State,
    inspector: Inspector,
    signal: AbortSignal,
  ): Promise<Decision> {
    const { healer, onDeviation } = this.options;
    this.#countHealed(line, reason);
    if (!healer)
      throw new ParleyError(
        'check',
        `Line ${line.number}, “${line.text}”, does not fit the page any more. ${reason}`,
        'Look at the page, or let a navigator do such lines: --heal allow.',
      );
    onDeviation(
      `Line ${line.number} does not fit the page any more. ${reason} ${healer.name} goes on with it.`,
      {
        line: line.number,
        turn: step?.turn ?? null,
      },
    );
    line.healing = {
      misfit: step,
      isChangeReported: false,
      request: restOfLine(line.recorded, step, line.performed, this.options.script.navigator, healer.name),
    };
    return this.#heal(line, state, inspector, signal);
  }

  async #heal(line: CurrentLine, state: State, inspector: Inspector, signal: AbortSignal): Promise<Decision> {
    const healing = line.healing!;
    const decision = await this.options.healer!.decide(
      healing.request === null ? state : withRequest(state, line.turnIndex, healing.request),
      inspector,
      signal,
    );
    const { misfit } = healing;
    const change =
      healing.isChangeReported || !misfit
        ? null
        : describeRenaming(misfit, line.recorded, decision, state.observation);
    if (change !== null) {
      healing.isChangeReported = true;
      this.totals.changes.splice(-1, 1, change);
      this.options.onDeviation(change, { line: line.number, turn: misfit!.turn });
    }
    return {
      ...decision,
      evidence: { ...decision.evidence, ...(misfit ? { replay: { turn: misfit.turn, healed: true } } : {}) },
    };
  }
}

export function createReplayNavigator(options: ReplayOptions): ReplayNavigator {
  return new Replay(options);
}
