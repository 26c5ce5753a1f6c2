/**
 * One decision's dialogue with the model: sends the prompt, runs lookups, and asks once more if an answer is unusable.
 * Actions are valid only on elements that the model was shown.
 */
import type {
  Action,
  Decision,
  Evidence,
  Inspector,
  PageAction,
  SayAction,
  State,
} from '../../contract/index.js';
import type { ModelResult, Message, Part } from '../../llm/index.js';
import {
  comparePages,
  buildChatPrompt,
  type CountTokens,
  fence,
  formatPageEvents,
  numberElements,
  type PageMemory,
  buildPagePart,
} from '../../prompt/index.js';
import { askModel, type AskModelParts, type PromptBudget, reactionTo } from './ask-model.js';
import { parseDecision } from './decision.js';
import { interpretSteps, type StepsResult, type PageLookup } from './interpret-steps.js';
import { PageLookups } from './lookups.js';
import { type RelevantContent, findRelevantContent } from './relevant-content.js';
import { pageDigest, MAX_REPEATS, type LoopDetector } from './loop-detector.js';
import { UsageCounter } from './usage.js';

/** Rounds of lookups before the model must decide. */
const MAX_LOOKUP_ROUNDS = 6;
const MAX_CALLS = 12;

/** State that carries over from earlier decisions. */
export interface SessionMemory {
  marker: string;
  note: string | null;
  before: PageMemory | null;
  rounds: LoopDetector;
  /** Lookups since the last instruction, with their results. */
  looked: string[];
  fit: PromptBudget;
}

export interface ModelDialogueParts extends AskModelParts {
  pictures: boolean;
  today: string;
}

export interface ModelDecision {
  decision: Decision;
  /** Undefined if there is no decision: the previous note stays. */
  note?: string | null;
}

/** One decision's exchange with the model. */
export class ModelDialogue {
  readonly #use: UsageCounter;
  readonly #digest: string;
  readonly #numbers;
  readonly #around: PageLookups;
  readonly #shown = new Set<number>();
  #matters: RelevantContent = { query: '', ranked: [], passages: [] };

  constructor(
    private readonly parts: ModelDialogueParts,
    private readonly state: State,
    private readonly look: Inspector,
    private readonly count: CountTokens,
    private readonly known: SessionMemory,
  ) {
    const { candidates, marks } = state.observation;
    this.#use = new UsageCounter(parts.model.name);
    this.#digest = pageDigest(state.observation);
    this.#numbers = numberElements(candidates, marks?.marks);
    this.#around = new PageLookups(look, this.#numbers, count, parts.model.redactor);
  }

  async decide(signal: AbortSignal): Promise<ModelDecision> {
    const { note: before, fit } = this.known;
    this.#matters = await findRelevantContent(this.state, before, fit.page, this.look);
    const messages = this.#messages();
    let looks = 0;
    let mended = false;
    let note: string | null = null;
    for (let call = 0; call < MAX_CALLS; call++) {
      const asked = await askModel(this.parts, messages, () => this.#messages(), fit, this.#use, signal);
      if (!asked.ok && reactionTo(asked) === 'tell') return this.#giveUp(asked.sentence);
      const reading = asked.ok ? parseDecision(asked.json) : null;
      const written = reading?.ok ? reading.written : null;
      if (reading?.ok) this.#use.repaired(...reading.repairs);
      note = written?.note ?? note;
      const judged = this.#judge(asked, reading);
      if (judged.is === 'acts') return this.#decided(judged, written?.thought ?? '', note);
      const text = asked.text ?? '';
      if (judged.is === 'looks' && looks < MAX_LOOKUP_ROUNDS) {
        looks += 1;
        messages.push(...(await this.#lookAround(judged.looks, text, MAX_LOOKUP_ROUNDS - looks)));
        continue;
      }
      const { fault, choices } = judged.is === 'looks' ? TOO_MANY_LOOKS : judged;
      if (mended) return this.#giveUp(`The model’s answer cannot be used: ${fault}`);
      mended = true;
      this.#use.repaired(`Asked once more: ${fault}`);
      messages.push(
        { role: 'assistant', content: text || '(nothing)' },
        {
          role: 'user',
          content: `That cannot be done. ${fault} ${choices}\nAnswer again with one JSON object.`,
        },
      );
    }
    return this.#giveUp('The model did not come to a decision.');
  }

  #messages(): Message[] {
    const { observation, exchange } = this.state;
    const { marker, before, note, rounds, looked, fit } = this.known;
    const changes = comparePages(before, observation, this.#numbers);
    const { ranked, passages } = this.#matters;
    const news = [...formatPageEvents(observation), ...changes.lines];
    const view = { observation, numbers: this.#numbers, ranked, passages, changes: news, fresh: changes.fresh };
    const page = buildPagePart(view, fit.page, this.count);
    this.#shown.clear();
    for (const number of page.shown) this.#shown.add(number);
    const picture = this.parts.pictures ? (observation.marks?.picture ?? null) : null;
    const prompt = buildChatPrompt({
      marker,
      today: this.parts.today,
      exchange,
      page,
      note,
      lookups: looked,
      loop: rounds.isLooping(this.#digest) ? IN_CIRCLES : null,
      hasScreenshot: picture !== null,
    });
    const pictured: readonly Part[] | null = picture && [
      { type: 'text', text: prompt.user },
      { type: 'image', mediaType: 'image/png', data: picture, detail: 'high' },
    ];
    return [
      { role: 'system', content: prompt.system, stable: true },
      { role: 'user', content: pictured ?? prompt.user },
    ];
  }

  /** Runs the lookups and returns the next messages. */
  async #lookAround(looks: readonly PageLookup[], answer: string, left: number): Promise<Message[]> {
    const found: string[] = [];
    for (const look of looks) {
      const { what, lines, shown, found: count } = await this.#around.run(look);
      this.#use.looked(what);
      if (look.do === 'find') this.known.looked.push(`${what} (${count ? `${count} found` : 'not found'})`);
      for (const number of shown) this.#shown.add(number);
      found.push(fence(this.known.marker, 'found', [what, ...lines]));
    }
    found.push(
      left > 0
        ? `Decide, or request more of the page (at most ${left} more times).`
        : 'Decide now: choose an action, or speak to the instructor.',
    );
    return [
      { role: 'assistant', content: answer },
      { role: 'user', content: found.join('\n') },
    ];
  }

  #judge(asked: ModelResult, reading: ReturnType<typeof parseDecision> | null): StepsResult {
    if (!asked.ok)
      return { is: 'fault', fault: asked.sentence, choices: 'Answer with one JSON object as described.' };
    if (!reading?.ok)
      return {
        is: 'fault',
        fault: reading?.fault ?? 'The answer cannot be read.',
        choices: 'Steps are {"do", "on", "value"}; do is one of the words described above.',
      };
    const { observation, exchange } = this.state;
    const said = exchange.turns.flatMap((turn) => (turn.speaker === 'instructor' ? [turn.text] : []));
    const judged = interpretSteps(reading.written.steps, {
      observation,
      numbers: this.#numbers,
      shown: this.#shown,
      said: said.join('\n'),
    });
    return judged.is === 'acts' ? (this.#circleIn(judged.acts) ?? judged) : judged;
  }

  /** Finds an action that was repeated too often on this page. */
  #circleIn(acts: readonly Action[]): StepsResult | null {
    for (const act of acts) {
      if (act.intent === 'say' || act.intent === 'wait') continue;
      const times = this.known.rounds.count(this.#digest, this.#named(act));
      if (times < MAX_REPEATS) continue;
      return {
        is: 'fault',
        fault: `This action was performed ${times} times on this page, and each time it led back here.`,
        choices: 'Take another way, ask the instructor, or give_up.',
      };
    }
    return null;
  }

  /** Identifies the action by element number, because a reloaded page has new uids. */
  #named(act: PageAction | SayAction): string {
    return JSON.stringify('uid' in act && act.uid ? { ...act, uid: this.#numbers.of(act.uid) } : act);
  }

  #decided(
    { acts, repairs }: Extract<StepsResult, { is: 'acts' }>,
    thought: string,
    note: string | null,
  ): ModelDecision {
    this.#use.repaired(...repairs);
    for (const act of acts)
      if (act.intent !== 'say') this.known.rounds.record(this.#digest, this.#named(act));
    return { decision: { actions: acts, evidence: this.#evidence(thought) }, note };
  }

  /** Reports to the instructor that the model gave no usable decision. */
  #giveUp(why: string): ModelDecision {
    const text = `I could not decide. ${why}`;
    return {
      decision: { actions: [{ intent: 'say', kind: 'unfinished', text }], evidence: this.#evidence('') },
    };
  }

  #evidence(thought: string): Evidence {
    const { query, ranked } = this.#matters;
    return {
      ...(thought ? { step: thought.slice(0, 500) } : {}),
      query,
      ranked: ranked.slice(0, 10).map(({ candidate, score }) => ({
        uid: candidate.uid,
        score: Math.round(score * 1000) / 1000,
        name: (candidate.name || candidate.text).slice(0, 80),
      })),
      model: this.#use.use(),
    };
  }
}

const IN_CIRCLES =
  'The page was in this state before, and your actions led back to it. Do something else, ask, or give up.';

const TOO_MANY_LOOKS = {
  fault: 'You have looked as often as is allowed.',
  choices: 'Act, or speak to the instructor.',
};
