/**
 * Renders session events as HTML chunks to append to a file. A report that is cut off anywhere shows everything before
 * the cut, because browsers close open elements at the end of a file.
 */
import type { SessionEvent } from '../contract/index.js';
import type { RecordedPrompt } from '../demonstration/index.js';
import { END_OF_CONVERSATION, END_OF_DOCUMENT, renderStart, type ViewerAssets } from './document.js';
import { html, toTrustedMarkup, type Markup } from './html.js';
import type { JudgementSummary } from './judgement.js';
import type { ReportPhrases } from './phrases.js';
import { renderScreenshot, type MarkedBox, type MissingScreenshot, type Screenshot } from './screenshot.js';
import { PromptRenderer } from './prompts.js';
import { renderCheck, renderNote, renderOpenedPage, renderUnreadable } from './side-events.js';
import { renderSummary } from './summary.js';
import { countEvent, createTally, type Tally } from './tally.js';
import { renderAction, renderSay } from './turns.js';

/** The screenshot of an event and the boxes to draw over it. */
export interface EventScreenshot {
  screenshot: Screenshot | MissingScreenshot | null;
  boxes: readonly MarkedBox[];
}

export const NO_SCREENSHOT: EventScreenshot = { screenshot: null, boxes: [] };

export class ReportBuilder {
  readonly tally: Tally = createTally();
  readonly #prompts = new PromptRenderer();
  pendingPrompts: Markup[] = [];
  #ended = false;

  constructor(
    private readonly phrases: ReportPhrases,
    private readonly assets: ViewerAssets,
    /** Null for a live session, which has not been judged yet. */
    private readonly judgement: JudgementSummary | null = null,
  ) {}

  /**
   * Adds a model request. The navigator's requests appear in the turn that they led to, others between the turns.
   *
   * @returns the HTML to append
   */
  addPrompt(prompt: RecordedPrompt): string {
    const markup = this.#prompts.render(prompt);
    if (prompt.purpose !== 'navigator') return `${markup.source}\n`;
    this.pendingPrompts.push(markup);
    return '';
  }

  /** @returns the HTML to append */
  addEvent(event: SessionEvent, screenshot: EventScreenshot = NO_SCREENSHOT): string {
    try {
      countEvent(this.tally, event, this.phrases);
      return this.#render(event, screenshot).source;
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

  #render(event: SessionEvent, { screenshot, boxes }: EventScreenshot): Markup {
    switch (event.type) {
      case 'session':
        return renderStart(event, this.assets);
      case 'say':
        return renderSay(event, { screenshot, boxes, prompts: this.#takePrompts() });
      case 'action':
        return renderAction(event, { screenshot, boxes, prompts: this.#takePrompts() }, this.phrases);
      case 'page':
        return renderOpenedPage(event);
      case 'check':
        return renderCheck(event);
      case 'note':
        return renderNote(event);
      case 'end': {
        const lastPage = renderScreenshot(screenshot, [], { turn: null, title: '' });
        return this.#close(renderSummary(event, this.tally, lastPage, this.judgement));
      }
    }
  }

  #takePrompts(): Markup[] {
    const prompts = this.pendingPrompts;
    this.pendingPrompts = [];
    return prompts;
  }

  #close(summary: Markup): Markup {
    this.#ended = true;
    const remainingPrompts = this.#takePrompts();
    return html`${remainingPrompts}${toTrustedMarkup(END_OF_CONVERSATION)}${summary}${toTrustedMarkup(END_OF_DOCUMENT)}`;
  }
}
