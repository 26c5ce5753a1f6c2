/** An action's target: its last known state, its frame, and queries with a time limit. */
import type { Frame, Locator, Page } from 'playwright';

import type { Candidate, Effect, Settle } from '../../contract/index.js';
import { queryEngine, locate, formatQuery } from '../engine.js';
import type { WireElementSnapshot } from '../injected/wire.js';
import type { PageLimits } from '../limits.js';
import type { ActionFailure } from './action-failure.js';
import type { ActionWaiter } from './action-waiter.js';
import type { ActionContext, ObservedElement } from './context.js';

/** The result of a handler. Other effects are found by comparing the page before and after the action. */
export interface HandlerResult {
  effects?: Effect[];
  /** Pointer position, if not the centre of the target; null if the action does not use the pointer. */
  mouse?: { x: number; y: number } | null;
  /** Set if nothing was done because the target was already in the requested state: a description of that state. */
  noActionReason?: string;
  /** Scroll position of the target's document when the press arrived. */
  scrollAtPress?: { scrollX: number; scrollY: number };
  /** Whether the page called `preventDefault()` on the click. */
  isClickCancelled?: boolean;
  /** Why the action failed; ignored if the page changed. */
  failure?: ActionFailure;
  /** Set by actions that themselves wait for the page. */
  settle?: Settle;
}

export interface PageTools {
  readonly context: ActionContext;
  readonly page: Page;
  readonly waiter: ActionWaiter;
}

export class TargetHandle implements PageTools {
  readonly page: Page;
  readonly candidate: Candidate;
  readonly frame: Frame;
  readonly limits: PageLimits;
  /** Id of the live node. It differs from the candidate's id if the page has re-rendered the element. */
  uid: string;
  /** Where Parley moved the mouse, in page coordinates; null if Playwright moves it. */
  pointerPosition: { x: number; y: number } | null = null;
  #snapshot: WireElementSnapshot | null = null;

  constructor(
    readonly context: ActionContext,
    target: ObservedElement,
    readonly waiter: ActionWaiter,
  ) {
    this.page = context.page;
    this.limits = context.limits;
    this.candidate = target.candidate;
    this.frame = target.frame;
    this.uid = target.candidate.uid;
  }

  /** The target's state when it was last read. @throws before the first reading */
  get snapshot(): WireElementSnapshot {
    if (!this.#snapshot) throw new Error('the target has not been read yet');
    return this.#snapshot;
  }

  set snapshot(snapshot: WireElementSnapshot) {
    this.#snapshot = snapshot;
  }

  /** Like `snapshot`, but null before the first reading. */
  get lastSnapshot(): WireElementSnapshot | null {
    return this.#snapshot;
  }

  get locator(): Locator {
    return this.locate(this.uid);
  }

  /** The labelled control if the target is a label, otherwise the target itself. */
  get controlUid(): string {
    return this.snapshot.controlUid ?? this.uid;
  }

  get description(): string {
    return describeElement(this.candidate);
  }

  locate(uid: string): Locator {
    return locate(this.frame, uid);
  }

  /** @throws if the page does not answer in time */
  queryPage<T>(queryName: string, ...args: (string | number)[]): Promise<T> {
    return this.waiter.run(queryEngine<T>(this.frame, formatQuery(queryName, ...args), this.limits.queryMs));
  }

  /** Reads an element's current state. @returns null if it is gone or the page does not answer */
  readSnapshot(uid = this.uid): Promise<WireElementSnapshot | null> {
    return this.waiter.run(
      queryEngine<WireElementSnapshot | null>(
        this.frame,
        formatQuery('probe', uid),
        this.limits.queryMs,
      ).catch(() => null),
    );
  }
}

/** Describes an element, such as `the button “Buy”`. */
export function describeElement(candidate: Pick<Candidate, 'name' | 'text' | 'role' | 'tag'>): string {
  const name = candidate.name || candidate.text;
  const roleName = candidate.role === 'generic' ? candidate.tag : candidate.role;
  return name ? `the ${roleName} “${name.slice(0, 60)}”` : `the ${roleName}`;
}
