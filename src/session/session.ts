/**
 * The turn loop of one conversation: who has the floor, look, decide, act, record, until the instructor
 * stops or a budget does. It owns the exchange and the order of things and decides nothing about content.
 */
import { setTimeout as pause } from 'node:timers/promises';

import { formatAct } from '../action/index.js';
import type {
  CheckResult,
  Decision,
  Evidence,
  Exchange,
  InstructorMove,
  Observation,
  Outcome,
  PageAct,
  SayKind,
  Target,
  Turn,
  Verdict,
} from '../contract/index.js';
import { Problem } from '../contract/index.js';
import { exitCode, floor, overBudget, RepeatCounter, SAME_ACT_LIMIT, stateKey } from '../policy/index.js';
import { createInspector } from './inspector.js';
import type { SessionParts, SessionResult, SessionSurface } from './parts.js';

const BLANK_MS = 3_000;
const BLANK_STEP_MS = 200;

class Stop extends Error {
  constructor(readonly verdict: Verdict) {
    super(verdict.reason);
  }
}

/** Effects after which what was decided on the old page no longer holds. */
function expected(outcome: Outcome): boolean {
  if (outcome.status === 'already') return true;
  if (outcome.status !== 'done') return false;
  return !outcome.effects.some((effect) =>
    ['navigated', 'url', 'tab', 'tab-closed', 'dialog', 'download'].includes(effect.type),
  );
}

class Session {
  readonly #parts: SessionParts;
  readonly #turns: Turn[] = [];
  readonly #repeats = new RepeatCounter();
  readonly #began = performance.now();
  #acts = 0;
  /** The person stopped the navigator: the floor is the instructor's whatever was said last. */
  #stopped = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  get exchange(): Exchange {
    return { turns: this.#turns };
  }

  get spent(): { turns: number; acts: number; seconds: number } {
    return { turns: this.#turns.length, acts: this.#acts, seconds: (performance.now() - this.#began) / 1000 };
  }

  /** Runs to the end; whatever happens, the record ends with a verdict. */
  async run(): Promise<SessionResult> {
    const verdict = await this.#converse().catch((error: unknown) => this.#verdictOf(error));
    const { turns, acts, seconds } = this.spent;
    const exit = exitCode(verdict.kind);
    const next = 'next' in verdict && verdict.next ? { next: verdict.next } : {};
    const end = this.#parts.recorder.end({
      verdict: verdict.kind,
      reason: verdict.reason,
      ...next,
      exit,
      turns,
      acts,
      seconds: Math.round(seconds * 10) / 10,
    });
    this.#parts.onEvent(end);
    return { verdict, exit, exchange: this.exchange };
  }

  async #converse(): Promise<Verdict> {
    const { signal, startUrl } = this.#parts;
    if (startUrl !== undefined) await this.#goto(startUrl, 'start');
    for (;;) {
      signal.throwIfAborted();
      const over = overBudget(this.#parts.budget, this.spent);
      if (over)
        throw new Stop({
          kind: 'budget',
          reason: over,
          next: 'Raise the budget, or give the conversation in smaller steps.',
        });
      if (this.#stopped || floor(this.exchange) === 'instructor') {
        this.#stopped = false;
        const verdict = await this.#instructorSpeaks();
        if (verdict) return verdict;
      } else await this.#navigatorStretch();
    }
  }

  async #goto(url: string, why: 'start' | 'instructor'): Promise<void> {
    const { surface, recorder, onEvent, onPhase, needsContent } = this.#parts;
    onPhase?.('opening the page');
    const { settle } = await surface.open(url, why === 'instructor' ? this.#stoppable() : this.#parts.signal);
    const title = await surface.probe.title().catch(() => '');
    onEvent(recorder.event({ type: 'page', url: surface.probe.url(), title, why, settle }));
    if (why === 'start' && needsContent && url !== 'about:blank') await this.#requireContent();
  }

  /** A page that shows nothing may still be drawing itself; after a moment it is taken at its word. */
  async #requireContent(): Promise<void> {
    const { surface, signal } = this.#parts;
    const until = performance.now() + BLANK_MS;
    for (;;) {
      const { candidates, text, url } = await surface.observe({ text: true }, signal);
      if (candidates.length > 0 || text.length > 0) return;
      if (performance.now() > until)
        throw new Stop({
          kind: 'stuck',
          reason: `${url} shows nothing to work with.`,
          next: 'Check the address; parley look shows what Parley sees there.',
        });
      await pause(BLANK_STEP_MS);
    }
  }

  /** @returns a verdict when the dialogue is over */
  async #instructorSpeaks(): Promise<Verdict | null> {
    const { instructor, surface, signal } = this.#parts;
    return this.#take(await instructor.next(this.exchange, surface.probe, signal));
  }

  async #take(move: InstructorMove): Promise<Verdict | null> {
    const { surface, recorder, onEvent, signal } = this.#parts;
    for (const result of move.checks ?? []) this.#check(result);
    switch (move.type) {
      case 'say':
        onEvent(recorder.say('instructor', move.text));
        this.#turns.push({ index: this.#turns.length, speaker: 'instructor', type: 'say', text: move.text });
        this.#repeats.reset();
        return null;
      case 'goto':
        await this.#goto(move.url, 'instructor').catch((error: unknown) => {
          if (signal.aborted) throw error;
          // A person who mistypes an address, or will not wait for it, wants another try, not the end.
          if (error instanceof Problem) this.#note(`${error.message} ${error.next}`);
          else if (this.#parts.stretchSignal?.().aborted) this.#note(`Stopped opening ${move.url}.`);
          else throw error;
        });
        this.#stopped = true;
        return null;
      case 'back': {
        const moved = await surface.back(signal);
        this.#note(moved ? `Back at ${surface.probe.url()}` : 'There is no page to go back to.');
        this.#stopped = true;
        return null;
      }
      case 'stop':
        return move.failed
          ? { kind: move.failed.kind, reason: move.failed.reason }
          : { kind: 'done', reason: 'The conversation came to its end.' };
    }
  }

  #check(result: CheckResult): void {
    this.#parts.onEvent(this.#parts.recorder.event({ type: 'check', result }));
  }

  #note(text: string): void {
    this.#parts.onEvent(this.#parts.recorder.event({ type: 'note', text }));
  }

  /** One decision of the navigator and its acts; stopped by a person, it ends the stretch and not the session. */
  async #navigatorStretch(): Promise<void> {
    const stretch = this.#parts.stretchSignal?.();
    try {
      await this.#decideAndAct(this.#stoppable());
    } catch (error) {
      if (!stretch?.aborted || this.#parts.signal.aborted || error instanceof Stop) throw error;
      this.#stopNote();
    }
    if (stretch?.aborted && !this.#stopped) this.#stopNote();
  }

  /** The session's signal together with the one by which a person stops what is going on now. */
  #stoppable(): AbortSignal {
    const stretch = this.#parts.stretchSignal?.();
    return stretch ? AbortSignal.any([this.#parts.signal, stretch]) : this.#parts.signal;
  }

  #stopNote(): void {
    this.#stopped = true;
    const last = this.#turns.findLast((turn) => turn.type === 'act' && turn.outcome.status === 'done');
    this.#note(
      last?.type === 'act'
        ? `Stopped. Last finished act: ${formatAct(last.act, last.target)}.`
        : 'Stopped. Nothing was done yet.',
    );
  }

  async #decideAndAct(signal: AbortSignal): Promise<void> {
    const { surface, navigator, ranker, onPhase } = this.#parts;
    onPhase?.('reading the page');
    let observation = await this.#observe(signal);
    onPhase?.('deciding');
    const look = createInspector(observation, ranker, signal);
    const decision: Decision = await navigator.decide({ observation, exchange: this.exchange }, look, signal);
    let evidence: Evidence | undefined = decision.evidence;
    for (const [i, act] of decision.acts.entries()) {
      signal.throwIfAborted();
      if (act.intent === 'say') {
        this.#say(act.text, act.kind, evidence);
        evidence = undefined;
        if (floor(this.exchange) === 'instructor') return;
        continue;
      }
      if (i > 0) observation = await this.#observe(signal);
      const over = overBudget(this.#parts.budget, this.spent);
      if (over) return;
      if (this.#repeats.repeat(act, stateKey(observation)) >= SAME_ACT_LIMIT)
        throw new Stop({
          kind: 'stuck',
          reason: `The navigator did the same thing ${SAME_ACT_LIMIT} times and the page did not change.`,
          next: 'Say it in other words, or in smaller steps.',
        });
      onPhase?.('acting');
      const outcome = await this.#act(act, observation, evidence, signal);
      evidence = undefined;
      if (await this.#interjected(surface)) return;
      if (!expected(outcome)) return;
    }
  }

  async #observe(signal: AbortSignal): Promise<Observation> {
    const { navigator, ranker, surface } = this.#parts;
    return surface.observe({ ...navigator.needs, ...ranker.needs, weblinx: true }, signal);
  }

  #say(text: string, kind: SayKind, evidence: Evidence | undefined): void {
    const { recorder, onEvent } = this.#parts;
    onEvent(recorder.say('navigator', text, kind, evidence));
    this.#turns.push({ index: this.#turns.length, speaker: 'navigator', type: 'say', kind, text });
  }

  async #act(
    act: PageAct,
    observation: Observation,
    evidence: Evidence | undefined,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { surface, recorder, onEvent } = this.#parts;
    const target = targetOf(act, observation);
    // What goes into a password field is a secret from the moment that it is known to be one.
    if (act.intent === 'textInput' && target?.attributes.type === 'password')
      this.#parts.keepSecret?.('PASSWORD', act.text);
    const performed = await surface.perform(act, signal);
    const url = surface.probe.url();
    const event = recorder.act({
      act,
      target,
      performed,
      observation,
      ...(evidence ? { evidence } : {}),
      pageAfter: { url },
    });
    this.#acts++;
    this.#turns.push({
      index: this.#turns.length,
      speaker: 'navigator',
      type: 'act',
      act,
      target,
      outcome: performed.outcome,
      url,
    });
    onEvent(event);
    return performed.outcome;
  }

  /** Barge-in: the instructor may speak while the navigator is busy. */
  async #interjected(surface: SessionSurface): Promise<boolean> {
    const { instructor, signal } = this.#parts;
    const move = await instructor.interject?.(this.exchange, surface.probe, signal);
    if (!move) return false;
    const verdict = await this.#take(move);
    if (verdict) throw new Stop(verdict);
    return true;
  }

  #verdictOf(error: unknown): Verdict {
    if (this.#parts.signal.aborted)
      return { kind: 'user', reason: 'Interrupted; everything up to the last finished turn is recorded.' };
    if (error instanceof Stop) return error.verdict;
    if (error instanceof Problem) return { kind: error.kind, reason: error.message, next: error.next };
    this.#parts.onFault?.(error);
    const message = error instanceof Error ? error.message.split('\n')[0]! : String(error);
    return {
      kind: 'infra',
      reason: `Something failed that should not: ${message}`,
      next: 'Please report it with the run.log beside the demonstration.',
    };
  }
}

function targetOf(act: PageAct, observation: Observation): Target | null {
  const uid = 'uid' in act ? act.uid : undefined;
  const found =
    uid === undefined ? undefined : observation.candidates.find((candidate) => candidate.uid === uid);
  if (!found) return null;
  const { tag, role, name, attributes, xpath } = found;
  return { uid: found.uid, tag, role, name: name || found.text.slice(0, 80), attributes, xpath };
}

export async function runSession(parts: SessionParts): Promise<SessionResult> {
  return new Session(parts).run();
}
