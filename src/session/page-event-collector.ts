/**
 * What looks bring to light besides the page itself: messages, dialogs, incidents. Each is told in a note once,
 * and kept until the navigator decides again, because a look between two acts is no decision.
 */
import type { AnsweredDialog, PageEvent, Observation, Outcome, PageAction } from '../contract/index.js';
import { dialogSentence, incidentKey, incidentSentence } from '../action/index.js';

export interface Told {
  incident?: PageEvent;
  dialog?: AnsweredDialog;
}

export class PageEventCollector {
  readonly #told = new Set<string>();
  /** Messages of dialogs that the line of an act shows already. */
  readonly #shown = new Set<string>();
  #incidents: PageEvent[] = [];
  #dialogs: AnsweredDialog[] = [];
  #news: string[] = [];

  constructor(private readonly note: (text: string, what: Told) => void) {}

  /** An act was recorded: its own line tells of the dialogs that it opened or answered. */
  acted(act: PageAction, { dialog }: Observation, outcome: Outcome): void {
    if (act.intent === 'dialog' && dialog) this.#shown.add(dialog.message);
    for (const effect of outcome.status === 'done' ? outcome.effects : [])
      if (effect.type === 'dialog') this.#shown.add(effect.message);
  }

  /** A look was taken. */
  saw({ pageEvents: incidents, dialogs, newNotices: news }: Observation): void {
    for (const incident of incidents) {
      const key = incidentKey(incident);
      if (key === null || !this.#incidents.some((other) => incidentKey(other) === key))
        this.#incidents.push(incident);
      if (key !== null && this.#told.has(key)) continue;
      if (key !== null) this.#told.add(key);
      this.note(incidentSentence(incident), { incident });
    }
    for (const dialog of dialogs)
      if (!this.#shown.has(dialog.message)) this.note(dialogSentence(dialog), { dialog });
    this.#shown.clear();
    this.#dialogs.push(...dialogs);
    this.#news.push(...news.filter((text) => !this.#news.includes(text)));
  }

  /** The look that a decision is made on, with all that came to light since the last one. */
  forDecision(observation: Observation): Observation {
    const since = { incidents: this.#incidents, dialogs: this.#dialogs, news: this.#news };
    this.#incidents = [];
    this.#dialogs = [];
    this.#news = [];
    return { ...observation, ...since };
  }
}
