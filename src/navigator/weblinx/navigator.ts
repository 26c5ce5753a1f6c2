/**
 * Navigators `weblinx:<family>`: the models of the WebLINX paper on a live page. One decision: which form of the
 * prompt, the candidates, the prompt to the letter, the model, its answer read, its aim found on the page. What
 * cannot be read is said, never guessed at.
 */
import { type LiveDecision, parseLive, REPAIR_TEXT } from '../../action/index.js';
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
  pickLikelier,
  type PromptInput,
  toPromptInput,
  type PromptShape,
  type ReplayTurn,
  chooseSecondShape,
  type ShapePolicy,
  type PromptTokenizer,
  type WeblinxFamily,
} from '../../prompt/index.js';
import { parseAnswer } from './parse-answer.js';
import { WeblinxDialogue, type TokenBudget, type AskResult } from './weblinx-dialogue.js';
import { livePage, type LivePage, rankLive, type ShownCandidate } from './live-page.js';

export interface WeblinxNavigatorParts {
  model: Model;
  family: WeblinxFamily;
  /** Overrides the family's policy. */
  shape?: ShapePolicy;
  /** Candidates that a prompt lists; as many as in the paper, if left out. */
  topK?: number;
  /** `ESTIMATE` where there is none. */
  tokenizer: PromptTokenizer;
  /** For families of chat messages at a completions endpoint: the messages are rendered by this. */
  template: ChatTemplate | null;
  /** The WebLINX turns so far, as the record has them. */
  replay(): readonly ReplayTurn[];
  /** True where the ranker is the paper's and reads the paper's query; else it is given the instructor's words. */
  paperRanker: boolean;
  onPhase?(phase: string): void;
  onWait?(sentence: string): void;
}

interface Prompt {
  input: PromptInput;
  query?: string;
  candidates: readonly ShownCandidate[];
}

/** What came of a shot: an act, or a sentence why there is none. */
type Outcome = { ok: true; act: Action; repairs: string[] } | { ok: false; sentence: string };

/** The state of one decision. */
interface Moment {
  state: State;
  look: Inspector;
  before: readonly ReplayTurn[];
  /** Read when it is needed: a prompt without a page, and words in answer to it, need none. */
  live(): LivePage;
  asking: WeblinxDialogue;
}

/** Decisions whose candidates are kept; the last act is never far back. */
const MAX_RANKED = 50;

class WeblinxNavigator implements Navigator {
  readonly name: string;
  readonly needs = { weblinx: true };
  readonly #policy: ShapePolicy;
  /** What was ranked when a turn of the record was decided, by its number: chat prompts list it later. */
  readonly #ranked = new Map<number, { candidates: readonly ShownCandidate[] }>();
  readonly #room: TokenBudget = { tokens: null };

  constructor(private readonly parts: WeblinxNavigatorParts) {
    const { family, template } = parts;
    this.name = `weblinx:${family.name}`;
    this.#policy = parts.shape ?? family.shape;
    if (template !== null && family.image !== 'none')
      throw new ParleyError(
        'usage',
        `${this.name} sends a picture, which a completions endpoint does not take.`,
        'Leave the template out; the server’s chat endpoint has its own.',
      );
  }

  async decide(state: State, look: Inspector, signal: AbortSignal): Promise<Decision> {
    const { parts } = this;
    const { observation } = state;
    const likelihoods = this.#policy === 'both';
    const asking = new WeblinxDialogue(
      { ...parts, likelihoods },
      this.#room,
      observation.weblinx?.screenshot ?? null,
      signal,
    );
    let seen: LivePage | null = null;
    const live = (): LivePage => (seen ??= livePage(observation, parts.model.redactor));
    const moment: Moment = { state, look, before: [...parts.replay()], live, asking };

    const first = chooseFirstShape(this.#policy, moment.before);
    const prompt = await this.#promptOf(first.shape, moment);
    const shot = await asking.shoot(first, prompt.input);
    const outcome = outcomeOf(shot, moment);
    return decided(await this.#secondThought(first.shape, shot, outcome, moment), prompt, asking);
  }

  /** By the paper's rule: an answer that repeats the last act is what these models give when they have nothing to do. */
  async #secondThought(
    first: PromptShape,
    shot: AskResult,
    outcome: Outcome,
    moment: Moment,
  ): Promise<Outcome> {
    const { asking, before } = moment;
    if (!shot.ok || asking.exhausted) return outcome;
    const second = chooseSecondShape(this.#policy, first, shot.text, before, this.parts.family.prompt);
    if (second === null) return outcome;
    const otherShot = await asking.shoot(second, (await this.#promptOf(second.shape, moment)).input);
    const other = outcomeOf(otherShot, moment);
    if (this.#policy === 'both') return this.#likelier([shot, outcome], otherShot, other);
    // Of two acts the one holds that was decided with the page in sight.
    const speaks = other.ok && other.act.intent === 'say';
    return speaks || !outcome.ok ? other : outcome;
  }

  /** @throws ParleyError `infra` where the server does not tell how likely its answers are */
  #likelier([first, outcome]: [AskResult, Outcome], second: AskResult, other: Outcome): Outcome {
    if (!first.ok || !second.ok) return first.ok ? outcome : other;
    const [browser, chat] = [first.likelihood, second.likelihood];
    if (browser === null || chat === null)
      throw new ParleyError(
        'infra',
        `“${this.parts.model.name}” does not tell how likely its answers are, so that the likelier of two cannot be taken.`,
        'Use --shape rule, or a server that gives logprobs.',
      );
    return pickLikelier({ ...browser, outcome }, { ...chat, outcome: other }).outcome;
  }

  async #promptOf(shape: PromptShape, moment: Moment): Promise<Prompt> {
    const { before, live, look, state } = moment;
    if (shape === 'chat') {
      const seen = await findLastRanked(before, ({ action }) => this.#rankedAt(action.event_id));
      const candidates = seen?.candidates ?? [];
      return { input: toPromptInput(before, seen, this.parts.topK), candidates };
    }
    const query = this.parts.paperRanker ? formatDmrQuery(before, live().viewport) : wordsOf(state);
    const { topK } = this.parts;
    const ranked = await rankLive(live(), state.observation.candidates, query, look, topK);
    this.#remember(state.exchange.turns.length, ranked.candidates);
    return { input: toPromptInput(before, ranked, topK), query, candidates: ranked.candidates };
  }

  /** @param turn the number that the act decided now will have */
  #remember(turn: number, candidates: readonly ShownCandidate[]): void {
    this.#ranked.set(turn, { candidates });
    for (const oldest of this.#ranked.keys()) if (this.#ranked.size > MAX_RANKED) this.#ranked.delete(oldest);
  }

  #rankedAt(turn: number | undefined) {
    const found = turn === undefined ? undefined : this.#ranked.get(turn);
    return found ? { page: null, viewport: { height: null, width: null }, ...found } : null;
  }
}

/** What the instructor said last: rankers that are not the paper's read plain words. */
function wordsOf({ exchange }: State): string {
  const line = exchange.turns.findLast(({ speaker }) => speaker === 'instructor');
  return line?.type === 'say' ? line.text : '';
}

function outcomeOf(shot: AskResult, { state, live }: Moment): Outcome {
  if (!shot.ok) return shot;
  const reading = parseLive(shot.text);
  if (!reading.ok) return { ok: false, sentence: cannotBeUsed(reading.fault.message) };
  const decision: LiveDecision = reading.decision;
  const made = parseAnswer(decision, state.observation, state.exchange, () => live().page);
  if (!made.ok) return made;
  return { ...made, repairs: [...reading.repairs.map((repair) => REPAIR_TEXT[repair]), ...made.repairs] };
}

function cannotBeUsed(fault: string): string {
  return `The model’s answer cannot be used: ${fault[0]!.toLowerCase()}${fault.slice(1)}`;
}

function decided(outcome: Outcome, { query, candidates }: Prompt, asking: WeblinxDialogue): Decision {
  if (outcome.ok) for (const repair of outcome.repairs) asking.repairs.add(repair);
  const evidence: Evidence = {
    ...(query === undefined ? {} : { query }),
    ...(candidates.length > 0
      ? {
          ranked: candidates.map(({ uid, score, name }) => ({
            uid,
            score: rounded(score),
            name: name.slice(0, 80),
          })),
        }
      : {}),
    ...(asking.notes.size > 0 ? { note: [...asking.notes].join('; ') } : {}),
    model: asking.use(),
  };
  const act: Action = outcome.ok
    ? outcome.act
    : { intent: 'say', kind: 'unfinished', text: outcome.sentence };
  return { actions: [act], evidence };
}

const rounded = (score: number): number => Math.round(score * 1000) / 1000;

/** @throws ParleyError `usage` for a template that the family cannot be asked with */
export function createWeblinxNavigator(parts: WeblinxNavigatorParts): Navigator {
  return new WeblinxNavigator(parts);
}
