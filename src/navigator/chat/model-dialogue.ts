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
import { computePageDigest, LOOP_THRESHOLD, type LoopDetector } from '../../policy/index.js';
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
import { askModel, type ModelAndCallbacks, type PromptBudget, chooseReaction } from './ask-model.js';
import { parseDecision } from './decision.js';
import { interpretSteps, type StepsResult, type PageLookup } from './interpret-steps.js';
import { PageLookups } from './lookups.js';
import { type RelevantContent, findRelevantContent } from './relevant-content.js';
import { needsScreenshot, type ScreenshotUse } from './needs-screenshot.js';

/** Maximum rounds of lookups before the model must decide. */
const MAX_LOOKUP_ROUNDS = 6;
const MAX_MODEL_CALLS = 12;

/** State that carries over from earlier decisions. */
export interface SessionMemory {
  marker: string;
  note: string | null;
  previousPage: PageMemory | null;
  loopDetector: LoopDetector;
  /** Lookups since the last instruction, with the number of matches. */
  lookups: string[];
  budget: PromptBudget;
  screenshotSupport: ScreenshotSupport;
}

/** Whether screenshots can be sent to the model's server. */
export interface ScreenshotSupport {
  /** Whether the server rejected a screenshot. */
  wasRefused: boolean;
}

export interface ModelDialogueParts extends ModelAndCallbacks {
  screenshotUse: ScreenshotUse;
  today: string;
}

export interface ModelDecision {
  decision: Decision;
  /** Undefined if the model gave no decision; the previous note is then kept. */
  note?: string | null;
}

const NO_SCREENSHOT_MESSAGE = 'see: no picture can be sent; use the text of the page.';

const toImagePart = (data: Uint8Array): MessagePart => ({
  type: 'image',
  mediaType: 'image/png',
  data,
  detail: 'high',
});

/** One decision's exchange with the model. */
export class ModelDialogue {
  readonly #usage: UsageCounter;
  readonly #pageDigest: string;
  readonly #numbers;
  readonly #lookups: PageLookups;
  readonly #shownNumbers = new Set<number>();
  #screenshot: Uint8Array | null = null;
  #relevantContent: RelevantContent = { query: '', rankedCandidates: [], passages: [] };

  constructor(
    private readonly parts: ModelDialogueParts,
    private readonly state: State,
    private readonly inspector: Inspector,
    private readonly countTokens: CountTokens,
    private readonly memory: SessionMemory,
  ) {
    const { candidates } = state.observation;
    this.#usage = new UsageCounter(parts.model.name);
    this.#pageDigest = computePageDigest(state.observation);
    this.#numbers = numberElements(candidates);
    this.#lookups = new PageLookups(inspector, this.#numbers, countTokens, parts.model.redactor);
  }

  async decide(signal: AbortSignal): Promise<ModelDecision> {
    const { note: previousNote, budget } = this.memory;
    this.#relevantContent = await findRelevantContent(
      this.state,
      previousNote,
      budget.pageTokens,
      this.inspector,
    );
    const { screenshotUse } = this.parts;
    if (screenshotUse === 'always' || (screenshotUse === 'auto' && needsScreenshot(this.state.observation)))
      this.#screenshot = await this.#takeScreenshot();
    const messages = this.#buildMessages();
    let lookupRounds = 0;
    let hasRetried = false;
    let note: string | null = null;
    for (let call = 0; call < MAX_MODEL_CALLS; call++) {
      const result = await askModel(
        this.parts,
        messages,
        () => this.#buildMessages(),
        () => this.#omitScreenshots(),
        budget,
        this.#usage,
        signal,
      );
      if (!result.ok && chooseReaction(result) === 'report') return this.#giveUp(result.sentence);
      const parseResult = result.ok ? parseDecision(result.json) : null;
      const parsedDecision = parseResult?.ok ? parseResult.decision : null;
      if (parseResult?.ok) this.#usage.addRepairNotes(...parseResult.repairs);
      note = parsedDecision?.note ?? note;
      const stepsResult = this.#interpret(result, parseResult);
      if (stepsResult.kind === 'actions')
        return this.#toDecision(stepsResult, parsedDecision?.thought ?? '', note);
      const text = result.text ?? '';
      if (stepsResult.kind === 'lookups' && lookupRounds < MAX_LOOKUP_ROUNDS) {
        lookupRounds += 1;
        messages.push(
          ...(await this.#runLookups(stepsResult.lookups, text, MAX_LOOKUP_ROUNDS - lookupRounds)),
        );
        continue;
      }
      const { fault, advice } = stepsResult.kind === 'lookups' ? TOO_MANY_LOOKUPS_FAULT : stepsResult;
      if (hasRetried) return this.#giveUp(`The model’s answer cannot be used: ${fault}`);
      hasRetried = true;
      this.#usage.addRepairNotes(`Asked once more: ${fault}`);
      messages.push(
        { role: 'assistant', content: text || '(nothing)' },
        {
          role: 'user',
          content: `That cannot be done. ${fault} ${advice}\nAnswer again with one JSON object.`,
        },
      );
    }
    return this.#giveUp('The model reached no decision.');
  }

  #buildMessages(): Message[] {
    const { observation, exchange } = this.state;
    const { marker, previousPage, note, loopDetector, lookups, budget } = this.memory;
    const changes = comparePages(previousPage, observation, this.#numbers);
    const { rankedCandidates, passages } = this.#relevantContent;
    const changeLines = [...formatPageEvents(observation), ...changes.lines];
    const view = {
      observation,
      numbers: this.#numbers,
      ranked: rankedCandidates,
      passages,
      changes: changeLines,
      newContent: changes.newContent,
    };
    const page = buildPageSection(view, budget.pageTokens, this.countTokens);
    this.#shownNumbers.clear();
    for (const number of page.shownNumbers) this.#shownNumbers.add(number);
    this.#lookups.setPage(page);
    const screenshot = this.#screenshot;
    const prompt = buildChatPrompt({
      marker,
      today: this.parts.today,
      exchange,
      page,
      note,
      lookups,
      repetitionWarning: loopDetector.isLooping(this.#pageDigest) ? LOOP_WARNING : null,
      hasScreenshot: screenshot !== null,
    });
    const contentWithScreenshot: readonly MessagePart[] | null = screenshot && [
      { type: 'text', text: prompt.user },
      toImagePart(screenshot),
    ];
    return [
      { role: 'system', content: prompt.system, cacheable: true },
      { role: 'user', content: contentWithScreenshot ?? prompt.user },
    ];
  }

  /** Returns null if the model accepts no screenshots, if they are switched off, or if a dialog is open. */
  async #takeScreenshot(): Promise<Uint8Array | null> {
    const { screenshotUse, model } = this.parts;
    const acceptsScreenshots =
      !this.memory.screenshotSupport.wasRefused && model.getKnowledge().images !== false;
    if (screenshotUse === 'never' || !acceptsScreenshots || this.state.observation.dialog) return null;
    return this.inspector.takeNumberedScreenshot(this.#numbers.byUid);
  }

  #omitScreenshots(): boolean {
    if (this.memory.screenshotSupport.wasRefused) return false;
    this.memory.screenshotSupport.wasRefused = true;
    this.#screenshot = null;
    return true;
  }

  /** Runs the lookups and returns the next messages. */
  async #runLookups(lookups: readonly PageLookup[], answer: string, roundsLeft: number): Promise<Message[]> {
    const resultParagraphs: string[] = [];
    let screenshot: Uint8Array | null = null;
    for (const lookup of lookups) {
      if (lookup.do === 'see') {
        screenshot = await this.#takeScreenshot();
        this.#usage.addLookup('see');
        resultParagraphs.push(
          screenshot ? 'see: the picture shows the viewport, with the same numbers.' : NO_SCREENSHOT_MESSAGE,
        );
        continue;
      }
      const { label, lines, shownNumbers, matchCount } = await this.#lookups.run(lookup);
      this.#usage.addLookup(label);
      if (lookup.do === 'find')
        this.memory.lookups.push(`${label} (${matchCount ? `${matchCount} found` : 'not found'})`);
      for (const number of shownNumbers) this.#shownNumbers.add(number);
      resultParagraphs.push(fence(this.memory.marker, 'found', [label, ...lines]));
    }
    resultParagraphs.push(
      roundsLeft > 0
        ? `Decide, or request more of the page (at most ${roundsLeft} more times).`
        : 'Decide now: choose an action, or speak to the instructor.',
    );
    return [
      { role: 'assistant', content: answer },
      {
        role: 'user',
        content: screenshot
          ? [{ type: 'text', text: resultParagraphs.join('\n') }, toImagePart(screenshot)]
          : resultParagraphs.join('\n'),
      },
    ];
  }

  #interpret(result: ModelResult, parseResult: ReturnType<typeof parseDecision> | null): StepsResult {
    if (!result.ok)
      return { kind: 'fault', fault: result.sentence, advice: 'Answer with one JSON object as described.' };
    if (!parseResult?.ok)
      return {
        kind: 'fault',
        fault: parseResult?.fault ?? 'The answer cannot be read.',
        advice: 'Steps are {"do", "on", "value", "old"}; do is one of the words described above.',
      };
    const { observation, exchange } = this.state;
    const instructions = exchange.turns.flatMap((turn) => (turn.speaker === 'instructor' ? [turn.text] : []));
    const stepsResult = interpretSteps(parseResult.decision.steps, {
      observation,
      numbers: this.#numbers,
      shownNumbers: this.#shownNumbers,
      instructions: instructions.join('\n'),
      countUnseenChars: (candidate) => this.#lookups.countUnseenChars(candidate),
    });
    return stepsResult.kind === 'actions'
      ? (this.#findLoop(stepsResult.actions) ?? stepsResult)
      : stepsResult;
  }

  /** Returns a fault if an action was repeated too often on this page. */
  #findLoop(actions: readonly Action[]): StepsResult | null {
    for (const action of actions) {
      if (action.intent === 'say' || action.intent === 'wait') continue;
      const repeatCount = this.memory.loopDetector.getActionCount(
        this.#pageDigest,
        this.#toActionKey(action),
      );
      if (repeatCount < LOOP_THRESHOLD) continue;
      return {
        kind: 'fault',
        fault: `This action was performed ${repeatCount} times on this page, and each time it led back here.`,
        advice: 'Take another way, ask the instructor, or give_up.',
      };
    }
    return null;
  }

  /** Identifies the action by element number, because a reloaded page has new uids. */
  #toActionKey(action: PageAction | SayAction): string {
    return JSON.stringify(
      'uid' in action && action.uid ? { ...action, uid: this.#numbers.getNumber(action.uid) } : action,
    );
  }

  #toDecision(
    { actions, repairs }: Extract<StepsResult, { kind: 'actions' }>,
    thought: string,
    note: string | null,
  ): ModelDecision {
    this.#usage.addRepairNotes(...repairs);
    for (const action of actions)
      if (action.intent !== 'say')
        this.memory.loopDetector.record(this.#pageDigest, this.#toActionKey(action));
    return { decision: { actions, evidence: this.#buildEvidence(thought) }, note };
  }

  /** Reports to the instructor that the model gave no usable decision. */
  #giveUp(reason: string): ModelDecision {
    const text = `I could not decide what to do. ${reason}`;
    return {
      decision: { actions: [{ intent: 'say', kind: 'unfinished', text }], evidence: this.#buildEvidence('') },
    };
  }

  #buildEvidence(thought: string): Evidence {
    const { query, rankedCandidates } = this.#relevantContent;
    return {
      ...(thought ? { step: thought.slice(0, 500) } : {}),
      query,
      ranked: rankedCandidates.slice(0, 10).map(({ candidate, score }) => ({
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

const TOO_MANY_LOOKUPS_FAULT = {
  fault: 'You have used all lookups.',
  advice: 'Act, or speak to the instructor.',
};
