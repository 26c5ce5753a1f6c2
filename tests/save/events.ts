/** Builds the events of a session. */
import type {
  Effect,
  EventBody,
  PageAction,
  SayKind,
  SessionEvent,
  SessionStart,
} from '../../src/contract/index.js';

type ActionBody = Extract<EventBody, { type: 'action' }>;

export interface SessionOptions {
  url?: string;
  title?: string;
  startedAt?: number;
  start?: SessionStart;
  navigator?: string;
}

/** Builds a session at a shop on 25 November 2026. */
export class SessionBuilder {
  readonly events: SessionEvent[] = [];
  #turn = 0;
  #url: string;

  constructor({
    url = 'https://shop.test/',
    title = 'Shop',
    startedAt,
    start,
    navigator,
  }: SessionOptions = {}) {
    this.#url = url;
    this.#add({
      type: 'session',
      id: 's-1',
      name: 'chat',
      startedAt: startedAt ?? new Date(2026, 10, 25, 9).getTime(),
      navigator: navigator ?? 'direct',
      ranker: 'r',
      url,
      parleyVersion: '0',
      browser: 'b',
      ...(start ? { start } : {}),
    });
    if (url !== '') this.page(url, 'start', title);
  }

  #add(body: EventBody): this {
    this.events.push({ v: 2, seq: this.events.length, t: this.events.length, ...body });
    return this;
  }

  page(url: string, reason: 'start' | 'instructor' = 'instructor', title = 'Shop'): this {
    this.#url = url;
    return this.#add({ type: 'page', url, title, reason, settle: { reason: 'navigated', ms: 1 } });
  }

  /** Adds an instructor utterance. */
  line(text: string): this {
    return this.#add({ type: 'say', turn: this.#turn++, speaker: 'instructor', text });
  }

  /** Adds a navigator utterance. */
  says(kind: SayKind, text: string, query?: string): this {
    return this.#add({
      type: 'say',
      turn: this.#turn++,
      speaker: 'navigator',
      text,
      kind,
      ...(query === undefined ? {} : { evidence: { query } }),
      page: { url: this.#url, title: 'Shop', screenshot: null },
    });
  }

  acts(
    action: PageAction,
    effects: readonly Effect[],
    target: Partial<NonNullable<ActionBody['target']>> = {},
    query?: string,
  ): this {
    const url = this.#url;
    for (const effect of effects) {
      if (effect.type === 'navigated') this.#url = effect.url;
      if (effect.type === 'url') this.#url = effect.to;
    }
    const [firstEffect, ...otherEffects] = effects;
    const settle = { reason: 'quiet', ms: 1 } as const;
    return this.#add({
      type: 'action',
      turn: this.#turn++,
      action,
      target: {
        uid: 'uid' in action && action.uid !== undefined ? action.uid : 'u',
        tag: 'x',
        role: 'button',
        name: 'Save',
        attributes: {},
        xpath: '/x',
        ...target,
      },
      outcome: firstEffect
        ? { status: 'done', effects: [firstEffect, ...otherEffects], settle }
        : { status: 'no-effect', settle },
      page: { url, title: 'Shop', html: null, screenshot: null },
      observation: { candidates: 1, elements: 1, stable: true, ms: 1 },
      ...(query === undefined ? {} : { evidence: { query } }),
    });
  }

  types(text: string, name: string, attributes: Record<string, string> = {}, query?: string): this {
    const displayedText = attributes['type'] === 'password' ? '' : text;
    return this.acts(
      { intent: 'textInput', uid: `field-${name}`, text },
      [{ type: 'value', from: '', to: displayedText }],
      { role: 'textbox', name, attributes },
      query,
    );
  }

  clicksTo(url: string, target: Partial<NonNullable<ActionBody['target']>> = {}): this {
    return this.acts({ intent: 'click', uid: 'b' }, [{ type: 'navigated', url, status: 200 }], target);
  }

  note(text: string, takenBack?: number[], refused?: string): this {
    return this.#add({
      type: 'note',
      text,
      ...(takenBack ? { takenBack } : {}),
      ...(refused === undefined ? {} : { refused }),
    });
  }
}
