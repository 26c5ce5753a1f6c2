/**
 * The turn loop of one session: the instructor speaks, the navigator observes, decides and acts, and everything is
 * recorded, until the instructor stops or a budget is spent. It interprets neither pages nor instructions.
 */
import type {
  Decision,
  Evidence,
  Inspector,
  Navigator,
  Observation,
  Outcome,
  PageAction,
  Verdict,
} from '../contract/index.js';
import { ParleyError } from '../contract/index.js';
import {
  getExitCode,
  describeExceededBudget,
  describeExceededDecisionBudget,
  RepeatCounter,
  computeStateKey,
} from '../policy/index.js';
import { BannerHandler } from './banner-handler.js';
import { createRankHistory } from './rank-history.js';
import { Corrections } from './corrections.js';
import { allowsNextAction, isOutdated } from './consequences.js';
import { applyFinalChecks, SessionStop, createErrorVerdict } from './verdicts.js';
import { PageObserver } from './page-observer.js';
import { ConsentGuard } from './consent-guard.js';
import { ActionExecutor } from './action-executor.js';
import { IdleActionCounter } from './idle-action-counter.js';
import { createInspector, addRanking } from './inspector.js';
import { SessionLog } from './session-log.js';
import { InstructorMoves } from './instructor-moves.js';
import type { SessionParts, SessionResult } from './parts.js';
import { adjustVerdictAfterRefusal, RuleChecker } from './rules.js';
import { InterruptibleRun } from './interruptible-run.js';
import { PageEventCollector } from './page-event-collector.js';

/** Time limit for all final checks together. The instructor may extend it with `extraConcludeMs`. */
const FINAL_CHECKS_TIMEOUT_MS = 20_000;

class Session {
  readonly #parts: SessionParts;
  readonly #log: SessionLog;
  readonly #repeatCounter = new RepeatCounter();
  readonly #idleActions = new IdleActionCounter();
  readonly #events: PageEventCollector;
  readonly #guard: ConsentGuard;
  readonly #observer: PageObserver;
  readonly #executor: ActionExecutor;
  readonly #banners: BannerHandler;
  readonly #run: InterruptibleRun;
  readonly #moves: InstructorMoves;
  readonly #corrections: Corrections;
  /** Replaces the session's navigator while `/retry` repeats an instruction with another model. */
  #replacementNavigator: Navigator | null = null;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    const log = new SessionLog(parts);
    const guard = new ConsentGuard(parts.confirm ?? {}, parts.consentReviewer);
    const rules = new RuleChecker(parts.rules);
    const events = new PageEventCollector((text, source) => log.recordNote(text, source));
    const observer = new PageObserver(parts, events, this.#idleActions, rules);
    this.#log = log;
    this.#guard = guard;
    this.#events = events;
    this.#observer = observer;
    this.#executor = new ActionExecutor(parts, { log, guard, rules, events, idleActions: this.#idleActions });
    const banners = new BannerHandler(parts.banners ?? 'leave', {
      observe: (signal) => observer.observe(signal),
      perform: (action, observation, evidence, signal) => {
        log.markNextTurnAutomatic();
        return this.#perform(action, observation, evidence, signal);
      },
      recordNote: (text) => log.recordNote(text),
      hasBudget: () => describeExceededBudget(parts.budget, log.budgetUse) === null,
    });
    const run = new InterruptibleRun(parts, log);
    const corrections = new Corrections({
      log,
      observe: (signal) => observer.observe(signal),
      perform: (action, observation, signal) => {
        log.markNextTurnAutomatic();
        return this.#perform(action, observation, undefined, signal);
      },
    });
    const useNavigator = (navigator: Navigator | null): void => {
      this.#replacementNavigator = navigator;
    };
    const onInstruction = (): void => {
      this.#repeatCounter.reset();
      this.#idleActions.reset();
    };
    this.#banners = banners;
    this.#corrections = corrections;
    this.#run = run;
    this.#moves = new InstructorMoves(parts, {
      log,
      observer,
      banners,
      run,
      corrections,
      useNavigator,
      onInstruction,
    });
  }

  /** Runs the session. The recording always ends with a verdict. */
  async run(): Promise<SessionResult> {
    const { signal, onFault, recorder, onEvent, adjustVerdict } = this.#parts;
    const { modelTotals, judgeTotals, replayTotals } = this.#parts;
    const { exchange } = this.#log;
    const loopVerdict = await this.#runTurns().catch((error: unknown) =>
      createErrorVerdict(error, signal.aborted, this.#log.budgetUse.turns, onFault),
    );
    const guardedVerdict = this.#guard.adjustVerdict(loopVerdict, exchange);
    const checkedVerdict = await this.#runFinalChecks(adjustVerdictAfterRefusal(guardedVerdict, exchange));
    const finalVerdict = adjustVerdict?.(checkedVerdict) ?? checkedVerdict;
    const { turns, actions, seconds } = this.#log.budgetUse;
    const exitCode = getExitCode(finalVerdict.kind);
    const model = modelTotals?.() ?? null;
    const judge = judgeTotals?.() ?? null;
    const replay = replayTotals?.();
    const lastScreenshot = await this.#captureLastPage();
    const endEvent = recorder.end({
      verdict: finalVerdict.kind,
      reason: finalVerdict.reason,
      ...('next' in finalVerdict && finalVerdict.next ? { next: finalVerdict.next } : {}),
      exit: exitCode,
      turns,
      actions,
      seconds: Math.round(seconds * 10) / 10,
      ...(model ? { model } : {}),
      ...(judge ? { judge } : {}),
      ...(replay ? { replay } : {}),
      lastScreenshot,
    });
    onEvent(endEvent);
    return { verdict: finalVerdict, exitCode, exchange };
  }

  /**
   * Takes a screenshot after the last action, because no turn contains one. Returns null if the recording needs none, or
   * if the browser is gone.
   */
  async #captureLastPage(): Promise<Uint8Array | null> {
    const { recorder, surface } = this.#parts;
    if (!recorder.needs.weblinx) return null;
    return surface.probe.screenshot().catch(() => null);
  }

  /** Runs the instructor's final checks, regardless of the verdict. */
  async #runFinalChecks(verdict: Verdict): Promise<Verdict> {
    const { instructor, surface, onPhase, onFault } = this.#parts;
    if (!instructor.conclude) return verdict;
    onPhase?.('running the final checks');
    try {
      const timeoutSignal = AbortSignal.timeout(FINAL_CHECKS_TIMEOUT_MS + (instructor.extraConcludeMs ?? 0));
      const checks = await instructor.conclude(this.#log.exchange, surface.probe, timeoutSignal);
      for (const check of checks) this.#log.recordCheck(check);
      return applyFinalChecks(verdict, checks);
    } catch (error) {
      return verdict.kind === 'done'
        ? createErrorVerdict(error, false, this.#log.budgetUse.turns, onFault)
        : verdict;
    }
  }

  async #runTurns(): Promise<Verdict> {
    const { signal, startUrl, budget, instructor, surface } = this.#parts;
    if (startUrl !== undefined) await this.#openStart(startUrl);
    const { openingNote } = this.#parts;
    if (openingNote !== undefined) {
      this.#log.recordSay(openingNote, 'ack', undefined);
      // The navigator spoke last, but the instructor gives the first instruction.
      this.#run.instructorSpeaksNext = true;
    }
    for (;;) {
      signal.throwIfAborted();
      this.#stopIfOverBudget(describeExceededBudget(budget, this.#log.budgetUse));
      if (this.#run.instructorSpeaksNext || this.#log.getNextSpeaker() === 'instructor') {
        this.#run.instructorSpeaksNext = false;
        await this.#endTurn();
        const move = await instructor.next(this.#log.exchange, surface.probe, signal);
        const verdict = await this.#moves.apply(move);
        if (verdict) return verdict;
      } else {
        this.#stopIfOverBudget(describeExceededDecisionBudget(budget, this.#log.decisionCount));
        await this.#run.runTurn(
          (interruptibleSignal) => this.#decideAndAct(interruptibleSignal),
          (error) => error instanceof SessionStop,
        );
      }
    }
  }

  /** @throws ParleyError `infra` with `startHint` as an additional next step if the page cannot be opened */
  async #openStart(url: string): Promise<void> {
    const { startHint } = this.#parts;
    await this.#moves.openPage(url, 'start').catch((error: unknown) => {
      if (startHint === undefined || !(error instanceof ParleyError) || error.kind !== 'infra') throw error;
      throw new ParleyError('infra', error.message, `${error.next} ${startHint}`, { cause: error });
    });
  }

  async #endTurn(): Promise<void> {
    const { onTurnEnd, onFault } = this.#parts;
    await onTurnEnd?.().catch((error: unknown) => onFault?.(error));
  }

  #stopIfOverBudget(reason: string | null): void {
    if (reason !== null)
      throw new SessionStop({
        kind: 'budget',
        reason,
        next: 'Raise the budget, or give smaller instructions.',
      });
  }

  async #decideAndAct(signal: AbortSignal): Promise<void> {
    const { surface, ranker, onPhase } = this.#parts;
    onPhase?.('reading the page');
    const initialObservation = await this.#observer.observe(signal);
    const observationAfterBanner = await this.#banners.answerBanner(initialObservation, signal);
    let observation = this.#events.addCollected(
      observationAfterBanner ?? (await this.#observer.observe(signal)),
    );
    if (await this.#letInterjectWhenIdle()) return;
    onPhase?.('deciding');
    const { exchange } = this.#log;
    const filteredObservation = this.#corrections.removeRefusedElements(observation);
    const inspector = createInspector(filteredObservation, this.#parts, createRankHistory(exchange), signal);
    const decision = await this.#decide(filteredObservation, inspector, signal);
    if (!decision) return;
    if (!decision.isContinuation) this.#log.countDecision();
    const ranking = inspector.getLastRanking();
    // A navigator that has ranked before will rank again, so the ranker starts while the page settles.
    if (ranking) surface.onEarlySnapshot((candidates) => ranker.warm({ candidates }));
    let evidence: Evidence | undefined = addRanking(decision.evidence, ranking);
    for (const [i, action] of decision.actions.entries()) {
      signal.throwIfAborted();
      if (action.intent === 'say') {
        this.#log.recordSay(action.text, action.kind, evidence, observation);
        evidence = undefined;
        if (this.#log.getNextSpeaker() === 'instructor') return;
        continue;
      }
      if (i > 0) observation = await this.#observer.observe(signal);
      if (i > 0 && (isOutdated(action, observation) || (await this.#letInterjectWhenIdle()))) return;
      if (describeExceededBudget(this.#parts.budget, this.#log.budgetUse)) return;
      if (await this.#letInterjectWhenStuck(action, observation)) return;
      onPhase?.('acting');
      const outcome = await this.#perform(action, observation, evidence, signal);
      evidence = undefined;
      if (await this.#letInterject()) return;
      if (this.#askForConsent(outcome)) return;
      if (!allowsNextAction(outcome)) return;
    }
  }

  #perform(
    action: PageAction,
    observation: Observation,
    evidence: Evidence | undefined,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const refusal = this.#corrections.describeRefusal(action, observation);
    return this.#executor.perform(action, observation, { evidence, refusal }, this.#banners, signal);
  }

  /** @returns null if the navigator failed; a note then tells the user why */
  async #decide(
    observation: Observation,
    inspector: Inspector,
    signal: AbortSignal,
  ): Promise<Decision | null> {
    const { isAttended } = this.#parts;
    const navigator = this.#replacementNavigator ?? this.#parts.navigator;
    try {
      return await navigator.decide({ observation, exchange: this.#log.exchange }, inspector, signal);
    } catch (error) {
      if (!isAttended || signal.aborted || !(error instanceof ParleyError)) throw error;
      this.#log.recordNote(`${error.message} ${error.next}`);
      this.#run.instructorSpeaksNext = true;
      return null;
    }
  }

  /** Asks for missing consent on behalf of a navigator that cannot ask. */
  #askForConsent(outcome: Outcome): boolean {
    const question = outcome.status === 'failed' ? outcome.consent?.question : null;
    if (!question || this.#parts.navigator.asksConsent) return false;
    this.#log.recordSay(question, 'ask', undefined);
    return true;
  }

  /**
   * Lets the instructor interject if the same action was repeated too often. If the instructor does not and a user is
   * present, the navigator gives up on the line, and the session continues.
   *
   * @returns whether the instructor speaks next
   * @throws SessionStop if the action was repeated too often, the instructor does not speak and no user is present
   */
  async #letInterjectWhenStuck(action: PageAction, observation: Observation): Promise<boolean> {
    const reason = this.#repeatCounter.countAction(action, computeStateKey(observation));
    if (!reason) return false;
    if (await this.#letInterject(Infinity)) return true;
    if (this.#parts.isAttended) {
      this.#log.recordSay(`${reason} I stopped there; please rephrase your line.`, 'unfinished', undefined);
      return true;
    }
    throw new SessionStop({
      kind: 'stuck',
      reason,
      next: 'Rephrase the instruction, or split it into smaller steps.',
    });
  }

  /** Lets the instructor interject after an action that changed nothing. @returns whether the instructor spoke */
  async #letInterjectWhenIdle(): Promise<boolean> {
    return this.#idleActions.count > 0 && (await this.#letInterject());
  }

  /** Lets the instructor speak while the navigator is busy. @returns whether the instructor spoke */
  async #letInterject(idleActionCount = this.#idleActions.count): Promise<boolean> {
    const { instructor, surface, signal } = this.#parts;
    const move = await instructor.interject?.(
      { ...this.#log.exchange, idleActionCount },
      surface.probe,
      signal,
    );
    if (!move) return false;
    const verdict = await this.#moves.apply(move);
    if (verdict) throw new SessionStop(verdict);
    return true;
  }
}

export async function runSession(parts: SessionParts): Promise<SessionResult> {
  return new Session(parts).run();
}
