/**
 * Navigator `chat`: any language model that can follow instructions. It remembers the model's note, the previous page,
 * the actions and lookups so far, and the server's token budget from one decision to the next.
 */
import type { Decision, Inspector, Navigator, ObservationSpec, State } from '../../contract/index.js';
import type { Model } from '../../llm/index.js';
import { LoopDetector } from '../../policy/index.js';
import { type CountTokens, deriveMarker, type PageMemory, toPageMemory } from '../../prompt/index.js';
import { maskState } from '../../secrets/index.js';
import { computePageBudget, DEFAULT_BUDGET, type PromptBudget } from './ask-model.js';
import { ModelDialogue, type ScreenshotSupport } from './model-dialogue.js';
import type { ScreenshotUse } from './needs-screenshot.js';

export interface ChatNavigatorParts {
  model: Model;
  /** The session's secret seed. The marker that fences page text derives from it. */
  seed: string;
  screenshotUse: ScreenshotUse;
  /** Maximum tokens of the page in a prompt; null: as many as the model's context allows, but at most 6,000. */
  pageTokens: number | null;
  /** Today's date, the reference for words such as "tomorrow": `2026-11-21`. */
  today: string;
  onPhase?(phase: string): void;
  /** Called with a message for the user, for example while the server is slow. */
  onWait?(message: string): void;
}

class ChatNavigator implements Navigator {
  readonly name: string;
  readonly needs: ObservationSpec = { text: true, outline: true };
  readonly answersDialogs = true;
  readonly #marker: string;
  readonly #loopDetector = new LoopDetector();
  readonly #budget: PromptBudget;
  readonly #screenshotSupport: ScreenshotSupport = { wasRefused: false };
  #previousPage: PageMemory | null = null;
  #note: string | null = null;
  #lookups: string[] = [];
  #lastInstructionIndex = -1;
  #countTokens: CountTokens | null = null;

  constructor(private readonly parts: ChatNavigatorParts) {
    this.name = `chat (${parts.model.name})`;
    this.#budget = createBudget(parts);
    this.#marker = deriveMarker(parts.seed);
  }

  async decide(unmaskedState: State, inspector: Inspector, signal: AbortSignal): Promise<Decision> {
    const state = maskState(unmaskedState, this.parts.model.redactor);
    const lastInstruction = state.exchange.turns.findLast((turn) => turn.speaker === 'instructor');
    if (lastInstruction && lastInstruction.index !== this.#lastInstructionIndex) {
      this.#lastInstructionIndex = lastInstruction.index;
      this.#loopDetector.reset();
      this.#lookups = [];
    }
    this.#countTokens ??= await this.parts.model.getTokenCounter();
    const dialogue = new ModelDialogue(this.parts, state, inspector, this.#countTokens, {
      marker: this.#marker,
      note: this.#note,
      previousPage: this.#previousPage,
      loopDetector: this.#loopDetector,
      lookups: this.#lookups,
      budget: this.#budget,
      screenshotSupport: this.#screenshotSupport,
    });
    const { decision, note } = await dialogue.decide(signal);
    if (note !== undefined) this.#note = note;
    this.#previousPage = toPageMemory(state.observation);
    return decision;
  }
}

function createBudget({ model, pageTokens }: ChatNavigatorParts): PromptBudget {
  const contextTokens = model.settings.contextTokens ?? model.getKnowledge().contextTokens;
  return { ...DEFAULT_BUDGET, pageTokens: pageTokens ?? computePageBudget(contextTokens) };
}

export function createChatNavigator(parts: ChatNavigatorParts): Navigator {
  return new ChatNavigator(parts);
}
