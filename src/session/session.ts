/**
 * The turn loop of one conversation: who has the floor, look, decide, act, record, until the instructor
 * stops or a budget does. It owns the exchange and the order of things and decides nothing about content.
 */
import { setTimeout as pause } from 'node:timers/promises';

import { formatAct, openDialogSentence } from '../action/index.js';
import type {
  CheckResult,
  Decision,
  Evidence,
  Exchange,
  Inspector,
  InstructorMove,
  Observation,
  Outcome,
  PageAct,
  ObservationSpec,
  SayKind,
  Speaker,
  Turn,
  Verdict,
} from '../contract/index.js';
import { Problem } from '../contract/index.js';
import { exitCode, floor, overBudget, RepeatCounter, stateKey } from '../policy/index.js';
import { BannerKeeper } from './banners.js';
import { ClipboardWatch } from './clipboard.js';
import { dropOf, expected, leadsElsewhere, overtaken, targetOf } from './consequences.js';
import { before } from './before.js';
import { Guard, refusedAct } from './guard.js';
import { createInspector, withRanking } from './inspector.js';
import type { SessionParts, SessionResult, SessionSurface } from './parts.js';
import { hostOf, revealed } from './reveal.js';
import { type Told, Witness } from './witness.js';

const BLANK_MS = 3_000;
const BLANK_STEP_MS = 200;

class Stop extends Error {
  constructor(readonly verdict: Verdict) {
    super(verdict.reason);
  }
}

class Session {
  readonly #parts: SessionParts;
  readonly #turns: Turn[] = [];
  readonly #repeats = new RepeatCounter();
  readonly #began = performance.now();
  #acts = 0;
  /** The person stopped the navigator: the floor is the instructor's whatever was said last. */
  #stopped = false;
  readonly #witness = new Witness((text, what) => this.#note(text, what));
  readonly #clipboard = new ClipboardWatch();
  /** Turns that the session itself took, which say nothing of whose turn it is to speak. */
  readonly #asides = new Set<number>();
  readonly #banners: BannerKeeper;
  readonly #guard: Guard;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#guard = new Guard(parts.confirm ?? {});
    this.#banners = new BannerKeeper(parts.banners ?? 'leave', {
      observe: (signal) => this.#observe(signal),
      act: (act, observation, evidence, signal) => {
        this.#asides.add(this.#turns.length);
        return this.#act(act, observation, evidence, signal);
      },
      note: (text) => this.#note(text),
      affordable: () => overBudget(parts.budget, this.spent) === null,
    });
  }

  get exchange(): Exchange {
    return { turns: this.#turns };
  }

  get spent(): { turns: number; acts: number; seconds: number } {
    return { turns: this.#turns.length, acts: this.#acts, seconds: (performance.now() - this.#began) / 1000 };
  }

  /** Runs to the end; whatever happens, the record ends with a verdict. */
  async run(): Promise<SessionResult> {
    const held = await this.#converse().catch((error: unknown) => this.#verdictOf(error));
    const guarded = this.#guard.verdict(held, this.exchange);
    const verdict = this.#parts.review?.(guarded) ?? guarded;
    const { turns, acts, seconds } = this.spent;
    const exit = exitCode(verdict.kind);
    const next = 'next' in verdict && verdict.next ? { next: verdict.next } : {};
    const model = this.#parts.modelTotals?.() ?? null;
    const end = this.#parts.recorder.end({
      verdict: verdict.kind,
      reason: verdict.reason,
      ...next,
      exit,
      turns,
      acts,
      seconds: Math.round(seconds * 10) / 10,
      ...(model ? { model } : {}),
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
      if (this.#stopped || this.#floor() === 'instructor') {
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
    this.#banners.arrived();
    if (why === 'start' && needsContent && url !== 'about:blank') await this.#requireContent();
    if (settle.reason === 'dialog') {
      const { dialog } = await this.#look({}, this.#parts.signal);
      if (dialog) this.#note(openDialogSentence(dialog));
    } else await this.#banners.answer(null, this.#parts.signal);
  }

  #floor(): Speaker {
    return floor({ turns: this.#turns.filter((turn) => !this.#asides.has(turn.index)) });
  }

  /** A page that shows nothing may still be drawing itself; after a moment it is taken at its word. */
  async #requireContent(): Promise<void> {
    const { signal } = this.#parts;
    const until = performance.now() + BLANK_MS;
    for (;;) {
      const { candidates, text, url, dialog } = await this.#look({ text: true }, signal);
      // Behind a dialog nothing has been drawn yet; it is answered first.
      if (candidates.length > 0 || text.length > 0 || dialog) return;
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
        await this.#astray(`opening ${move.url}`, () => this.#goto(move.url, 'instructor'));
        return null;
      case 'back':
        await this.#astray('going back', async () => {
          const moved = await surface.back(signal);
          if (moved) this.#banners.arrived();
          this.#note(moved ? `Back at ${surface.probe.url()}` : 'There is no page to go back to.');
        });
        return null;
      case 'stop':
        return move.failed
          ? { kind: move.failed.kind, reason: move.failed.reason }
          : { kind: 'done', reason: 'The conversation came to its end.' };
    }
  }

  /** The instructor moves by themselves: whoever mistypes an address, or will not wait, wants another try, not the end. */
  async #astray(what: string, go: () => Promise<void>): Promise<void> {
    const { signal, stretchSignal } = this.#parts;
    try {
      await go();
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof Problem) this.#note(`${error.message} ${error.next}`);
      else if (stretchSignal?.().aborted) this.#note(`Stopped ${what}.`);
      else throw error;
    }
    this.#stopped = true;
  }

  #check(result: CheckResult): void {
    this.#parts.onEvent(this.#parts.recorder.event({ type: 'check', result }));
  }

  #note(text: string, what: Told = {}): void {
    this.#parts.onEvent(this.#parts.recorder.event({ type: 'note', text, ...what }));
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
        ? `Stopped. Last finished act: ${formatAct(last.act, last.target, last.drop)}.`
        : 'Stopped. Nothing was done yet.',
    );
  }

  async #decideAndAct(signal: AbortSignal): Promise<void> {
    const { surface, ranker, onPhase } = this.#parts;
    onPhase?.('reading the page');
    const seen = await this.#observe(signal);
    const answered = await this.#banners.answer(seen, signal);
    let observation = this.#witness.forDecision(answered ?? (await this.#observe(signal)));
    onPhase?.('deciding');
    const look = createInspector(observation, ranker, surface, before(this.exchange), signal);
    const decision = await this.#decide(observation, look, signal);
    if (!decision) return;
    const ranking = look.last();
    // A navigator that ranks will do so again: what it will need can be begun with while a page is waited for.
    if (ranking) surface.onGlimpse((candidates) => ranker.warm({ candidates }));
    let evidence: Evidence | undefined = withRanking(decision.evidence, ranking);
    for (const [i, act] of decision.acts.entries()) {
      signal.throwIfAborted();
      if (act.intent === 'say') {
        this.#say(act.text, act.kind, evidence);
        evidence = undefined;
        if (this.#floor() === 'instructor') return;
        continue;
      }
      if (i > 0) observation = await this.#observe(signal);
      if (i > 0 && overtaken(act, observation)) return;
      const over = overBudget(this.#parts.budget, this.spent);
      if (over) return;
      const stuck = this.#repeats.stuck(act, stateKey(observation));
      if (stuck)
        throw new Stop({
          kind: 'stuck',
          reason: stuck,
          next: 'Say it in other words, or in smaller steps.',
        });
      onPhase?.('acting');
      const outcome = await this.#act(act, observation, evidence, signal);
      evidence = undefined;
      if (await this.#interjected(surface)) return;
      if (this.#askFor(outcome)) return;
      if (!expected(outcome)) return;
    }
  }

  /** Null: something kept the navigator from deciding, and whoever is there was told. */
  async #decide(observation: Observation, look: Inspector, signal: AbortSignal): Promise<Decision | null> {
    const { navigator, attended } = this.#parts;
    try {
      return await navigator.decide({ observation, exchange: this.exchange }, look, signal);
    } catch (error) {
      if (!attended || signal.aborted || !(error instanceof Problem)) throw error;
      this.#note(`${error.message} ${error.next}`);
      this.#stopped = true;
      return null;
    }
  }

  async #observe(signal: AbortSignal): Promise<Observation> {
    const { navigator, ranker } = this.#parts;
    // The guard reads sums and questions.
    return this.#look({ ...navigator.needs, ...ranker.needs, text: true, weblinx: true }, signal);
  }

  async #look(spec: ObservationSpec, signal: AbortSignal): Promise<Observation> {
    const observation = await this.#parts.surface.observe(spec, signal);
    this.#witness.saw(observation);
    this.#parts.ranker.warm(observation);
    return observation;
  }

  /** A navigator that cannot ask for a missing consent has it asked for in its name, in words made of the page's facts. */
  #askFor(outcome: Outcome): boolean {
    const ask = outcome.status === 'failed' ? outcome.consent?.ask : null;
    if (!ask || this.#parts.navigator.asksConsent) return false;
    this.#say(ask, 'ask', undefined);
    return true;
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
    const drop = dropOf(act, observation);
    const host = hostOf(surface.probe.url());
    const consent = this.#guard.judge(act, observation, this.exchange);
    const live =
      consent && !consent.given
        ? { ok: false as const, refused: refusedAct(consent) }
        : revealed(act, host, this.#parts.secrets);
    // What goes into a password field is a secret from the moment that it is known to be one.
    if (live.ok && live.act.intent === 'textInput' && target?.attributes['type'] === 'password')
      this.#parts.secrets?.keep(live.act.text, host);
    const performed = live.ok ? await surface.perform(live.act, signal) : live.refused;
    const { outcome } = performed;
    const secret = this.#clipboard.secretOf(act, target, outcome);
    if (secret !== null) this.#parts.secrets?.keep(secret, host);
    const url = surface.probe.url();
    const event = recorder.act({
      act,
      target,
      ...(drop ? { drop } : {}),
      performed,
      observation,
      ...(evidence ? { evidence } : {}),
      ...(consent ? { consent } : {}),
      pageAfter: { url },
    });
    if (consent?.given) this.#guard.done(consent, act, observation, outcome, this.#turns.length);
    this.#acts++;
    const aside = this.#asides.has(this.#turns.length);
    this.#turns.push({
      index: this.#turns.length,
      speaker: 'navigator',
      type: 'act',
      act,
      target,
      ...(drop ? { drop } : {}),
      outcome,
      url,
    });
    this.#witness.acted(act, observation, outcome);
    // Answering a banner may load the page anew, which is no reason to answer it again and again.
    if (!aside && leadsElsewhere(outcome)) this.#banners.arrived();
    else if (!aside) this.#banners.touched();
    onEvent(event);
    return outcome;
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

export async function runSession(parts: SessionParts): Promise<SessionResult> {
  return new Session(parts).run();
}
