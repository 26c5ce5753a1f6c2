/**
 * The turn loop of one conversation: who has the floor, look, decide, act, record, until the instructor
 * stops or a budget does. It owns the order of things and decides nothing about content.
 */
import type {
  Decision,
  Evidence,
  Inspector,
  Observation,
  Outcome,
  PageAction,
  Verdict,
} from '../contract/index.js';
import { ParleyError } from '../contract/index.js';
import { exitCode, overBudget, RepeatCounter, stateKey } from '../policy/index.js';
import { BannerKeeper } from './banners.js';
import { before } from './before.js';
import { expected, overtaken } from './consequences.js';
import { afterLast, Stop, verdictOf } from './ending.js';
import { PageObserver } from './page-observer.js';
import { Guard } from './guard.js';
import { ActionExecutor } from './action-executor.js';
import { Idle } from './idle.js';
import { createInspector, withRanking } from './inspector.js';
import { SessionLog } from './session-log.js';
import { InstructorMoves } from './instructor-moves.js';
import type { SessionParts, SessionResult } from './parts.js';
import { Rules } from './rules.js';
import { InterruptibleRun } from './interruptible-run.js';
import { PageEventCollector } from './page-event-collector.js';

/** The last checks have this long in all, so that they hold up no end. */
const LAST_MS = 20_000;

class Session {
  readonly #parts: SessionParts;
  readonly #journal: SessionLog;
  readonly #repeats = new RepeatCounter();
  readonly #idle = new Idle();
  readonly #witness: PageEventCollector;
  readonly #guard: Guard;
  readonly #rules: Rules;
  readonly #eyes: PageObserver;
  readonly #hands: ActionExecutor;
  readonly #banners: BannerKeeper;
  readonly #stretch: InterruptibleRun;
  readonly #moves: InstructorMoves;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    const journal = new SessionLog(parts);
    const guard = new Guard(parts.confirm ?? {});
    const rules = new Rules(parts.rules);
    const witness = new PageEventCollector((text, what) => journal.note(text, what));
    const eyes = new PageObserver(parts, witness, this.#idle, rules);
    this.#journal = journal;
    this.#guard = guard;
    this.#rules = rules;
    this.#witness = witness;
    this.#eyes = eyes;
    this.#hands = new ActionExecutor(parts, { journal, guard, rules, witness, idle: this.#idle });
    const banners = new BannerKeeper(parts.banners ?? 'leave', {
      observe: (signal) => eyes.observe(signal),
      act: (act, observation, evidence, signal) => {
        journal.aside();
        return this.#act(act, observation, evidence, signal);
      },
      note: (text) => journal.note(text),
      affordable: () => overBudget(parts.budget, journal.spent) === null,
    });
    const stretch = new InterruptibleRun(parts, journal);
    const onLine = (): void => {
      this.#repeats.reset();
      this.#idle.reset();
    };
    this.#banners = banners;
    this.#stretch = stretch;
    this.#moves = new InstructorMoves(parts, { journal, eyes, banners, stretch, onLine });
  }

  /** Runs to the end; whatever happens, the record ends with a verdict. */
  async run(): Promise<SessionResult> {
    const { signal, onFault, recorder, onEvent, review, modelTotals } = this.#parts;
    const { exchange } = this.#journal;
    const held = await this.#converse().catch((error: unknown) => verdictOf(error, signal.aborted, onFault));
    const guarded = this.#guard.verdict(held, exchange);
    // A page may go where it may not after the last look.
    const verdict = await this.#conclude((guarded.kind === 'done' && this.#rules.left()) || guarded);
    const reviewed = review?.(verdict) ?? verdict;
    const { turns, acts, seconds } = this.#journal.spent;
    const exit = exitCode(reviewed.kind);
    const model = modelTotals?.() ?? null;
    const end = recorder.end({
      verdict: reviewed.kind,
      reason: reviewed.reason,
      ...('next' in reviewed && reviewed.next ? { next: reviewed.next } : {}),
      exit,
      turns,
      actions: acts,
      seconds: Math.round(seconds * 10) / 10,
      ...(model ? { model } : {}),
    });
    onEvent(end);
    return { verdict: reviewed, exit, exchange };
  }

  /** The instructor's last checks, which are made however the conversation ended. */
  async #conclude(verdict: Verdict): Promise<Verdict> {
    const { instructor, surface, onPhase, onFault } = this.#parts;
    if (!instructor.conclude) return verdict;
    onPhase?.('checking for the last time');
    try {
      const limit = AbortSignal.timeout(LAST_MS);
      const last = await instructor.conclude(this.#journal.exchange, surface.probe, limit);
      for (const result of last) this.#journal.check(result);
      return afterLast(verdict, last);
    } catch (error) {
      return verdict.kind === 'done' ? verdictOf(error, false, onFault) : verdict;
    }
  }

  async #converse(): Promise<Verdict> {
    const { signal, startUrl, budget, instructor, surface } = this.#parts;
    if (startUrl !== undefined) await this.#moves.goto(startUrl, 'start');
    for (;;) {
      signal.throwIfAborted();
      const left = this.#rules.left();
      if (left) throw new Stop(left);
      const over = overBudget(budget, this.#journal.spent);
      if (over)
        throw new Stop({
          kind: 'budget',
          reason: over,
          next: 'Raise the budget, or give the conversation in smaller steps.',
        });
      if (this.#stretch.stopped || this.#journal.floor() === 'instructor') {
        this.#stretch.stopped = false;
        const move = await instructor.next(this.#journal.exchange, surface.probe, signal);
        const verdict = await this.#moves.take(move);
        if (verdict) return verdict;
      } else {
        await this.#stretch.run(
          (stoppable) => this.#decideAndAct(stoppable),
          (error) => error instanceof Stop,
        );
      }
    }
  }

  async #decideAndAct(signal: AbortSignal): Promise<void> {
    const { surface, ranker, onPhase } = this.#parts;
    onPhase?.('reading the page');
    const seen = await this.#eyes.observe(signal);
    const answered = await this.#banners.answer(seen, signal);
    let observation = this.#witness.forDecision(answered ?? (await this.#eyes.observe(signal)));
    if (await this.#nudged()) return;
    onPhase?.('deciding');
    const { exchange } = this.#journal;
    const look = createInspector(observation, ranker, surface, before(exchange), signal);
    const decision = await this.#decide(observation, look, signal);
    if (!decision) return;
    const ranking = look.last();
    // A navigator that ranks will do so again: what it will need can be begun with while a page is waited for.
    if (ranking) surface.onEarlySnapshot((candidates) => ranker.warm({ candidates }));
    let evidence: Evidence | undefined = withRanking(decision.evidence, ranking);
    for (const [i, act] of decision.actions.entries()) {
      signal.throwIfAborted();
      if (act.intent === 'say') {
        this.#journal.say(act.text, act.kind, evidence);
        evidence = undefined;
        if (this.#journal.floor() === 'instructor') return;
        continue;
      }
      if (i > 0) observation = await this.#eyes.observe(signal);
      if (i > 0 && (overtaken(act, observation) || (await this.#nudged()))) return;
      if (overBudget(this.#parts.budget, this.#journal.spent)) return;
      if (await this.#stuck(act, observation)) return;
      onPhase?.('acting');
      const outcome = await this.#act(act, observation, evidence, signal);
      evidence = undefined;
      if (await this.#interjected()) return;
      if (this.#askFor(outcome)) return;
      if (!expected(outcome)) return;
    }
  }

  #act(
    act: PageAction,
    observation: Observation,
    evidence: Evidence | undefined,
    signal: AbortSignal,
  ): Promise<Outcome> {
    return this.#hands.act(act, observation, evidence, this.#banners, signal);
  }

  /** Null: something kept the navigator from deciding, and whoever is there was told. */
  async #decide(observation: Observation, look: Inspector, signal: AbortSignal): Promise<Decision | null> {
    const { navigator, attended } = this.#parts;
    try {
      return await navigator.decide({ observation, exchange: this.#journal.exchange }, look, signal);
    } catch (error) {
      if (!attended || signal.aborted || !(error instanceof ParleyError)) throw error;
      this.#journal.note(`${error.message} ${error.next}`);
      this.#stretch.stopped = true;
      return null;
    }
  }

  /** A navigator that cannot ask for a missing consent has it asked for in its name, in words made of the page's facts. */
  #askFor(outcome: Outcome): boolean {
    const ask = outcome.status === 'failed' ? outcome.consent?.question : null;
    if (!ask || this.#parts.navigator.asksConsent) return false;
    this.#journal.say(ask, 'ask', undefined);
    return true;
  }

  /** @throws Stop where the same was tried often enough, and the instructor has nothing to say to that */
  async #stuck(act: PageAction, observation: Observation): Promise<boolean> {
    const reason = this.#repeats.stuck(act, stateKey(observation));
    if (!reason) return false;
    if (await this.#interjected(Infinity)) return true;
    throw new Stop({ kind: 'stuck', reason, next: 'Say it in other words, or in smaller steps.' });
  }

  /** After a look that shows that the last act changed nothing. */
  async #nudged(): Promise<boolean> {
    return this.#idle.count > 0 && (await this.#interjected());
  }

  /** Barge-in: the instructor may speak while the navigator is busy. */
  async #interjected(idle = this.#idle.count): Promise<boolean> {
    const { instructor, surface, signal } = this.#parts;
    const move = await instructor.interject?.(
      { ...this.#journal.exchange, idleActions: idle },
      surface.probe,
      signal,
    );
    if (!move) return false;
    const verdict = await this.#moves.take(move);
    if (verdict) throw new Stop(verdict);
    return true;
  }
}

export async function runSession(parts: SessionParts): Promise<SessionResult> {
  return new Session(parts).run();
}
