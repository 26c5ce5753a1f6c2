/**
 * The navigator `direct`: rules and ranking, no model. A line becomes a plan of steps. Each decision performs one
 * action of the current step, depending on the outcome of the previous action. The line ends with one report, answer or
 * question. All attempts are limited, so that every plan ends.
 */
import { findUnusedWords } from './run/unused-words.js';
import type {
  Decision,
  Evidence,
  Navigator,
  OpenDialog,
  PageAction,
  SayKind,
  Speaker,
  State,
} from '../../contract/index.js';
import { removeEcho } from './ground/echo.js';
import { createView, type View } from './ground/view.js';
import { getName } from './ground/names.js';
import { mask } from './language/line-text.js';
import { findLineProblem, removeControls, MAX_UNQUOTED_CHARS } from './language/clean-line.js';
import { parseLine } from './language/parse.js';
import { formatStep } from './language/notation.js';
import type { SpokenStep } from './language/steps.js';
import { DialogResponder } from './run/javascript-dialogs.js';
import { handle } from './run/handle.js';
import { keepEffectiveActions, createActionRecords } from './run/record-actions.js';
import type { PerformedAction } from './run/performed-actions.js';
import { formatReport, formatRefusal, formatList, formatUnfinished, formatDone } from './run/messages.js';
import { MAX_STEPS, takeLine } from './run/interpret-line.js';
import { quotePageError } from './run/error-messages.js';
import {
  fail,
  startRun,
  update,
  type ActTurn,
  type Context,
  type Memory,
  type Move,
  type Plan,
} from './run/types.js';
import { toSentence } from './text.js';

/** Stages of actions that only prepare or undo something and are not recorded as actions. */
const ASIDE = new Set(['reveal', 'uncover', 'look', 'undo']);
const MAX_MOVES = 14;
const MAX_DECISIONS = 120;

type MoveOf<K extends Move['kind']> = Extract<Move, { kind: K }>;

/** Parses a line after the earlier lines. `today` is `2026-11-20`. */
type Read = (
  line: string,
  context: { earlierLines: readonly { speaker: Speaker; text: string }[]; today: string },
) => SpokenStep[];

const isoDay = (d: Date): string =>
  [d.getFullYear(), d.getMonth() + 1, d.getDate()].map((n) => String(n).padStart(2, '0')).join('-');

class DirectNavigator implements Navigator {
  readonly name = 'direct';
  readonly needs = { text: true, documents: true };
  readonly answersDialogs = true;
  readonly asksConsent = true;
  readonly #dialogs = new DialogResponder();
  /** The actions of the last decision. The session may add others between them, which are not judged here. */
  #decided = new Set<string>();
  #plan: Plan | null = null;
  #seen = 0;
  #noted: PerformedAction[] = [];
  readonly #memory: Memory = { others: [], performedActions: [] };

  /**
   * @param now the day that "tomorrow" counts from
   * @param read parses a line
   */
  constructor(
    private readonly now: () => Date,
    private readonly read: Read,
  ) {}

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
    const ownActions = turns
      .slice(Math.max(this.#seen, instructor.index + 1))
      .filter((t): t is ActTurn => t.type === 'action' && this.#decided.has(JSON.stringify(t.action)));
    this.#seen = turns.length;
    const missing = this.#refused(ownActions.at(-1), plan);
    if (missing) return missing;
    if (plan.allowedAction) {
      const act = plan.allowedAction;
      delete plan.allowedAction;
      return this.#do([act], { step: 'consent', note: 'the instructor said yes' });
    }
    const { dialog } = state.observation;
    if (dialog) return this.#attend(dialog, plan, ownActions);
    const { last, alerts, refusal: refused } = this.#dialogs.collectResults(ownActions);
    keepEffectiveActions(this.#memory.performedActions, this.#noted, last);
    this.#noted = [];
    if (refused)
      return this.#end('report', [formatDone(plan.doneParts), refused].filter(Boolean).join(' '), {});
    const notices = [...state.observation.notices, ...alerts];
    const view = createView(removeEcho({ ...state.observation, notices }, instructor.text));
    let fresh: readonly ActTurn[] = last;
    for (let guard = 0; guard < MAX_STEPS; guard++) {
      signal.throwIfAborted();
      const run = plan.steps[plan.cursor];
      if (!run) return this.#finish(plan, state);
      run.url ||= state.observation.url;
      run.decisionCount++;
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
        resolved: null,
      };
      const move =
        run.decisionCount > MAX_MOVES || ++plan.decisions > MAX_DECISIONS
          ? fail(`I tried “${run.spoken.clause.text}” ${MAX_MOVES} times without success`)
          : await handle(run.step, ctx);
      const evidence = evidenceOf(ctx);
      switch (move.kind) {
        case 'act':
          run.stage = move.stage;
          // Preparing or undoing is not recorded as a action.
          if (!ASIDE.has((run.each?.inner ?? run).stage))
            this.#noted = createActionRecords(move.acts, view, plan, run);
          return this.#do(move.acts, evidence);
        case 'ask':
          plan.pending = move.pending;
          return say('ask', this.#withProgress(plan, move.text), evidence);
        case 'fail':
          this.#remember(run.spoken);
          return this.#end('unfinished', formatUnfinished(plan, quotePageError(move.text, ctx)), evidence);
        case 'replace':
          this.#replace(plan, move, run.decisionCount);
          break;
        case 'done':
          if (move.did) plan.doneParts.push(move.did);
          if (move.answer) plan.answers.push(move.answer);
          this.#remember(run.spoken);
          if (run.stage === 'act') run.stage = 'done';
          plan.cursor++;
          break;
      }
      fresh = [];
    }
    return this.#end('unfinished', formatUnfinished(plan, 'That line has more steps than I can follow'), {});
  }

  #do(acts: [PageAction, ...PageAction[]], evidence: Evidence): Decision {
    this.#decided = new Set(acts.map((act) => JSON.stringify(act)));
    return { actions: acts, evidence };
  }

  /** If the last action was refused for lack of consent, asks for it, if asking can help. */
  #refused(last: ActTurn | undefined, plan: Plan): Decision | null {
    const missing = last?.outcome.status === 'failed' ? last.outcome.consent : undefined;
    if (!last || !missing || last.outcome.status !== 'failed') return null;
    const evidence: Evidence = { step: 'consent', note: last.outcome.detail };
    if (missing.question === null)
      return this.#end('unfinished', formatUnfinished(plan, formatRefusal(missing)), evidence);
    const run = plan.steps[plan.cursor];
    if (run?.stage === 'submit' && run.expectedValues.size > 0 && !run.hasReportedFields) {
      plan.doneParts.push(
        `filled in ${formatList([...run.expectedValues.values()].map(({ description: said }) => said))}`,
      );
      run.hasReportedFields = true;
    }
    plan.pending = { kind: 'consent', act: last.action, what: missing.what };
    return say('ask', this.#withProgress(plan, missing.question), evidence);
  }

  /** Handles an open dialog, which must be answered before anything else. */
  #attend(dialog: OpenDialog, plan: Plan, fresh: readonly ActTurn[]): Decision {
    const at = plan.cursor;
    const attended = this.#dialogs.respond(
      dialog,
      fresh,
      plan.steps[at]?.each?.inner ?? plan.steps[at],
      plan.steps[at + 1],
    );
    const evidence: Evidence = { step: 'dialog', note: `the page asks “${dialog.message}”` };
    if (attended.kind === 'act') {
      if (attended.stepOffset !== undefined) plan.steps.splice(at + attended.stepOffset, 1);
      if (attended.did) plan.doneParts.push(attended.did);
      return this.#do([attended.act], evidence);
    }
    if (attended.kind === 'fail')
      return this.#end('unfinished', formatUnfinished(plan, attended.text), evidence);
    plan.pending = { kind: 'dialog', dialog };
    return say('ask', this.#withProgress(plan, attended.text), evidence);
  }

  /** Adds what has been done so far to a question in the middle of a line. */
  #withProgress(plan: Plan, text: string): string {
    if (!plan.doneParts.length) return toSentence(text);
    const doing = formatUnfinished({ ...plan, answers: [] }, '').replace(/ But .*$/u, '');
    plan.doneParts = [];
    return `${doing} ${toSentence(text)}`;
  }

  /** Remembers what a correction may refer to. */
  #remember(spoken: SpokenStep): void {
    if (!['undo', 'again', 'reply', 'unknown'].includes(spoken.step.do)) this.#memory.lastStep = spoken;
  }

  #replace(plan: Plan, { steps, drop = 0, prepare }: MoveOf<'replace'>, moves: number): void {
    const before = plan.steps[plan.cursor]!;
    const runs = steps.map((s) => startRun(s, before.url));
    // A rephrased step does not get new attempts.
    if (runs[0])
      update(runs[0], {
        decisionCount: moves,
        givenValues: before.givenValues,
        revealedUids: before.revealedUids,
        sideActions: before.sideActions,
      });
    for (const run of runs) run.isConditionMet = before.isConditionMet;
    prepare?.(runs);
    plan.steps.splice(plan.cursor, 1 + drop, ...runs);
  }

  /** Handles a new line: an answer to the last question, a correction, or a new plan. */
  #take(phrase: string, since: number, state: State): Decision | null {
    const line = removeControls(phrase);
    const trouble = findLineProblem(line, mask);
    if (trouble) return say('ask', toSentence(trouble), {});
    const earlierLines = state.exchange.turns
      .filter((t) => t.type === 'say' && t.index < since)
      .map((t) => ({
        speaker: t.speaker,
        text: t.type === 'say' ? removeControls(t.text).slice(0, MAX_UNQUOTED_CHARS) : '',
      }));
    const spoken = { line, since, spoken: this.read(line, { earlierLines, today: isoDay(this.now()) }) };
    const view = (): View => createView(removeEcho(state.observation, line));
    const taken = takeLine(spoken, this.#plan, this.#memory, this.#dialogs, view, this.now());
    this.#plan = taken.plan;
    if (taken.kind === 'plan') return null;
    return taken.kind === 'ask' ? say('ask', taken.text, {}) : this.#end(taken.kind, taken.text, {});
  }

  #finish(plan: Plan, state: State): Decision {
    const text = formatReport(plan, state.observation.title);
    if (plan.answers.length) return this.#end('answer', text, {});
    const unused = this.#findUnusedWords(plan, [text, state.observation.title, state.observation.url]);
    return this.#end('report', [text || 'There was nothing to do.', unused].filter(Boolean).join(' '), {});
  }

  /** A sentence about words of the line that nothing on the page accounted for; '' if there are none. */
  #findUnusedWords(plan: Plan, known: readonly string[]): string {
    const actions = this.#memory.performedActions.filter(({ intention }) => intention === plan.intention);
    const words =
      actions.length > 0 && actions.every(({ element }) => element)
        ? findUnusedWords(plan.line, actions, known)
        : [];
    return words.length > 0 ? `I did nothing about ${formatList(words.map((word) => `“${word}”`))}.` : '';
  }

  #end(kind: SayKind, text: string, evidence: Evidence): Decision {
    if (this.#plan) {
      this.#plan.steps = [];
      this.#plan.pending = null;
      this.#plan.doneParts = [];
      this.#plan.answers = [];
    }
    return say(kind, this.#dialogs.addAlerts(text), evidence);
  }
}

const say = (kind: SayKind, text: string, evidence: Evidence): Decision => ({
  actions: [{ intent: 'say', kind, text }],
  evidence,
});

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** Returns the evidence for the decision. */
function evidenceOf(ctx: Context): Evidence {
  const { resolved } = ctx;
  return {
    step: formatStep({ ...ctx.run.spoken, step: ctx.run.step }),
    query: ctx.run.spoken.clause.text,
    ...(resolved
      ? {
          reference: {
            uid: resolved.candidate.uid,
            probability: round(resolved.probability),
            features: Object.fromEntries(Object.entries(resolved.features).map(([k, v]) => [k, round(v)])),
          },
        }
      : {}),
    ...(ctx.ranked.length
      ? {
          ranked: ctx.ranked.map(({ candidate: c, score }) => ({
            uid: c.uid,
            score: round(score),
            name: getName(c).slice(0, 80),
          })),
        }
      : {}),
  };
}

/**
 * @param now for tests: the day that "tomorrow" counts from
 * @param read for tests: parses a line
 */
export function createDirectNavigator(now: () => Date = () => new Date(), read: Read = parseLine): Navigator {
  return new DirectNavigator(now, read);
}
