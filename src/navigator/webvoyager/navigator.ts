/**
 * Navigators `webvoyager` and `webvoyager:text`: the ReAct agent of the WebVoyager paper. The model sees the page as a
 * screenshot with numbered elements, or as an accessibility tree, and replies with a thought and one action.
 *
 *     observation ─► message ─► clipped conversation ─► model ─► reply ─► action of the session
 *                       ▲                                          │
 *                       └─── error message: unparsable reply ◄─────┘   each call counts as an iteration
 */
import type {
  Action,
  Decision,
  Evidence,
  Inspector,
  Navigator,
  Observation,
  ObservationSpec,
  State,
} from '../../contract/index.js';
import { UsageCounter, type Model } from '../../llm/index.js';
import {
  computePageDigest,
  findChallengeEvidence,
  LoopDetector,
  LOOP_THRESHOLD,
} from '../../policy/index.js';
import {
  buildErrorMessage,
  deriveMarker,
  EXECUTION_ERROR,
  FORMAT_ERROR,
  parseFaithful,
  parseHardened,
  type CountTokens,
  type ParsedReply,
  type PromptVariant,
  type VoyagerAction,
  type VoyagerMessage,
} from '../../prompt/index.js';
import { maskState } from '../../secrets/index.js';
import { describeHumanCheck } from '../element-actions/human-check.js';
import type { ConversionResult } from '../element-actions/conversion.js';
import { findRemainingActions } from '../element-actions/remaining-actions.js';
import { askVoyagerModel, createVisionError } from './ask-model.js';
import { VoyagerConversation } from './conversation.js';
import type { LabelMap } from './labels.js';
import { observeFaithfully, observeHardened, type ObservedPage } from './observed-page.js';
import { toActions } from './to-actions.js';
import {
  findExecutionError,
  formatFaithfulLead,
  findDownloads,
  formatHardenedLead,
  isInNewTab,
  summariseTurns,
  type TurnReport,
} from './turn-report.js';

export interface WebvoyagerNavigatorParts {
  model: Model;
  variant: PromptVariant;
  /** Number of observations that keep their screenshot or tree in the prompt. */
  keptObservationCount: number;
  /** Maximum model calls per instructor line, unparsable replies included. */
  maxIterations: number;
  /** The session's secret seed. The marker that fences page text derives from it. */
  seed: string;
  /** Today's date, the reference for words such as "tomorrow": `2026-11-21`. */
  today: string;
  onPhase?(phase: string): void;
  onWait?(message: string): void;
}

/** The paper's values, from `run.sh` of the released code. */
export const PAPER_KEPT_OBSERVATIONS = 3;
export const PAPER_MAX_ITERATIONS = 15;

/** After this many consecutive replies without a valid action, the navigator gives up (hardened mode only). */
const MAX_CONSECUTIVE_FAULTS = 4;

const OBSERVATION_NEEDS: Record<PromptVariant['compat'], Record<PromptVariant['mode'], ObservationSpec>> = {
  faithful: { multimodal: { webvoyager: true }, text: { accessibilityTree: 'webvoyager' } },
  hardened: { multimodal: {}, text: { accessibilityTree: 'hardened' } },
};

class WebvoyagerNavigator implements Navigator {
  readonly name: string;
  readonly needs: ObservationSpec;
  readonly #conversation: VoyagerConversation;
  readonly #marker: string;
  readonly #loopDetector = new LoopDetector();
  /** The model's own utterances, to distinguish them from those that the session makes on its behalf. */
  readonly #ownUtterances = new Set<string>();
  #countTokens: CountTokens | null = null;
  /** Number of turns that were already reported to the model. */
  #reportedTurnCount = 0;
  #isFirstTask = true;
  #iterationCount = 0;
  #faultCount = 0;
  /** The paper's warning about the last text input. */
  #typingWarning = '';
  /** The actions of the last decision, and the number of turns before it. */
  #lastDecision: { actions: readonly Action[]; turnCount: number } = { actions: [], turnCount: 0 };
  /** PDF files downloaded since the last click (faithful mode only). */
  #newPdfs: string[] = [];
  /** Labels of the last observation. In faithful mode, they stay valid after an error. */
  #labels: LabelMap = new Map();

  constructor(private readonly parts: WebvoyagerNavigatorParts) {
    const { model, variant, keptObservationCount, seed } = parts;
    this.name = formatName(variant, model.name);
    // The text is needed to recognise challenge pages.
    this.needs = { text: true, savePdf: true, ...OBSERVATION_NEEDS[variant.compat][variant.mode] };
    this.#conversation = new VoyagerConversation(variant, keptObservationCount);
    this.#marker = deriveMarker(seed);
  }

  async decide(unmaskedState: State, inspector: Inspector, signal: AbortSignal): Promise<Decision> {
    const { model } = this.parts;
    const state = maskState(unmaskedState, model.redactor);
    const { turns } = state.exchange;
    const remainingActions = findRemainingActions(
      this.#lastDecision.actions,
      turns.slice(this.#lastDecision.turnCount),
    );
    if (remainingActions !== null) return { actions: remainingActions, evidence: {}, isContinuation: true };
    const report = summariseTurns(turns.slice(this.#reportedTurnCount), this.#ownUtterances);
    if (report.instructorLines.length > 0) this.#startTask();
    const usage = new UsageCounter(model.name);
    const challenge = findChallengeEvidence(state.observation);
    if (challenge !== null) return this.#stop(describeHumanCheck(challenge), usage, 'blocked');
    this.#countTokens ??= await model.getTokenCounter();
    const page = await this.#observe(state, report, inspector);
    return this.#askForAction(page, state, usage, signal);
  }

  #startTask(): void {
    this.#iterationCount = 0;
    this.#faultCount = 0;
    this.#loopDetector.reset();
  }

  /** Builds the first message of this decision. */
  async #observe(state: State, report: TurnReport, inspector: Inspector): Promise<ObservedPage> {
    const { variant, today } = this.parts;
    const isFirstTask = this.#isFirstTask;
    const sharedInput = { state, report, inspector, mode: variant.mode, countTokens: this.#countTokens! };
    if (variant.compat === 'faithful') {
      const error = report.instructorLines.length === 0 ? findExecutionError(report) : null;
      if (error)
        return {
          message: buildErrorMessage([EXECUTION_ERROR, error.detail].filter(Boolean).join(' ')),
          labels: this.#labels,
        };
      const lead = formatFaithfulLead(report, isFirstTask, state.observation.url);
      const pdfName = this.#findNewPdf(report, state.observation);
      return observeFaithfully({ ...sharedInput, lead, warning: this.#typingWarning, pdfName });
    }
    const lead = formatHardenedLead(report, this.#ownUtterances, this.#marker);
    const isLooping = this.#loopDetector.isLooping(computePageDigest(state.observation));
    return observeHardened({ ...sharedInput, lead, isFirstTask, today, isLooping, marker: this.#marker });
  }

  /** The paper's agent looks for new PDF files only after a click, and reads only the first one since the last click. */
  #findNewPdf(report: TurnReport, observation: Observation): string | null {
    this.#newPdfs.push(...findDownloads(report, observation).filter((name) => /\.pdf$/i.test(name)));
    if (report.actions.at(-1)?.action.intent !== 'click') return null;
    const [firstPdf = null] = this.#newPdfs;
    this.#newPdfs = [];
    return firstPdf;
  }

  async #askForAction(
    { message: firstMessage, labels }: ObservedPage,
    state: State,
    usage: UsageCounter,
    signal: AbortSignal,
  ): Promise<Decision> {
    const { maxIterations } = this.parts;
    let message: VoyagerMessage = firstMessage;
    while (this.#iterationCount < maxIterations && this.#faultCount < MAX_CONSECUTIVE_FAULTS) {
      const modelReply = await askVoyagerModel(this.parts, this.#conversation, message, usage, signal);
      if (!modelReply.ok) return this.#stop(`I could not decide what to do. ${modelReply.message}`, usage);
      this.#iterationCount += 1;
      this.#reportedTurnCount = state.exchange.turns.length;
      this.#isFirstTask = false;
      this.#labels = labels;
      const parsedReply = this.#parse(modelReply.text);
      if (parsedReply.ok && parsedReply.action.do === 'memorize') {
        this.#faultCount = 0;
        message = buildErrorMessage('Noted. The page is the same. Give your next Thought and Action.');
        continue;
      }
      const conversion = this.#convert(parsedReply, labels, state);
      if (conversion.ok) {
        if (parsedReply.ok) this.#countAction(parsedReply.action, state);
        return this.#act(conversion, parsedReply.thought, state, usage);
      }
      usage.addRepairNotes(`Asked once more: ${conversion.fault || EXECUTION_ERROR}`);
      if (this.parts.variant.compat === 'hardened') this.#faultCount += 1;
      message = buildErrorMessage(this.#formatFault(parsedReply, conversion.fault));
    }
    return this.#faultCount >= MAX_CONSECUTIVE_FAULTS
      ? this.#stop(
          'I could not decide what to do: the model’s replies contained no action that I could perform.',
          usage,
        )
      : this.#stop(
          `I stopped after ${maxIterations} steps without an answer.`,
          usage,
          'iteration limit reached',
        );
  }

  #parse(text: string): ParsedReply {
    return this.parts.variant.compat === 'faithful' ? parseFaithful(text) : parseHardened(text);
  }

  #convert(reply: ParsedReply, labels: LabelMap, state: State): ConversionResult {
    if (!reply.ok || reply.action.do === 'memorize')
      return { ok: false, fault: reply.ok || reply.fault === 'format' ? FORMAT_ERROR : '' };
    const { observation, exchange } = state;
    const { compat } = this.parts.variant;
    const conversion = toActions(reply.action, {
      observation,
      labels,
      compat,
      isInNewTab: isInNewTab(exchange.turns, observation),
      today: this.parts.today,
    });
    if (!conversion.ok || compat === 'faithful' || !canIndicateLoop(reply.action)) return conversion;
    const repeatCount = this.#loopDetector.getActionCount(
      computePageDigest(observation),
      toActionKey(reply.action),
    );
    return repeatCount < LOOP_THRESHOLD
      ? conversion
      : {
          ok: false,
          fault: `You did this ${repeatCount} times on this page, and each time you came back here. Choose another action.`,
        };
  }

  #countAction(action: VoyagerAction, { observation }: State): void {
    if (canIndicateLoop(action))
      this.#loopDetector.record(computePageDigest(observation), toActionKey(action));
  }

  /** The paper's agent gets the same message for every action that cannot be executed. */
  #formatFault(reply: ParsedReply, fault: string): string {
    if (!reply.ok && reply.fault === 'format') return FORMAT_ERROR;
    if (this.parts.variant.compat === 'faithful' || fault === '') return EXECUTION_ERROR;
    return `That cannot be done. ${fault} Give a revised Thought and Action.`;
  }

  #act(
    { actions, warning }: Extract<ConversionResult, { ok: true }>,
    thought: string,
    state: State,
    usage: UsageCounter,
  ): Decision {
    this.#typingWarning = warning;
    this.#lastDecision = { actions, turnCount: state.exchange.turns.length };
    this.#faultCount = 0;
    const [firstAction] = actions;
    if (firstAction.intent === 'say') this.#ownUtterances.add(firstAction.text);
    return {
      actions,
      evidence: { ...this.#buildEvidence(thought, usage), labels: listUidsByLabel(this.#labels) },
    };
  }

  /** Ends the task without an answer. @param note written to the session record */
  #stop(text: string, usage: UsageCounter, note?: string): Decision {
    this.#ownUtterances.add(text);
    return {
      actions: [{ intent: 'say', kind: 'unfinished', text }],
      evidence: { ...this.#buildEvidence('', usage), ...(note === undefined ? {} : { note }) },
    };
  }

  #buildEvidence(thought: string, usage: UsageCounter): Evidence {
    return {
      ...(thought ? { step: thought.slice(0, 500) } : {}),
      model: usage.toModelUsage(),
    };
  }
}

const listUidsByLabel = (labels: LabelMap): Record<string, string> =>
  Object.fromEntries([...labels].flatMap(([label, { uid }]) => (uid === null ? [] : [[label, uid]])));

/** Waiting and speaking do not indicate a loop. */
const canIndicateLoop = ({ do: verb }: VoyagerAction): boolean =>
  verb !== 'wait' && verb !== 'answer' && verb !== 'ask' && verb !== 'say';

const toActionKey = (action: VoyagerAction): string => JSON.stringify(action);

const formatName = ({ mode, compat }: PromptVariant, modelName: string): string =>
  `webvoyager${mode === 'text' ? ':text' : ''} (${modelName}${compat === 'faithful' ? ', faithful' : ''})`;

/** @throws ParleyError `usage` if the model is known not to accept images */
export function createWebvoyagerNavigator(parts: WebvoyagerNavigatorParts): Navigator {
  const { model, variant } = parts;
  if (variant.mode === 'multimodal' && model.getKnowledge().images === false)
    throw createVisionError(model.name);
  return new WebvoyagerNavigator(parts);
}
