/**
 * One decision's exchange with the model: the prompt, what it asks to see, one chance to mend what cannot be
 * used. What it decides is acted only if it holds on the page that it was shown.
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
import type { Asked, Message, Part } from '../../llm/index.js';
import {
  changesSince,
  chatPrompt,
  type CountText,
  fenced,
  newsLines,
  numberElements,
  type PageMemory,
  pagePart,
} from '../../prompt/index.js';
import { askModel, type AskingParts, type Fit, verdictOn } from './asking.js';
import { readDecision } from './decision.js';
import { judgeSteps, type Judged, type Look } from './judge-steps.js';
import { LookAround } from './look-around.js';
import { type Mattering, rankFor } from './ranking.js';
import { digestOf, MOST_ROUNDS, type Rounds } from './rounds.js';
import { UseCounter } from './usage.js';

/** Looks of one decision before the model has to decide. */
const MOST_LOOKS = 6;
const MOST_CALLS = 12;

/** What a session knows from the decisions before. */
export interface Known {
  marker: string;
  note: string | null;
  before: PageMemory | null;
  rounds: Rounds;
  /** What was looked for since the instructor's last line, and found or not. */
  looked: string[];
  fit: Fit;
}

export interface TalkParts extends AskingParts {
  pictures: boolean;
  today: string;
}

export interface Talked {
  decision: Decision;
  /** Absent where nothing was decided: the note from before stays. */
  note?: string | null;
}

/** One decision's exchange with the model. */
export class Talk {
  readonly #use: UseCounter;
  readonly #digest: string;
  readonly #numbers;
  readonly #around: LookAround;
  readonly #shown = new Set<number>();
  #matters: Mattering = { query: '', ranked: [], passages: [] };

  constructor(
    private readonly parts: TalkParts,
    private readonly state: State,
    private readonly look: Inspector,
    private readonly count: CountText,
    private readonly known: Known,
  ) {
    const { candidates, marks } = state.observation;
    this.#use = new UseCounter(parts.model.name);
    this.#digest = digestOf(state.observation);
    this.#numbers = numberElements(candidates, marks?.marks);
    this.#around = new LookAround(look, this.#numbers, count, parts.model.redactor);
  }

  async decide(signal: AbortSignal): Promise<Talked> {
    const { note: before, fit } = this.known;
    this.#matters = await rankFor(this.state, before, fit.page, this.look);
    const messages = this.#messages();
    let looks = 0;
    let mended = false;
    let note: string | null = null;
    for (let call = 0; call < MOST_CALLS; call++) {
      const asked = await askModel(this.parts, messages, () => this.#messages(), fit, this.#use, signal);
      if (!asked.ok && verdictOn(asked) === 'tell') return this.#giveUp(asked.sentence);
      const reading = asked.ok ? readDecision(asked.json) : null;
      const written = reading?.ok ? reading.written : null;
      if (reading?.ok) this.#use.repaired(...reading.repairs);
      note = written?.note ?? note;
      const judged = this.#judge(asked, reading);
      if (judged.is === 'acts') return this.#decided(judged, written?.thought ?? '', note);
      const text = asked.text ?? '';
      if (judged.is === 'looks' && looks < MOST_LOOKS) {
        looks += 1;
        messages.push(...(await this.#lookAround(judged.looks, text, MOST_LOOKS - looks)));
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
    const changes = changesSince(before, observation, this.#numbers);
    const { ranked, passages } = this.#matters;
    const news = [...newsLines(observation), ...changes.lines];
    const view = { observation, numbers: this.#numbers, ranked, passages, news, fresh: changes.fresh };
    const page = pagePart(view, fit.page, this.count);
    this.#shown.clear();
    for (const number of page.shown) this.#shown.add(number);
    const picture = this.parts.pictures ? (observation.marks?.picture ?? null) : null;
    const prompt = chatPrompt({
      marker,
      today: this.parts.today,
      exchange,
      page,
      note,
      looked,
      loop: rounds.returned(this.#digest) ? IN_CIRCLES : null,
      pictured: picture !== null,
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

  /** What the model asked to see, as the next messages. */
  async #lookAround(looks: readonly Look[], answer: string, left: number): Promise<Message[]> {
    const found: string[] = [];
    for (const look of looks) {
      const { what, lines, shown, found: count } = await this.#around.see(look);
      this.#use.looked(what);
      if (look.do === 'find') this.known.looked.push(`${what} (${count ? `${count} found` : 'not found'})`);
      for (const number of shown) this.#shown.add(number);
      found.push(fenced(this.known.marker, 'found', [what, ...lines]));
    }
    found.push(left > 0 ? `Decide, or look on (${left} more looks at most).` : 'Decide now: act or speak.');
    return [
      { role: 'assistant', content: answer },
      { role: 'user', content: found.join('\n') },
    ];
  }

  #judge(asked: Asked, reading: ReturnType<typeof readDecision> | null): Judged {
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
    const judged = judgeSteps(reading.written.steps, {
      observation,
      numbers: this.#numbers,
      shown: this.#shown,
      said: said.join('\n'),
    });
    return judged.is === 'acts' ? (this.#circleIn(judged.acts) ?? judged) : judged;
  }

  /** An act that was done here before and led back here each time. */
  #circleIn(acts: readonly Action[]): Judged | null {
    for (const act of acts) {
      if (act.intent === 'say' || act.intent === 'wait') continue;
      const times = this.known.rounds.times(this.#digest, this.#named(act));
      if (times < MOST_ROUNDS) continue;
      return {
        is: 'fault',
        fault: `This was done ${times} times on this very page, and it led back here.`,
        choices: 'Take another way, ask the instructor, or give_up.',
      };
    }
    return null;
  }

  /** An act by the number of its element: a page that is loaded again has new elements in the old places. */
  #named(act: PageAction | SayAction): string {
    return JSON.stringify('uid' in act && act.uid ? { ...act, uid: this.#numbers.of(act.uid) } : act);
  }

  #decided({ acts, repairs }: Extract<Judged, { is: 'acts' }>, thought: string, note: string | null): Talked {
    this.#use.repaired(...repairs);
    for (const act of acts) if (act.intent !== 'say') this.known.rounds.did(this.#digest, this.#named(act));
    return { decision: { actions: acts, evidence: this.#evidence(thought) }, note };
  }

  /** Nothing that the model wrote can be acted on: the instructor is told, and nothing is done. */
  #giveUp(why: string): Talked {
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
  'You have been on this page as it is now before, and what you did led back to it. Do something else, ask, or give up.';

const TOO_MANY_LOOKS = {
  fault: 'You have looked as often as is allowed.',
  choices: 'Act, or speak to the instructor.',
};
