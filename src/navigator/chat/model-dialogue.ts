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
import { type ModelResult, type Message, type MessagePart, UsageCounter } from '../../llm/index.js';
import { computePageDigest, MAX_REPEATS, type LoopDetector } from '../../policy/index.js';
import {
  comparePages,
  buildChatPrompt,
  type CountTokens,
  fence,
  formatPageEvents,
  numberElements,
  type PageMemory,
  buildPageSection,
} from '../../prompt/index.js';
import { askModel, type AskModelParts, type PromptBudget, chooseReaction } from './ask-model.js';
import { parseDecision } from './decision.js';
import { interpretSteps, type StepsResult, type PageLookup } from './interpret-steps.js';
import { PageLookups } from './lookups.js';
import { type RelevantContent, findRelevantContent } from './relevant-content.js';
import { needsPicture, type PictureUse } from './pictures.js';

/** Maximum rounds of lookups before the model must decide. */
const MAX_LOOKUP_ROUNDS = 6;
const MAX_CALLS = 12;

/** State that carries over from earlier decisions. */
export interface SessionMemory {
  marker: string;
  note: string | null;
  previousPage: PageMemory | null;
  loopDetector: LoopDetector;
  /** Lookups since the last instruction, with their results. */
  lookups: string[];
  budget: PromptBudget;
  pictures: PictureState;
}

/** What the session has learned about sending pictures. */
export interface PictureState {
  /** Whether the model's server refused a picture. */
  refused: boolean;
}

export interface ModelDialogueParts extends AskModelParts {
  pictures: PictureUse;
  today: string;
}

export interface ModelDecision {
  decision: Decision;
  /** Undefined if there is no decision; the previous note then stays. */
  note?: string | null;
}

const NO_PICTURE = 'see: no picture can be sent; use the text of the page.';

const toImagePart = (data: Uint8Array): MessagePart => ({
  type: 'image',
  mediaType: 'image/png',
  data,
  detail: 'high',
});

/** One decision's exchange with the model. */
export class ModelDialogue {
  readonly #usage: UsageCounter;
  readonly #digest: string;
  readonly #numbers;
  readonly #lookups: PageLookups;
  readonly #shownNumbers = new Set<number>();
  #picture: Uint8Array | null = null;
  #relevant: RelevantContent = { query: '', ranked: [], passages: [] };

  constructor(
    private readonly parts: ModelDialogueParts,
    private readonly state: State,
    private readonly inspector: Inspector,
    private readonly countTokens: CountTokens,
    private readonly memory: SessionMemory,
  ) {
    const { candidates } = state.observation;
    this.#usage = new UsageCounter(parts.model.name);
    this.#digest = computePageDigest(state.observation);
    this.#numbers = numberElements(candidates);
    this.#lookups = new PageLookups(inspector, this.#numbers, countTokens, parts.model.redactor);
  }

  async decide(signal: AbortSignal): Promise<ModelDecision> {
    const { note: previousNote, budget } = this.memory;
    this.#relevant = await findRelevantContent(this.state, previousNote, budget.page, this.inspector);
    const { pictures } = this.parts;
    if (pictures === 'always' || (pictures === 'auto' && needsPicture(this.state.observation)))
      this.#picture = await this.#takePicture();
    const messages = this.#buildMessages();
    let lookupRounds = 0;
    let retried = false;
    let note: string | null = null;
    for (let call = 0; call < MAX_CALLS; call++) {
      const result = await askModel(
        this.parts,
        messages,
        () => this.#buildMessages(),
        () => this.#omitPictures(),
        budget,
        this.#usage,
        signal,
      );
      if (!result.ok && chooseReaction(result) === 'report') return this.#giveUp(result.sentence);
      const parsed = result.ok ? parseDecision(result.json) : null;
      const parsedDecision = parsed?.ok ? parsed.decision : null;
      if (parsed?.ok) this.#usage.addRepairs(...parsed.repairs);
      note = parsedDecision?.note ?? note;
      const interpreted = this.#interpret(result, parsed);
      if (interpreted.kind === 'actions')
        return this.#toDecision(interpreted, parsedDecision?.thought ?? '', note);
      const text = result.text ?? '';
      if (interpreted.kind === 'lookups' && lookupRounds < MAX_LOOKUP_ROUNDS) {
        lookupRounds += 1;
        messages.push(
          ...(await this.#runLookups(interpreted.lookups, text, MAX_LOOKUP_ROUNDS - lookupRounds)),
        );
        continue;
      }
      const { fault, choices } = interpreted.kind === 'lookups' ? TOO_MANY_LOOKUPS : interpreted;
      if (retried) return this.#giveUp(`The model’s answer cannot be used: ${fault}`);
      retried = true;
      this.#usage.addRepairs(`Asked once more: ${fault}`);
      messages.push(
        { role: 'assistant', content: text || '(nothing)' },
        {
          role: 'user',
          content: `That cannot be done. ${fault} ${choices}\nAnswer again with one JSON object.`,
        },
      );
    }
    return this.#giveUp('The model reached no decision.');
  }

  #buildMessages(): Message[] {
    const { observation, exchange } = this.state;
    const { marker, previousPage, note, loopDetector, lookups, budget } = this.memory;
    const changes = comparePages(previousPage, observation, this.#numbers);
    const { ranked, passages } = this.#relevant;
    const changeLines = [...formatPageEvents(observation), ...changes.lines];
    const view = {
      observation,
      numbers: this.#numbers,
      ranked,
      passages,
      changes: changeLines,
      newContent: changes.newContent,
    };
    const page = buildPageSection(view, budget.page, this.countTokens);
    this.#shownNumbers.clear();
    for (const number of page.shownNumbers) this.#shownNumbers.add(number);
    this.#lookups.setPage(page);
    const picture = this.#picture;
    const prompt = buildChatPrompt({
      marker,
      today: this.parts.today,
      exchange,
      page,
      note,
      lookups,
      repetitionWarning: loopDetector.isLooping(this.#digest) ? LOOP_WARNING : null,
      hasScreenshot: picture !== null,
    });
    const contentWithPicture: readonly MessagePart[] | null = picture && [
      { type: 'text', text: prompt.user },
      toImagePart(picture),
    ];
    return [
      { role: 'system', content: prompt.system, cacheable: true },
      { role: 'user', content: contentWithPicture ?? prompt.user },
    ];
  }

  /** Null if the model accepts no pictures, or if pictures are switched off. */
  async #takePicture(): Promise<Uint8Array | null> {
    const { pictures, model } = this.parts;
    const isAccepted = !this.memory.pictures.refused && model.getKnowledge().images !== false;
    if (pictures === 'never' || !isAccepted || this.state.observation.dialog) return null;
    return this.inspector.picture(this.#numbers.byUid);
  }

  #omitPictures(): boolean {
    if (this.memory.pictures.refused) return false;
    this.memory.pictures.refused = true;
    this.#picture = null;
    return true;
  }

  /** Runs the lookups and returns the next messages. */
  async #runLookups(lookups: readonly PageLookup[], answer: string, roundsLeft: number): Promise<Message[]> {
    const parts: string[] = [];
    let picture: Uint8Array | null = null;
    for (const lookup of lookups) {
      if (lookup.do === 'see') {
        picture = await this.#takePicture();
        this.#usage.addLookup('see');
        parts.push(picture ? 'see: the picture shows the viewport, with the same numbers.' : NO_PICTURE);
        continue;
      }
      const { label, lines, shownNumbers, matchCount } = await this.#lookups.run(lookup);
      this.#usage.addLookup(label);
      if (lookup.do === 'find')
        this.memory.lookups.push(`${label} (${matchCount ? `${matchCount} found` : 'not found'})`);
      for (const number of shownNumbers) this.#shownNumbers.add(number);
      parts.push(fence(this.memory.marker, 'found', [label, ...lines]));
    }
    parts.push(
      roundsLeft > 0
        ? `Decide, or request more of the page (at most ${roundsLeft} more times).`
        : 'Decide now: choose an action, or speak to the instructor.',
    );
    return [
      { role: 'assistant', content: answer },
      {
        role: 'user',
        content: picture
          ? [{ type: 'text', text: parts.join('\n') }, toImagePart(picture)]
          : parts.join('\n'),
      },
    ];
  }

  #interpret(result: ModelResult, parsed: ReturnType<typeof parseDecision> | null): StepsResult {
    if (!result.ok)
      return { kind: 'fault', fault: result.sentence, choices: 'Answer with one JSON object as described.' };
    if (!parsed?.ok)
      return {
        kind: 'fault',
        fault: parsed?.fault ?? 'The answer cannot be read.',
        choices: 'Steps are {"do", "on", "value", "old"}; do is one of the words described above.',
      };
    const { observation, exchange } = this.state;
    const instructions = exchange.turns.flatMap((turn) => (turn.speaker === 'instructor' ? [turn.text] : []));
    const interpreted = interpretSteps(parsed.decision.steps, {
      observation,
      numbers: this.#numbers,
      shown: this.#shownNumbers,
      instructions: instructions.join('\n'),
      unseenChars: (candidate) => this.#lookups.countUnseenChars(candidate),
    });
    return interpreted.kind === 'actions'
      ? (this.#findLoop(interpreted.actions) ?? interpreted)
      : interpreted;
  }

  /** Finds an action that was repeated too often on this page. */
  #findLoop(actions: readonly Action[]): StepsResult | null {
    for (const action of actions) {
      if (action.intent === 'say' || action.intent === 'wait') continue;
      const times = this.memory.loopDetector.getActionCount(this.#digest, this.#identify(action));
      if (times < MAX_REPEATS) continue;
      return {
        kind: 'fault',
        fault: `This action was performed ${times} times on this page, and each time it led back here.`,
        choices: 'Take another way, ask the instructor, or give_up.',
      };
    }
    return null;
  }

  /** Identifies the action by element number, because a reloaded page has new uids. */
  #identify(action: PageAction | SayAction): string {
    return JSON.stringify(
      'uid' in action && action.uid ? { ...action, uid: this.#numbers.getNumber(action.uid) } : action,
    );
  }

  #toDecision(
    { actions, repairs }: Extract<StepsResult, { kind: 'actions' }>,
    thought: string,
    note: string | null,
  ): ModelDecision {
    this.#usage.addRepairs(...repairs);
    for (const action of actions)
      if (action.intent !== 'say') this.memory.loopDetector.record(this.#digest, this.#identify(action));
    return { decision: { actions, evidence: this.#buildEvidence(thought) }, note };
  }

  /** Reports to the instructor that the model gave no usable decision. */
  #giveUp(reason: string): ModelDecision {
    const text = `I could not decide. ${reason}`;
    return {
      decision: { actions: [{ intent: 'say', kind: 'unfinished', text }], evidence: this.#buildEvidence('') },
    };
  }

  #buildEvidence(thought: string): Evidence {
    const { query, ranked } = this.#relevant;
    return {
      ...(thought ? { step: thought.slice(0, 500) } : {}),
      query,
      ranked: ranked.slice(0, 10).map(({ candidate, score }) => ({
        uid: candidate.uid,
        score: Math.round(score * 1000) / 1000,
        name: (candidate.name || candidate.text).slice(0, 80),
      })),
      model: this.#usage.toModelUsage(),
    };
  }
}

const LOOP_WARNING =
  'The page was in this state before, and your actions led back to it. Do something else, ask, or give up.';

const TOO_MANY_LOOKUPS = {
  fault: 'You have used all lookups.',
  choices: 'Act, or speak to the instructor.',
};
