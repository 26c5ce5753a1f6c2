/**
 * Navigator `chat`: any language model that can follow instructions. It keeps what one decision leaves for the
 * next: the model's note, what the page was like, what was tried and looked for, what fits the server.
 */
import type { Decision, Inspector, Navigator, ObservationSpec, State } from '../../contract/index.js';
import type { Model } from '../../llm/index.js';
import { type CountText, markerOf, type PageMemory, remember } from '../../prompt/index.js';
import type { Redactor } from '../../secrets/index.js';
import { FIT, type Fit } from './asking.js';
import { Rounds } from './rounds.js';
import { Talk } from './talk.js';

export interface ChatNavigatorParts {
  model: Model;
  /** The session's secret seed: what fences page text is derived from it. */
  seed: string;
  /** A picture with numbered elements goes with every prompt. */
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
  readonly #rounds = new Rounds();
  readonly #fit: Fit = { ...FIT };
  #before: PageMemory | null = null;
  #note: string | null = null;
  #looked: string[] = [];
  #since = -1;
  #count: CountText | null = null;

  constructor(private readonly parts: ChatNavigatorParts) {
    this.name = `chat (${parts.model.name})`;
    this.needs = { text: true, ...(parts.pictures ? { marks: true } : {}) };
    this.#marker = markerOf(parts.seed);
  }

  async decide(given: State, look: Inspector, signal: AbortSignal): Promise<Decision> {
    const state = masked(given, this.parts.model.redactor);
    const last = state.exchange.turns.findLast((turn) => turn.speaker === 'instructor');
    if (last && last.index !== this.#since) {
      this.#since = last.index;
      this.#rounds.forget();
      this.#looked = [];
    }
    this.#count ??= await this.parts.model.counter();
    const talk = new Talk(this.parts, state, look, this.#count, {
      marker: this.#marker,
      note: this.#note,
      before: this.#before,
      rounds: this.#rounds,
      looked: this.#looked,
      fit: this.#fit,
    });
    const { decision, note } = await talk.decide(signal);
    if (note !== undefined) this.#note = note;
    this.#before = remember(state.observation);
    return decision;
  }
}

/** Before anything is cut: half a secret would not be known for one. */
function masked({ observation, exchange }: State, redactor: Redactor): State {
  const { weblinx: _, ...seen } = observation;
  return { observation: redactor.json(seen), exchange: redactor.json(exchange) };
}

export function createChatNavigator(parts: ChatNavigatorParts): Navigator {
  return new ChatNavigator(parts);
}
