/** Adds up the model usage of one decision. */
import type { ModelUsage } from '../contract/index.js';
import type { ModelResult } from './types.js';

/** Maximum characters of a recorded answer. A cassette, if any, contains the complete answer. */
const MAX_RAW_CHARS = 8_000;

export class UsageCounter {
  readonly #lookups: string[] = [];
  readonly #repairs: string[] = [];
  readonly #totals = { calls: 0, promptTokens: 0, answerTokens: 0, cachedTokens: 0 };
  #estimated = false;
  #isReplayed = true;
  #cost: number | null = 0;
  #raw = '';

  constructor(private readonly name: string) {}

  add(result: ModelResult): void {
    this.#totals.calls += 1;
    const { usage } = result;
    if (usage) {
      this.#totals.promptTokens += usage.promptTokens;
      this.#totals.answerTokens += usage.answerTokens;
      this.#totals.cachedTokens += usage.cachedTokens;
      this.#estimated ||= usage.estimated;
    }
    this.#isReplayed &&= result.ok && result.recorded;
    const cost = result.ok ? result.cost : null;
    this.#cost = cost === null || this.#cost === null ? null : this.#cost + cost;
    this.#raw = result.ok ? result.text : result.text || (result.raw ?? '');
    if (result.ok) this.addRepairNotes(...result.notes.map(toSentence));
  }

  addLookup(...lookups: string[]): void {
    this.#lookups.push(...lookups);
  }

  addRepairNotes(...repairs: string[]): void {
    this.#repairs.push(...repairs.filter((repair) => !this.#repairs.includes(repair)));
  }

  /** Returns the usage to record with the decision. */
  toModelUsage(): ModelUsage {
    return {
      name: this.name,
      ...this.#totals,
      estimated: this.#estimated,
      cost: this.#cost,
      recorded: this.#isReplayed && this.#totals.calls > 0,
      ...(this.#lookups.length ? { lookups: this.#lookups } : {}),
      ...(this.#repairs.length ? { repairs: this.#repairs } : {}),
      rawAnswer:
        this.#raw.length > MAX_RAW_CHARS
          ? `${this.#raw.slice(0, MAX_RAW_CHARS)}… (${this.#raw.length} characters)`
          : this.#raw,
    };
  }
}

const toSentence = (note: string): string => {
  const text = note.trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
};
