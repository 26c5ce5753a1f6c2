/**
 * Collects page events, dialogs and notices between observations. Each is reported once in a note and kept until the
 * next decision: the observations between two actions of one decision do not reach the navigator.
 */
import type { AnsweredDialog, PageEvent, Observation, Outcome, PageAction } from '../contract/index.js';
import { formatDialog, pageEventKey, formatPageEvent } from '../action/index.js';

export interface NoteSource {
  pageEvent?: PageEvent;
  dialog?: AnsweredDialog;
}

export class PageEventCollector {
  readonly #reported = new Set<string>();
  /** Messages of dialogs that the record of an action already shows. */
  readonly #shownDialogs = new Set<string>();
  #pageEvents: PageEvent[] = [];
  #dialogs: AnsweredDialog[] = [];
  #newNotices: string[] = [];

  constructor(private readonly note: (text: string, source: NoteSource) => void) {}

  /** Notes the dialogs of a recorded action, which need no note of their own. */
  recordAction(action: PageAction, { dialog }: Observation, outcome: Outcome): void {
    if (action.intent === 'dialog' && dialog) this.#shownDialogs.add(dialog.message);
    for (const effect of outcome.status === 'done' ? outcome.effects : [])
      if (effect.type === 'dialog') this.#shownDialogs.add(effect.message);
  }

  /** Collects what is new in an observation. */
  collect({ pageEvents, dialogs, newNotices }: Observation): void {
    for (const event of pageEvents) {
      const key = pageEventKey(event);
      if (key === null || !this.#pageEvents.some((other) => pageEventKey(other) === key))
        this.#pageEvents.push(event);
      if (key !== null && this.#reported.has(key)) continue;
      if (key !== null) this.#reported.add(key);
      this.note(formatPageEvent(event), { pageEvent: event });
    }
    for (const dialog of dialogs)
      if (!this.#shownDialogs.has(dialog.message)) this.note(formatDialog(dialog), { dialog });
    this.#shownDialogs.clear();
    this.#dialogs.push(...dialogs);
    this.#newNotices.push(...newNotices.filter((text) => !this.#newNotices.includes(text)));
  }

  /** Adds everything collected since the last decision to the observation of the next one. */
  addCollected(observation: Observation): Observation {
    const since = { pageEvents: this.#pageEvents, dialogs: this.#dialogs, newNotices: this.#newNotices };
    this.#pageEvents = [];
    this.#dialogs = [];
    this.#newNotices = [];
    return { ...observation, ...since };
  }
}
