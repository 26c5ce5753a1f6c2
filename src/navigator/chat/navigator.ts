/**
 * Navigator `chat`: any language model that can follow instructions. Between decisions it keeps the model's note, the
 * previous page, the actions and lookups so far, and the token budget of the server.
 */
import type { Decision, Inspector, Navigator, ObservationSpec, State } from '../../contract/index.js';
import type { Model } from '../../llm/index.js';
import { type CountTokens, deriveMarker, type PageMemory, toPageMemory } from '../../prompt/index.js';
import type { Redactor } from '../../secrets/index.js';
import { DEFAULT_BUDGET, type PromptBudget } from './ask-model.js';
import { LoopDetector } from './loop-detector.js';
import { ModelDialogue } from './model-dialogue.js';

export interface ChatNavigatorParts {
  model: Model;
  /** The session's secret seed. The marker that fences page text derives from it. */
  seed: string;
  /** Sends a screenshot with numbered elements with every prompt. */
  pictures: boolean;
  /** The day that "tomorrow" counts from: `2026-11-21`. */
  today: string;
  onPhase?(phase: string): void;
  onWait?(sentence: string): void;
}

class ChatNavigator implements Navigator {
  readonly name: string;
  readonly needs: ObservationSpec;
  readonly answersDialogs = true;
  readonly #marker: string;
  readonly #rounds = new LoopDetector();
  readonly #fit: PromptBudget = { ...DEFAULT_BUDGET };
  #before: PageMemory | null = null;
  #note: string | null = null;
  #looked: string[] = [];
  #since = -1;
  #count: CountTokens | null = null;

  constructor(private readonly parts: ChatNavigatorParts) {
    this.name = `chat (${parts.model.name})`;
    this.needs = { text: true, ...(parts.pictures ? { marks: true } : {}) };
    this.#marker = deriveMarker(parts.seed);
  }

  async decide(given: State, look: Inspector, signal: AbortSignal): Promise<Decision> {
    const state = masked(given, this.parts.model.redactor);
    const last = state.exchange.turns.findLast((turn) => turn.speaker === 'instructor');
    if (last && last.index !== this.#since) {
      this.#since = last.index;
      this.#rounds.reset();
      this.#looked = [];
    }
    this.#count ??= await this.parts.model.counter();
    const talk = new ModelDialogue(this.parts, state, look, this.#count, {
      marker: this.#marker,
      note: this.#note,
      before: this.#before,
      rounds: this.#rounds,
      looked: this.#looked,
      fit: this.#fit,
    });
    const { decision, note } = await talk.decide(signal);
    if (note !== undefined) this.#note = note;
    this.#before = toPageMemory(state.observation);
    return decision;
  }
}

/** Masks secrets before any text is truncated: part of a secret would not be recognised. */
function masked({ observation, exchange }: State, redactor: Redactor): State {
  const { weblinx: _, ...seen } = observation;
  return { observation: redactor.json(seen), exchange: redactor.json(exchange) };
}

export function createChatNavigator(parts: ChatNavigatorParts): Navigator {
  return new ChatNavigator(parts);
}
