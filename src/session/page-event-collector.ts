/**
 * Collects page events, dialogs and notices from observations. Reports each page event and dialog in one note. Keeps all
 * of them for the next decision, because the navigator does not see the observations between two actions of one decision.
 */
import type { AnsweredDialog, PageEvent, Observation, Outcome, PageAction } from '../contract/index.js';
import { formatDialog, getPageEventKey, formatPageEvent } from '../action/index.js';

export interface NoteSource {
  pageEvent?: PageEvent;
  dialog?: AnsweredDialog;
  takenBack?: number[];
  refused?: string;
}

export class PageEventCollector {
  readonly #reportedKeys = new Set<string>();
  /** Messages of dialogs that are already part of a recorded action. */
  readonly #recordedMessages = new Set<string>();
  #pageEvents: PageEvent[] = [];
  #dialogs: AnsweredDialog[] = [];
  #newNotices: string[] = [];

  constructor(private readonly recordNote: (text: string, source: NoteSource) => void) {}

  /** Remembers the dialogs of a recorded action, because they need no note. */
  recordAction(action: PageAction, { dialog }: Observation, outcome: Outcome): void {
    if (action.intent === 'dialog' && dialog) this.#recordedMessages.add(dialog.message);
    for (const effect of outcome.status === 'done' ? outcome.effects : [])
      if (effect.type === 'dialog') this.#recordedMessages.add(effect.message);
  }

  /** Collects the new events, dialogs and notices of an observation. */
  collect({ pageEvents, dialogs, newNotices }: Observation): void {
    for (const event of pageEvents) {
      const key = getPageEventKey(event);
      if (key === null || !this.#pageEvents.some((collectedEvent) => getPageEventKey(collectedEvent) === key))
        this.#pageEvents.push(event);
      if (key !== null && this.#reportedKeys.has(key)) continue;
      if (key !== null) this.#reportedKeys.add(key);
      this.recordNote(formatPageEvent(event), { pageEvent: event });
    }
    for (const dialog of dialogs)
      if (!this.#recordedMessages.has(dialog.message)) this.recordNote(formatDialog(dialog), { dialog });
    this.#recordedMessages.clear();
    this.#dialogs.push(...dialogs);
    this.#newNotices.push(...newNotices.filter((text) => !this.#newNotices.includes(text)));
  }

  /** Adds everything collected since the last decision to an observation. */
  addCollected(observation: Observation): Observation {
    const collectedFields = {
      pageEvents: this.#pageEvents,
      dialogs: this.#dialogs,
      newNotices: this.#newNotices,
    };
    this.#pageEvents = [];
    this.#dialogs = [];
    this.#newNotices = [];
    return { ...observation, ...collectedFields };
  }
}
