/**
 * Navigator `step`: the agent of the SteP paper. Policies, each with its own prompt, call each other on a stack; the
 * top policy decides on the next action.
 *
 *     observation ─► stack ─► top policy ─► reply ─► action of the session
 *                      ▲                      │
 *                      └─call: push, stop: pop┘   without a new observation
 */
import type {
  Action,
  Decision,
  Evidence,
  Inspector,
  Navigator,
  ObservationSpec,
  State,
  StepLibrary,
  StepPolicy,
} from '../../contract/index.js';
import { UsageCounter } from '../../llm/index.js';
import {
  computePageDigest,
  findChallengeEvidence,
  LoopDetector,
  LOOP_THRESHOLD,
} from '../../policy/index.js';
import {
  deriveMarker,
  ESTIMATE,
  isInformationRequest,
  type CountTokens,
  type StepAction,
} from '../../prompt/index.js';
import { maskState, type Redactor } from '../../secrets/index.js';
import { describeHumanCheck } from '../element-actions/human-check.js';
import { findRemainingActions } from '../element-actions/remaining-actions.js';
import { createAnswerFunction, type AnswerFunction, type AnswerSource } from './answer-source.js';
import { askStepModel, type AskStepParts } from './ask-model.js';
import { formatObjective, formatReport, summariseTurns } from './dialogue.js';
import { FaithfulStack } from './faithful-stack.js';
import { HardenedStack } from './hardened-stack.js';
import { formatNavigatorName } from './navigator-name.js';
import { chooseRoot, createRootError, preparePolicies, type StepMode } from './roots.js';
import { describeExit } from './describe-exit.js';
import type { AskPolicy, PolicyStack, StackResult } from './stack.js';
import { getObservationNeeds, buildPageView, type Compat, type StepPageView } from './step-page.js';
import { toSessionActions } from './to-actions.js';

export interface StepNavigatorParts {
  library: StepLibrary;
  mode: StepMode;
  compat: Compat;
  /** Name of the policy that gets the task; null: the page's URL determines the policy. */
  root: string | null;
  /** URLs of sites by name, such as `gitlab`. The root policies of a library refer to sites by these names. */
  siteUrls?: Readonly<Record<string, string>>;
  /** The source of the policies' answers. */
  answers:
    | ({ type: 'model' } & Omit<AskStepParts, 'style' | 'marker' | 'onPhase' | 'onWait'> & {
          style: Omit<AskStepParts['style'], 'compat'>;
        })
    | AnswerSource;
  redactor: Redactor;
  /** The session's secret seed. The marker that fences page text derives from it. */
  seed: string;
  /** Today's date, the reference for words such as "tomorrow": `2026-11-21`. */
  today: string;
  onPhase?(phase: string): void;
  onWait?(message: string): void;
}

interface PolicyRun {
  root: StepPolicy;
  stack: PolicyStack;
}

class StepNavigator implements Navigator {
  readonly name: string;
  readonly needs: ObservationSpec;
  readonly #marker: string;
  readonly #loopDetector = new LoopDetector();
  readonly #answerQuestion: AnswerFunction | null;
  /**
   * The work on one task. It lasts until the root stops or a limit is reached; questions to the instructor do not end
   * it.
   */
  #run: PolicyRun | null = null;
  #countTokens: CountTokens | null = null;
  /** Number of turns that were already reported to the policies. */
  #reportedTurnCount = 0;
  /** The navigator's own utterances, to distinguish them from those that the session makes on its behalf. */
  readonly #ownUtterances = new Set<string>();
  /** The actions of the last decision, and the number of turns before it. */
  #lastDecision: { actions: readonly Action[]; turnCount: number } = { actions: [], turnCount: 0 };

  constructor(private readonly parts: StepNavigatorParts) {
    const { library, compat, answers, seed } = parts;
    this.name = formatNavigatorName({
      mode: parts.mode,
      compat,
      library: library.name,
      model: answers.type === 'model' ? answers.model.name : null,
    });
    // The text is needed to recognise challenge pages.
    this.needs = { text: true, ...getObservationNeeds(library.observation, compat) };
    this.#marker = deriveMarker(seed);
    this.#answerQuestion = answers.type === 'model' ? null : createAnswerFunction(answers);
  }

  async decide(unmaskedState: State, _inspector: Inspector, signal: AbortSignal): Promise<Decision> {
    const state = maskState(unmaskedState, this.parts.redactor);
    const { turns } = state.exchange;
    const remainingActions = findRemainingActions(
      this.#lastDecision.actions,
      turns.slice(this.#lastDecision.turnCount),
    );
    if (remainingActions !== null) return { actions: remainingActions, evidence: {}, isContinuation: true };
    const challenge = findChallengeEvidence(state.observation);
    if (challenge !== null) return this.#block(challenge);
    this.#countTokens ??= await this.#openTokenCounter();
    const usage = new UsageCounter(this.#getModelName());
    const stack = this.#reportTurns(state);
    const page = buildPageView(state.observation, {
      library: this.parts.library,
      compat: this.parts.compat,
      today: this.parts.today,
      isLooping: this.#loopDetector.isLooping(computePageDigest(state.observation)),
      countTokens: this.#countTokens,
    });
    return this.#decideOnPage(page, stack, state, usage, signal);
  }

  #getModelName(): string {
    const { answers } = this.parts;
    return answers.type === 'model' ? answers.model.name : answers.type;
  }

  async #openTokenCounter(): Promise<CountTokens> {
    const { answers } = this.parts;
    return answers.type === 'model' ? answers.model.getTokenCounter() : (text) => ESTIMATE.count(text);
  }

  /** Reports the turns since the last decision to the stack. */
  #reportTurns({ observation, exchange }: State): PolicyStack {
    const { turns } = exchange;
    const summary = summariseTurns(turns.slice(this.#reportedTurnCount), this.#ownUtterances);
    this.#reportedTurnCount = turns.length;
    if (this.#run && summary.outcome) this.#run.stack.reportOutcome(summary.outcome);
    if (this.#run && summary.instructorLines.length === 0) return this.#run.stack;
    this.#loopDetector.reset();
    const previousRun = this.#run;
    this.#run ??= this.#openRun(observation.url);
    this.#run.stack.start(formatObjective(turns), this.#run.root, previousRun ? summary.instructorLines : []);
    return this.#run.stack;
  }

  #openRun(url: string): PolicyRun {
    const { library, mode, compat, root: rootName, siteUrls = {} } = this.parts;
    const rootPolicy = chooseRoot(library, rootName, url, siteUrls);
    if (!rootPolicy) throw createRootError(library, rootName, url);
    const { root, policies } = preparePolicies(library, rootPolicy, mode, this.#countTokens!);
    const { grammar, limits } = library;
    if (compat === 'hardened') return { root, stack: new HardenedStack({ policies, grammar, limits }) };
    const stack = new FaithfulStack({
      // The published flat agents have no stack.
      policies: mode.type === 'flat' || mode.type === 'playback' ? new Map() : policies,
      verbs: new Set([root, ...policies.values()].flatMap(({ actions }) => actions)),
      grammar,
      maxEnvSteps: limits.maxEnvSteps,
      maxModelCalls: limits.maxModelCalls,
    });
    return { root, stack };
  }

  async #decideOnPage(
    page: StepPageView,
    stack: PolicyStack,
    state: State,
    usage: UsageCounter,
    signal: AbortSignal,
  ): Promise<Decision> {
    const ask: AskPolicy = (question) => {
      const { answers, compat, onPhase, onWait } = this.parts;
      if (answers.type !== 'model') return this.#answerQuestion!(question, page, signal);
      const askParts: AskStepParts = {
        ...answers,
        style: { ...answers.style, compat },
        marker: this.#marker,
        ...(onPhase ? { onPhase } : {}),
        ...(onWait ? { onWait } : {}),
      };
      return askStepModel(askParts, question, page, this.#countTokens!, usage, signal);
    };
    const stackPage = {
      digest: page.digest,
      findFault: (action: StepAction) => this.#findFault(action, page),
    };
    for (;;) {
      const result = await stack.decide(stackPage, ask);
      if (result.type === 'exit') return this.#exit(result, stack, usage);
      const { action } = result;
      if (action?.verb === 'stop') return this.#finish(action.answer, result.reason, state, stack, usage);
      // Notes only change the history, and the released environments ignore actions that they cannot parse.
      if (action === null || action.verb === 'note') continue;
      const conversion = toSessionActions(action, { page, ...this.parts });
      if (!conversion.ok) continue;
      this.#countAction(action, page.digest);
      return this.#act(conversion.actions, action, result.reason, page, state, stack, usage);
    }
  }

  #findFault(action: StepAction, page: StepPageView): string | null {
    if (action.verb === 'note' || action.verb === 'stop') return null;
    const conversion = toSessionActions(action, { page, ...this.parts });
    if (!conversion.ok) return conversion.fault;
    const repeatCount = this.#loopDetector.getActionCount(page.digest, JSON.stringify(action));
    return repeatCount < LOOP_THRESHOLD || action.verb === 'ask'
      ? null
      : `It was done ${repeatCount} times on this page, and each time the page became the same again. Do something else.`;
  }

  #countAction(action: StepAction, digest: string): void {
    if (action.verb !== 'ask') this.#loopDetector.record(digest, JSON.stringify(action));
  }

  #act(
    actions: [Action, ...Action[]],
    action: StepAction,
    reason: string,
    { targets }: StepPageView,
    state: State,
    stack: PolicyStack,
    usage: UsageCounter,
  ): Decision {
    this.#lastDecision = { actions, turnCount: state.exchange.turns.length };
    const [firstAction] = actions;
    if (firstAction.intent === 'say') this.#ownUtterances.add(firstAction.text);
    const id = 'id' in action ? action.id : null;
    const uid = id === null ? null : (targets.get(id)?.uid ?? null);
    return {
      actions,
      evidence: {
        ...this.#buildEvidence(reason, stack, usage),
        ...(uid === null ? {} : { labels: { [String(id)]: uid } }),
      },
    };
  }

  /** Ends the run. The root policy's answer becomes the report. */
  #finish(answer: string, reason: string, state: State, stack: PolicyStack, usage: UsageCounter): Decision {
    this.#run = null;
    const evidence = this.#buildEvidence(reason, stack, usage);
    const text = answer.trim();
    if (this.parts.compat === 'hardened' && isInformationRequest(text))
      return this.#say('ask', `I need to know: ${text.replace(/^need:\s*/i, '')}`, evidence);
    // Policies return N/A if they have nothing to return.
    const isUnavailable = /^n\/?a$/i.test(text);
    if (text === '' || isUnavailable)
      return this.#say('report', formatReport(state.exchange.turns, isUnavailable), evidence);
    return this.#say('report', text, evidence);
  }

  #say(kind: 'ask' | 'report' | 'unfinished', text: string, evidence: Evidence): Decision {
    this.#ownUtterances.add(text);
    return { actions: [{ intent: 'say', kind, text }], evidence };
  }

  #exit(result: Extract<StackResult, { type: 'exit' }>, stack: PolicyStack, usage: UsageCounter): Decision {
    this.#run = null;
    const text = describeExit(result, this.parts.library.limits);
    const evidence = { ...this.#buildEvidence('', stack, usage), note: `exit reason: ${result.reason}` };
    return this.#say(result.isComplete ? 'report' : 'unfinished', text, evidence);
  }

  #block(challenge: string): Decision {
    this.#run = null;
    return this.#say('unfinished', describeHumanCheck(challenge), { note: 'blocked' });
  }

  #buildEvidence(reason: string, stack: PolicyStack, usage: UsageCounter): Evidence {
    return {
      ...(reason ? { step: reason.slice(0, 500) } : {}),
      ...(this.parts.answers.type === 'model' ? { model: usage.toModelUsage() } : {}),
      stack: stack.takeEvents(),
    };
  }
}

export const createStepNavigator = (parts: StepNavigatorParts): Navigator => new StepNavigator(parts);
