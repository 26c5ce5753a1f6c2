/** What every kind of act works with: the target, the page, and questions to it that cannot hang. */
import type { Frame, Locator, Page } from 'playwright';

import type { Candidate, Effect, Settle } from '../../contract/index.js';
import { ask, locate, question } from '../engine.js';
import type { WireProbe } from '../injected/wire.js';
import type { ActContext } from './context.js';
import type { Patience } from './patience.js';

export const ASK_MS = 3_000;

/** What an act found out by itself; the comparison of before and after adds the rest. */
export interface Deed {
  effects?: Effect[];
  /** Where the pointer was, when it was not at the centre of the target; null when there was none. */
  mouse?: { x: number; y: number } | null;
  /** The asked-for state held already, and nothing was done. */
  already?: string;
  /** Where the target's document was scrolled to when the press arrived. */
  from?: { scrollX: number; scrollY: number };
  /** The page kept the click from doing what clicks do by themselves. */
  cancelled?: boolean;
  /** The waiting is part of the act and over. */
  rest?: Settle;
}

export interface Tools {
  readonly context: ActContext;
  readonly page: Page;
  readonly patience: Patience;
}

export class Hand implements Tools {
  readonly page: Page;
  readonly candidate: Candidate;
  readonly frame: Frame;
  /** Id of the live node; another one than the candidate's when the page has made the element anew. */
  uid: string;
  /** Where the mouse was led to, in the page, when that was not left to Playwright. */
  pointed: { x: number; y: number } | null = null;
  #probe: WireProbe | null = null;

  constructor(
    readonly context: ActContext,
    target: NonNullable<ActContext['target']>,
    readonly patience: Patience,
  ) {
    this.page = context.page;
    this.candidate = target.candidate;
    this.frame = target.frame;
    this.uid = target.candidate.uid;
  }

  /** How the target stood when it was last looked at. @throws before that */
  get probe(): WireProbe {
    if (!this.#probe) throw new Error('the target has not been looked at yet');
    return this.#probe;
  }

  set probe(seen: WireProbe) {
    this.#probe = seen;
  }

  /** As `probe`, null before. */
  get looked(): WireProbe | null {
    return this.#probe;
  }

  get locator(): Locator {
    return this.at(this.uid);
  }

  /** Of a label the control that it stands for, else the element itself. */
  get control(): string {
    return this.probe.control ?? this.uid;
  }

  get title(): string {
    return titleOf(this.candidate);
  }

  at(uid: string): Locator {
    return locate(this.frame, uid);
  }

  /** @throws when the page does not answer */
  ask<T>(verb: string, ...args: (string | number)[]): Promise<T> {
    return this.patience.run(ask<T>(this.frame, question(verb, ...args), ASK_MS));
  }

  /** How an element stands now; null when it is gone or the page does not answer. */
  look(uid = this.uid): Promise<WireProbe | null> {
    return this.patience.run(
      ask<WireProbe | null>(this.frame, question('probe', uid), ASK_MS).catch(() => null),
    );
  }
}

/** An element in words: `the button “Buy”`. */
export function titleOf(candidate: Pick<Candidate, 'name' | 'text' | 'role' | 'tag'>): string {
  const name = candidate.name || candidate.text;
  const kind = candidate.role === 'generic' ? candidate.tag : candidate.role;
  return name ? `the ${kind} “${name.slice(0, 60)}”` : `the ${kind}`;
}
