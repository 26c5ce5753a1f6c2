/** Adds up the model usage of one decision. */
import type { ModelUsage } from '../../contract/index.js';
import type { ModelResult } from '../../llm/index.js';

/** Maximum characters of a recorded answer. A cassette, if any, contains the complete answer. */
const MAX_RAW_CHARS = 8_000;

export class UsageCounter {
  readonly #looks: string[] = [];
  readonly #repairs: string[] = [];
  readonly #sum = { calls: 0, promptTokens: 0, answerTokens: 0, cachedTokens: 0 };
  #estimated = false;
  #recorded = true;
  #cost: number | null = 0;
  #raw = '';

  constructor(private readonly name: string) {}

  add(asked: ModelResult): void {
    this.#sum.calls += 1;
    const { usage } = asked;
    if (usage) {
      this.#sum.promptTokens += usage.promptTokens;
      this.#sum.answerTokens += usage.answerTokens;
      this.#sum.cachedTokens += usage.cachedTokens;
      this.#estimated ||= usage.estimated;
    }
    this.#recorded &&= asked.ok && asked.recorded;
    const cost = asked.ok ? asked.cost : null;
    this.#cost = cost === null || this.#cost === null ? null : this.#cost + cost;
    this.#raw = asked.ok ? asked.text : asked.text || (asked.raw ?? '');
    if (asked.ok) this.repaired(...asked.notes.map(sentence));
  }

  looked(...what: string[]): void {
    this.#looks.push(...what);
  }

  repaired(...what: string[]): void {
    this.#repairs.push(...what.filter((one) => !this.#repairs.includes(one)));
  }

  /** The usage to record with the decision. */
  use(): ModelUsage {
    return {
      name: this.name,
      ...this.#sum,
      estimated: this.#estimated,
      cost: this.#cost,
      recorded: this.#recorded && this.#sum.calls > 0,
      ...(this.#looks.length ? { lookups: this.#looks } : {}),
      ...(this.#repairs.length ? { repairs: this.#repairs } : {}),
      rawAnswer:
        this.#raw.length > MAX_RAW_CHARS
          ? `${this.#raw.slice(0, MAX_RAW_CHARS)}… (${this.#raw.length} characters)`
          : this.#raw,
    };
  }
}

const sentence = (note: string): string => {
  const text = note.trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
};
