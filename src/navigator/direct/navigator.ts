/**
 * Navigator `direct`: rules and ranking, no model. A line becomes a plan of steps; each decision moves the
 * step under the cursor on by one act, judged by what the act before it did; the line ends with one report,
 * answer or question. Every try is counted, so that no plan goes on for ever.
 */
import type {
  Decision,
  Evidence,
  Navigator,
  OpenDialog,
  PageAct,
  SayKind,
  State,
} from '../../contract/index.js';
import { viewOf } from './ground/view.js';
import { nameOf } from './ground/names.js';
import { parseLine } from './language/parse.js';
import { showStep, type SpokenStep, type Step } from './language/steps.js';
import { DialogDesk, questionOf, readDialogReply } from './run/dialog.js';
import { correction, readReply } from './run/follow-up.js';
import { handle } from './run/handle.js';
import { finished, stopped, summary } from './run/speech.js';
import { fail, startRun, type ActTurn, type Context, type Memory, type Plan } from './run/types.js';
import { sentence } from './text.js';

const MOST_MOVES = 14;
const MOST_DECISIONS = 80;
const MOST_STEPS = 40;

class DirectNavigator implements Navigator {
  readonly name = 'direct';
  readonly needs = { text: true, documents: true };
  readonly answersDialogs = true;
  readonly #desk = new DialogDesk();
  /** The acts of the last decision: others may stand between them, which are not judged here. */
  #decided = new Set<string>();
  #plan: Plan | null = null;
  #seen = 0;
  readonly #memory: Memory = { others: [], moved: false };

  /** @param now the day that "tomorrow" counts from */
  constructor(private readonly now: () => Date) {}

  async decide(
    state: State,
    look: Parameters<Navigator['decide']>[1],
    signal: AbortSignal,
  ): Promise<Decision> {
    const { turns } = state.exchange;
    const instructor = turns.findLast((t) => t.speaker === 'instructor');
    if (!instructor) return say('ask', 'What should I do?', {});
    if (!this.#plan || this.#plan.since !== instructor.index) {
      const early = this.#take(instructor.text, instructor.index, state);
      if (early) return early;
    }
    const plan = this.#plan!;
    const own = turns
      .slice(Math.max(this.#seen, instructor.index + 1))
      .filter((t): t is ActTurn => t.type === 'act' && this.#decided.has(JSON.stringify(t.act)));
    this.#seen = turns.length;
    const { dialog } = state.observation;
    if (dialog) return this.#attend(dialog, plan, own);
    const { last, alerts, refused } = this.#desk.settle(own);
    if (refused) return this.#end('report', [summary(plan.did), refused].filter(Boolean).join(' '), {});
    const notices = [...state.observation.notices, ...alerts];
    const view = viewOf({ ...state.observation, notices });
    let fresh: readonly ActTurn[] = last;
    for (let guard = 0; guard < MOST_STEPS; guard++) {
      signal.throwIfAborted();
      const run = plan.steps[plan.cursor];
      if (!run) return this.#finish(plan, state);
      run.url ||= state.observation.url;
      run.moves++;
      run.notices ??= state.observation.notices;
      const ctx: Context = {
        view,
        look,
        memory: this.#memory,
        plan,
        run,
        last: fresh,
        today: this.now(),
        ranked: [],
      };
      const move =
        run.moves > MOST_MOVES || ++plan.decisions > MOST_DECISIONS
          ? fail(`I tried “${run.spoken.clause.text}” ${MOST_MOVES} times without getting there`)
          : await handle(run.step, ctx);
      const evidence = evidenceOf(ctx);
      switch (move.kind) {
        case 'act':
          run.stage = move.stage;
          return this.#do(move.acts, evidence);
        case 'ask':
          plan.pending = move.pending;
          return say('ask', this.#withDoings(plan, move.text), evidence);
        case 'fail':
          return this.#end('unfinished', stopped(plan, move.text), evidence);
        case 'replace':
          this.#replace(plan, move.steps, move.drop ?? 0, run.moves);
          break;
        case 'done':
          if (move.did) plan.did.push(move.did);
          if (move.answer) plan.answers.push(move.answer);
          this.#memory.lastStep = run.spoken;
          if (run.stage === 'act') run.stage = 'done';
          plan.cursor++;
          break;
      }
      fresh = [];
    }
    return this.#end('unfinished', stopped(plan, 'The line has more steps than I can follow'), {});
  }

  #do(acts: [PageAct, ...PageAct[]], evidence: Evidence): Decision {
    this.#decided = new Set(acts.map((act) => JSON.stringify(act)));
    return { acts, evidence };
  }

  /** A dialog is open: nothing else can be done before it is answered. */
  #attend(dialog: OpenDialog, plan: Plan, fresh: readonly ActTurn[]): Decision {
    const at = plan.cursor;
    const attended = this.#desk.attend(dialog, fresh, plan.steps[at], plan.steps[at + 1]);
    const evidence: Evidence = { step: 'dialog', note: `the page asks “${dialog.message}”` };
    if (attended.kind === 'act') {
      if (attended.spent !== undefined) plan.steps.splice(at + attended.spent, 1);
      if (attended.did) plan.did.push(attended.did);
      return this.#do([attended.act], evidence);
    }
    if (attended.kind === 'fail') return this.#end('unfinished', stopped(plan, attended.text), evidence);
    plan.pending = { kind: 'dialog', dialog };
    return say('ask', this.#withDoings(plan, attended.text), evidence);
  }

  /** A question in the middle says what came before it. */
  #withDoings(plan: Plan, text: string): string {
    if (!plan.did.length) return sentence(text);
    const doing = stopped({ ...plan, answers: [] }, '').replace(/ But .*$/u, '');
    plan.did = [];
    return `${doing} ${sentence(text)}`;
  }

  #replace(plan: Plan, steps: readonly SpokenStep[], drop: number, moves: number): void {
    const before = plan.steps[plan.cursor]!;
    const runs = steps.map((s) => startRun(s, before.url));
    // A step that is put in other words does not get its tries back.
    if (runs[0])
      Object.assign(runs[0], { moves, given: before.given, reveals: before.reveals, aside: before.aside });
    plan.steps.splice(plan.cursor, 1 + drop, ...runs);
  }

  /** A new instructor line: an answer to the question before, a correction, or a new plan. */
  #take(line: string, since: number, state: State): Decision | null {
    const before = this.#plan;
    const pending = before?.pending ?? null;
    if (before && pending?.kind === 'dialog') {
      const reply = readDialogReply(line, pending.dialog);
      this.#plan = { ...before, since, pending: reply === 'unclear' ? pending : null };
      if (reply === 'unclear') return say('ask', `I did not get that. ${questionOf(pending.dialog)}`, {});
      if (reply !== 'new') {
        this.#desk.answer(reply);
        return null;
      }
    }
    if (before && pending && pending.kind !== 'dialog' && pending.kind !== 'what') {
      const reply = readReply(line, pending);
      const run = before.steps[before.cursor];
      if (reply.kind === 'stop') {
        this.#plan = emptyPlan(line, since);
        return this.#end('report', 'All right, I leave it as it is.', {});
      }
      if (run && reply.kind !== 'new') {
        if (reply.kind === 'pick') {
          run.picked = reply.uid;
          if (run.asked?.startsWith('pick:')) run.given.set(run.asked, reply.uid);
          run.tried.delete(reply.uid);
        } else run.given.set(run.asked ?? 'value', reply.value);
        run.moves = 0;
        // An answer is no act: what the page did before it was judged already.
        if (run.stage === 'act') run.stage = '';
        this.#plan = { ...before, since, pending: null };
        return null;
      }
    }
    this.#desk.forget();
    const corrected = correction(line, this.#memory);
    if (corrected) {
      const again = this.#again(corrected, state);
      if (again) {
        this.#plan = { ...emptyPlan(line, since), steps: again };
        return null;
      }
    }
    this.#plan = {
      ...emptyPlan(line, since),
      steps: parseLine(line)
        .slice(0, MOST_STEPS)
        .map((s) => startRun(s, '')),
    };
    return null;
  }

  /** The last step with another referent; the page is gone back to where the step left it. */
  #again(wish: { nth: number | null; other: boolean }, state: State): Plan['steps'] | null {
    const memory = this.#memory;
    const spoken = memory.lastStep!;
    const step = spoken.step;
    if (!('target' in step) || !step.target) return null;
    const back: SpokenStep[] = memory.moved
      ? [{ step: { do: 'history', way: 'back' }, clause: { text: 'go back', raw: '', joint: '' } }]
      : [];
    if (wish.nth !== null) {
      const readings = step.target.readings.map((r) => ({ ...r, nth: wish.nth }));
      const target = {
        ...step.target,
        readings: [readings[0]!, ...readings.slice(1)] as typeof step.target.readings,
      };
      return [...back, { ...spoken, step: { ...step, target } as Step }].map((s) =>
        startRun(s, state.observation.url),
      );
    }
    const other = memory.others.find((o) => o.uid !== memory.target?.uid);
    if (!other) return null;
    const runs = [...back, spoken].map((s) => startRun(s, state.observation.url));
    runs.at(-1)!.picked = other.uid;
    return runs;
  }

  #finish(plan: Plan, state: State): Decision {
    const text = finished(plan, state.observation.title);
    return this.#end(plan.answers.length ? 'answer' : 'report', text || 'There was nothing to do.', {});
  }

  #end(kind: SayKind, text: string, evidence: Evidence): Decision {
    if (this.#plan) {
      this.#plan.steps = [];
      this.#plan.pending = null;
      this.#plan.did = [];
      this.#plan.answers = [];
    }
    return say(kind, this.#desk.withHeard(text), evidence);
  }
}

const emptyPlan = (line: string, since: number): Plan => ({
  line,
  since,
  steps: [],
  cursor: 0,
  did: [],
  answers: [],
  pending: null,
  decisions: 0,
});
const say = (kind: SayKind, text: string, evidence: Evidence): Decision => ({
  acts: [{ intent: 'say', kind, text }],
  evidence,
});

/** What the decision rests on. */
function evidenceOf(ctx: Context): Evidence {
  return {
    step: showStep(ctx.run.step),
    query: ctx.run.spoken.clause.text,
    ...(ctx.ranked.length
      ? {
          ranked: ctx.ranked.map(({ candidate: c, score }) => ({
            uid: c.uid,
            score: Math.round(score * 1000) / 1000,
            name: nameOf(c).slice(0, 80),
          })),
        }
      : {}),
  };
}

/** @param now for tests: the day that "tomorrow" counts from */
export function createDirectNavigator(now: () => Date = () => new Date()): Navigator {
  return new DirectNavigator(now);
}
