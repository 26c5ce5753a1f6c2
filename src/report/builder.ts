/**
 * Renders session events as HTML chunks to append to a file. A report that is cut off anywhere shows everything before
 * the cut, because browsers close open elements at the end of a file.
 */
import type { SessionEvent } from '../contract/index.js';
import type { RecordedPrompt } from '../demonstration/index.js';
import { END_OF_CONVERSATION, END_OF_DOCUMENT, renderStart, type ViewerAssets } from './document.js';
import { html, trusted, type Markup } from './html.js';
import type { ShownJudgement } from './judgement.js';
import type { ReportPhrases } from './phrases.js';
import { renderPicture, type MarkedBox, type MissingPicture, type Picture } from './picture.js';
import { PromptRenderer } from './prompts.js';
import { renderCheck, renderNote, renderOpenedPage, renderUnreadable } from './side-events.js';
import { renderSummary } from './summary.js';
import { countEvent, createTally, type Tally } from './tally.js';
import { renderAction, renderSay } from './turns.js';

/** The screenshot of an event and the boxes to draw over it. */
export interface EventPicture {
  picture: Picture | MissingPicture | null;
  boxes: readonly MarkedBox[];
}

export const NO_PICTURE: EventPicture = { picture: null, boxes: [] };

export class ReportBuilder {
  readonly tally: Tally = createTally();
  readonly #prompts = new PromptRenderer();
  #pending: Markup[] = [];
  #ended = false;

  constructor(
    private readonly phrases: ReportPhrases,
    private readonly assets: ViewerAssets,
    /** A live session has not been judged yet. */
    private readonly judgement: ShownJudgement | null = null,
  ) {}

  /**
   * Adds a model request. The navigator's requests appear in the turn that they led to, others between the turns.
   *
   * @returns the HTML to append
   */
  addPrompt(prompt: RecordedPrompt): string {
    const markup = this.#prompts.render(prompt);
    if (prompt.purpose !== 'navigator') return `${markup.source}\n`;
    this.#pending.push(markup);
    return '';
  }

  /** @returns the HTML to append */
  addEvent(event: SessionEvent, picture: EventPicture = NO_PICTURE): string {
    try {
      countEvent(this.tally, event, this.phrases);
      return this.#render(event, picture).source;
    } catch (error) {
      // Readers check only an event's required fields, so the others may have any type.
      if (!(error instanceof TypeError)) throw error;
      return renderUnreadable(event).source;
    }
  }

  /** Ends a report without a verdict. @returns the HTML to append */
  finishIncomplete(reason: string): string {
    return this.#close(renderSummary({ type: 'incomplete', reason }, this.tally, null, this.judgement))
      .source;
  }

  get hasEnded(): boolean {
    return this.#ended;
  }

  #render(event: SessionEvent, { picture, boxes }: EventPicture): Markup {
    switch (event.type) {
      case 'session':
        return renderStart(event, this.assets);
      case 'say':
        return renderSay(event, { picture, boxes, prompts: this.#takePrompts() });
      case 'action':
        return renderAction(event, { picture, boxes, prompts: this.#takePrompts() }, this.phrases);
      case 'page':
        return renderOpenedPage(event);
      case 'check':
        return renderCheck(event);
      case 'note':
        return renderNote(event);
      case 'end': {
        const lastPage = renderPicture(picture, [], { turn: null, title: '' });
        return this.#close(renderSummary(event, this.tally, lastPage, this.judgement));
      }
    }
  }

  #takePrompts(): Markup[] {
    const taken = this.#pending;
    this.#pending = [];
    return taken;
  }

  #close(summary: Markup): Markup {
    this.#ended = true;
    const rest = this.#takePrompts();
    return html`${rest}${trusted(END_OF_CONVERSATION)}${summary}${trusted(END_OF_DOCUMENT)}`;
  }
}
