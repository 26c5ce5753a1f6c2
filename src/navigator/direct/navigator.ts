/**
 * The `direct` navigator uses rules and ranking, but no language model. It turns an instructor's line into a plan of
 * steps. Each decision returns the next actions of the current step, depending on the outcome of the last ones. A line
 * ends with a report, an answer or a question. The number of attempts is limited, so that every plan ends.
 */
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
import { mask } from './language/line-text.js';
import { describeLineProblem, removeControls, MAX_UNQUOTED_CHARS } from './language/clean-line.js';
import { findStepTarget } from './language/pronouns.js';
import { parseLine } from './language/parse.js';
import type { SpokenStep } from './language/steps.js';
import { uncoverBeforeRepeat } from './run/clear-obstruction.js';
import { readAsDeclaration } from './run/declaration.js';
import { DialogResponder } from './run/javascript-dialogs.js';
import { dispatchStep } from './run/dispatch-step.js';
import { keepEffectiveActions, createUndoRecords } from './run/undo-records.js';
import type { PerformedAction } from './run/performed-actions.js';
import { confirmedClickVariable } from './run/object-commands.js';
import { formatFilledIn, formatReport, formatRefusal, formatUnfinished, formatDone } from './run/messages.js';
import { createEvidence } from './run/evidence.js';
import { addUnusedWordsNote } from './run/report-unused-words.js';
import { readAsPageQuestion } from './run/answer-question.js';
import { expandFollowUp } from './run/expand-follow-up.js';
import { MAX_STEPS, interpretLine } from './run/interpret-line.js';
import { pressRequestedControl } from './run/requested-control.js';
import { closeMenuOfLine } from './run/open-menu.js';
import { quotePageError } from './run/error-messages.js';
import {
  fail,
  startRun,
  updateRun,
  type PageActionTurn,
  type Context,
  type Memory,
  type Move,
  type Plan,
} from './run/types.js';
import { clip, toSentence } from './text.js';

/** Stages whose actions only prepare or undo something. They are not remembered, so a later undo ignores them. */
const STAGES_WITHOUT_UNDO = new Set(['reveal', 'uncover', 'look', 'undo']);
const MAX_DECISIONS_PER_STEP = 14;
const MAX_DECISIONS_PER_LINE = 120;

type MoveOf<K extends Move['kind']> = Extract<Move, { kind: K }>;

/** Parses a line in the context of the earlier lines. `today` is an ISO date. */
type LineParser = (
  line: string,
  context: {
    earlierLines: readonly { speaker: Speaker; text: string }[];
    today: string;
    answeredEntry?: string | undefined;
  },
) => SpokenStep[];

const formatIsoDate = (d: Date): string =>
  [d.getFullYear(), d.getMonth() + 1, d.getDate()].map((n) => String(n).padStart(2, '0')).join('-');

class DirectNavigator implements Navigator {
  readonly name = 'direct';
  readonly needs = { text: true, documents: true };
  readonly answersDialogs = true;
  readonly asksConsent = true;
  readonly #dialogs = new DialogResponder();
  /**
   * The last decision's actions, as JSON. Only their outcomes are judged, not those of actions that the session adds.
   */
  #decidedActions = new Set<string>();
  #plan: Plan | null = null;
  #seenTurnCount = 0;
  #newUndoRecords: PerformedAction[] = [];
  readonly #memory: Memory = { alternatives: [], performedActions: [] };

  /**
   * @param getToday returns the current date
   * @param parse parses a line
   */
  constructor(
    private readonly getToday: () => Date,
    private readonly parse: LineParser,
  ) {}

  async decide(
    state: State,
    inspector: Parameters<Navigator['decide']>[1],
    signal: AbortSignal,
  ): Promise<Decision> {
    const { turns } = state.exchange;
    const instructor = turns.findLast((t) => t.speaker === 'instructor');
    if (!instructor) return say('ask', 'What should I do?', {});
    if (!this.#plan || this.#plan.instructorTurnIndex !== instructor.index) {
      const earlyDecision = this.#interpretLine(instructor.text, instructor.index, state);
      if (earlyDecision) return earlyDecision;
    }
    const plan = this.#plan!;
    plan.startTitle ??= state.observation.title;
    const ownActions = turns
      .slice(Math.max(this.#seenTurnCount, instructor.index + 1))
      .filter(
        (t): t is PageActionTurn => t.type === 'action' && this.#decidedActions.has(JSON.stringify(t.action)),
      );
    this.#seenTurnCount = turns.length;
    const consentDecision = this.#handleMissingConsent(ownActions.at(-1), plan);
    if (consentDecision) return consentDecision;
    if (plan.allowedAction) {
      const action = plan.allowedAction;
      delete plan.allowedAction;
      return this.#perform([action], { step: 'consent', note: 'the instructor said yes' });
    }
    const { dialog } = state.observation;
    if (dialog) return this.#handleDialog(dialog, plan, ownActions);
    const { turnsToJudge: recentActions, alerts, refusal } = this.#dialogs.collectResults(ownActions);
    keepEffectiveActions(this.#memory.performedActions, this.#newUndoRecords, recentActions);
    this.#newUndoRecords = [];
    if (refusal)
      return this.#endLine('report', [formatDone(plan.donePhrases), refusal].filter(Boolean).join(' '), {});
    const notices = [...state.observation.notices, ...alerts];
    const view = createView(removeEcho({ ...state.observation, notices }, instructor.text));
    let newActions: readonly PageActionTurn[] = recentActions;
    for (let iteration = 0; iteration < MAX_STEPS; iteration++) {
      signal.throwIfAborted();
      const run = plan.steps[plan.cursor];
      if (!run) return this.#reportLine(plan, state);
      run.startUrl ||= state.observation.url;
      run.decisionCount++;
      run.noticesBefore ??= state.observation.notices;
      const ctx: Context = {
        view,
        inspector,
        memory: this.#memory,
        plan,
        run,
        recentActions: newActions,
        today: this.getToday(),
        rankedCandidates: [],
        resolution: null,
      };
      const stepMove =
        plan.finalMove ??
        (run.decisionCount > MAX_DECISIONS_PER_STEP
          ? fail(`I tried “${run.spokenStep.clause.text}” ${MAX_DECISIONS_PER_STEP} times without success`)
          : ++plan.decisionCount > MAX_DECISIONS_PER_LINE
            ? fail(`I stopped at “${run.spokenStep.clause.text}”, because the line took too many steps`)
            : await dispatchStep(run.step, ctx));
      const decidedMove = uncoverBeforeRepeat(
        plan.finalMove ?? pressRequestedControl(stepMove, ctx, state.exchange),
        ctx,
        recentActions.at(-1),
      );
      const move = closeMenuOfLine(decidedMove, ctx) ?? decidedMove;
      const evidence = createEvidence(ctx);
      switch (move.kind) {
        case 'act':
          run.stage = move.stage;
          this.#memory.answeredEntry = undefined;
          if (!STAGES_WITHOUT_UNDO.has((run.repetitionState?.itemRun ?? run).stage))
            this.#newUndoRecords = createUndoRecords(move.actions, view, plan, run);
          return this.#perform(move.actions, evidence);
        case 'ask':
          delete plan.finalMove;
          plan.openQuestion = move.openQuestion;
          this.#memory.answeredEntry = undefined;
          return say('ask', this.#addProgress(plan, move.text), evidence);
        case 'fail':
          this.#rememberStep(run.spokenStep);
          this.#memory.notFound = run.target ? undefined : findStepTarget(run.spokenStep.step)?.text;
          return this.#endLine(
            'unfinished',
            formatUnfinished(plan, quotePageError(move.text, ctx)),
            evidence,
          );
        case 'replace':
          this.#replaceStep(plan, move, run.decisionCount);
          break;
        case 'done':
          if (move.donePhrase) plan.donePhrases.push(move.donePhrase);
          if (move.answer) plan.answers.push(move.answer);
          this.#rememberStep(run.spokenStep);
          this.#memory.notFound = undefined;
          if (run.stage === 'act') run.stage = 'done';
          plan.cursor++;
          break;
      }
      newActions = [];
    }
    return this.#endLine(
      'unfinished',
      formatUnfinished(plan, 'That line has more steps than I can follow'),
      {},
    );
  }

  #perform(actions: [PageAction, ...PageAction[]], evidence: Evidence): Decision {
    this.#decidedActions = new Set(actions.map((act) => JSON.stringify(act)));
    return { actions, evidence };
  }

  /** If the last action lacked consent, asks for it. If no answer could allow the action, reports the refusal. */
  #handleMissingConsent(lastAction: PageActionTurn | undefined, plan: Plan): Decision | null {
    const missingConsent = lastAction?.outcome.status === 'failed' ? lastAction.outcome.consent : undefined;
    if (!lastAction || !missingConsent || lastAction.outcome.status !== 'failed') return null;
    const evidence: Evidence = { step: 'consent', note: lastAction.outcome.detail };
    if (missingConsent.question === null)
      return this.#endLine('unfinished', formatUnfinished(plan, formatRefusal(missingConsent)), evidence);
    const run = plan.steps[plan.cursor];
    if (run?.stage === 'submit' && run.expectedValues.size > 0 && !run.hasReportedFields) {
      plan.donePhrases.push(formatFilledIn(run.expectedValues.values()));
      run.hasReportedFields = true;
    }
    const confirmedClick = run && confirmedClickVariable.get(run);
    if (confirmedClick) plan.donePhrases.push(confirmedClick.replace(/ and confirmed .*$/u, ''));
    plan.openQuestion = { kind: 'consent', action: lastAction.action, actionPhrase: missingConsent.what };
    const row = run?.target?.row;
    const question =
      row && !missingConsent.question.includes(row)
        ? missingConsent.question.replace(/\?$/u, ` (“${clip(row, 60)}”)?`)
        : missingConsent.question;
    return say('ask', this.#addProgress(plan, question), evidence);
  }

  /** Answers an open JavaScript dialog, or asks how to answer it. No other action is possible before that. */
  #handleDialog(dialog: OpenDialog, plan: Plan, recentActions: readonly PageActionTurn[]): Decision {
    const cursor = plan.cursor;
    const response = this.#dialogs.respond(
      dialog,
      recentActions,
      plan.steps[cursor]?.repetitionState?.itemRun ?? plan.steps[cursor],
      plan.steps[cursor + 1],
    );
    const evidence: Evidence = { step: 'dialog', note: `the page asks “${dialog.message}”` };
    if (response.kind === 'act') {
      if (response.stepOffset !== undefined) plan.steps.splice(cursor + response.stepOffset, 1);
      if (response.donePhrase) plan.donePhrases.push(response.donePhrase);
      return this.#perform([response.action], evidence);
    }
    if (response.kind === 'fail')
      return this.#endLine('unfinished', formatUnfinished(plan, response.text), evidence);
    plan.openQuestion = { kind: 'dialog', dialog };
    return say('ask', this.#addProgress(plan, response.text), evidence);
  }

  /** Prefixes a question with a report of what was done so far. */
  #addProgress(plan: Plan, text: string): string {
    if (!plan.donePhrases.length) return toSentence(text);
    const progressReport = formatUnfinished({ ...plan, answers: [] }, '').replace(/ But .*$/u, '');
    plan.donePhrases = [];
    return `${progressReport} ${toSentence(text)}`;
  }

  /** Remembers the step that a correction may refer to. */
  #rememberStep(spokenStep: SpokenStep): void {
    if (!['undo', 'again', 'reply', 'unknown'].includes(spokenStep.step.do))
      this.#memory.lastStep = spokenStep;
    if (this.#memory.lastStep === spokenStep && spokenStep.step.do !== 'question')
      this.#memory.lastActionStep = spokenStep;
  }

  #replaceStep(
    plan: Plan,
    { steps, droppedStepCount = 0, prepare }: MoveOf<'replace'>,
    decisionCount: number,
  ): void {
    const replacedRun = plan.steps[plan.cursor]!;
    const runs = steps.map((s) => startRun(s, replacedRun.startUrl));
    // The attempts of the replaced step count for the first new step.
    if (runs[0])
      updateRun(runs[0], {
        decisionCount,
        givenValues: replacedRun.givenValues,
        variables: replacedRun.variables,
        revealedUids: replacedRun.revealedUids,
        sideActions: replacedRun.sideActions,
      });
    for (const run of runs) run.isConditionMet = replacedRun.isConditionMet;
    prepare?.(runs);
    plan.steps.splice(plan.cursor, 1 + droppedStepCount, ...runs);
  }

  /** Handles a new line: an answer to the last question, a correction, or a new plan. */
  #interpretLine(text: string, instructorTurnIndex: number, state: State): Decision | null {
    const spokenLine = removeControls(text);
    const problem = describeLineProblem(spokenLine, mask);
    if (problem) return say('ask', toSentence(problem), {});
    const earlierLines = state.exchange.turns
      .filter((t) => t.type === 'say' && t.index < instructorTurnIndex)
      .map((t) => ({
        speaker: t.speaker,
        text: t.type === 'say' ? removeControls(t.text).slice(0, MAX_UNQUOTED_CHARS) : '',
      }));
    const getView = (): View => createView(removeEcho(state.observation, spokenLine));
    const lineAsQuestion = readAsPageQuestion(readAsDeclaration(spokenLine, getView), getView);
    const line =
      this.#plan && !this.#plan.openQuestion
        ? (expandFollowUp(
            lineAsQuestion,
            { line: this.#plan.line, step: this.#memory.lastStep?.step },
            getView,
            this.getToday(),
          ) ?? lineAsQuestion)
        : lineAsQuestion;
    const today = formatIsoDate(this.getToday());
    const parsedLine = {
      line,
      instructorTurnIndex,
      spokenSteps: this.parse(line, {
        earlierLines,
        today,
        answeredEntry: this.#memory.answeredEntry,
      }),
      parseAlone: () => this.parse(line, { earlierLines: [], today }),
    };
    const interpretation = interpretLine(
      parsedLine,
      this.#plan,
      this.#memory,
      this.#dialogs,
      getView,
      this.getToday(),
    );
    this.#plan = interpretation.plan;
    if (interpretation.kind === 'plan') return null;
    return interpretation.kind === 'ask'
      ? say('ask', interpretation.text, {})
      : this.#endLine(interpretation.kind, interpretation.text, {});
  }

  #reportLine(plan: Plan, { observation }: State): Decision {
    const text = formatReport(plan, observation.title === plan.startTitle ? '' : observation.title);
    return plan.answers.length > 0
      ? this.#endLine('answer', text, {})
      : this.#endLine(
          'report',
          addUnusedWordsNote(text, plan, observation, this.#memory.performedActions),
          {},
        );
  }

  #endLine(kind: SayKind, text: string, evidence: Evidence): Decision {
    if (this.#plan) {
      this.#plan.steps = [];
      this.#plan.openQuestion = null;
      this.#plan.donePhrases = [];
      this.#plan.answers = [];
    }
    return say(kind, this.#dialogs.addAlerts(text), evidence);
  }
}

const say = (kind: SayKind, text: string, evidence: Evidence): Decision => ({
  actions: [{ intent: 'say', kind, text }],
  evidence,
});

/**
 * @param getToday returns the current date; overridden in tests
 * @param parse parses a line; overridden in tests
 */
export function createDirectNavigator(
  getToday: () => Date = () => new Date(),
  parse: LineParser = parseLine,
): Navigator {
  return new DirectNavigator(getToday, parse);
}
