/**
 * Navigators `weblinx:<family>`: the models of the WebLINX paper on a live page. For each decision, the navigator
 * chooses the prompt shape, ranks the candidates, builds the paper's exact prompt, asks the model, and resolves the
 * element that the answer names. If it cannot parse an answer, it reports that and does not guess.
 */
import { type LiveDecision, parseLiveOutput, REPAIR_MESSAGES } from '../../action/index.js';
import {
  ParleyError,
  type Action,
  type Decision,
  type Evidence,
  type Inspector,
  type Navigator,
  type State,
} from '../../contract/index.js';
import type { Model } from '../../llm/index.js';
import {
  type ChatTemplate,
  formatDmrQuery,
  chooseFirstShape,
  findLastRanked,
  pickLikelierAnswer,
  type PromptInput,
  toPromptInput,
  type PromptShape,
  type ReplayTurn,
  chooseSecondShape,
  type ShapePolicy,
  type PromptTokenizer,
  type WeblinxFamily,
} from '../../prompt/index.js';
import { toLiveAction } from './to-live-action.js';
import { WeblinxDialogue, type TokenBudget, type AskResult } from './weblinx-dialogue.js';
import { createLivePage, type LivePage, rankLivePage, type RankedPromptCandidate } from './live-page.js';

export interface WeblinxNavigatorParts {
  model: Model;
  family: WeblinxFamily;
  /** Overrides the family's policy. */
  shape?: ShapePolicy;
  /** Number of candidates in a prompt; the paper's number by default. */
  topK?: number;
  /** The model's tokenizer, or an estimate if it has none. */
  tokenizer: PromptTokenizer;
  /** Renders chat messages for a completions endpoint; null for chat endpoints. */
  template: ChatTemplate | null;
  /** The turns of the session so far, as WebLINX turns. */
  listRecordedTurns(): readonly ReplayTurn[];
  /** Whether the ranker is the paper's, which expects the paper's query. Other rankers get the last instruction. */
  isPaperRanker: boolean;
  onPhase?(phase: string): void;
  onWait?(message: string): void;
}

interface BuiltPrompt {
  input: PromptInput;
  query?: string;
  candidates: readonly RankedPromptCandidate[];
}

/** The action parsed from an answer, or the reason why there is none. */
type AnswerOutcome = { ok: true; action: Action; repairs: string[] } | { ok: false; message: string };

interface DecisionContext {
  state: State;
  inspector: Inspector;
  recordedTurns: readonly ReplayTurn[];
  /** Parses the page on the first call; chat prompts without a page never call it. */
  getLivePage(): LivePage;
  dialogue: WeblinxDialogue;
}

/** Maximum number of turns whose candidates are kept; prompts need only the last action's. */
const MAX_RANKED_TURNS = 50;

class WeblinxNavigator implements Navigator {
  readonly name: string;
  readonly needs = { weblinx: true };
  readonly #shapePolicy: ShapePolicy;
  /** The candidates ranked for each turn, by turn number. Later chat prompts list them. */
  readonly #rankedByTurn = new Map<number, { candidates: readonly RankedPromptCandidate[] }>();
  readonly #budget: TokenBudget = { maxTokens: null };

  constructor(private readonly parts: WeblinxNavigatorParts) {
    const { family, template } = parts;
    this.name = `weblinx:${family.name}`;
    this.#shapePolicy = parts.shape ?? family.shapePolicy;
    if (template !== null && family.image !== 'none')
      throw new ParleyError(
        'usage',
        `The navigator “${this.name}” sends screenshots, which completions endpoints do not accept.`,
        'Leave the template out; the server’s chat endpoint has its own.',
      );
  }

  async decide(state: State, inspector: Inspector, signal: AbortSignal): Promise<Decision> {
    const { parts } = this;
    const { observation } = state;
    const requestsLikelihoods = this.#shapePolicy === 'both';
    const dialogue = new WeblinxDialogue(
      { ...parts, requestsLikelihoods },
      this.#budget,
      observation.weblinx?.screenshot ?? null,
      signal,
    );
    let cachedPage: LivePage | null = null;
    const getLivePage = (): LivePage => (cachedPage ??= createLivePage(observation, parts.model.redactor));
    const context: DecisionContext = {
      state,
      inspector,
      recordedTurns: [...parts.listRecordedTurns()],
      getLivePage,
      dialogue,
    };

    const firstChoice = chooseFirstShape(this.#shapePolicy, context.recordedTurns);
    const prompt = await this.#buildPrompt(firstChoice.shape, context);
    const answer = await dialogue.askForAnswer(firstChoice, prompt.input);
    const outcome = toOutcome(answer, context);
    return toDecision(await this.#reconsider(firstChoice.shape, answer, outcome, context), prompt, dialogue);
  }

  /**
   * Asks again with the other prompt shape if the policy requires it. By the paper's rule, a repeated action means that
   * nothing is left to do.
   */
  async #reconsider(
    firstShape: PromptShape,
    answer: AskResult,
    outcome: AnswerOutcome,
    context: DecisionContext,
  ): Promise<AnswerOutcome> {
    const { dialogue, recordedTurns } = context;
    if (!answer.ok || dialogue.isExhausted) return outcome;
    const secondChoice = chooseSecondShape(
      this.#shapePolicy,
      firstShape,
      answer.text,
      recordedTurns,
      this.parts.family.prompt,
    );
    if (secondChoice === null) return outcome;
    const secondAnswer = await dialogue.askForAnswer(
      secondChoice,
      (await this.#buildPrompt(secondChoice.shape, context)).input,
    );
    const secondOutcome = toOutcome(secondAnswer, context);
    if (this.#shapePolicy === 'both')
      return this.#chooseLikelier([answer, outcome], secondAnswer, secondOutcome);
    // If both answers are browser actions, the first wins, because its prompt included the page.
    const secondSpeaks = secondOutcome.ok && secondOutcome.action.intent === 'say';
    return secondSpeaks || !outcome.ok ? secondOutcome : outcome;
  }

  /** @throws ParleyError `infra` if the server returns no likelihoods */
  #chooseLikelier(
    [firstAnswer, firstOutcome]: [AskResult, AnswerOutcome],
    secondAnswer: AskResult,
    secondOutcome: AnswerOutcome,
  ): AnswerOutcome {
    if (!firstAnswer.ok || !secondAnswer.ok) return firstAnswer.ok ? firstOutcome : secondOutcome;
    const [browserLikelihood, chatLikelihood] = [firstAnswer.likelihood, secondAnswer.likelihood];
    if (browserLikelihood === null || chatLikelihood === null)
      throw new ParleyError(
        'infra',
        `“${this.parts.model.name}” does not report the likelihood of its answers, so Parley cannot choose between two.`,
        'Use --shape rule, or a server that returns logprobs.',
      );
    return pickLikelierAnswer(
      { ...browserLikelihood, outcome: firstOutcome },
      { ...chatLikelihood, outcome: secondOutcome },
    ).outcome;
  }

  async #buildPrompt(shape: PromptShape, context: DecisionContext): Promise<BuiltPrompt> {
    const { recordedTurns, getLivePage, inspector, state } = context;
    if (shape === 'chat') {
      const lastRanked = await findLastRanked(recordedTurns, ({ action }) =>
        this.#getRankedCandidates(action.event_id),
      );
      const candidates = lastRanked?.candidates ?? [];
      return { input: toPromptInput(recordedTurns, lastRanked, this.parts.topK), candidates };
    }
    const query = this.parts.isPaperRanker
      ? formatDmrQuery(recordedTurns, getLivePage().viewport)
      : findLastInstruction(state);
    const { topK } = this.parts;
    const ranked = await rankLivePage(getLivePage(), state.observation.candidates, query, inspector, topK);
    this.#rememberRankedCandidates(state.exchange.turns.length, ranked.candidates);
    return { input: toPromptInput(recordedTurns, ranked, topK), query, candidates: ranked.candidates };
  }

  /** @param turn number of the turn that this decision becomes */
  #rememberRankedCandidates(turn: number, candidates: readonly RankedPromptCandidate[]): void {
    this.#rankedByTurn.set(turn, { candidates });
    for (const oldest of this.#rankedByTurn.keys())
      if (this.#rankedByTurn.size > MAX_RANKED_TURNS) this.#rankedByTurn.delete(oldest);
  }

  #getRankedCandidates(turn: number | undefined) {
    const ranked = turn === undefined ? undefined : this.#rankedByTurn.get(turn);
    return ranked ? { page: null, viewport: { height: null, width: null }, ...ranked } : null;
  }
}

/** The last instruction; rankers other than the paper's expect plain text. */
function findLastInstruction({ exchange }: State): string {
  const lastLine = exchange.turns.findLast(({ speaker }) => speaker === 'instructor');
  return lastLine?.type === 'say' ? lastLine.text : '';
}

function toOutcome(answer: AskResult, { state, getLivePage }: DecisionContext): AnswerOutcome {
  if (!answer.ok) return answer;
  const parsed = parseLiveOutput(answer.text);
  if (!parsed.ok) return { ok: false, message: describeUnusableAnswer(parsed.fault.message) };
  const decision: LiveDecision = parsed.decision;
  const conversion = toLiveAction(decision, state.observation, state.exchange, () => getLivePage().page);
  if (!conversion.ok) return conversion;
  return {
    ...conversion,
    repairs: [...parsed.repairs.map((repair) => REPAIR_MESSAGES[repair]), ...conversion.repairs],
  };
}

function describeUnusableAnswer(fault: string): string {
  return `The model’s answer cannot be used: ${fault[0]!.toLowerCase()}${fault.slice(1)}`;
}

function toDecision(
  outcome: AnswerOutcome,
  { query, candidates }: BuiltPrompt,
  dialogue: WeblinxDialogue,
): Decision {
  if (outcome.ok) for (const repair of outcome.repairs) dialogue.repairs.add(repair);
  const evidence: Evidence = {
    ...(query === undefined ? {} : { query }),
    ...(candidates.length > 0
      ? {
          ranked: candidates.map(({ uid, score, name }) => ({
            uid,
            score: roundScore(score),
            name: name.slice(0, 80),
          })),
        }
      : {}),
    ...(dialogue.notes.size > 0 ? { note: [...dialogue.notes].join('; ') } : {}),
    model: dialogue.toModelUsage(),
  };
  const action: Action = outcome.ok
    ? outcome.action
    : { intent: 'say', kind: 'unfinished', text: outcome.message };
  return { actions: [action], evidence };
}

const roundScore = (score: number): number => Math.round(score * 1000) / 1000;

/** @throws ParleyError `usage` if the family needs screenshots but a template is given */
export function createWeblinxNavigator(parts: WeblinxNavigatorParts): Navigator {
  return new WeblinxNavigator(parts);
}
